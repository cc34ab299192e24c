//! The problems of all files and folders that were named, one after the other, in bounded memory.

use super::inputs::open;
use super::walk::Walk;
use crate::input::{Entry, Reader};
use std::io::BufRead;

/// What comes next.
pub enum Item {
    /// The problems of this file follow.
    Begin(String),
    Problem(Box<Entry>),
    /// Something is said about what stands between problems.
    Remark(String),
    End,
    /// Something named cannot be read; the rest can.
    Trouble(String),
}

impl Item {
    /// Bytes of text that it holds, roughly.
    pub fn size(&self) -> usize {
        match self {
            Item::Problem(entry) => entry.source.text.len(),
            Item::Begin(text) | Item::Remark(text) | Item::Trouble(text) => text.len(),
            Item::End => 0,
        }
    }
}

pub struct Feed {
    files: Walk,
    reader: Option<(String, Reader<Box<dyn BufRead + Send>>)>,
    /// A problem has been found in the file being read.
    found: bool,
    next: Option<Item>,
}

impl Feed {
    pub fn files(names: &[String]) -> Feed {
        Feed { files: Walk::new(names), reader: None, found: false, next: None }
    }

    /// A single problem that stands in no file.
    pub fn typed(entry: Entry) -> Feed {
        Feed { next: Some(Item::Problem(Box::new(entry))), ..Feed::files(&[]) }
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
                Ok(None) => Some(format!("{name}: there is no problem in it")),
                Err(error) => Some(format!("{name}: {error}")),
            };
            self.reader = None;
            let Some(message) = trouble else { return Some(Item::End) };
            self.next = Some(Item::End);
            return Some(Item::Trouble(message));
        }
        let opened = self.files.next()?.and_then(|name| match open(&name) {
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
