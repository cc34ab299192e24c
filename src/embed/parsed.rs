//! Problems parsed from texts, with the warnings and errors found.

use crate::exchange::{self, Format, WriteError, Written};
use crate::input::{Entry, ProblemReader};
use crate::located::{diagnostics_json, located_finding_json, problem_identity, refusal};
use crate::problem::Problem;
use crate::report::{ResultExtras, json_error_line, json_line};
use crate::solution::Solution;
use crate::solve::SolveError;
use crate::syntax::{Diagnostic, Source, epd};
use crate::units::Tongue;
use std::fmt;

use super::Checked;

/// A problem that was read from a text, with the warnings about the text.
///
/// ```
/// use keymove::Problem;
///
/// let parsed = Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; publisher "P.";"##)?;
/// assert_eq!(parsed.warnings()[0].message, "unknown opcode `publisher`");
/// assert_eq!(parsed.problem().stipulation.as_ref().unwrap().to_string(), "#1");
/// # Ok::<(), keymove::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Parsed {
    problem: Problem,
    entry: Entry,
}

/// The error for a text that cannot be read as a problem. It contains all diagnostics.
///
/// Its `Display` form is text for people. For each diagnostic it has the message, line and column, the line with the
/// place marked, what was expected, and a hint.
///
/// ```
/// use keymove::Problem;
///
/// let error = Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; cond "Madrassi";"##).unwrap_err();
/// assert_eq!(error.diagnostics()[0].hint.as_deref(), Some("did you mean `Madrasi`?"));
/// ```
#[derive(Clone, Debug)]
pub struct ParseError {
    entry: Box<Entry>,
}

impl Problem {
    /// Parses a problem: one line with a position and its stipulation (`docs/language.md`), or a problem in
    /// Popeye's format, from `BeginProblem` to `EndProblem`.
    ///
    /// ```
    /// let parsed = keymove::Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##)?;
    /// assert!(parsed.warnings().is_empty());
    /// # Ok::<(), keymove::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the text has an error, is empty, or contains a second problem.
    pub fn parse(text: &str) -> Result<Parsed, ParseError> {
        only(text, None)
    }

    /// Parses a problem that is written in `format`.
    ///
    /// # Errors
    /// The errors of [`Problem::parse`].
    pub fn parse_as(text: &str, format: Format) -> Result<Parsed, ParseError> {
        only(text, Some(format))
    }

    /// Parses the problems of a text one after another. If `format` is `None`, the first word of the text determines
    /// the format, as in [`Problem::parse`].
    ///
    /// A problem with an error is returned as an `Err`, and reading continues with the next problem. Other text between
    /// two problems is returned as an `Err` that contains only warnings. Spans of diagnostics are offsets from the
    /// beginning of the problem. Lines and columns, in text and in JSON, are counted from the beginning of the whole
    /// text.
    ///
    /// ```
    /// let text = "7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";\n7k/5K2/8/8/8/8/8/Q7 w - - stip \"#1\";\n";
    /// assert_eq!(keymove::Problem::parse_each(text, None).filter(Result::is_ok).count(), 2);
    /// ```
    pub fn parse_each(text: &str, format: Option<Format>) -> impl Iterator<Item = Result<Parsed, ParseError>> {
        let mut reader = ProblemReader::of(NAME, text.as_bytes(), format);
        std::iter::from_fn(move || next(&mut reader))
    }

    /// Writes the problem in `format`. The result also lists the elements that the format cannot express.
    ///
    /// # Errors
    /// Returns an error if the written text would not be read as this problem.
    pub fn write_as(&self, format: Format) -> Result<Written, WriteError> {
        exchange::write(self, format)
    }
}

/// The name that diagnostics print instead of a file name, because the text is in no file.
const NAME: &str = "<problem>";

/// Returns the only problem of the text. Any other number of problems is an error.
fn only(text: &str, format: Option<Format>) -> Result<Parsed, ParseError> {
    let mut reader = ProblemReader::of(NAME, text.as_bytes(), format);
    let Some(first) = next(&mut reader) else {
        let found = Diagnostic::error(0..0, "the text contains no problem", "expected a problem");
        return Err(ParseError::new(text, vec![found]));
    };
    let parsed = first?;
    let Some(second) = next(&mut reader) else { return Ok(parsed) };
    let mut entry = second.map_or_else(|error| *error.entry, |parsed| parsed.entry);
    let message = "there is more text after the first problem";
    entry.diagnostics = vec![Diagnostic::error(0..0, message, "expected one problem")];
    Err(ParseError { entry: Box::new(entry) })
}

fn next(reader: &mut ProblemReader<&[u8]>) -> Option<Result<Parsed, ParseError>> {
    match reader.next_entry() {
        Ok(entry) => entry.map(Parsed::of),
        Err(error) => Some(Err(ParseError::new("", vec![Diagnostic::error(0..0, error.to_string(), "expected text")]))),
    }
}

impl Parsed {
    /// Returns the problem of the entry. If one of its diagnostics is an error, returns all of them as a
    /// [`ParseError`].
    fn of(entry: Entry) -> Result<Parsed, ParseError> {
        match entry.sound_problem() {
            Some(problem) => Ok(Parsed { problem: problem.clone(), entry }),
            None => Err(ParseError { entry: Box::new(entry) }),
        }
    }

