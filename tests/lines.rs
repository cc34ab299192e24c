//! Problems as lines.

use keymove::problem::Problem;
use keymove::syntax;

/// Reads the problem of a line.
///
/// # Panics
///
/// If the line has an error; warnings are allowed.
pub fn problem_of(line: &str) -> Problem {
    let (problem, diagnostics) = syntax::line(line);
    let has_error = diagnostics.iter().any(|found| found.is_error());
    problem.filter(|_| !has_error).unwrap_or_else(|| panic!("{line}: {diagnostics:?}"))
}

/// A sound mate in one with this name.
pub fn sound(id: &str) -> String {
    format!("7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; id \"{id}\";\n")
}

/// A mate in one with two keys and this name.
pub fn cooked(id: &str) -> String {
    format!("7k/5K2/8/8/8/8/2Q5/R7 w - - stip \"#1\"; id \"{id}\";\n")
}
