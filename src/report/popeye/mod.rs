//! Writes solutions in Popeye's format, for programs that read Popeye's output.
//!
//! There are two forms. The full form has heading and board, and equals Popeye's text byte for byte. The bare form has
//! only the solution; recorded answers have this form.

mod board;
mod captions;
mod play;
mod words;

pub use words::{PopeyeWords, SolvingTime};

use super::solution_writer::{SolutionWriter, write_all};
use crate::notation::Letters;
use crate::problem::Problem;
use crate::solution::{Annotation, Cut, FirstMove, Group, Node, Note, Part, Phase, Solution, Style, TwinSolution};
use crate::units::Tongue;
use board::write_board;
use captions::spaced;
use play::MoveWriter;
use std::fmt::{self, Write};

/// Returns the bare form of the text: from the first twin label to `solution finished.`, without blank lines at its
/// end. Recorded answers are compared with this form.
pub fn popeye_text(solution: &Solution) -> String {
    let mut out = String::new();
    let _ = write_all(&mut PopeyeWriter::bare(), &mut out, solution);
    out
}

/// Writes the full form of the text: heading, board, solution and closing line, with Popeye's blank lines. With option
/// NoBoard, heading and board are omitted. Each `Err` is an error of `out`.
pub fn write_popeye_text(out: &mut dyn Write, problem: &Problem, form: PopeyeForm, solution: &Solution) -> fmt::Result {
    write_all(&mut PopeyeWriter::new(problem.clone(), form), out, solution)
}

/// The data on which Popeye's text depends besides the problem and its solution: the language and the heading of the
/// input, and the solving time.
#[derive(Clone, Debug, Default)]
pub struct PopeyeForm {
    /// The language of the piece letters and the fixed words. Popeye prints in the language of its input.
    pub language: Tongue,
    /// The lines of the heading. If they are empty, the heading of the problem is used.
    pub heading: Vec<String>,
    /// The solving time, which is printed at first moves and in the closing line.
    pub time: SolvingTime,
}

impl PopeyeForm {
    /// Returns the closing line (`words` and the solving time) and the blank lines below it.
    pub fn closing(&self, words: &str) -> String {
        let time = self.time.text().map(|time| format!(" {} = {time}", PopeyeWords::of(self.language).time));
        format!("{words}{}\n\n\n", time.unwrap_or_default())
    }
}

/// Writes Popeye's text. It may write each move as soon as the search finds it, or all moves at the end of their phase
/// (set play or solution). The text is the same.
#[derive(Debug)]
pub struct PopeyeWriter {
    /// The problem, for heading and board; `None` in the bare form of [`popeye_text`].
    problem: Option<Problem>,
    form: PopeyeForm,
    has_begun: bool,
    /// What was written last in the current phase: a move, or the number of a first move. `None` if nothing was
    /// written.
    last: Option<Last>,
    /// Whether the text already has the message that Popeye ignores option PostKeyPlay. It is printed once per problem.
    forgets_post_key_play: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Last {
    Move,
    Number,
}

impl PopeyeWriter {
    pub fn new(problem: Problem, form: PopeyeForm) -> PopeyeWriter {
        PopeyeWriter { problem: Some(problem), form, ..PopeyeWriter::bare() }
    }

    fn bare() -> PopeyeWriter {
        PopeyeWriter {
            problem: None,
            form: PopeyeForm::default(),
            has_begun: false,
            last: None,
            forgets_post_key_play: false,
        }
    }

    fn words(&self) -> &'static PopeyeWords {
        PopeyeWords::of(self.form.language)
    }

    fn is_bare(&self) -> bool {
        self.problem.is_none()
    }

    /// Returns the problem if its heading and board are to be printed. Returns `None` in the bare form, and with option
    /// NoBoard.
    fn board_of(&self) -> Option<&Problem> {
        self.problem.as_ref().filter(|problem| !problem.options.no_board)
    }

    fn writer(&self) -> MoveWriter {
        let letters = match self.form.language {
            Tongue::English => Letters::Problem,
            other => Letters::Of(other),
        };
        MoveWriter { letters, words: self.words() }
    }
}

