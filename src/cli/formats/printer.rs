//! The interface that an output format implements.

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
    /// The style of text for human readers.
    pub style: TextStyle,
    /// Whether the output leaves out everything that differs from run to run.
    pub reproducible: bool,
    /// Whether pages leave out the ids of problems.
    pub no_id: bool,
    /// Whether JSON contains the position after each move.
    pub positions: bool,
    /// Whether text contains only the themes of the problems.
    pub themes_alone: bool,
}

/// Formats the output of a run: the text of each problem, in the order of the input, and the text around them.
///
/// Several threads format problems at the same time, so a printer has no mutable state. The texts of different problems
/// are never mixed, even if they are written while they are formatted.
pub trait Printer: Send + Sync {
    /// Returns the text that precedes all problems.
    fn head(&self) -> String {
        String::new()
    }

    /// Writes the text of a solved problem piece by piece, so that a solution of a million lines is not in memory
    /// twice.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    fn solved(&self, out: &mut dyn io::Write, solved: &Solved) -> io::Result<()>;

    /// Returns a writer that prints the text of [`Printer::solved`] while the solution is found, or `None` if the
    /// format needs the whole solution first.
    fn writer(&self, _entry: &Entry, _problem: &Problem) -> Option<Box<dyn SolutionWriter>> {
        None
    }

    /// Returns messages about a solved problem, which are printed on standard error.
    fn messages(&self, _solved: &Solved) -> String {
        String::new()
    }

    /// Returns a line that is printed on standard error below the diagnostics of a problem that was not solved.
    fn refusal(&self, _entry: &Entry) -> String {
        String::new()
    }

    /// Returns the text for a problem that cannot be read or cannot be set up. If it cannot be set up, `message` is the
    /// reason.
    fn faulty(&self, entry: &Entry, message: &str) -> String;

    /// Returns the text for a problem over which the program failed with `message`.
    fn failed(&self, entry: &Entry, message: &str) -> String;

    /// Returns the text that is printed between two problems.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Returns lines about the differences between the answer to a problem and the recorded answer. They follow the
    /// problem.
    fn changed(&self, difference: &str) -> String {
        difference.lines().map(|line| format!("{}\n", format!("    {line}").trim_end())).collect()
    }

    /// Returns the text that follows all problems. `_summary` has the counts.
    fn foot(&self, _summary: &str) -> String {
        String::new()
    }

    /// Whether the output consists only of the texts of the problems and the summary.
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

    /// Returns the problem with the options that this format needs in a run of `solve`. The default adds the
    /// variations.
    fn wanted(&self, problem: &Problem) -> Problem {
        settings_for_reading(problem)
    }

    /// Returns the measured time of printing, in nanoseconds per byte of the solution in memory. The search must
    /// stop early enough to leave this time.
    fn nanoseconds_a_byte(&self) -> u64;
}

/// Returns the message for a failure of the program.
pub fn internal_error(message: &str) -> String {
    format!("{INTERNAL_ERROR}: {message}")
}

/// Calls `write` with a text writer that writes to the byte stream `out`. Returns the error of the stream.
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
