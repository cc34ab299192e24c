//! A problem and its solution, made for reading: heading, diagram, play. No verdict.

use super::definitions::definitions;
use super::diagram;
use super::lines::lines_text;
use super::paint::Role;
use super::style::{INDENT, TextStyle};
use super::variations::variations_text;
use crate::problem::{Change, Problem};
use crate::solution::{Cut, Group, Node, Note, Part, Phase, PhaseKind, Solution, Style, TwinSolution};
use std::fmt::{self, Write};

/// Everything that is known of a problem and its solution, for a reader. Ends with a line that says whether the search
/// was complete.
///
/// ```
/// use keymove::{report, solve::Solver, syntax};
/// let problem = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##).0.unwrap();
/// let solution = Solver::default().solve(&problem).unwrap().solution;
/// let text = report::text(&problem, &solution, &report::TextStyle::default());
/// assert!(text.ends_with("Key\n  1.Rh1#!\n\nThe search was complete.\n"));
/// ```
pub fn text(problem: &Problem, solution: &Solution, style: &TextStyle) -> String {
    let mut out = String::new();
    let _ = write_text(&mut out, problem, solution, style);
    out
}

/// The same, written as it is made. Errors are those of `out`.
pub fn write_text(out: &mut dyn Write, problem: &Problem, solution: &Solution, style: &TextStyle) -> fmt::Result {
    heading_text(out, problem, style)?;
    diagram_text(out, problem, solution, style)?;
    play_text(out, problem, solution, style)
}

/// What stands below the diagram.
pub(super) fn play_text(out: &mut dyn Write, problem: &Problem, solution: &Solution, style: &TextStyle) -> fmt::Result {
    let mut known: Vec<&Note> = Vec::new();
    for (i, twin) in solution.twins.iter().enumerate() {
        twin_heading(out, problem, i, twin, style)?;
        twin_text(out, twin, &mut known, style)?;
    }
    out.write_char('\n')?;
    out.write_str(&ending(solution, style))
}

// ── above the solution ───────────────────────────────────────────────────────────────────────────────────────

fn heading_text(out: &mut dyn Write, problem: &Problem, style: &TextStyle) -> fmt::Result {
    let heading = &problem.heading;
    let title = heading.title.as_ref().map(|title| format!("\"{title}\""));
    let lines = [
        joined([heading.id.clone(), title], "  "),
        heading.authors.join(", "),
        joined([heading.source.clone(), heading.award.clone()], ", "),
    ];
    for (i, line) in lines.iter().filter(|line| !line.is_empty()).enumerate() {
        let line = printable(line);
        let line = if i == 0 { style.paint().paint(Role::Strong, &line) } else { line };
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

/// What is quoted from the input must not steer the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn diagram_text(out: &mut dyn Write, problem: &Problem, solution: &Solution, style: &TextStyle) -> fmt::Result {
    let mut lines = Vec::new();
    if style.diagram && !problem.options.no_board {
        if let Some(start) = &problem.diagram.start {
            lines.push(format!("A {}", diagram::count(start)));
            lines.extend(diagram::board(start, style.letters));
            lines.push("B".to_string());
        }
        lines.extend(diagram::board(&problem.diagram.placement, style.letters));
    }
    lines.push(diagram::foot(problem));
    lines.extend(diagram::captions(problem));
    lines.extend(side_to_move(problem, solution));
    lines.extend(definitions(problem).into_iter().map(|said| format!("{}: {}", said.term, said.meaning)));
    for line in lines {
        writeln!(out, "{:INDENT$}{}", "", printable(&line))?;
    }
    Ok(())
}

/// Said only when it is not what the stipulation says: when the numbered side is the other one.
fn side_to_move(problem: &Problem, solution: &Solution) -> Option<String> {
    let twin = solution.twins.first().filter(|_| !problem.zeroposition)?;
    let phase = twin.phases.first()?;
    let schedule = problem.stipulation.as_ref()?.schedule(&problem.options);
    let expected = if phase.exchanged { !schedule.side } else { schedule.side };
    let side = problem.diagram.side_to_move.filter(|_| phase.numbered != expected)?;
    Some(format!("{} to move", side.name()))
}

// ── the solution ─────────────────────────────────────────────────────────────────────────────────────────────

/// The label of the twin and what is changed, with a diagram where the whole board is.
fn twin_heading(
    out: &mut dyn Write,
    problem: &Problem,
    index: usize,
    twin: &TwinSolution,
    style: &TextStyle,
) -> fmt::Result {
    if twin.label.is_empty() {
        return Ok(());
    }
    let title = format!("{} {}", twin.label, printable(&twin.changes));
    writeln!(out, "\n{}", style.paint().paint(Role::Strong, title.trim_end()))?;
    let changes = (index + usize::from(problem.zeroposition))
        .checked_sub(1)
        .and_then(|index| problem.twins.get(index))
        .map_or(&[][..], |twin| &twin.changes);
    let of_the_board = |change: &Change| {
        matches!(change, Change::Rotate(_) | Change::Mirror(_) | Change::Shift(..) | Change::PolishType)
    };
    if !style.diagram || problem.options.no_board || !changes.iter().any(of_the_board) {
        return Ok(());
    }
    if let Some(Ok(single)) = problem.singles().get(index) {
        for line in diagram::board(&single.problem.diagram.placement, style.letters) {
            writeln!(out, "{:INDENT$}{line}", "")?;
        }
    }
    Ok(())
}

/// What is said of one twin. Of the notes only those that no twin before has.
fn twin_text<'a>(
    out: &mut dyn Write,
    twin: &'a TwinSolution,
    known: &mut Vec<&'a Note>,
    style: &TextStyle,
) -> fmt::Result {
    let mut notes: Vec<String> = Vec::new();
    for note in &twin.notes {
        if *note == Note::KingCanBeCaptured || !known.contains(&note) {
            notes.push(style.paint().paint(Role::Note, &note_text(note)));
            known.push(note);
        }
    }
    if !notes.is_empty() {
        writeln!(out, "\n{}", notes.join("\n"))?;
    }
    let mut exchanged = false;
    // The set play of a position that is not solved was not looked for either.
    let unsolved = twin.notes.contains(&Note::KingCanBeCaptured);
    for phase in twin.phases.iter().filter(|phase| !unsolved || phase.groups.iter().any(|g| !g.nodes.is_empty())) {
        if phase.exchanged && !exchanged {
            writeln!(out, "\nSides exchanged")?;
            exchanged = true;
        }
        for (i, group) in phase.groups.iter().enumerate() {
            if phase.groups.len() > 1 {
                writeln!(out, "\nBranch {} of the stipulation", i + 1)?;
            }
            group_text(out, phase, group, twin.cut.is_some(), style)?;
        }
    }
    Ok(())
}

