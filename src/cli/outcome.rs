//! The result of one problem, ready for everything that is printed or written.

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
    /// The column of the first error, from 1.
    pub column: usize,
    /// The id of the problem, or `-`.
    pub label: String,
    pub stipulation: String,
    /// A hash that equal positions with equal stipulations share; `None` if the problem cannot be read.
    #[serde(default)]
    pub sameness: Option<u64>,
    pub status: Status,
    pub seconds: f64,
    /// Text for standard output; `err` is the text for standard error.
    pub out: Text,
    pub err: String,
    /// The line of the result file.
    #[serde(skip)]
    pub record: Option<Text>,
    /// The kinds of the findings that are errors, each once.
    pub kinds: Vec<String>,
    /// The errors, one per line.
    pub messages: Vec<String>,
    /// The warnings, one per line.
    pub warnings: Vec<String>,
    /// The answer for the file of answers.
    pub answer: Option<Answer>,
    /// The difference from the recorded answer.
    #[serde(skip)]
    pub difference: Option<String>,
    /// Whether the result is known from a result file. Then there is nothing to print.
    #[serde(skip)]
    pub from_before: bool,
    /// Whether a limit has cut the search.
    pub is_cut: bool,
    /// Whether a signal has ended the search, so that the same run could have found more.
    #[serde(skip)]
    pub is_interrupted: bool,
}

/// Output text, or the solution that it is formatted from while it is written if the text would be very long.
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
    /// Formats a solution of at most `most` bytes now. A larger one is formatted when it is written, since its text
    /// would take several times the memory.
    pub fn new(solved: &Arc<Solved>, printer: Arc<dyn Printer>, most: usize) -> Text {
        if solved.outcome.told_bytes > most {
            return Text::Of(solved.clone(), printer);
        }
        let mut bytes = Vec::new();
        printer.solved(&mut bytes, solved).expect("memory takes everything");
        Text::Made(String::from_utf8(bytes).expect("all formats are text"))
    }

    /// Whether there is anything to write.
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

/// Serializes as a string, which is formatted while it is written.
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

/// The recorded answer of a problem: its label and its text.
#[derive(Serialize, Deserialize)]
pub struct Answer {
    pub label: String,
    pub text: String,
}

impl Done {
    /// Returns the result of a problem with only the fields that are known before it is solved.
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

    /// Returns all errors and the difference from the recorded answer, one per line.
    pub fn details(&self) -> String {
        let mut lines = self.messages.clone();
        lines.extend(self.difference.clone());
        lines.join("\n")
    }

    /// Returns the number of bytes that wait to be written.
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
