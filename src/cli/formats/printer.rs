//! What an output format is made of.

use crate::cli::solved::Solved;
use crate::cli::task::Task;
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::{INTERNAL_ERROR, Teller, TextStyle};
use crate::solution::settings_for_reading;
use std::fmt;
use std::io;
use std::sync::Arc;

/// An output format: how it is called, and how a run with it prints.
pub struct FormatDef {
    pub name: &'static str,
    /// One sentence for `--help`, without its full stop.
    pub doc: &'static str,
    /// What prints a run of this kind.
    pub printer: fn(&Manner) -> Arc<dyn Printer>,
}

/// What was asked for besides the format.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    pub task: Task,
    /// How text for people looks.
    pub style: TextStyle,
    /// Nothing that differs from run to run is wanted.
    pub reproducible: bool,
    /// Pages leave out the ids of problems.
    pub no_id: bool,
}

/// Prints a run in one format: its problems one after the other, in the order of the input, and what stands around them.
///
/// Problems are worked on by several threads, so nothing in here changes. What is written of one problem stands between
/// what is written of the others, whole, also where it is written while it is made.
pub trait Printer: Send + Sync {
    /// What stands before all problems.
    fn head(&self) -> String {
        String::new()
    }

    /// A problem that was solved. Written as it is made: a solution of a million lines is not in memory twice.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn solved(&self, out: &mut dyn io::Write, solved: &Solved) -> io::Result<()>;

    /// What writes a solution while it is found, the same that `solved` writes; `None` where that is not possible.
    fn teller(&self, _entry: &Entry, _problem: &Problem) -> Option<Box<dyn Teller>> {
        None
    }

    /// Returns what this format reports of a solved problem on standard error.
    fn messages(&self, _solved: &Solved) -> String {
        String::new()
    }

    /// Returns the line of this format on standard error, below the diagnostics of a problem that is not solved.
    fn refusal(&self, _entry: &Entry) -> String {
        String::new()
    }

    /// A problem that cannot be read, or not be set up for the reason in `message`.
    fn faulty(&self, entry: &Entry, message: &str) -> String;

    /// A problem over which the program failed; `message` says why.
    fn failed(&self, entry: &Entry, message: &str) -> String;

    /// What stands between the texts of two problems.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Below a problem whose answer is not the recorded one: in what it differs, some lines.
    fn changed(&self, difference: &str) -> String {
        difference.lines().map(|line| format!("{}\n", format!("    {line}").trim_end())).collect()
    }

    /// What stands after all problems. `summary` counts them, in some lines.
    fn foot(&self, _summary: &str) -> String {
        String::new()
    }

    /// The whole output is made of the texts of the problems and of the summary alone.
    fn is_joined_of_texts(&self) -> bool {
        true
    }

    /// Boards can be pictures if they are asked for.
    fn has_pictures(&self) -> bool {
        false
    }

    /// The foot has the summary in it; a check says it on standard error otherwise.
    fn tells_summary(&self) -> bool {
        false
    }

    /// What is printed of a problem has the findings in it; otherwise those about the author's solution go to standard
    /// error.
    fn tells_findings(&self) -> bool {
        false
    }

    /// The output is a page: a file of it is named on standard error when it is whole, with the counts.
    fn is_page(&self) -> bool {
        false
    }

    /// The problem as it is to be solved so that it can be printed: with variations, if they are shown whatever the
    /// options say. A check solves what it needs for the verdict.
    fn wanted(&self, problem: &Problem) -> Problem {
        settings_for_reading(problem)
    }

    /// Nanoseconds that printing takes for each byte of the solution in memory, as measured: time not left for the
    /// search.
    fn nanoseconds_a_byte(&self) -> u64;
}

/// How a failure of the program is told.
pub fn internal_error(message: &str) -> String {
    format!("{INTERNAL_ERROR}: {message}")
}

/// Writes text where bytes are taken, and says why that failed.
pub fn as_bytes(out: &mut dyn io::Write, write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> io::Result<()> {
    struct Bytes<'a>(&'a mut dyn io::Write, io::Result<()>);

    impl fmt::Write for Bytes<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.1 = self.0.write_all(text.as_bytes());
            self.1.as_ref().map_err(|_| fmt::Error).copied()
        }
    }

    let mut bytes = Bytes(out, Ok(()));
    // The only errors are those of the bytes.
    let _ = write(&mut bytes);
    bytes.1
}
