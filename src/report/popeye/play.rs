//! Writes the moves of Popeye's text: lines of help and series play, and trees of battle play.

use super::words::PopeyeWords;
use crate::notation::{Letters, idle_consequences, long_algebraic};
use crate::solution::{Annotation, Group, Node, Part, Phase, PhaseKind};
use crate::units::{Color, Goal};
use std::fmt::{self, Write};

/// Writes moves in Popeye's notation and language.
#[derive(Clone, Copy)]
pub struct MoveWriter {
    pub letters: Letters,
    pub words: &'static PopeyeWords,
}

impl MoveWriter {
    /// Writes the solutions that begin with the moves `before`, followed by `node`.
    pub fn lines_text(
        &self,
        out: &mut dyn Write,
        phase: &Phase,
        group: &Group,
        before: &[Node],
        node: &Node,
    ) -> fmt::Result {
        let first = before.first().unwrap_or(node);
        let mut line = PopeyeLine { text: String::new(), numbered: phase.numbered, number: 0 };
        if group.first_number > 1 {
            line = PopeyeLine { text: "  1...".to_string(), number: group.first_number - 1, ..line };
        }
        if phase.kind == PhaseKind::SetPlay && first.record.mover.color == phase.numbered {
            // In the set play of `n.5` moves, the omitted ply precedes move 2.
            line = PopeyeLine { text: "  1...  ...".to_string(), number: 1, ..line };
        }
        for node in before {
            line.add(self, node);
        }
        self.line_text(out, &line, node)
    }

    fn line_text(&self, out: &mut dyn Write, before: &PopeyeLine, node: &Node) -> fmt::Result {
        let mut line = before.clone();
        line.begin(node);
        if node.goals.len() > 1 {
            for goal in &node.goals {
                writeln!(out, "{}{}", line.text, self.move_text(node, std::slice::from_ref(goal)))?;
            }
            return Ok(());
        }
        line.text.push_str(&self.move_text(node, &node.goals));
        if node.children.is_empty() {
            writeln!(out, "{}", line.text)?;
        }
        for child in &node.children {
            self.line_text(out, &line, child)?;
        }
        Ok(())
    }

    pub fn tree_text(&self, out: &mut dyn Write, numbered: Color, group: &Group) -> fmt::Result {
        match group.annotation {
            Annotation::Threat => writeln!(out, " {}:{}", self.words.threat, self.idle_text(&group.nodes))?,
            Annotation::Zugzwang => writeln!(out, " {}.", self.words.zugzwang)?,
            Annotation::Check => out.write_str(" +\n")?,
            Annotation::None => {}
        }
        let before = 2 * usize::from(group.first_number.saturating_sub(1));
        for (i, node) in group.nodes.iter().enumerate() {
            let is_first_move = matches!(node.part, Part::Key | Part::Try);
            let ply = match node.part {
                // A threat comes after a pass of the defender.
                Part::Threat if node.record.mover.color == numbered => 2,
                _ if node.record.mover.color == numbered => 0,
                _ => 1,
            };
            if is_first_move {
                self.first_text(out, numbered, node, i == 0)?;
                continue;
            }
            if node.part == Part::Refutation {
                let number = if ply == 0 { format!("{:>4}.", 1) } else { format!("{:>7}...", 1) };
                writeln!(out, "{number}{}\n        {}.", self.move_text(node, &node.goals), self.words.refutes)?;
                continue;
            }
            self.node_text(out, node, before + ply)?;
        }
        Ok(())
    }

    /// Writes a key or a try with the play after it. If it directly follows another key or try, `is_first` is `false`,
    /// and a blank line is written first.
    pub fn first_text(&self, out: &mut dyn Write, numbered: Color, node: &Node, is_first: bool) -> fmt::Result {
        if !is_first {
            out.write_char('\n')?;
        }
        self.node_text(out, node, usize::from(node.record.mover.color != numbered))
    }

    fn node_text(&self, out: &mut dyn Write, node: &Node, ply: usize) -> fmt::Result {
        let number = ply / 2 + 1;
        let (width, dots) = (if ply == 0 { 4 } else { 3 }, if ply.is_multiple_of(2) { "." } else { "..." });
        write!(out, "{:indent$}{number:>width$}{dots}{}", "", self.move_text(node, &node.goals), indent = 4 * ply)?;
        out.write_str(match node.part {
            _ if is_printed_undecided(node, &node.goals) => "",
            Part::Key | Part::Refutation => " !",
            Part::Try => " ?",
            _ => "",
        })?;
        match node.annotation {
            Annotation::Threat => write!(out, " {}:{}", self.words.threat, self.idle_text(&node.children))?,
            Annotation::Zugzwang => write!(out, " {}.", self.words.zugzwang)?,
            Annotation::None | Annotation::Check => {}
        }
        out.write_char('\n')?;
        for child in &node.children {
            if child.part == Part::Threat {
                self.node_text(out, child, ply + 2)?;
            }
        }
        for child in &node.children {
            if !matches!(child.part, Part::Threat | Part::Refutation) {
                self.node_text(out, child, ply + 1)?;
            }
        }
        let mut refutations = node.children.iter().filter(|child| child.part == Part::Refutation).peekable();
        if refutations.peek().is_some() {
            writeln!(out, "{:indent$}{}", "", self.words.but, indent = 4 * (ply + 1))?;
        }
        for refutation in refutations {
            self.node_text(out, refutation, ply + 1)?;
        }
        Ok(())
    }

    /// Returns the changes of the board that the defender's null move before a threat causes, as text. The threat is
    /// the first among `nodes`. The text is empty if there are no changes.
    fn idle_text(&self, nodes: &[Node]) -> String {
        let threat = nodes.iter().find(|node| node.part == Part::Threat);
        threat.map(|threat| idle_consequences(&threat.record, self.letters)).unwrap_or_default()
    }

    pub fn move_text(&self, node: &Node, goals: &[Goal]) -> String {
        let mut text = long_algebraic(&node.record, self.letters, '*');
        if node.record.check && !goals.iter().any(Goal::hides_check) {
            text.push_str(" +");
        }
        if is_printed_undecided(node, goals) {
            text.push_str(self.words.undecided);
            return text;
        }
        for goal in goals {
            let sign = goal.sign();
            if !sign.is_empty() {
                text.push(' ');
                text.push_str(sign);
            }
        }
        if node.violation {
            text.push_str(" ?!?");
        }
        text
    }
}

/// The beginning of a solution as text, with the number of its last move.
#[derive(Clone)]
struct PopeyeLine {
    text: String,
    numbered: Color,
    number: u16,
}

impl PopeyeLine {
    /// Writes the number before the move `node`, if the move has one.
    fn begin(&mut self, node: &Node) {
        if node.renumbered {
            self.numbered = node.record.mover.color;
            self.number = 0;
        }
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        if node.record.mover.color == self.numbered {
            self.number += 1;
            let _ = write!(self.text, "{:>3}.", self.number);
        } else if self.number == 0 {
            self.number = 1;
            let _ = write!(self.text, "{:>3}...", self.number);
        }
    }

    fn add(&mut self, writer: &MoveWriter, node: &Node) {
        self.begin(node);
        self.text.push_str(&writer.move_text(node, &node.goals));
    }
}

/// Whether Popeye prints that the legality of a move cannot be decided. Popeye prints it only for moves that reach mate
/// or the goal `~` (any move).
fn is_printed_undecided(node: &Node, goals: &[Goal]) -> bool {
    node.record.undecided && goals.iter().any(|goal| matches!(goal, Goal::Mate | Goal::Any))
}
