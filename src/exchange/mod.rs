//! Reads and writes problems in the formats of other programs, and converts between them.
//!
//! The format is given by name or by the file's extension, never guessed. Elements that a format cannot express are
//! listed, and no text is written that would be read as another problem.

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

/// A problem written in a format.
#[derive(Clone, Debug)]
pub struct Written {
    pub text: String,
    /// The problem that reading the text returns, without what is lost.
    pub said: Problem,
    /// Elements that the format cannot express, one each.
    pub lost: Vec<String>,
}

/// Reasons why a problem cannot be written: the text would mean another problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub why: Vec<String>,
}

/// Writes the problem in `format`. The text is read again, and refused if it does not give the intended
/// problem.
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
/// The format cannot express the position or the play.
pub fn write(problem: &Problem, format: Format) -> Result<Written, Refusal> {
    let written = match format {
        Format::Epd => line::written(problem),
        Format::Popeye => popeye::written(problem),
        Format::Yaml => yaml::written(problem),
        Format::Pgn => pgn::written(problem),
        Format::Ffen => ffen::written(problem, Figures::Ffen),
        Format::Xfen => ffen::written(problem, Figures::Xfen),
    };
    let written = written.map_err(|why| Refusal { why })?;
    let (read, found) = read(&written.text, format);
    match read {
        Some(read) if are_one_problem(&read, &written.said) => Ok(written),
        _ => {
            let why = found.into_iter().filter(syntax::Diagnostic::is_error).map(|found| found.message).next();
            Err(Refusal { why: vec![why.unwrap_or_else(|| "it would be read as another problem".to_string())] })
        }
    }
}

/// Writes several problems to one file.
pub struct Series {
    format: Format,
    begun: bool,
}

impl Series {
    pub fn new(format: Format) -> Series {
        Series { format, begun: false }
    }

    /// Returns the text of the next problem with its separator from the one before.
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

    /// Returns the text after the last problem.
    pub fn end(&self) -> &'static str {
        if self.begun && self.format == Format::Popeye { "endproblem\n" } else { "" }
    }
}

/// Parses one problem in `format`.
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

/// Returns a problem with at least the heading and the stipulation of `text`, if they can be read. Errors
/// elsewhere do not matter.
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

/// Returns the spans of the conditions in the text of one problem.
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

/// Returns the span in `text` of the bytes `within` of the author's solution; `None` if there is no solution.
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
