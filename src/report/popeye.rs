//! The text that Popeye prints below the board, so that what reads Popeye can read this.

use crate::notation::{Letters, long_algebraic};
use crate::problem::Goal;
use crate::solution::{Annotation, Group, Node, Note, Part, Phase, PhaseKind, Solution, Style, TwinSolution};
use crate::units::Color;
use std::fmt::{self, Write};

/// Everything from the first twin label to `solution finished.`; the board is left out.
pub fn popeye_text(solution: &Solution) -> String {
    let mut out = String::new();
    let _ = write_popeye_text(&mut out, solution);
    out
}

/// The same, written as it is made. Errors are those of `out`.
pub fn write_popeye_text(out: &mut dyn Write, solution: &Solution) -> fmt::Result {
    // Only a zeroposition is followed by a first twin that changes something.
    if solution.twins.first().is_some_and(|twin| !twin.changes.is_empty()) {
        out.write_str("\nzeroposition\n")?;
    }
    for twin in &solution.twins {
        twin_text(out, twin)?;
    }
    let cut = solution.twins.iter().any(|twin| twin.cut.is_some());
    out.write_str(if cut { "\nPartial solution\n" } else { "\nsolution finished.\n" })
}

fn twin_text(out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result {
    if !twin.label.is_empty() {
        writeln!(out, "\n{} {}", twin.label, twin.changes)?;
    }
    for note in &twin.notes {
        if let Note::OptionIgnored(text) = note {
            writeln!(out, "{text}")?;
        }
    }
    for phase in &twin.phases {
        phase_text(out, phase)?;
    }
    if twin.notes.contains(&Note::KingCanBeCaptured) {
        out.write_str("\nthe side to play can capture the king\n")?;
    }
    Ok(())
}

fn phase_text(out: &mut dyn Write, phase: &Phase) -> fmt::Result {
    for group in &phase.groups {
        out.write_char('\n')?;
        match group.style {
            Style::Lines => lines_text(out, phase, group)?,
            Style::Tree => tree_text(out, phase.numbered, group)?,
        }
    }
    Ok(())
}

// ── help and series play ─────────────────────────────────────────────────────────────────────────────────────

fn lines_text(out: &mut dyn Write, phase: &Phase, group: &Group) -> fmt::Result {
    for node in &group.nodes {
        let mut start = Line { text: String::new(), numbered: phase.numbered, number: 0 };
        if group.first_number > 1 {
            start = Line { text: "  1...".to_string(), number: group.first_number - 1, ..start };
        }
        if phase.kind == PhaseKind::SetPlay && node.record.mover.color == phase.numbered {
            // Set play of `n.5` moves: the half-move left out is the one before move 2.
            start = Line { text: "  1...  ...".to_string(), number: 1, ..start };
        }
        line_text(out, &start, node)?;
    }
    Ok(())
}

/// A line as far as it is written, and where the numbering stands.
#[derive(Clone)]
struct Line {
    text: String,
    numbered: Color,
    number: u16,
}

fn line_text(out: &mut dyn Write, before: &Line, node: &Node) -> fmt::Result {
    let mut line = before.clone();
    if node.renumbered {
        line.numbered = node.record.mover.color;
        line.number = 0;
    }
    if !line.text.is_empty() {
        line.text.push(' ');
    }
    if node.record.mover.color == line.numbered {
        line.number += 1;
        write!(line.text, "{:>3}.", line.number)?;
    } else if line.number == 0 {
        line.number = 1;
        write!(line.text, "{:>3}...", line.number)?;
    }
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
        Annotation::Threat => out.write_str(" threat:\n")?,
        Annotation::Zugzwang => out.write_str(" zugzwang.\n")?,
        Annotation::Check => out.write_str(" +\n")?,
        Annotation::None => {}
    }
    for (i, node) in group.nodes.iter().enumerate() {
        let is_first_move = matches!(node.part, Part::Key | Part::Try);
        let ply = match node.part {
            // The move after one of the defender.
            Part::Threat if node.record.mover.color == numbered => 2,
            _ if node.record.mover.color == numbered => 0,
            _ => 1,
        };
        if is_first_move && i > 0 {
            out.write_char('\n')?;
        }
        if node.part == Part::Refutation {
            let number = if ply == 0 { format!("{:>4}.", 1) } else { format!("{:>7}...", 1) };
            writeln!(out, "{number}{}\n        refutes.", move_text(node, &node.goals))?;
            continue;
        }
        node_text(out, node, ply)?;
    }
    Ok(())
}

fn node_text(out: &mut dyn Write, node: &Node, ply: usize) -> fmt::Result {
    let number = ply / 2 + 1;
    let (width, dots) = (if ply == 0 { 4 } else { 3 }, if ply.is_multiple_of(2) { "." } else { "..." });
    write!(out, "{:indent$}{number:>width$}{dots}{}", "", move_text(node, &node.goals), indent = 4 * ply)?;
    out.write_str(match node.part {
        Part::Key | Part::Refutation => " !",
        Part::Try => " ?",
        _ => "",
    })?;
    out.write_str(match node.annotation {
        Annotation::Threat => " threat:",
        Annotation::Zugzwang => " zugzwang.",
        Annotation::None | Annotation::Check => "",
    })?;
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

fn move_text(node: &Node, goals: &[Goal]) -> String {
    let mut text = long_algebraic(&node.record, Letters::Problem, '*');
    if node.record.check && !goals.iter().any(Goal::hides_check) {
        text.push_str(" +");
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
