//! The result of one problem, ready to be printed and written to files.

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
    /// The column of the first error in the text of the problem, or of its beginning if there is none, counted from 1.
    pub column: usize,
    /// The id of the problem, or `-`.
    pub label: String,
    pub stipulation: String,
    /// A hash that is equal for two problems if they count as the same problem (see [`sameness()`]). `None` if the
    /// problem cannot be read.
    #[serde(default)]
    pub sameness: Option<u64>,
    pub status: Status,
    pub seconds: f64,
    pub out: OutputText,
    pub err: String,
    /// The line for the result file of `--resume`, or `None` if there is no such file.
    #[serde(skip)]
    pub record: Option<OutputText>,
    /// The kinds of errors among the findings, each named once.
    pub kinds: Vec<String>,
    /// The error messages, each on one line.
    pub messages: Vec<String>,
    pub warnings: Vec<String>,
    /// The answer to the problem, to be recorded or compared with a recorded one. `None` if neither is done.
    pub answer: Option<RecordedAnswer>,
    /// A message about the difference from the recorded answer. `None` if the answers are equal or not compared.
    #[serde(skip)]
    pub difference: Option<String>,
    /// Whether the result was taken from a result file, instead of solving the problem. If so, the problem is not
    /// printed.
    #[serde(skip)]
    pub from_before: bool,
    /// Whether a limit has cut the search of the problem.
    pub is_cut: bool,
    /// Whether a signal has cut the search. A later run might find more.
    #[serde(skip)]
    pub is_interrupted: bool,
}

/// Text to be written. It is either formatted already, or a large solution that is formatted while it is written,
/// because its text would need too much memory.
pub enum OutputText {
    Made(String),
    Of(Arc<Solved>, Arc<dyn Printer>),
}

impl Default for OutputText {
    fn default() -> OutputText {
        OutputText::Made(String::new())
    }
}

impl OutputText {
    /// Returns the text of a solution. If the solution occupies at most `most` bytes, it is formatted now. Otherwise it
    /// is formatted when it is written, because its text would take several times the memory.
    pub fn new(solved: &Arc<Solved>, printer: Arc<dyn Printer>, most: usize) -> OutputText {
        if solved.outcome.printed_bytes > most {
            return OutputText::Of(solved.clone(), printer);
        }
        let mut bytes = Vec::new();
        printer.solved(&mut bytes, solved).expect("memory takes everything");
        OutputText::Made(String::from_utf8(bytes).expect("all formats are text"))
    }

    /// Whether there is any text to write.
    pub fn is_any(&self) -> bool {
        !matches!(self, OutputText::Made(text) if text.is_empty())
    }

    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        match self {
            OutputText::Made(text) => out.write_all(text.as_bytes()),
            OutputText::Of(solved, printer) => printer.solved(out, solved),
        }
    }
}

/// Serializes the text as a string. A solution that is not formatted yet is formatted during serialization.
impl Serialize for OutputText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OutputText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OutputText, D::Error> {
        String::deserialize(deserializer).map(OutputText::Made)
    }
}

impl fmt::Display for OutputText {
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

/// The answer to a problem as it is recorded: its label (the id of the problem, or else its position and stipulation),
/// and its verdict, findings and play as text.
#[derive(Serialize, Deserialize)]
pub struct RecordedAnswer {
    pub label: String,
    pub text: String,
}

impl Done {
    /// Returns a result with the fields that are known before the problem is solved: its place, id and stipulation.
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

    /// Returns all error messages and the difference from the recorded answer, one per line.
    pub fn details(&self) -> String {
        let mut lines = self.messages.clone();
        lines.extend(self.difference.clone());
        lines.join("\n")
    }

    /// Returns roughly the number of bytes that this result occupies while it waits to be written.
    pub fn size(&self) -> usize {
        let text = |text: &OutputText| match text {
            OutputText::Made(text) => text.len(),
            OutputText::Of(solved, _) => solved.outcome.printed_bytes,
        };
        text(&self.out)
            + self.record.as_ref().map_or(0, text)
            + self.err.len()
            + self.answer.as_ref().map_or(0, |answer| answer.text.len())
    }
}