    /// Parses a problem given as one line in the line format. Quoted words may contain control characters, even line
    /// ends.
    pub(super) fn of_line(text: &str) -> Result<Parsed, ParseError> {
        let (problem, diagnostics) = exchange::read(text, Format::Epd);
        Parsed::of(Entry { problem, diagnostics, ..entry(text) })
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the problem and drops the warnings.
    pub fn into_problem(self) -> Problem {
        self.problem
    }

    /// Returns the warnings about the text: parts that were ignored, and probable mistakes.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.entry.diagnostics
    }

    /// Returns a diagnostic for an error of the solver, at the words of the text that cause it.
    ///
    /// ```
    /// let text = r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; cond "Volage" "SingleBox Type1";"##;
    /// let parsed = keymove::Problem::parse(text)?;
    /// let error = parsed.problem().solve().unwrap_err();
    /// assert_eq!(&text[parsed.refusal(&error).span], "SingleBox Type1");
    /// # Ok::<(), keymove::ParseError>(())
    /// ```
    pub fn refusal(&self, error: &SolveError) -> Diagnostic {
        refusal(&self.entry, &self.problem, error)
    }

    /// Returns the line and the column at which a diagnostic is placed, counted from 1. Columns are counted in
    /// characters.
    pub fn place(&self, diagnostic: &Diagnostic) -> (usize, usize) {
        self.entry.source.line_and_column(diagnostic.span.start)
    }

    /// Returns a diagnostic as text for people: message, line and column, the line with the place marked, what was
    /// expected, and a hint.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        diagnostic.render(&self.entry.source)
    }

    /// Returns problem, solution, verdict and warnings as one line of JSON (`docs/json.md`).
    ///
    /// ```
    /// let parsed = keymove::Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##)?;
    /// let line = parsed.to_json(&parsed.problem().check()?);
    /// assert!(line.contains(r#""verdict":"sound""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self, checked: &Checked) -> String {
        let findings = checked.findings.iter().map(|finding| located_finding_json(&self.entry, finding));
        let verdict = Some(checked.verdict.name().to_string());
        self.json(&checked.solution, ResultExtras { verdict, findings: findings.collect(), ..ResultExtras::default() })
    }

    /// Returns problem, solution and warnings as one line of JSON (`docs/json.md`), with `null` as the verdict.
    ///
    /// ```
    /// let parsed = keymove::Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##)?;
    /// let line = parsed.solution_to_json(&parsed.problem().solve()?);
    /// assert!(line.contains(r#""verdict":null"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solution_to_json(&self, solution: &Solution) -> String {
        self.json(solution, ResultExtras::default())
    }

    fn json(&self, solution: &Solution, extra: ResultExtras) -> String {
        let diagnostics = diagnostics_json(&self.entry.source, &self.entry.diagnostics);
        json_line(&problem_identity(&self.entry), &self.problem, solution, &ResultExtras { diagnostics, ..extra })
    }
}

impl From<Problem> for Parsed {
    /// Returns the problem with the text that [`Format::Epd`] writes for it, as if it had been read from this text.
    fn from(problem: Problem) -> Parsed {
        let entry = Entry { problem: Some(problem.clone()), ..entry(&epd(&problem)) };
        Parsed { problem, entry }
    }
}

impl ParseError {
    pub(super) fn new(text: &str, diagnostics: Vec<Diagnostic>) -> ParseError {
        ParseError { entry: Box::new(Entry { diagnostics, ..entry(text) }) }
    }

    /// Returns the errors and warnings, each with its place in the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.entry.diagnostics
    }

    /// Returns the line and the column at which a diagnostic is placed, counted from 1. Columns are counted in
    /// characters.
    ///
    /// ```
    /// let error = keymove::Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; cond "Madrassi";"##).unwrap_err();
    /// assert_eq!(error.place(&error.diagnostics()[0]), (1, 44));
    /// ```
    pub fn place(&self, diagnostic: &Diagnostic) -> (usize, usize) {
        self.entry.source.line_and_column(diagnostic.span.start)
    }

    /// Returns the diagnostics as one line of JSON (`docs/json.md`).
    pub fn to_json(&self) -> String {
        let diagnostics = diagnostics_json(&self.entry.source, &self.entry.diagnostics);
        json_error_line(&problem_identity(&self.entry), "invalid", &diagnostics, None)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(panic) = &self.entry.mishap {
            return write!(f, "error: {}: {panic}", crate::report::INTERNAL_ERROR);
        }
        self.diagnostics().iter().try_for_each(|diagnostic| f.write_str(&diagnostic.render(&self.entry.source)))
    }
}

impl std::error::Error for ParseError {}

/// Returns an entry with this text, but without a problem and without diagnostics.
fn entry(text: &str) -> Entry {
    Entry {
        index: 1,
        source: Source::new(NAME, text),
        format: Format::Epd,
        language: Tongue::English,
        problem: None,
        diagnostics: Vec::new(),
        mishap: None,
    }
}
