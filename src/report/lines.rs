//! Help and series play: each solution written out in full, its moves in columns.

use super::paint::{Role, pad, width};
use super::text::{INDENT, TextStyle, WIDTH};
use crate::solution::Node;
use crate::units::Color;
use std::fmt::Write;

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
pub fn lines_text(out: &mut String, nodes: &[Node], numbered: Color, style: &TextStyle) {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let _: Result<(), ()> = each_line(nodes, &mut |path| {
        lines.push(cells(path, numbered, style));
        Ok(())
    });
    let mut columns: Vec<usize> = Vec::new();
    for line in &lines {
        // Nothing stands behind the last cell, so it may be wider than its column.
        for (i, cell) in line.iter().enumerate().take(line.len().saturating_sub(1)) {
            match columns.get_mut(i) {
                Some(column) => *column = width(cell).max(*column),
                None => columns.push(width(cell)),
            }
        }
    }
    let digits = lines.len().to_string().len();
    for (i, line) in lines.iter().enumerate() {
        let mut text = " ".repeat(INDENT);
        if lines.len() > 1 {
            text.push_str(&style.paint().paint(Role::Faint, &format!("{:>digits$})", i + 1)));
            text.push_str("  ");
        }
        let margin = width(&text);
        let mut column = margin;
        for (i, cell) in line.iter().enumerate() {
            if column > margin && column + width(cell) > WIDTH {
                let _ = writeln!(out, "{}", text.trim_end());
                text = " ".repeat(margin);
                column = margin;
            }
            pad(&mut text, column);
            text.push_str(cell);
            column += columns.get(i).copied().unwrap_or_default() + 2;
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
}

/// One line, cut before each move number.
fn cells(path: &[&Node], numbered: Color, style: &TextStyle) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let mut numbered = numbered;
    let mut number = 0;
    for node in path {
        if node.renumbered {
            numbered = node.record.mover.color;
            number = 0;
        }
        let told = style.told(node);
        if node.record.mover.color == numbered {
            number += 1;
            cells.push(format!("{number}.{told}"));
        } else if let Some(cell) = cells.last_mut() {
            let _ = write!(cell, " {told}");
        } else {
            number = 1;
            cells.push(format!("1...{told}"));
        }
    }
    cells
}
