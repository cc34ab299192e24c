//! What came of one problem, ready for everything that is printed or written of it.

use super::Status;
use crate::input::Entry;
use crate::problem::Problem;
use crate::solution::Judgement;
use crate::solve::Outcome;
use std::sync::Arc;

#[derive(Default)]
pub struct Done {
    pub file: String,
    pub line: usize,
    /// Where in the line something is wrong, from 1.
    pub column: usize,
    /// What the problem is called, or `-`.
    pub label: String,
    pub stipulation: String,
    pub status: Status,
    pub seconds: f64,
    /// For standard output and standard error.
    pub out: Text,
    pub err: String,
    /// For the file of results.
    pub record: Option<Text>,
    /// The kinds of the findings that are errors, each once.
    pub kinds: Vec<String>,
    /// What is wrong, a line each.
    pub messages: Vec<String>,
    /// For the file of answers.
    pub answer: Option<Answer>,
    /// How the answer differs from the recorded one.
    pub difference: Option<String>,
    /// Known from a file of results; then there is nothing to print.
    pub from_before: bool,
    /// A limit has cut the search.
    pub is_cut: bool,
    /// Ended from outside: the same run would have found more.
    pub is_interrupted: bool,
}

/// Something to be written: a text, or what it can be made of when it would be very long.
pub enum Text {
    Made(String),
    JsonOf(Arc<Solved>, super::machine::Purpose),
}

impl Default for Text {
    fn default() -> Text {
        Text::Made(String::new())
    }
}

/// A solved problem with everything that is known of it.
pub struct Solved {
    pub entry: Entry,
    pub problem: Problem,
    pub outcome: Outcome,
    pub judgement: Judgement,
}

/// What is recorded of a problem: under which name, and what was found.
pub struct Answer {
    pub label: String,
    pub text: String,
}

impl Done {
    pub fn is_changed(&self) -> bool {
        self.difference.is_some()
    }

    /// Everything that is wrong, a line each.
    pub fn details(&self) -> String {
        let mut lines = self.messages.clone();
        lines.extend(self.difference.clone());
        lines.join("\n")
    }

    /// Bytes that wait to be written.
    pub fn size(&self) -> usize {
        let text = |text: &Text| match text {
            Text::Made(text) => text.len(),
            Text::JsonOf(solved, _) => solved.outcome.told_bytes,
        };
        text(&self.out)
            + self.record.as_ref().map_or(0, text)
            + self.err.len()
            + self.answer.as_ref().map_or(0, |answer| answer.text.len())
    }
}
