//! A solved problem with everything that is known of it: what every output format tells.

use crate::input::Entry;
use crate::located::about_author;
use crate::problem::Problem;
use crate::solution::{Cut, Judgement};
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

impl Solved {
    /// What the author's solution says and the play does not, for those to whom no verdict is told.
    pub fn about_the_author(&self) -> String {
        let found = about_author(&self.entry, &self.judgement);
        found.iter().map(|warning| warning.render(&self.entry.source)).collect()
    }

    /// Notes about the limits that have ended the search, as far as they are wanted.
    pub fn limits(&self, is_wanted: impl Fn(Cut) -> bool) -> String {
        let mut told = String::new();
        for twin in &self.outcome.solution.twins {
            let Some(why) = twin.cut.filter(|cut| is_wanted(*cut)).and_then(limit) else { continue };
            let label = if twin.label.is_empty() { String::new() } else { format!("{} ", twin.label) };
            told += &format!("note: {}: {label}the solution is partial: {why}\n", place(&self.entry));
        }
        told
    }
}

/// Where the problem stands: `FILE:LINE`.
pub fn place(entry: &Entry) -> String {
    format!("{}:{}", entry.source.name, entry.source.line_and_column(0).0)
}

/// A limit that was not asked for by an option of the problem, and what helps.
fn limit(cut: Cut) -> Option<&'static str> {
    match cut {
        Cut::Time => Some("the time limit was reached (--time, MaxTime)"),
        Cut::Memory => Some("the memory limit was reached; --memory MB sets it"),
        Cut::Interrupted => Some("the search was interrupted"),
        Cut::MaxSolutions | Cut::MoveNumbers | Cut::ShortSolutions => None,
    }
}
