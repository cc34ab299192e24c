//! The problems of all named files and folders, one after the other, in bounded memory.

use super::status::complain;
use super::walk::Walk;
use crate::exchange::Format;
use crate::input::{Entry, Place, Reader};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Seek, SeekFrom};
use std::path::PathBuf;

/// An item of the input.
pub enum Item {
    /// Begins the problems of this file.
    Begin(String),
    Problem(Box<Entry>),
    /// The output of the following problems is also written to this file.
    Protocol(PathBuf),
    /// Messages about the text between problems.
    Remark(String),
    End,
    /// The message about an input that cannot be read. The following inputs may be readable.
    Trouble(String),
}

impl Item {
    /// Returns the approximate size of its text in bytes.
    pub fn size(&self) -> usize {
        match self {
            Item::Problem(entry) => entry.source.text.len(),
            Item::Begin(text) | Item::Remark(text) | Item::Trouble(text) => text.len(),
            Item::Protocol(_) | Item::End => 0,
        }
    }
}

/// The input that an interrupt has left.
#[derive(Clone, Copy, Default)]
pub struct Left {
    pub problems: usize,
    /// Whether anything is left, even if it is only the end of a file.
    is_any: bool,
    /// Whether more may be left that has not been read.
    pub is_open: bool,
}

impl Left {
    pub fn add(&mut self, item: &Item) {
        self.is_any = true;
        self.problems += usize::from(matches!(item, Item::Problem(_)));
    }

    pub fn is_any(&self) -> bool {
        self.is_any || self.is_open
    }

    /// Returns a phrase with the number of problems that were not begun, or `None` if there are none.
    pub fn not_begun(&self) -> Option<String> {
        match self {
            Left { problems: 0, is_open: false, .. } => None,
            Left { problems: 0, .. } => Some("interrupted while reading".to_string()),
            Left { problems, is_open: false, .. } => Some(format!("{problems} not begun")),
            Left { problems, is_open: true, .. } => Some(format!("at least {problems} not begun")),
        }
    }
}

/// Iterates over the items of a run.
pub struct Feed {
    files: Walk,
    /// The format of all files, if one was named.
    from: Option<Format>,
    reader: Option<(String, Reader<Box<dyn BufRead + Send>>)>,
    /// Whether the current file has contained a problem.
    found: bool,
    next: Option<Item>,
}

impl Feed {
    pub fn files(names: &[String], from: Option<Format>) -> Feed {
        Feed { files: Walk::new(names), from, reader: None, found: false, next: None }
    }

    /// Returns a feed of a single problem that is in no file.
    pub fn typed(entry: Entry) -> Feed {
        Feed { next: Some(Item::Problem(Box::new(entry))), ..Feed::files(&[], None) }
    }

    /// Returns the place of the latest problem, or `None` if reading cannot begin there.
    pub fn place(&self) -> Option<Place> {
        self.reader.as_ref().and_then(|(_, reader)| reader.place())
    }

    fn read(&mut self) -> Option<Item> {
        if let Some((name, reader)) = &mut self.reader {
            let trouble = match reader.next_entry() {
                Ok(Some(entry)) if entry.is_remark() => {
                    let told = entry.diagnostics.iter().map(|diagnostic| diagnostic.render(&entry.source));
                    return Some(Item::Remark(told.collect()));
                }
                Ok(Some(entry)) => {
                    self.found = true;
                    return Some(Item::Problem(Box::new(entry)));
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
            let Some(message) = trouble else { return Some(Item::End) };
            self.next = Some(Item::End);
            return Some(Item::Trouble(message));
        }
        let opened = self.files.next()?.and_then(|name| match open(&name, self.from) {
            Ok(reader) => Ok((name, reader)),
            Err(error) => Err(format!("{name}: {error}")),
        });
        Some(match opened {
            Ok((name, reader)) => {
                self.reader = Some((name.clone(), reader));
                self.found = false;
                Item::Begin(name)
            }
            Err(message) => Item::Trouble(message),
        })
    }
}

impl Iterator for Feed {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        self.next.take().or_else(|| self.read())
    }
}

/// Opens a file for reading problem by problem; `-` is standard input. Without `from`, the name or the content
/// decides the format.
pub fn open(name: &str, from: Option<Format>) -> io::Result<Reader<Box<dyn BufRead + Send>>> {
    if name == "-" {
        if io::stdin().is_terminal() {
            complain("Reading problems from standard input; end it with Ctrl-D.\n");
        }
        return Ok(Reader::of("<stdin>", Box::new(BufReader::new(io::stdin())), from));
    }
    let format = from.or_else(|| Format::of_file(name.as_ref()));
    Ok(Reader::of(name, Box::new(BufReader::with_capacity(1 << 16, File::open(name)?)), format))
}

/// Like [`open`], but begins at `place` in the middle of the file; without a place, at the beginning.
pub fn open_at(name: &str, from: Option<Format>, place: Option<Place>) -> io::Result<Reader<Box<dyn BufRead + Send>>> {
    let Some(place) = place else { return open(name, from) };
    let mut file = File::open(name)?;
    file.seek(SeekFrom::Start(place.bytes))?;
    Ok(Reader::from(name, Box::new(BufReader::with_capacity(1 << 16, file)), place))
}
