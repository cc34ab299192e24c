//! The text that Popeye prints below the board, so that what reads Popeye can read this.

use super::popeye_board::write_board;
use super::telling::{Teller, tell_all};
use crate::notation::{Letters, idle_consequences, long_algebraic};
use crate::problem::Problem;
use crate::solution::{
    Annotation, FirstMove, Group, Node, Note, Part, Phase, PhaseKind, Solution, Style, TwinSolution,
};
use crate::units::{Color, Goal};
use std::fmt::{self, Write};

/// Everything from the first twin label to `solution finished.`; the board is left out.
pub fn popeye_text(solution: &Solution) -> String {
    let mut out = String::new();
    let _ = write_popeye_text(&mut out, None, solution);
    out
}

/// The same, written as it is made. Errors are those of `out`. With a problem the board stands above it, unless option
/// NoBoard says otherwise.
pub fn write_popeye_text(out: &mut dyn Write, problem: Option<&Problem>, solution: &Solution) -> fmt::Result {
    tell_all(&mut PopeyeTeller::new(problem.cloned()), out, solution)
}

/// Writes each piece as it comes. The text is the same whether moves come one by one or with their phase.
#[derive(Debug)]
pub struct PopeyeTeller {
    /// Whose board is to be shown.
    board_of: Option<Problem>,
    has_begun: bool,
    /// What has been told of the phase under way.
    last: Option<Last>,
    /// Popeye has said that option PostKeyPlay is ignored, and forgets it for the twins that follow.
    forgets_post_key_play: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Last {
    Move,
    Number,
}

impl PopeyeTeller {
    pub fn new(problem: Option<Problem>) -> PopeyeTeller {
        let board_of = problem.filter(|problem| !problem.options.no_board);
        PopeyeTeller { board_of, has_begun: false, last: None, forgets_post_key_play: false }
    }
}

impl PopeyeTeller {
    /// A group with the numbers of its first moves.
    fn numbered_group(&mut self, out: &mut dyn Write, phase: &Phase, group: &Group) -> fmt::Result {
        let mut first_moves = group.first_moves.iter().peekable();
        for at in 0..=group.nodes.len() {
            while let Some(first) = first_moves.next_if(|first| first.at <= at) {
                self.first_move(out, phase, group, first)?;
            }
            if let Some(node) = group.nodes.get(at) {
                self.node(out, phase, group, &[], node)?;
            }
        }
        self.last = None;
        Ok(())
    }
}

impl Teller for PopeyeTeller {
    fn twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result {
        if !std::mem::replace(&mut self.has_begun, true) {
            if let Some(problem) = &self.board_of {
                write_board(out, problem, &twin.notes)?;
            }
            // Only a zeroposition is followed by a first twin that changes something.
            if !twin.changes.is_empty() {
                out.write_str("\nzeroposition\n")?;
            }
        }
        if !twin.label.is_empty() {
            writeln!(out, "\n{} {}", twin.label, without_holes(&twin.changes))?;
        }
        for note in &twin.notes {
            let Note::OptionIgnored(text) = note else { continue };
            let is_post_key_play = text.starts_with("PostKeyPlay");
            if !(is_post_key_play && self.forgets_post_key_play) {
                writeln!(out, "{text}")?;
            }
            self.forgets_post_key_play |= is_post_key_play;
        }
        Ok(())
    }

    fn node(&mut self, out: &mut dyn Write, phase: &Phase, group: &Group, before: &[Node], node: &Node) -> fmt::Result {
        let last = self.last.replace(Last::Move);
        if last.is_none() {
            out.write_char('\n')?;
        }
        match group.style {
            Style::Lines => lines_text(out, phase, group, before, node),
            Style::Tree => first_text(out, phase.numbered, node, last != Some(Last::Move)),
        }
    }

