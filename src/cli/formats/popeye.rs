//! Output in the format of Popeye.

use super::printer::{FormatDef, Printer, as_bytes, internal_error};
use super::themes::ThemeLines;
use super::verdicts::Verdicts;
use crate::cli::solved::Solved;
use crate::cli::task::RunTask;
use crate::exchange::Format;
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::{PopeyeForm, PopeyeWords, PopeyeWriter, SolutionWriter, SolvingTime, write_popeye_text};
use crate::solution::{Cut, Group};
use crate::syntax::popeye;
use crate::units::Color;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub const FORMAT: FormatDef = FormatDef {
    name: "popeye",
    doc: "Popeye's own output format",
    printer: |options| match options.task {
        RunTask::Solve if options.themes_alone => Arc::new(ThemeLines),
        RunTask::Solve => Arc::new(Popeye { with_times: false }),
        RunTask::Check { verbose, .. } => Arc::new(Verdicts { verbose, style: options.style, with_summary: false }),
    },
};

/// Printer of solutions in Popeye's format. Without times, the format is that of Popeye with `-regression`.
pub struct Popeye {
    pub with_times: bool,
}

impl Popeye {
    fn form(&self, entry: &Entry, time: SolvingTime) -> PopeyeForm {
        let time = if self.with_times { time } else { SolvingTime::Omitted };
        let heading = match entry.format {
            Format::Popeye => popeye::heading_lines(&entry.source.text, entry.language),
            _ => Vec::new(),
        };
        PopeyeForm { language: entry.language, heading, time }
    }
}

impl Printer for Popeye {
    fn solved(&self, out: &mut dyn io::Write, solved: &Solved) -> io::Result<()> {
        let time = SolvingTime::Total(Duration::from_secs_f64(solved.outcome.seconds));
        let form = self.form(&solved.entry, time);
        as_bytes(out, |out| write_popeye_text(out, &solved.problem, form, &solved.outcome.solution))
    }

    fn writer(&self, entry: &Entry, problem: &Problem) -> Option<Box<dyn SolutionWriter>> {
        let form = self.form(entry, SolvingTime::Since(Instant::now()));
        Some(Box::new(PopeyeWriter::new(problem.clone(), form)))
    }

    fn faulty(&self, entry: &Entry, _: &str) -> String {
        let form = self.form(entry, SolvingTime::Total(Duration::ZERO));
        format!("\n{}", form.closing(PopeyeWords::of(entry.language).finished))
    }

    fn failed(&self, entry: &Entry, message: &str) -> String {
        format!("\n{}\n\n{}\n", internal_error(message), PopeyeWords::of(entry.language).partial)
    }

    fn messages(&self, solved: &Solved) -> String {
        let words = PopeyeWords::of(solved.entry.language);
        let mut messages = Vec::new();
        for twin in &solved.outcome.solution.twins {
            let refused = twin.notes.iter().filter(|note| note.is_king_capture()).count();
            let illegal = twin.phases.iter().filter(|phase| phase.is_illegal).count();
            messages.extend(vec![words.king_can_be_captured; refused + illegal]);
            let is_empty = |group: &Group| group.nodes.is_empty();
            let is_without_play = twin.phases.iter().flat_map(|phase| &phase.groups).all(is_empty);
            if is_without_play && !twin.phases.is_empty() && is_missing_a_king(&solved.problem) {
                messages.push(words.king_is_missing);
            }
        }
        let messages: String = messages.iter().map(|message| format!("{message}\n")).collect();
        // Limits set by Popeye's switches are not reported.
        messages + &solved.limits(|cut| !self.with_times || cut == Cut::Memory)
    }

    fn refusal(&self, entry: &Entry) -> String {
        format!("{}\n", PopeyeWords::of(entry.language).problem_ignored)
    }

    /// Returns the problem unchanged: for this format, no options are added to those of the problem.
    fn wanted(&self, problem: &Problem) -> Problem {
        problem.clone()
    }

    fn nanoseconds_a_byte(&self) -> u64 {
        5
    }
}

/// Whether a side has no royal man and no option permits this.
fn is_missing_a_king(problem: &Problem) -> bool {
    let Problem { diagram, options, .. } = problem;
    let has_king = |side| diagram.placement.iter().any(|(_, unit)| unit.is_royal() && unit.is_of(side));
    let is_left_out = |side| if side == Color::White { options.no_white_king } else { options.no_black_king };
    diagram.invisible == 0 && Color::ALL.into_iter().any(|side| !has_king(side) && !is_left_out(side))
}
