//! The text that Popeye prints.

use super::printer::{FormatDef, Printer, as_bytes, internal_error};
use super::verdicts::Verdicts;
use crate::cli::solved::Solved;
use crate::cli::task::Task;
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::{PopeyeTeller, Teller, write_popeye_text};
use std::io;
use std::sync::Arc;

pub const FORMAT: FormatDef = FormatDef {
    name: "popeye",
    doc: "As Popeye prints it",
    printer: |manner| match manner.task {
        Task::Solve => Arc::new(Popeye),
        Task::Check { verbose, .. } => Arc::new(Verdicts { verbose, color: manner.style.color, with_summary: false }),
    },
};

struct Popeye;

impl Printer for Popeye {
    fn solved(&self, out: &mut dyn io::Write, solved: &Solved) -> io::Result<()> {
        as_bytes(out, |out| write_popeye_text(out, Some(&solved.problem), &solved.outcome.solution))
    }

    fn teller(&self, problem: &Problem) -> Option<Box<dyn Teller>> {
        Some(Box::new(PopeyeTeller::new(Some(problem.clone()))))
    }

    fn faulty(&self, _: &Entry, _: &str) -> String {
        "\nproblem ignored\n\nsolution finished.\n".to_string()
    }

    fn failed(&self, _: &Entry, message: &str) -> String {
        format!("\n{}\n\nPartial solution\n", internal_error(message))
    }

    /// As the options say.
    fn wanted(&self, problem: &Problem) -> Problem {
        problem.clone()
    }

    fn nanoseconds_a_byte(&self) -> u64 {
        5
    }
}
