//! A solved problem with everything that output formats need.

use crate::input::Entry;
use crate::located::about_author;
use crate::problem::Problem;
use crate::solution::{Cut, Judgement};
use crate::solve::Outcome;
use crate::themes::Themes;

/// A solved problem: the problem as it was read, the problem as it was solved, and the result.
pub struct Solved {
    /// The problem as it was read, with its place in the text and its diagnostics.
    pub entry: Entry,
    /// The problem as it was solved, with the options that the task has added.
    pub problem: Problem,
    /// The solution, the node count and the time.
    pub outcome: Outcome,
    /// The verdict and the findings.
    pub judgement: Judgement,
    /// The themes, or `None` if they were not requested.
    pub themes: Option<Themes>,
}

impl Solved {
    /// Returns warnings about the author's solution as text, for formats that print no verdict.
    pub fn about_the_author(&self) -> String {
        let found = about_author(&self.entry, &self.judgement);
        found.iter().map(|warning| warning.render(&self.entry.source)).collect()
    }

    /// Returns a note for each twin whose search a limit has cut, if `is_wanted` returns `true` for this limit.
    pub fn limits(&self, is_wanted: impl Fn(Cut) -> bool) -> String {
        let mut text = String::new();
        for twin in &self.outcome.solution.twins {
            let Some(why) = twin.cut.filter(|cut| is_wanted(*cut)).and_then(limit) else { continue };
            let label = if twin.label.is_empty() { String::new() } else { format!("{} ", twin.label) };
            text += &format!("note: {}: {label}the solution is partial: {why}\n", place(&self.entry));
        }
        text
    }
}

/// Returns the place of the problem: `FILE:LINE`.
pub fn place(entry: &Entry) -> String {
    format!("{}:{}", entry.source.name, entry.source.line_and_column(0).0)
}

/// Returns what a note says about a limit that has cut the search, and how to change the limit. Returns `None` for
/// limits on solutions and moves, which the user has set on purpose.
fn limit(cut: Cut) -> Option<&'static str> {
    match cut {
        Cut::Time => Some("the time limit was reached; --time or MaxTime sets it"),
        Cut::Memory => Some("the memory limit was reached; --memory sets it"),
        Cut::Interrupted => Some("the search was interrupted"),
        Cut::MaxSolutions | Cut::MoveNumbers | Cut::ShortSolutions => None,
    }
}
