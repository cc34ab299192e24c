//! A solved problem with everything that is known of it: what every output format tells.

use crate::input::Entry;
use crate::problem::Problem;
use crate::solution::Judgement;
use crate::solve::Outcome;

/// A problem as it was read, as it was solved, and what came of it.
pub struct Solved {
    /// Where it stands, and what was said of its text.
    pub entry: Entry,
    /// With the options that the task has added.
    pub problem: Problem,
    /// What was found, and what it took.
    pub outcome: Outcome,
    /// The verdict, with its findings.
    pub judgement: Judgement,
}

/// Where the problem stands: `FILE:LINE`.
pub fn place(entry: &Entry) -> String {
    format!("{}:{}", entry.source.name, entry.source.line_and_column(0).0)
}
