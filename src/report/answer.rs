//! Writes verdict, findings and play as text. Answers are recorded and compared in this form.

use super::popeye::popeye_text;
use crate::solution::{Judgement, Solution};
use std::fmt::Write;

/// Returns the verdict, the findings and the play as text. The text depends only on the problem, its solution and the
/// judgement.
pub fn answer_text(solution: &Solution, judgement: &Judgement) -> String {
    let mut text = format!("{}\n", judgement.verdict.name());
    for finding in &judgement.findings {
        let _ = writeln!(text, "{}: {}", finding.severity.word(), finding.full_text());
    }
    text.push_str(&popeye_text(solution));
    text.trim_end().to_string() + "\n"
}
