//! What came of one problem, ready for everything that is printed or written of it.

use super::formats::Printer;
use super::sameness::sameness;
use super::solved::Solved;
use super::status::Status;
use crate::input::Entry;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::io;
use std::sync::Arc;

#[derive(Default, Serialize, Deserialize)]
pub struct Done {
    pub file: String,
    pub line: usize,
    /// Where in the line something is wrong, from 1.
    pub column: usize,
    /// What the problem is called, or `-`.
    pub label: String,
    pub stipulation: String,
    /// The same for the same position and stipulation; `None` for what cannot be read.
    #[serde(default)]
    pub sameness: Option<u64>,
    pub status: Status,
    pub seconds: f64,
    /// For standard output and standard error.
    pub out: Text,
    pub err: String,
    /// For the file of results.
    #[serde(skip)]
    pub record: Option<Text>,
    /// The kinds of the findings that are errors, each once.
    pub kinds: Vec<String>,
    /// What is wrong, a line each.
    pub messages: Vec<String>,
    /// What is to be said of a problem that may be sound, a line each.
    pub warnings: Vec<String>,
    /// For the file of answers.
    pub answer: Option<Answer>,
    /// How the answer differs from the recorded one.
    #[serde(skip)]
    pub difference: Option<String>,
    /// Known from a file of results; then there is nothing to print.
    #[serde(skip)]
    pub from_before: bool,
    /// A limit has cut the search.
    pub is_cut: bool,
    /// Ended from outside: the same run would have found more.
    #[serde(skip)]
    pub is_interrupted: bool,
}

/// Something to be written: a text, or what it is made of while it is written, where it would be very long.
pub enum Text {
    Made(String),
    Of(Arc<Solved>, Arc<dyn Printer>),
}

impl Default for Text {
    fn default() -> Text {
        Text::Made(String::new())
    }
}

impl Text {
    /// A large solution, one that was counted with more than so many bytes, is written when its turn comes: its text
    /// would take many times the memory.
    pub fn new(solved: &Arc<Solved>, printer: Arc<dyn Printer>, most: usize) -> Text {
        if solved.outcome.told_bytes > most {
            return Text::Of(solved.clone(), printer);
        }
        let mut bytes = Vec::new();
        printer.solved(&mut bytes, solved).expect("memory takes everything");
        Text::Made(String::from_utf8(bytes).expect("all formats are text"))
    }

    /// There is something to write.
    pub fn is_any(&self) -> bool {
        !matches!(self, Text::Made(text) if text.is_empty())
    }

    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        match self {
            Text::Made(text) => out.write_all(text.as_bytes()),
            Text::Of(solved, printer) => printer.solved(out, solved),
        }
    }
}

/// As a string, written while it is made.
impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        String::deserialize(deserializer).map(Text::Made)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Chars<'a, 'f>(&'a mut fmt::Formatter<'f>);

        impl io::Write for Chars<'_, '_> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
                self.0.write_str(text).map(|()| bytes.len()).map_err(io::Error::other)
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }

        self.write(&mut Chars(f)).map_err(|_| fmt::Error)
    }
}

/// What is recorded of a problem: under which name, and what was found.
#[derive(Serialize, Deserialize)]
pub struct Answer {
    pub label: String,
    pub text: String,
}

impl Done {
    /// What is known of a problem before it is solved.
    pub fn at(entry: &Entry) -> Done {
        let error = entry.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
        let (line, column) = entry.source.line_and_column(error.map_or(0, |diagnostic| diagnostic.span.start));
        let named = entry.named();
        Done {
            file: entry.source.name.clone(),
            line,
            column,
            label: named.heading.id.clone().unwrap_or_else(|| "-".to_string()),
            stipulation: named.stipulation.as_ref().map(ToString::to_string).unwrap_or_default(),
            sameness: entry.sound_problem().and_then(sameness),
            ..Done::default()
        }
    }

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
