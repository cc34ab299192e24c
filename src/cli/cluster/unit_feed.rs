//! Reads the problems of a unit from their files.

use super::plan::{Plan, Segment, Unit};
use crate::cli::hash::Hash;
use crate::cli::inputs;
use crate::cli::problems::{Feed, Item, open_at};
use crate::exchange::Format;
use crate::input::{Entry, Place, Reader};
use std::io::{self, BufRead};
use std::vec;

/// Iterator over the input items of a unit.
pub enum UnitFeed {
    Typed(Feed),
    Files(Files),
}

/// Iterator over the items of some segments of files.
pub struct Files {
    /// The format of all files, if an argument sets it.
    from: Option<Format>,
    segments: vec::IntoIter<(String, Segment)>,
    current: Option<Current>,
}

struct Current {
    name: String,
    segment: Segment,
    /// The reader of the current segment; `None` until [`Item::Begin`] has been returned for the segment.
    reader: Option<Reader<Box<dyn BufRead + Send>>>,
    left: usize,
}

impl UnitFeed {
    /// Opens the problems of a unit.
    ///
    /// # Errors
    ///
    /// The plan is inconsistent.
    pub fn new(plan: &Plan, unit: &Unit) -> io::Result<UnitFeed> {
        if unit.segments.iter().any(|segment| segment.file.is_none()) {
            return inputs::feed(&plan.head.work.given).map(UnitFeed::Typed).map_err(io::Error::other);
        }
        let named = |segment: &Segment| Some((plan.name(segment)?.name.clone(), segment.clone()));
        let segments: Option<Vec<_>> = unit.segments.iter().map(named).collect();
        let segments = segments.ok_or_else(|| io::Error::other("the plan has a file without a name"))?;
        Ok(UnitFeed::Files(Files { from: plan.head.work.given.from, segments: segments.into_iter(), current: None }))
    }

    /// Returns an error if the problems of the unit have changed since the plan was made.
    ///
    /// # Errors
    ///
    /// The problems have changed, or cannot be read.
    pub fn is_as_planned(plan: &Plan, unit: &Unit) -> io::Result<()> {
        let (mut hash, mut problems) = (Hash::default(), 0);
        for item in UnitFeed::new(plan, unit)? {
            match item {
                Item::Problem(entry) => {
                    add(&mut hash, &entry);
                    problems += 1;
                }
                Item::Trouble(message) => return Err(io::Error::other(message)),
                Item::Begin(_) | Item::Protocol(_) | Item::Remark(_) | Item::End => {}
            }
        }
        if hash.digits() != unit.hash || problems != unit.problems {
            return Err(io::Error::other(format!(
                "unit {}: its problems have changed since the plan was made; run `keymove plan` again",
                unit.unit
            )));
        }
        Ok(())
    }
}

/// Adds the text of a problem to the hash of its unit.
pub fn add(hash: &mut Hash, entry: &Entry) {
    hash.add(entry.source.text.as_bytes());
    hash.add(b"\0");
}

impl Iterator for UnitFeed {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        match self {
            UnitFeed::Typed(feed) => feed.next(),
            UnitFeed::Files(files) => files.next(),
        }
    }
}

impl Files {
    fn next(&mut self) -> Option<Item> {
        loop {
            let Some(current) = &mut self.current else {
                let (name, segment) = self.segments.next()?;
                let left = segment.problems;
                self.current = Some(Current { name, segment, reader: None, left });
                continue;
            };
            match current.next(self.from) {
                Some(Item::End) | None => {
                    self.current = None;
                    return Some(Item::End);
                }
                Some(item @ Item::Trouble(_)) => {
                    current.left = 0;
                    self.current = None;
                    return Some(item);
                }
                item => return item,
            }
        }
    }
}

impl Current {
    fn next(&mut self, from: Option<Format>) -> Option<Item> {
        let trouble = |error: io::Error| Some(Item::Trouble(format!("{}: {error}", self.name)));
        let Some(reader) = &mut self.reader else {
            match self.segment.open(&self.name, from) {
                Ok(reader) => self.reader = Some(reader),
                Err(error) => return trouble(error),
            }
            // Also in the middle of a file, since its name decides whether answers are compared.
            return Some(Item::Begin(self.name.clone()));
        };
        if self.left == 0 && !self.segment.ends {
            return Some(Item::End);
        }
        match reader.next_entry() {
            Ok(Some(entry)) if entry.is_remark() => {
                Some(Item::Remark(entry.diagnostics.iter().map(|found| found.render(&entry.source)).collect()))
            }
            Ok(Some(entry)) if self.left > 0 => {
                self.left -= 1;
                Some(Item::Problem(Box::new(entry)))
            }
            Ok(None) if self.left == 0 => Some(Item::End),
            Ok(_) => {
                trouble(io::Error::other("the file has changed since the plan was made; run `keymove plan` again"))
            }
            Err(error) => trouble(error),
        }
    }
}

impl Segment {
    /// Opens a file of problems for reading from the first problem of the segment.
    fn open(&self, name: &str, from: Option<Format>) -> io::Result<Reader<Box<dyn BufRead + Send>>> {
        let place = self.bytes.map(|bytes| Place { bytes, line: self.line, index: self.index });
        let mut reader = open_at(name, from, place)?;
        let mut before = if self.bytes.is_some() { 0 } else { self.index - 1 };
        while before > 0 {
            match reader.next_entry()? {
                Some(entry) if entry.is_remark() => {}
                Some(_) => before -= 1,
                None => {
                    return Err(io::Error::other(
                        "the file has changed since the plan was made; run `keymove plan` again",
                    ));
                }
            }
        }
        Ok(reader)
    }
}
