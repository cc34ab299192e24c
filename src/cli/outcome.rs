//! What came of one problem, ready for everything that is printed or written of it.

use super::Status;
use super::json_members::{self, Purpose};
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::{self, TextStyle};
use crate::solution::Judgement;
use crate::solve::Outcome;
use std::fmt;
use std::io;
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

/// Something to be written: a text, or what it is made of while it is written, where it would be very long.
pub enum Text {
    Made(String),
    Of(Arc<Solved>, Form),
}

/// What a solved problem is told as.
#[derive(Clone)]
pub enum Form {
    /// A line of JSON.
    Json(Purpose),
    /// The solution, for reading.
    Reading(TextStyle),
    /// The solution as Popeye prints it.
    Popeye,
}

impl Default for Text {
    fn default() -> Text {
        Text::Made(String::new())
    }
}

impl Text {
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        match self {
            Text::Made(text) => out.write_all(text.as_bytes()),
            Text::Of(solved, form) => solved.write(out, form),
        }
    }
}

/// A solved problem with everything that is known of it.
pub struct Solved {
    pub entry: Entry,
    pub problem: Problem,
    pub outcome: Outcome,
    pub judgement: Judgement,
}

impl Solved {
    pub fn text(&self, form: &Form) -> String {
        let mut bytes = Vec::new();
        self.write(&mut bytes, form).expect("memory takes everything");
        String::from_utf8(bytes).expect("all forms are text")
    }

    pub fn write(&self, out: &mut dyn io::Write, form: &Form) -> io::Result<()> {
        let solution = &self.outcome.solution;
        match form {
            Form::Json(purpose) => {
                json_members::write_solved(&mut *out, self, purpose)?;
                match purpose {
                    Purpose::Output { .. } => out.write_all(b"\n"),
                    Purpose::Record(_) => Ok(()),
                }
            }
            Form::Reading(style) => as_bytes(out, |out| report::write_text(out, &self.problem, solution, style)),
            Form::Popeye => as_bytes(out, |out| report::write_popeye_text(out, solution)),
        }
    }
}

/// Writes text where bytes are taken, and says why that failed.
fn as_bytes(out: &mut dyn io::Write, write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> io::Result<()> {
    struct Bytes<'a>(&'a mut dyn io::Write, io::Result<()>);

    impl fmt::Write for Bytes<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.1 = self.0.write_all(text.as_bytes());
            self.1.as_ref().map_err(|_| fmt::Error).copied()
        }
    }

    let mut bytes = Bytes(out, Ok(()));
    // The only errors are those of the bytes.
    let _ = write(&mut bytes);
    bytes.1
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
            Text::Of(solved, _) => solved.outcome.told_bytes,
        };
        text(&self.out)
            + self.record.as_ref().map_or(0, text)
            + self.err.len()
            + self.answer.as_ref().map_or(0, |answer| answer.text.len())
    }
}
