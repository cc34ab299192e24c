//! Reads and writes problems in the formats of other programs, and converts between them.
//!
//! The format is given by name or by the file's extension, and is never guessed. When a problem is written, all
//! elements that the format cannot express are listed. A text that would be read as another problem is never written.

mod conventional;
mod ffen;
mod format;
mod line;
mod pgn;
mod popeye;
mod splice;
mod transcript;
mod yaml;

pub use conventional::are_one_problem;
pub use format::Format;
pub use pgn::begins_tags;
pub use yaml::begins_document;

use crate::problem::Problem;
use crate::syntax::{self, ConditionSpan, Span};
use ffen::Figures;
use std::fmt;

/// A problem written in some format, with a list of the elements that the format cannot express.
#[derive(Clone, Debug)]
pub struct Written {
    /// The text in the format, with a line end.
    pub text: String,
    /// The problem that is read from the text: the original without the elements in [`Written::lost`].
    pub said: Problem,
    /// Descriptions of the elements that the format cannot express, such as ``the id `x` ``.
    pub lost: Vec<String>,
}

/// The error if a problem cannot be written in a format, because the text would mean another problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteError {
    /// The reasons, each of which names one thing that the format cannot express.
    pub why: Vec<String>,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why.join("; "))
    }
}

impl std::error::Error for WriteError {}

/// Writes the problem in `format`. Then reads the text again. If the result is another problem, even without the
/// elements that the format cannot express, returns an error.
///
/// ```
/// use keymove::exchange::{Format, write};
/// let line = r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; id "x";"##;
/// let problem = keymove::syntax::line(line).0.unwrap();
/// let written = write(&problem, Format::Popeye).unwrap();
/// assert!(written.text.contains("stipulation #1"));
/// assert_eq!(written.lost, ["the id `x`"]);
/// ```
///
/// # Errors
/// Returns an error if the format cannot express the position or the play.
pub fn write(problem: &Problem, format: Format) -> Result<Written, WriteError> {
    let written = match format {
        Format::Epd => line::written(problem),
        Format::Popeye => popeye::written(problem),
        Format::Yaml => yaml::written(problem),
        Format::Pgn => pgn::written(problem),
        Format::Ffen => ffen::written(problem, Figures::Ffen),
        Format::Xfen => ffen::written(problem, Figures::Xfen),
    };
    let written = written.map_err(|why| WriteError { why })?;
    let (read, found) = read(&written.text, format);
    match read {
        Some(read) if are_one_problem(&read, &written.said) => Ok(written),
        _ => {
            let why = found.into_iter().filter(syntax::Diagnostic::is_error).map(|found| found.message).next();
            Err(WriteError { why: vec![why.unwrap_or_else(|| "it would be read as a different problem".to_string())] })
        }
    }
}

/// Joins the written problems of one format to a file. In Popeye's format, keywords separate the problems.
pub struct FileBuilder {
    format: Format,
    begun: bool,
}

impl FileBuilder {
    pub fn new(format: Format) -> FileBuilder {
        FileBuilder { format, begun: false }
    }

    /// Returns the text to append to the file for the next problem: the problem as [`write()`] returns it, `written`,
    /// with the keywords adapted to its place in the file.
    pub fn next(&mut self, written: &str) -> String {
        let is_first = !std::mem::replace(&mut self.begun, true);
        // Popeye stops reading at the first `endproblem`.
        match self.format {
            Format::Popeye if is_first => written.trim_end_matches("endproblem\n").to_string(),
            Format::Popeye => format!(
                "nextproblem\n{}",
                written.trim_start_matches("beginproblem\n").trim_end_matches("endproblem\n")
            ),
            _ => written.to_string(),
        }
    }

    /// Returns the text to append to the file after the last problem.
    pub fn end(&self) -> &'static str {
        if self.begun && self.format == Format::Popeye { "endproblem\n" } else { "" }
    }
}

pub fn read(text: &str, format: Format) -> (Option<Problem>, Vec<syntax::Diagnostic>) {
    match format {
        Format::Epd => syntax::line(text.trim_end()),
        Format::Popeye => syntax::popeye::problem(text),
        Format::Yaml => yaml::problem(text),
        Format::Pgn => pgn::problem(text),
        Format::Ffen => ffen::problem(text.trim_end(), Figures::Ffen),
        Format::Xfen => ffen::problem(text.trim_end(), Figures::Xfen),
    }
}

/// Returns a problem with the heading (id, author, title, …) and the stipulation of `text`, as far as they can be read.
/// Ignores errors elsewhere in the text.
pub fn named(text: &str, format: Format) -> Problem {
    match format {
        Format::Epd => syntax::named(text),
        Format::Popeye => syntax::popeye::problem(text).0.unwrap_or_default(),
        Format::Yaml => yaml::named(text),
        Format::Pgn => pgn::named(text),
        Format::Ffen => ffen::named(text, Figures::Ffen),
        Format::Xfen => ffen::named(text, Figures::Xfen),
    }
}

pub fn condition_spans(text: &str, format: Format) -> Vec<ConditionSpan> {
    match format {
        Format::Epd => syntax::condition_spans(text),
        Format::Popeye => syntax::popeye::condition_spans(text),
        Format::Yaml => yaml::condition_spans(text),
        Format::Pgn => pgn::condition_spans(text),
        Format::Ffen => ffen::condition_spans(text, Figures::Ffen),
        Format::Xfen => ffen::condition_spans(text, Figures::Xfen),
    }
}

/// Converts a range of bytes in the author's solution, `within`, to the span of the same bytes in `text`, the whole
/// problem. Returns `None` if there is no solution.
pub fn solution_span(text: &str, format: Format, within: Span) -> Option<Span> {
    match format {
        Format::Epd => syntax::solution_span(text, within),
        // Popeye's files contain no solution.
        Format::Popeye => None,
        Format::Yaml => yaml::solution_span(text, within),
        Format::Pgn => pgn::solution_span(text, within),
        Format::Ffen => ffen::solution_span(text, Figures::Ffen, within),
        Format::Xfen => ffen::solution_span(text, Figures::Xfen, within),
    }
}
