//! Reads and makes lines with problems, for other tests.

use keymove::problem::Problem;
use keymove::syntax;

/// Returns the problem of a line.
///
/// # Panics
///
/// If the line has an error; warnings are allowed.
pub fn problem_of(line: &str) -> Problem {
    let (problem, diagnostics) = syntax::line(line);
    let has_error = diagnostics.iter().any(|found| found.is_error());
    problem.filter(|_| !has_error).unwrap_or_else(|| panic!("{line}: {diagnostics:?}"))
}

/// Returns a line with a sound mate in one and this id.
pub fn sound(id: &str) -> String {
    format!("7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; id \"{id}\";\n")
}

/// Returns a line with a mate in one that has two keys, and this id.
pub fn cooked(id: &str) -> String {
    format!("7k/5K2/8/8/8/8/2Q5/R7 w - - stip \"#1\"; id \"{id}\";\n")
}
