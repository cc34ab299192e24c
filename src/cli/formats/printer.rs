//! The interface of an output format.

use crate::cli::solved::Solved;
use crate::cli::task::RunTask;
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::{INTERNAL_ERROR, SolutionWriter, TextStyle};
use crate::solution::settings_for_reading;
use std::fmt;
use std::io;
use std::sync::Arc;

/// The definition of an output format: its name, its description, and the function that makes its printer.
pub struct FormatDef {
    pub name: &'static str,
    /// The description of the format in `--help`, one sentence without a full stop.
    pub doc: &'static str,
    /// Makes the printer for a run with these settings.
    pub printer: fn(&RenderOptions) -> Arc<dyn Printer>,
}

/// Settings of a run that affect its output, except the format.
#[derive(Clone, Copy, Debug)]
pub struct RenderOptions {
    pub task: RunTask,
    /// The style of text for people: colours, boards, piece letters and notation.
    pub style: TextStyle,
    /// Whether the output leaves out everything that differs from run to run.
    pub reproducible: bool,
    /// Whether pages leave out the ids of problems.
    pub no_id: bool,
    /// Whether JSON contains the position after each move.
    pub positions: bool,
    /// Whether text contains only the themes of the problems, without their solutions.
    pub themes_alone: bool,
}

/// Formats the output of a run: the text of each problem, in the order of the input, and the text before, between and
/// after the problems.
///
/// Several threads format problems at the same time, so a printer has no mutable state. The texts of different problems
/// are never mixed, even if they are written while they are formatted.
pub trait Printer: Send + Sync {
    /// Returns the text that precedes all problems.
    fn head(&self) -> String {
        String::new()
    }

    /// Writes the text of a solved problem in small portions. So a solution of a million lines is not in memory a
    /// second time, as text.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    fn solved(&self, out: &mut dyn io::Write, solved: &Solved) -> io::Result<()>;

    /// Returns a writer that prints the text of [`Printer::solved`] while the solution is being found. Returns `None`
    /// if the format needs the whole solution first.
    fn writer(&self, _entry: &Entry, _problem: &Problem) -> Option<Box<dyn SolutionWriter>> {
        None
    }

    /// Returns messages about a solved problem, which are printed on standard error.
    fn messages(&self, _solved: &Solved) -> String {
        String::new()
    }

    /// Returns a line for standard error, printed after the diagnostics of a problem that was not solved because of
    /// errors.
    fn refusal(&self, _entry: &Entry) -> String {
        String::new()
    }

    /// Returns the text for a problem that cannot be solved, because its text has errors or because the solver refuses
    /// it. If the diagnostics of `entry` contain no error, `message` is the reason.
    fn faulty(&self, entry: &Entry, message: &str) -> String;

    /// Returns the text for a problem whose solving panicked with `message`.
    fn failed(&self, entry: &Entry, message: &str) -> String;

    /// Returns the text that is printed between two problems.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Returns the text about `difference`, the difference between the answer to a problem and the recorded answer. It
    /// is printed after the text of the problem.
    fn changed(&self, difference: &str) -> String {
        difference.lines().map(|line| format!("{}\n", format!("    {line}").trim_end())).collect()
    }

    /// Returns the text that follows all problems. `_summary` has the counts of verdicts, as text.
    fn foot(&self, _summary: &str) -> String {
        String::new()
    }

    /// Whether the output is only the texts of the problems, one after another, and the summary. If so, the output of a
    /// distributed run can be joined from the outputs of its units.
    fn is_joined_of_texts(&self) -> bool {
        true
    }

    /// Whether the format can contain pictures of boards.
    fn has_pictures(&self) -> bool {
        false
    }

    /// Whether [`Printer::foot`] contains the summary. Otherwise a check prints the summary on standard error.
    fn prints_summary(&self) -> bool {
        false
    }

    /// Whether the text of a problem contains all findings. Otherwise findings about the author's solution are printed
    /// on standard error.
    fn prints_findings(&self) -> bool {
        false
    }

    /// Whether the output is a page. If a page was written to a file, the name of the file and the counts are printed
    /// on standard error.
    fn is_page(&self) -> bool {
        false
    }

    /// Returns the problem with the options that this format needs for `solve`. The default adds the option for
    /// variations.
    fn wanted(&self, problem: &Problem) -> Problem {
        settings_for_reading(problem)
    }

    /// Returns how long printing takes, as measured: nanoseconds per byte that the solution occupies in memory. With a
    /// time limit, the search stops early enough to leave this time.
    fn nanoseconds_a_byte(&self) -> u64;
}

/// Returns the error message for a panic of the program with `message`.
pub fn internal_error(message: &str) -> String {
    format!("{INTERNAL_ERROR}: {message}")
}

/// Calls `write` with a text writer whose text goes to the byte stream `out`. Returns the error of the stream, if there
/// was one.
pub fn as_bytes(out: &mut dyn io::Write, write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> io::Result<()> {
    struct Bytes<'a>(&'a mut dyn io::Write, io::Result<()>);

    impl fmt::Write for Bytes<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.1 = self.0.write_all(text.as_bytes());
            self.1.as_ref().map_err(|_| fmt::Error).copied()
        }
    }

    let mut bytes = Bytes(out, Ok(()));
    // A formatting error occurs only because of an error of the stream, and that error is returned.
    let _ = write(&mut bytes);
    bytes.1
}
