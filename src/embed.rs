//! What a program that embeds Keymove needs: a problem out of text or put together piece by piece, its solution by name,
//! and the verdict on it. Nothing here prints, and nothing ends the program.

#![deny(missing_docs)]

mod builder;

pub use builder::ProblemBuilder;

pub use crate::problem::Problem;
pub use crate::solution::{Finding, Node, Solution, Verdict};
pub use crate::solve::{SolveError, Solver};
pub use crate::syntax::Diagnostic;

use crate::solution::{judge, settings_for_check};
use crate::syntax::{Source, line, popeye};
use std::fmt;
use std::str::FromStr;

/// Solves a problem completely, on all cores, with the options that it has. For limits, progress or a way to interrupt,
/// see [`Solver`].
///
/// ```
/// let problem: keymove::Problem = r##"8/8/8/8/8/5K2/7R/7k w - - stip "#2"; opt "SetPlay Try";"##.parse()?;
/// let solution = keymove::solve(&problem)?;
/// assert!(solution.is_complete());
/// for key in solution.keys() {
///     println!("{key}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The problem has no stipulation, or its conditions, options and twins do not go together.
pub fn solve(problem: &Problem) -> Result<Solution, SolveError> {
    Ok(Solver::default().solve(problem)?.solution)
}

/// Solves a problem and judges it: keys or solutions too many or too few, shorter ones, duals, and what parts it from the
/// author's solution where the problem states one. Whatever has to be shown for that is shown, be it asked for or not.
///
/// ```
/// use keymove::Verdict;
///
/// let problem: keymove::Problem = r##"7k/5K2/8/8/8/8/R7/R7 w - - stip "#1";"##.parse()?;
/// let checked = keymove::check(&problem)?;
/// assert_eq!(checked.verdict, Verdict::Unsound);
/// assert_eq!(checked.findings[0].kind.slug(), "cook");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`solve`].
pub fn check(problem: &Problem) -> Result<Checked, SolveError> {
    Solver::default().check(problem)
}

/// A solution and what it says about the problem.
#[derive(Clone, Debug)]
pub struct Checked {
    /// With variations, and with tries where the author names some.
    pub solution: Solution,
    /// Sound, unsound, undecided where a limit has cut the search, invalid where nothing could be solved.
    pub verdict: Verdict,
    /// The reasons, each with the moves that lead to it.
    pub findings: Vec<Finding>,
}

impl Solver {
    /// As [`check`](crate::check), with the limits of this solver.
    ///
    /// # Errors
    /// As for [`solve`].
    pub fn check(&self, problem: &Problem) -> Result<Checked, SolveError> {
        let problem = settings_for_check(problem);
        let solution = self.solve(&problem)?.solution;
        let judgement = judge(&problem, &solution);
        Ok(Checked { solution, verdict: judgement.verdict, findings: judgement.findings })
    }
}

/// A text that is no problem, or not the one that was meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    text: String,
    diagnostics: Vec<Diagnostic>,
}

impl ParseError {
    /// What is wrong, each with its place in the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

/// For people: message, line and column, the line with a mark below the place, what was expected, a hint.
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = Source::new("<problem>", self.text.clone());
        self.diagnostics.iter().try_for_each(|diagnostic| f.write_str(&diagnostic.render(&source)))
    }
}

impl std::error::Error for ParseError {}

/// One line with a position and its stipulation (`docs/language.md`), or a problem as Popeye reads it, from `BeginProblem`
/// to `EndProblem`. [`read`] returns the warnings, too.
///
/// ```
/// let error = r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; cond "Madrassi";"##.parse::<keymove::Problem>().unwrap_err();
/// assert_eq!(error.diagnostics()[0].hint.as_deref(), Some("did you mean `Madrasi`?"));
/// ```
impl FromStr for Problem {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Problem, ParseError> {
        read(text).map(|(problem, _)| problem)
    }
}

/// Reads a problem as [`str::parse`] does, and returns it with the warnings about its text: what was ignored, and what is
/// probably not meant.
///
/// ```
/// let (problem, warnings) = keymove::read(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; publisher "P.";"##)?;
/// assert_eq!(warnings[0].message, "unknown opcode `publisher`");
/// assert!(keymove::solve(&problem)?.keys().next().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The text is no problem.
pub fn read(text: &str) -> Result<(Problem, Vec<Diagnostic>), ParseError> {
    // Popeye's files begin with a keyword, a position has a slash in its first word.
    let is_position = text.split_whitespace().next().is_some_and(|word| word.contains('/'));
    if is_position { parse_line(text) } else { sound(text, popeye::problem(text)) }
}

fn parse_line(text: &str) -> Result<(Problem, Vec<Diagnostic>), ParseError> {
    sound(text, line(text))
}

/// The problem, if there is no error among the diagnostics.
fn sound(
    text: &str,
    (problem, diagnostics): (Option<Problem>, Vec<Diagnostic>),
) -> Result<(Problem, Vec<Diagnostic>), ParseError> {
    match problem {
        Some(problem) if !diagnostics.iter().any(Diagnostic::is_error) => Ok((problem, diagnostics)),
        _ => Err(ParseError { text: text.to_string(), diagnostics }),
    }
}
