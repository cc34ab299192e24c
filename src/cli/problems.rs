//! Reads the problems of all named files and folders, one after another, in bounded memory.

use super::status::complain;
use super::walk::Walk;
use crate::exchange::Format;
use crate::input::{Entry, FilePosition, ProblemReader};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Seek, SeekFrom};
use std::path::PathBuf;

/// An item of the input: a problem, or an event between problems. Items come in the order of the input.
pub enum InputItem {
    /// The beginning of a file of problems, with its name.
    Begin(String),
    Problem(Box<Entry>),
    /// A protocol file that Popeye's input names: the output of the following problems is also written to this file.
    Protocol(PathBuf),
    /// A message about text between problems that is no problem.
    Remark(String),
    End,
    /// A message about an input that cannot be read. Reading continues with the next input.
    Trouble(String),
}

impl InputItem {
    /// Returns the approximate size of the item in bytes.
    pub fn size(&self) -> usize {
        match self {
            InputItem::Problem(entry) => entry.source.text.len(),
            InputItem::Begin(text) | InputItem::Remark(text) | InputItem::Trouble(text) => text.len(),
            InputItem::Protocol(_) | InputItem::End => 0,
        }
    }
}

/// The part of the input that an interrupted run has not begun.
#[derive(Clone, Copy, Default)]
pub struct RemainingInput {
    pub problems: usize,
    /// Whether any item of the input was not processed, even if it is only the end of a file.
    is_any: bool,
    /// Whether the input was not read to its end, so that more items may be left than were counted.
    pub is_open: bool,
}

impl RemainingInput {
    pub fn add(&mut self, item: &InputItem) {
        self.is_any = true;
        self.problems += usize::from(matches!(item, InputItem::Problem(_)));
    }

    pub fn is_any(&self) -> bool {
        self.is_any || self.is_open
    }

    /// Returns how many problems were not begun, as text for messages (`3 not begun`). Returns `None` if all were
    /// begun.
    pub fn not_begun(&self) -> Option<String> {
        match self {
            RemainingInput { problems: 0, is_open: false, .. } => None,
            RemainingInput { problems: 0, .. } => Some("interrupted while reading".to_string()),
            RemainingInput { problems, is_open: false, .. } => Some(format!("{problems} not begun")),
            RemainingInput { problems, is_open: true, .. } => Some(format!("at least {problems} not begun")),
        }
    }
}

/// Iterator over the items of the input of a run.
pub struct InputFeed {
    files: Walk,
    /// The format of all files, if `--from` sets it.
    from: Option<Format>,
    reader: Option<(String, ProblemReader<Box<dyn BufRead + Send>>)>,
    /// Whether a problem has been found in the current file. If there is none, an error is reported.
    found: bool,
    next: Option<InputItem>,
}

impl InputFeed {
    pub fn files(names: &[String], from: Option<Format>) -> InputFeed {
        InputFeed { files: Walk::new(names), from, reader: None, found: false, next: None }
    }

    /// Returns a feed with a single problem that is in no file but was typed as an argument.
    pub fn typed(entry: Entry) -> InputFeed {
        InputFeed { next: Some(InputItem::Problem(Box::new(entry))), ..InputFeed::files(&[], None) }
    }

    /// Returns the place of the last problem in its file, or `None` if reading cannot be continued there.
    pub fn place(&self) -> Option<FilePosition> {
        self.reader.as_ref().and_then(|(_, reader)| reader.place())
    }

    fn read(&mut self) -> Option<InputItem> {
        if let Some((name, reader)) = &mut self.reader {
            let trouble = match reader.next_entry() {
                Ok(Some(entry)) if entry.is_remark() => {
                    let text = entry.diagnostics.iter().map(|diagnostic| diagnostic.render(&entry.source));
                    return Some(InputItem::Remark(text.collect()));
                }
                Ok(Some(entry)) => {
                    self.found = true;
                    return Some(InputItem::Problem(Box::new(entry)));
                }
                Ok(None) if self.found => None,
                Ok(None) => {
                    let what = if name == "-" { "standard input".to_string() } else { format!("{name}: the file") };
                    let is_empty = reader.is_at_beginning();
                    Some(format!("{what} {}", if is_empty { "is empty" } else { "contains no problem" }))
                }
                Err(error) => Some(format!("{name}: {error}")),
            };
            self.reader = None;
            let Some(message) = trouble else { return Some(InputItem::End) };
            self.next = Some(InputItem::End);
            return Some(InputItem::Trouble(message));
        }
        let opened = self.files.next()?.and_then(|name| match open(&name, self.from) {
            Ok(reader) => Ok((name, reader)),
            Err(error) => Err(format!("{name}: {error}")),
        });
        Some(match opened {
            Ok((name, reader)) => {
                self.reader = Some((name.clone(), reader));
                self.found = false;
                InputItem::Begin(name)
            }
            Err(message) => InputItem::Trouble(message),
        })
    }
}

impl Iterator for InputFeed {
    type Item = InputItem;

    fn next(&mut self) -> Option<InputItem> {
        self.next.take().or_else(|| self.read())
    }
}

/// Opens a file of problems; `-` is standard input. If `from` is `None`, the name or the content of the file determines
/// its format.
pub fn open(name: &str, from: Option<Format>) -> io::Result<ProblemReader<Box<dyn BufRead + Send>>> {
    if name == "-" {
        if io::stdin().is_terminal() {
            complain("Reading problems from standard input; end it with Ctrl-D.\n");
        }
        return Ok(ProblemReader::of("<stdin>", Box::new(BufReader::new(io::stdin())), from));
    }
    let format = from.or_else(|| Format::of_file(name.as_ref()));
    Ok(ProblemReader::of(name, Box::new(BufReader::with_capacity(1 << 16, File::open(name)?)), format))
}

/// Like [`open`], but if `place` is given, reading begins at this place of the file, which is in the line format.
pub fn open_at(
    name: &str,
    from: Option<Format>,
    place: Option<FilePosition>,
) -> io::Result<ProblemReader<Box<dyn BufRead + Send>>> {
    let Some(place) = place else { return open(name, from) };
    let mut file = File::open(name)?;
    file.seek(SeekFrom::Start(place.bytes))?;
    Ok(ProblemReader::from(name, Box::new(BufReader::with_capacity(1 << 16, file)), place))
}