/// `is_cut`: what is not there may still exist, and must not be said to be missing.
fn group_text(out: &mut dyn Write, phase: &Phase, group: &Group, is_cut: bool, style: &TextStyle) -> fmt::Result {
    let nothing = |what: &str| {
        if is_cut { format!("\nNo {what} found before the search was cut.\n") } else { format!("\nNo {what}.\n") }
    };
    let is_key = |node: &Node| !matches!(node.part, Part::Try);
    let is_try = |node: &Node| node.part == Part::Try;
    let title = |out: &mut dyn Write, name: &str| writeln!(out, "\n{}", style.paint().paint(Role::Heading, name));
    let plural = |count: usize, one: &'static str, many: &'static str| if count == 1 { one } else { many };
    match (phase.kind, group.style) {
        (PhaseKind::SetPlay, _) if group.nodes.is_empty() => out.write_str(&nothing("set play"))?,
        (PhaseKind::SetPlay, Style::Lines) => {
            title(out, "Set play")?;
            lines_text(out, group, phase.numbered, style)?;
        }
        (PhaseKind::SetPlay, Style::Tree) => {
            title(out, "Set play")?;
            variations_text(out, group, phase.numbered, style, |_| true)?;
        }
        (PhaseKind::Play, Style::Lines) if group.nodes.is_empty() => out.write_str(&nothing("solution"))?,
        (PhaseKind::Play, Style::Lines) => {
            let count = group.nodes.iter().map(Node::lines).sum();
            title(out, plural(count, "Solution", "Solutions"))?;
            lines_text(out, group, phase.numbered, style)?;
        }
        (PhaseKind::Play, Style::Tree) => {
            let tries = group.nodes.iter().filter(|node| is_try(node)).count();
            if tries > 0 {
                title(out, plural(tries, "Try", "Tries"))?;
                variations_text(out, group, phase.numbered, style, is_try)?;
            }
            let keys = group.nodes.len() - tries;
            if keys == 0 {
                return out.write_str(&nothing("solution"));
            }
            let has_key = group.nodes.iter().any(|node| node.part == Part::Key);
            title(out, if has_key { plural(keys, "Key", "Keys") } else { "Play" })?;
            variations_text(out, group, phase.numbered, style, is_key)?;
        }
    }
    Ok(())
}

pub(super) fn note_text(note: &Note) -> String {
    match note {
        Note::KingCanBeCaptured => "The side to move can capture the king: not solved.".to_string(),
        Note::MissingKing(color) => format!("Note: {} has no king", color.name()),
        Note::SeveralKings(color) => format!("Note: {} has several kings", color.name()),
        Note::IllegalDiagram(reason) => format!("Note: {reason}"),
        Note::OptionIgnored(text) | Note::OptionMeaningless(text) => format!("Note: {text}"),
    }
}

/// Whether what stands above is all there is.
fn ending(solution: &Solution, style: &TextStyle) -> String {
    let cut: Vec<String> = solution
        .twins
        .iter()
        .filter_map(|twin| {
            let reason = cut_text(twin.cut?);
            Some(if twin.label.is_empty() { reason.to_string() } else { format!("{} {reason}", twin.label) })
        })
        .collect();
    if cut.is_empty() {
        return "The search was complete.\n".to_string();
    }
    format!("{}\n", style.paint().paint(Role::Note, &format!("Undecided: {}", cut.join("; "))))
}

pub(super) fn cut_text(cut: Cut) -> &'static str {
    match cut {
        Cut::Time => "time limit reached",
        Cut::Memory => "memory limit reached",
        Cut::Interrupted => "interrupted",
        Cut::MaxSolutions => "maximum number of solutions reached",
        Cut::MoveNumbers => "only a part of the first moves was searched",
        Cut::ShortSolutions => "longer solutions were not looked for",
    }
}