impl PopeyeWriter {
    /// Writes the moves of a group. Between them, writes the numbered first moves that option MoveNumbers requests.
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
        self.end_of_phase(out, group.style)
    }

    /// Ends a phase. Popeye writes a blank line after each first move of battle play. This function writes the blank
    /// line after the last first move; `node` writes the others.
    fn end_of_phase(&mut self, out: &mut dyn Write, style: Style) -> fmt::Result {
        let has_move = self.last.take() == Some(Last::Move);
        if has_move && style == Style::Tree && !self.is_bare() { out.write_char('\n') } else { Ok(()) }
    }

    fn group(&self, out: &mut dyn Write, phase: &Phase, group: &Group) -> fmt::Result {
        // The sign of a check is directly below the board, without a blank line.
        if self.board_of().is_none() || group.annotation != Annotation::Check {
            out.write_char('\n')?;
        }
        let writer = self.writer();
        match group.style {
            Style::Lines => group.nodes.iter().try_for_each(|node| writer.lines_text(out, phase, group, &[], node)),
            Style::Tree => {
                writer.tree_text(out, phase.numbered, group)?;
                let is_first_move = |node: &Node| matches!(node.part, Part::Key | Part::Try);
                let ends_with_blank = !self.is_bare() && group.nodes.last().is_some_and(is_first_move);
                if ends_with_blank { out.write_char('\n') } else { Ok(()) }
            }
        }
    }
}

impl SolutionWriter for PopeyeWriter {
    fn twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result {
        if !std::mem::replace(&mut self.has_begun, true) {
            if let Some(problem) = self.board_of() {
                write_board(out, problem, &self.form, &twin.notes)?;
            }
            // Only after a zeroposition does the first twin have changes.
            if !twin.changes.is_empty() {
                let end = if self.is_bare() { "\n" } else { "\n\n" };
                write!(out, "\n{}{end}", self.words().zeroposition)?;
            }
        }
        if !twin.label.is_empty() {
            let changes = without_holes(&twin.changes);
            match self.is_bare() {
                true => writeln!(out, "\n{} {changes}", twin.label)?,
                false if changes.is_empty() => writeln!(out, "\n{} ", twin.label)?,
                false => writeln!(out, "\n{} {}  ", twin.label, spaced(&changes))?,
            }
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
            Style::Lines => self.writer().lines_text(out, phase, group, before, node),
            Style::Tree => self.writer().first_text(out, phase.numbered, node, last != Some(Last::Move)),
        }
    }

    fn first_move(&mut self, out: &mut dyn Write, _: &Phase, group: &Group, first: &FirstMove) -> fmt::Result {
        let last = self.last.replace(Last::Number);
        if last.is_none() || last == Some(Last::Move) && group.style == Style::Tree {
            out.write_char('\n')?;
        }
        let text = self.writer().move_text(&first.node, &[]);
        let number = first.number();
        // If a first move has several numbers, the first number is right-aligned.
        let width = number.len() + 3_usize.saturating_sub(number.find(':').unwrap_or(number.len()));
        let number = format!("{number:>width$}");
        match self.form.time.text() {
            Some(time) => writeln!(out, "{number}  ({text}    {} = {time})", self.words().time),
            // In Popeye's own text this blank precedes the time, and remains without a time.
            None => writeln!(out, "{number}  ({text} )"),
        }
    }

    fn phase(&mut self, out: &mut dyn Write, phase: &Phase) -> fmt::Result {
        if self.last.is_some() {
            let style = phase.groups.first().map_or(Style::Lines, |group| group.style);
            return self.end_of_phase(out, style);
        }
        if phase.is_illegal && self.is_bare() {
            writeln!(out, "\n{}", self.words().king_can_be_captured)?;
        }
        for group in &phase.groups {
            if group.first_moves.is_empty() {
                self.group(out, phase, group)?;
            } else {
                self.numbered_group(out, phase, group)?;
            }
        }
        Ok(())
    }

    fn end_twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result {
        if twin.king_capture().is_some() && self.is_bare() {
            writeln!(out, "\n{}", self.words().king_can_be_captured)?;
        }
        Ok(())
    }

    fn end(&self, out: &mut dyn Write, solution: &Solution) -> fmt::Result {
        let cuts: Vec<Cut> = solution.twins.iter().filter_map(|twin| twin.cut).collect();
        if self.is_bare() {
            return out.write_str(if cuts.is_empty() { "\nsolution finished.\n" } else { "\nPartial solution\n" });
        }
        let words = self.words();
        // Popeye does not report that options have excluded first moves.
        let closing = if cuts.iter().all(|cut| *cut == Cut::MoveNumbers) {
            out.write_char('\n')?;
            words.finished
        } else if cuts.iter().any(|cut| matches!(cut, Cut::Time | Cut::Memory | Cut::Interrupted)) {
            words.interrupted
        } else {
            words.partial
        };
        out.write_str(&self.form.closing(closing))
    }
}

/// Returns the changes of a twin, without those that remove squares from the board. Popeye does not print these.
fn without_holes(changes: &str) -> String {
    let is_printed = |line: &&str| !line.trim_start().starts_with("Hole ") || line.trim().contains("  ");
    changes.split('\n').filter(is_printed).collect::<Vec<_>>().join("\n").trim_start().to_string()
}
