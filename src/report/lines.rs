//! Writes help and series play: each complete solution on a line of its own.
//!
//! A line is written as soon as it is found, when the widths of later moves are not known. So a column has the width
//! that most moves need, not the width of the widest move.

use super::paint::{pad, width};
use super::style::{INDENT, Notation, TextStyle, WIDTH};
use crate::solution::Node;
use crate::units::Color;
use std::fmt::{self, Write};

/// Calls `f` for every path from one of `nodes` to an end of play, with the nodes on the path. Stops at the first error
/// of `f`.
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

/// Writes the solutions that begin with the moves `before`, followed by `node`; one solution on each line. The pair has
/// the side whose moves are numbered, and the number of the first move.
pub fn lines_text(
    out: &mut dyn Write,
    (numbered, first_number): (Color, u16),
    before: &[Node],
    node: &Node,
    style: &TextStyle,
) -> fmt::Result {
    let mut line = WrittenLine::new(numbered, usize::from(first_number.saturating_sub(1)));
    for node in before {
        line.add(node, style);
    }
    line.write(out, node, style)
}

/// The beginning of a solution as text, to which further moves are appended.
#[derive(Clone)]
struct WrittenLine {
    text: String,
    numbered: Color,
    number: usize,
    /// Byte offset in `text` of the row that is being written. A long solution takes several rows.
    row: usize,
    /// Column at which the next cell is to begin; it begins later if the row is already longer. A cell is a move of the
    /// side whose moves are numbered, with the reply to it.
    column: usize,
    is_begun: bool,
}

impl WrittenLine {
    fn new(numbered: Color, number: usize) -> WrittenLine {
        let mut text = String::new();
        pad(&mut text, INDENT);
        WrittenLine { text, numbered, number, row: 0, column: INDENT, is_begun: false }
    }

    fn write(&self, out: &mut dyn Write, node: &Node, style: &TextStyle) -> fmt::Result {
        let mut line = self.clone();
        line.add(node, style);
        if node.children.is_empty() {
            return writeln!(out, "{}", line.text);
        }
        node.children.iter().try_for_each(|child| line.write(out, child, style))
    }

    fn add(&mut self, node: &Node, style: &TextStyle) {
        // The widths of a move alone, and of a move with its number and a reply.
        let (single, pair) = match style.notation {
            Notation::Short => (9, 15),
            Notation::Long => (12, 21),
        };
        if node.renumbered {
            self.numbered = node.record.mover.color;
            self.number = 0;
        }
        let text = style.move_text(node);
        if node.record.mover.color == self.numbered {
            self.number += 1;
            if self.is_begun {
                self.begin_cell(single);
            }
            let _ = write!(self.text, "{}.{text}", self.number);
        } else if self.is_begun {
            self.column += pair - single;
            let _ = write!(self.text, " {text}");
        } else {
            self.number = 1;
            self.column += pair - single;
            let _ = write!(self.text, "1...{text}");
        }
        self.is_begun = true;
    }

    /// Begins a cell: at its column, or directly after the text if the row is already longer, or in a new row if less
    /// than `single` columns, the usual width of a single move, are left.
    fn begin_cell(&mut self, single: usize) {
        self.column += single;
        let has = width(&self.text[self.row..]);
        let column = self.column.max(has + 2);
        if column + single > WIDTH {
            self.text.push('\n');
            self.row = self.text.len();
            self.column = INDENT;
            self.text.extend(std::iter::repeat_n(' ', INDENT));
        } else {
            self.text.extend(std::iter::repeat_n(' ', column - has));
        }
    }
}
