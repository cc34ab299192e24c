//! Writes a problem and its solution as text for people: heading, diagram and play, but not the verdict.

use super::solution_writer::write_all;
use super::style::TextStyle;
use super::text_writer::TextWriter;
use crate::problem::Problem;
use crate::solution::Solution;
use std::fmt::{self, Write};

/// Returns a problem and its solution as text. The last line states whether the search was complete.
///
/// ```
/// use keymove::{report, solve::Solver, syntax};
/// let problem = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##).0.unwrap();
/// let solution = Solver::default().solve(&problem).unwrap().solution;
/// let text = report::text(&problem, &solution, &report::TextStyle::default());
/// assert!(text.ends_with("Key\n  1.Rh1#!\n\nThe search was complete.\n"));
/// ```
pub fn text(problem: &Problem, solution: &Solution, style: &TextStyle) -> String {
    let mut out = String::new();
    let _ = write_text(&mut out, problem, solution, style);
    out
}

/// Like [`text`], but writes to `out` in small parts. Each `Err` is an error of `out`.
pub fn write_text(out: &mut dyn Write, problem: &Problem, solution: &Solution, style: &TextStyle) -> fmt::Result {
    let mut writer = TextWriter::new(problem.clone(), *style);
    if solution.twins.is_empty() {
        writer.begin(out)?;
    }
    write_all(&mut writer, out, solution)
}

/// Writes the text below the diagram: the play of all twins, and the closing lines.
pub(super) fn play_text(out: &mut dyn Write, problem: &Problem, solution: &Solution, style: &TextStyle) -> fmt::Result {
    write_all(&mut TextWriter::below_diagram(problem.clone(), *style), out, solution)
}
