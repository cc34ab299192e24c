//! Output as text for human readers: the diagram, and the solution as a tree or as lines.

use super::printer::{FormatDef, Printer, as_bytes};
use super::themes::ThemeLines;
use super::verdicts::Verdicts;
use crate::cli::solved::Solved;
use crate::cli::task::RunTask;
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::{SolutionWriter, TextStyle, TextWriter, write_text};
use std::io;
use std::sync::Arc;

pub const FORMAT: FormatDef = FormatDef {
    name: "text",
    doc: "Text for people",
    printer: |options| match options.task {
        RunTask::Solve if options.themes_alone => Arc::new(ThemeLines),
        RunTask::Solve => Arc::new(TextPrinter(options.style)),
        RunTask::Check { verbose, .. } => Arc::new(Verdicts { verbose, style: options.style, with_summary: true }),
    },
};

struct TextPrinter(TextStyle);

impl Printer for TextPrinter {
    fn solved(&self, out: &mut dyn io::Write, solved: &Solved) -> io::Result<()> {
        as_bytes(out, |out| write_text(out, &solved.problem, &solved.outcome.solution, &self.0))
    }

    fn writer(&self, _: &Entry, problem: &Problem) -> Option<Box<dyn SolutionWriter>> {
        Some(Box::new(TextWriter::new(problem.clone(), self.0)))
    }

    fn separator(&self) -> &'static str {
        "\n"
    }

    /// Returns an empty text: the diagnostics on standard error suffice.
    fn faulty(&self, _: &Entry, _: &str) -> String {
        String::new()
    }

    fn failed(&self, _: &Entry, _: &str) -> String {
        String::new()
    }

    fn nanoseconds_a_byte(&self) -> u64 {
        12
    }
}