    fn first_move(&mut self, out: &mut dyn Write, _: &Phase, group: &Group, first: &FirstMove) -> fmt::Result {
        let last = self.last.replace(Last::Number);
        if last.is_none() || last == Some(Last::Move) && group.style == Style::Tree {
            out.write_char('\n')?;
        }
        // Popeye tells the time behind the blank.
        writeln!(out, "{:>3}  ({} )", first.number(), move_text(&first.node, &[]))
    }

    fn phase(&mut self, out: &mut dyn Write, phase: &Phase) -> fmt::Result {
        if self.last.take().is_some() {
            return Ok(());
        }
        if phase.is_illegal {
            out.write_str(KING_CAN_BE_CAPTURED)?;
        }
        for group in &phase.groups {
            if !group.first_moves.is_empty() {
                self.numbered_group(out, phase, group)?;
                continue;
            }
            // A check stands on the line below the board.
            if self.board_of.is_none() || group.annotation != Annotation::Check {
                out.write_char('\n')?;
            }
            match group.style {
                Style::Lines => group.nodes.iter().try_for_each(|node| lines_text(out, phase, group, &[], node))?,
                Style::Tree => tree_text(out, phase.numbered, group)?,
            }
        }
        Ok(())
    }

    fn end_twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result {
        if twin.notes.contains(&Note::KingCanBeCaptured) {
            out.write_str(KING_CAN_BE_CAPTURED)?;
        }
        Ok(())
    }

    fn end(&self, out: &mut dyn Write, solution: &Solution) -> fmt::Result {
        let cut = solution.twins.iter().any(|twin| twin.cut.is_some());
        out.write_str(if cut { "\nPartial solution\n" } else { "\nsolution finished.\n" })?;
        if self.board_of.is_some() { out.write_str("\n\n") } else { Ok(()) }
    }
}

/// In Popeye's words.
const KING_CAN_BE_CAPTURED: &str = "\nthe side to play can capture the king\n";

// ── help and series play ─────────────────────────────────────────────────────────────────────────────────────

/// The lines that go on from `before` with `node`.
fn lines_text(out: &mut dyn Write, phase: &Phase, group: &Group, before: &[Node], node: &Node) -> fmt::Result {
    let first = before.first().unwrap_or(node);
    let mut line = WrittenLine { text: String::new(), numbered: phase.numbered, number: 0 };
    if group.first_number > 1 {
        line = WrittenLine { text: "  1...".to_string(), number: group.first_number - 1, ..line };
    }
    if phase.kind == PhaseKind::SetPlay && first.record.mover.color == phase.numbered {
        // Set play of `n.5` moves: the half-move left out is the one before move 2.
        line = WrittenLine { text: "  1...  ...".to_string(), number: 1, ..line };
    }
    for node in before {
        line.add(node);
    }
    line_text(out, &line, node)
}

/// A line as far as it is written, and where the numbering stands.
#[derive(Clone)]
struct WrittenLine {
    text: String,
    numbered: Color,
    number: u16,
}

impl WrittenLine {
    /// The number of the next move.
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

