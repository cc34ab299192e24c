//! Reads the problems of a unit from their files.

use super::plan::{Plan, Segment, WorkUnit};
use crate::cli::hash::Hash;
use crate::cli::inputs;
use crate::cli::problems::{InputFeed, InputItem, open_at};
use crate::exchange::Format;
use crate::input::{Entry, FilePosition, ProblemReader};
use std::io::{self, BufRead};
use std::vec;

/// Iterator over the problems of a unit and the items around them: beginnings and ends of files, and messages.
pub enum UnitFeed {
    Typed(InputFeed),
    Files(SegmentItems),
}

/// Iterator over the items of a unit whose problems are in files.
pub struct SegmentItems {
    /// The format of all files, if `--from` sets it.
    from: Option<Format>,
    segments: vec::IntoIter<(String, Segment)>,
    current: Option<Current>,
}

struct Current {
    name: String,
    segment: Segment,
    /// The reader of the current segment; `None` until the first item of the segment, [`InputItem::Begin`], has been
    /// returned.
    reader: Option<ProblemReader<Box<dyn BufRead + Send>>>,
    left: usize,
}

impl UnitFeed {
    /// Opens the problems of a unit.
    ///
    /// # Errors
    ///
    /// Returns an error if the plan contradicts itself, for example if a segment is in a file without a name.
    pub fn new(plan: &Plan, unit: &WorkUnit) -> io::Result<UnitFeed> {
        if unit.segments.iter().any(|segment| segment.file.is_none()) {
            return inputs::feed(&plan.head.work.given).map(UnitFeed::Typed).map_err(io::Error::other);
        }
        let named = |segment: &Segment| Some((plan.name(segment)?.name.clone(), segment.clone()));
        let segments: Option<Vec<_>> = unit.segments.iter().map(named).collect();
        let segments = segments.ok_or_else(|| io::Error::other("the plan contains a file without a name"))?;
        Ok(UnitFeed::Files(SegmentItems {
            from: plan.head.work.given.from,
            segments: segments.into_iter(),
            current: None,
        }))
    }

    /// Checks that the problems of the unit are those for which the plan was made.
    ///
    /// # Errors
    ///
    /// Returns an error if the problems have changed or cannot be read.
    pub fn is_as_planned(plan: &Plan, unit: &WorkUnit) -> io::Result<()> {
        let (mut hash, mut problems) = (Hash::default(), 0);
        for item in UnitFeed::new(plan, unit)? {
            match item {
                InputItem::Problem(entry) => {
                    add(&mut hash, &entry);
                    problems += 1;
                }
                InputItem::Trouble(message) => return Err(io::Error::other(message)),
                InputItem::Begin(_) | InputItem::Protocol(_) | InputItem::Remark(_) | InputItem::End => {}
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

/// Adds the text of a problem to the hash of the unit to which it belongs.
pub fn add(hash: &mut Hash, entry: &Entry) {
    hash.add(entry.source.text.as_bytes());
    hash.add(b"\0");
}

impl Iterator for UnitFeed {
    type Item = InputItem;

    fn next(&mut self) -> Option<InputItem> {
        match self {
            UnitFeed::Typed(feed) => feed.next(),
            UnitFeed::Files(files) => files.next(),
        }
    }
}

impl SegmentItems {
    fn next(&mut self) -> Option<InputItem> {
        loop {
            let Some(current) = &mut self.current else {
                let (name, segment) = self.segments.next()?;
                let left = segment.problems;
                self.current = Some(Current { name, segment, reader: None, left });
                continue;
            };
            match current.next(self.from) {
                Some(InputItem::End) | None => {
                    self.current = None;
                    return Some(InputItem::End);
                }
                Some(item @ InputItem::Trouble(_)) => {
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
    fn next(&mut self, from: Option<Format>) -> Option<InputItem> {
        let trouble = |error: io::Error| Some(InputItem::Trouble(format!("{}: {error}", self.name)));
        let Some(reader) = &mut self.reader else {
            match self.segment.open(&self.name, from) {
                Ok(reader) => self.reader = Some(reader),
                Err(error) => return trouble(error),
            }
            // The item is also returned in the middle of a file, because the name decides whether answers are compared.
            return Some(InputItem::Begin(self.name.clone()));
        };
        if self.left == 0 && !self.segment.ends {
            return Some(InputItem::End);
        }
        match reader.next_entry() {
            Ok(Some(entry)) if entry.is_remark() => {
                Some(InputItem::Remark(entry.diagnostics.iter().map(|found| found.render(&entry.source)).collect()))
            }
            Ok(Some(entry)) if self.left > 0 => {
                self.left -= 1;
                Some(InputItem::Problem(Box::new(entry)))
            }
            Ok(None) if self.left == 0 => Some(InputItem::End),
            Ok(_) => {
                trouble(io::Error::other("the file has changed since the plan was made; run `keymove plan` again"))
            }
            Err(error) => trouble(error),
        }
    }
}

impl Segment {
    /// Opens a file of problems, so that the first problem of the segment is read next.
    fn open(&self, name: &str, from: Option<Format>) -> io::Result<ProblemReader<Box<dyn BufRead + Send>>> {
        let place = self.bytes.map(|bytes| FilePosition { bytes, line: self.line, index: self.index });
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
