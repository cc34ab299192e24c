//! Writes the text around the play for people: heading, diagram, changes of twins, notes, and the closing line.

use super::definitions::definitions;
use super::diagram;
use super::paint::{TextRole, width};
use super::picture::{Board, Figures, unicode_board};
use super::style::{BoardStyle, INDENT, TextStyle, WIDTH};
use crate::problem::{Change, Problem};
use crate::solution::{Note, Solution, TwinSolution};
use crate::units::Placement;
use std::fmt::{self, Write};

pub(super) fn heading_text(out: &mut dyn Write, problem: &Problem, style: &TextStyle) -> fmt::Result {
    let heading = &problem.heading;
    let title = heading.title.as_ref().map(|title| format!("\"{title}\""));
    let lines = [
        joined([heading.id.clone(), title], "  "),
        heading.authors.join(", "),
        joined([heading.source.clone(), heading.award.clone()], ", "),
    ];
    for (i, line) in lines.iter().filter(|line| !line.is_empty()).enumerate() {
        let line = printable(line);
        let line = if i == 0 { style.paint().paint(TextRole::Strong, &line) } else { line };
        writeln!(out, "{line}")?;
    }
    for remark in &heading.remarks {
        writeln!(out, "({})", printable(remark))?;
    }
    if lines.iter().any(|line| !line.is_empty()) || !heading.remarks.is_empty() {
        out.write_char('\n')?;
    }
    Ok(())
}

fn joined(parts: [Option<String>; 2], separator: &str) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(separator)
}

/// Returns the text with printable characters in place of control characters, because text from the input must not
/// control the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

pub(super) fn diagram_text(out: &mut dyn Write, problem: &Problem, style: &TextStyle) -> fmt::Result {
    let mut lines = Vec::new();
    if style.board != BoardStyle::None && !problem.options.no_board {
        if let Some(start) = &problem.diagram.start {
            lines.push(format!("A {}", diagram::count(start)));
            lines.extend(board(start, problem, style));
            lines.push("B".to_string());
        }
        lines.extend(board(&problem.diagram.placement, problem, style));
    }
    lines.push(diagram::foot(problem));
    lines.extend(diagram::captions(problem));
    lines.extend(side_to_move(problem, style));
    for said in definitions(problem) {
        lines.extend(wrapped(&format!("{}: {}", said.term, said.meaning)));
    }
    for line in lines {
        writeln!(out, "{:INDENT$}{}", "", printable(&line))?;
    }
    Ok(())
}

fn board(placement: &Placement, problem: &Problem, style: &TextStyle) -> Vec<String> {
    if style.board == BoardStyle::Figures {
        return unicode_board(&Board::of(placement, &problem.rules).placement, &Figures::of_problem(problem));
    }
    diagram::board(placement, style.letters)
}

/// Breaks a paragraph into lines. All lines except the first are indented.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if !line.trim().is_empty() && INDENT + width(line) + 1 + width(word) > WIDTH {
            lines.push(format!("{:INDENT$}{word}", ""));
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// Returns a line that names the side to move in the diagram. Returns `None` if it is the side that moves first in the
/// stipulation, and for proof games and zeropositions.
fn side_to_move(problem: &Problem, style: &TextStyle) -> Option<String> {
    let stipulation = problem.stipulation.as_ref().filter(|_| !problem.zeroposition)?;
    let first = stipulation.schedule(&problem.options).first_mover();
    let side = problem.diagram.side_to_move.filter(|&side| side != first && !stipulation.is_proof_game())?;
    Some(style.words().to_move(side).to_string())
}

/// Returns the changes of a twin with arrows instead of `-->`, as magazines print them: `wKe1→e2`.
pub(super) fn with_arrows(changes: &str) -> String {
    changes.replace("<-->", "↔").replace("-->", "→")
}

/// Writes the label and the changes of a twin. If a change moves all men (such as a rotation), also writes the new
/// diagram.
pub(super) fn twin_heading(
    out: &mut dyn Write,
    problem: &Problem,
    index: usize,
    (twin, changes): (&TwinSolution, &str),
    style: &TextStyle,
) -> fmt::Result {
    if twin.label.is_empty() {
        return Ok(());
    }
    let title = format!("{} {}", twin.label, printable(changes));
    writeln!(out, "\n{}", style.paint().paint(TextRole::Strong, title.trim_end()))?;
    let changes = (index + usize::from(problem.zeroposition))
        .checked_sub(1)
        .and_then(|index| problem.twins.get(index))
        .map_or(&[][..], |twin| &twin.changes);
    let of_the_board = |change: &Change| {
        matches!(change, Change::Rotate(_) | Change::Mirror(_) | Change::Shift(..) | Change::PolishType)
    };
    if style.board == BoardStyle::None || problem.options.no_board || !changes.iter().any(of_the_board) {
        return Ok(());
    }
    if let Some(single) = &twin.problem {
        for line in board(&single.diagram.placement, problem, style) {
            writeln!(out, "{:INDENT$}{line}", "")?;
        }
    }
    Ok(())
}

pub(super) fn note_text(note: &Note) -> String {
    match note {
        Note::KingCanBeCaptured(_) => {
            format!("Not solved: {}.", note.king_capture_in_words().unwrap_or_default())
        }
        Note::MissingKing(color) => format!("Note: {} has no king", color.name()),
        Note::SeveralKings(color) => format!("Note: {} has several kings", color.name()),
        Note::CannotBeMade(reason) => format!("This twin cannot be made: {reason}"),
        Note::IllegalDiagram(reason) => format!("Note: {reason}"),
        Note::Unverified(text) => format!("Warning: {text}"),
        Note::OptionIgnored(text) | Note::OptionMeaningless(text) => format!("Note: {text}"),
    }
}

/// Returns the closing line. It states whether the search was complete. Empty if nothing was searched.
pub(super) fn ending(solution: &Solution, style: &TextStyle) -> String {
    if solution.twins.iter().all(TwinSolution::is_without_search) && !solution.twins.is_empty() {
        return String::new();
    }
    let words = style.words();
    let cut: Vec<String> = solution
        .twins
        .iter()
        .filter_map(|twin| {
            let reason = words.cut(twin.cut?);
            Some(if twin.label.is_empty() { reason.to_string() } else { format!("{} {reason}", twin.label) })
        })
        .collect();
    let refused: Vec<&str> =
        solution.twins.iter().filter(|twin| twin.is_without_search()).map(|twin| twin.label.as_str()).collect();
    match (cut.is_empty(), refused.is_empty()) {
        (true, true) => return format!("{}\n", words.complete),
        (true, false) => return words.complete_except.replace("{}", &refused.join(", ")) + "\n",
        (false, _) => {}
    }
    format!("{}\n", style.paint().paint(TextRole::Note, &format!("{} {}", words.undecided, cut.join("; "))))
}