    fn add(&mut self, node: &Node) {
        self.begin(node);
        self.text.push_str(&move_text(node, &node.goals));
    }
}

fn line_text(out: &mut dyn Write, before: &WrittenLine, node: &Node) -> fmt::Result {
    let mut line = before.clone();
    line.begin(node);
    if node.goals.len() > 1 {
        for goal in &node.goals {
            writeln!(out, "{}{}", line.text, move_text(node, std::slice::from_ref(goal)))?;
        }
        return Ok(());
    }
    line.text.push_str(&move_text(node, &node.goals));
    if node.children.is_empty() {
        writeln!(out, "{}", line.text)?;
    }
    for child in &node.children {
        line_text(out, &line, child)?;
    }
    Ok(())
}

// ── battle play ──────────────────────────────────────────────────────────────────────────────────────────────

fn tree_text(out: &mut dyn Write, numbered: Color, group: &Group) -> fmt::Result {
    match group.annotation {
        Annotation::Threat => writeln!(out, " threat:{}", idle_text(&group.nodes))?,
        Annotation::Zugzwang => out.write_str(" zugzwang.\n")?,
        Annotation::Check => out.write_str(" +\n")?,
        Annotation::None => {}
    }
    let before = 2 * usize::from(group.first_number.saturating_sub(1));
    for (i, node) in group.nodes.iter().enumerate() {
        let is_first_move = matches!(node.part, Part::Key | Part::Try);
        let ply = match node.part {
            // The move after one of the defender.
            Part::Threat if node.record.mover.color == numbered => 2,
            _ if node.record.mover.color == numbered => 0,
            _ => 1,
        };
        if is_first_move {
            first_text(out, numbered, node, i == 0)?;
            continue;
        }
        if node.part == Part::Refutation {
            let number = if ply == 0 { format!("{:>4}.", 1) } else { format!("{:>7}...", 1) };
            writeln!(out, "{number}{}\n        refutes.", move_text(node, &node.goals))?;
            continue;
        }
        node_text(out, node, before + ply)?;
    }
    Ok(())
}

/// A first move that can come at once, a key or a try.
fn first_text(out: &mut dyn Write, numbered: Color, node: &Node, is_first: bool) -> fmt::Result {
    if !is_first {
        out.write_char('\n')?;
    }
    node_text(out, node, usize::from(node.record.mover.color != numbered))
}

fn node_text(out: &mut dyn Write, node: &Node, ply: usize) -> fmt::Result {
    let number = ply / 2 + 1;
    let (width, dots) = (if ply == 0 { 4 } else { 3 }, if ply.is_multiple_of(2) { "." } else { "..." });
    write!(out, "{:indent$}{number:>width$}{dots}{}", "", move_text(node, &node.goals), indent = 4 * ply)?;
    out.write_str(match node.part {
        _ if is_told_undecided(node, &node.goals) => "",
        Part::Key | Part::Refutation => " !",
        Part::Try => " ?",
        _ => "",
    })?;
    match node.annotation {
        Annotation::Threat => write!(out, " threat:{}", idle_text(&node.children))?,
        Annotation::Zugzwang => out.write_str(" zugzwang.")?,
        Annotation::None | Annotation::Check => {}
    }
    out.write_char('\n')?;
    for child in &node.children {
        if child.part == Part::Threat {
            node_text(out, child, ply + 2)?;
        }
    }
    for child in &node.children {
        if !matches!(child.part, Part::Threat | Part::Refutation) {
            node_text(out, child, ply + 1)?;
        }
    }
    let mut refutations = node.children.iter().filter(|child| child.part == Part::Refutation).peekable();
    if refutations.peek().is_some() {
        writeln!(out, "{:indent$}but", "", indent = 4 * (ply + 1))?;
    }
    for refutation in refutations {
        node_text(out, refutation, ply + 1)?;
    }
    Ok(())
}

/// What follows from the null move before the threats.
fn idle_text(nodes: &[Node]) -> String {
    let threat = nodes.iter().find(|node| node.part == Part::Threat);
    threat.map(|threat| idle_consequences(&threat.record, Letters::Problem)).unwrap_or_default()
}

/// Popeye says that it cannot decide about a move where it reaches one of these goals.
fn is_told_undecided(node: &Node, goals: &[Goal]) -> bool {
    node.record.undecided && goals.iter().any(|goal| matches!(goal, Goal::Mate | Goal::Any))
}

fn move_text(node: &Node, goals: &[Goal]) -> String {
    let mut text = long_algebraic(&node.record, Letters::Problem, '*');
    if node.record.check && !goals.iter().any(Goal::hides_check) {
        text.push_str(" +");
    }
    if is_told_undecided(node, goals) {
        text.push_str(" cannot decide if this move is legal or not.");
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

/// What a twin changes, without the squares that vanish: Popeye does not tell these.
fn without_holes(changes: &str) -> String {
    let is_told = |line: &&str| !line.trim_start().starts_with("Hole ") || line.trim().contains("  ");
    changes.split('\n').filter(is_told).collect::<Vec<_>>().join("\n").trim_start().to_string()
}
