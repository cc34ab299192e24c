//! Help and series play: each solution written out in full, its moves in columns.

use super::paint::{Role, pad, width};
use super::style::{INDENT, TextStyle, WIDTH};
use crate::solution::{Group, Node};
use crate::units::Color;
use std::fmt::{self, Write};

/// Calls `f` for every way from a root to a leaf.
pub fn each_line<'a, E>(nodes: &'a [Node], f: &mut impl FnMut(&[&'a Node]) -> Result<(), E>) -> Result<(), E> {
    fn descend<'a, E>(
        nodes: &'a [Node],
        path: &mut Vec<&'a Node>,
        f: &mut impl FnMut(&[&'a Node]) -> Result<(), E>,
    ) -> Result<(), E> {
        for node in nodes {
            path.push(node);
            if node.children.is_empty() {
                f(path)?;
            } else {
                descend(&node.children, path, f)?;
            }
            path.pop();
        }
        Ok(())
    }
    descend(nodes, &mut Vec::new(), f)
}

/// The lines, numbered when there are several.
pub fn lines_text(out: &mut dyn Write, group: &Group, numbered: Color, style: &TextStyle) -> fmt::Result {
    let nodes = &group.nodes;
    let passed = usize::from(group.first_number.saturating_sub(1));
    // There may be a million lines: they are made twice, for their widths and to be written, and never kept.
    let mut count = 0usize;
    let mut columns: Vec<usize> = Vec::new();
    let mut told = Told { style, path: Vec::new() };
    each_line(nodes, &mut |path| {
        count += 1;
        let line = cells(told.of(path), numbered, passed);
        // Nothing stands behind the last cell, so it may be wider than its column.
        for (i, cell) in line.iter().enumerate().take(line.len().saturating_sub(1)) {
            match columns.get_mut(i) {
                Some(column) => *column = width(cell).max(*column),
                None => columns.push(width(cell)),
            }
        }
        Ok::<(), fmt::Error>(())
    })?;
    let digits = count.to_string().len();
    let mut number = 0usize;
    let mut text = String::new();
    each_line(nodes, &mut |path| {
        number += 1;
        text.clear();
        pad(&mut text, INDENT);
        if count > 1 {
            text.push_str(&style.paint().paint(Role::Faint, &format!("{number:>digits$})")));
            text.push_str("  ");
        }
        let margin = width(&text);
        let mut column = margin;
        for (i, cell) in cells(told.of(path), numbered, passed).iter().enumerate() {
            if column > margin && column + width(cell) > WIDTH {
                writeln!(out, "{}", text.trim_end())?;
                text.clear();
                column = margin;
            }
            pad(&mut text, column);
            text.push_str(cell);
            column += columns.get(i).copied().unwrap_or_default() + 2;
        }
        writeln!(out, "{}", text.trim_end())
    })
}

/// The moves of a line as they are told. What a line has in common with the one before is told once.
struct Told<'a> {
    style: &'a TextStyle,
    path: Vec<(&'a Node, String)>,
}

impl<'a> Told<'a> {
    fn of(&mut self, path: &[&'a Node]) -> &[(&'a Node, String)] {
        let common = self.path.iter().zip(path).take_while(|((known, _), node)| std::ptr::eq(*known, **node)).count();
        self.path.truncate(common);
        let style = self.style;
        self.path.extend(path[common..].iter().map(|node| (*node, style.told(node))));
        &self.path
    }
}

/// One line, cut before each move number. `passed`: so many moves are not told.
fn cells(path: &[(&Node, String)], numbered: Color, passed: usize) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let mut numbered = numbered;
    let mut number = passed;
    for (node, told) in path {
        if node.renumbered {
            numbered = node.record.mover.color;
            number = 0;
        }
        if node.record.mover.color == numbered {
            number += 1;
            cells.push(number.to_string() + "." + told);
        } else if let Some(cell) = cells.last_mut() {
            cell.push(' ');
            cell.push_str(told);
        } else {
            number = 1;
            cells.push("1...".to_string() + told);
        }
    }
    cells
}
