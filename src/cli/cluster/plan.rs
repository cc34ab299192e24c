//! A plan: what is to be done, and which problems each unit of work has. A head and then a line of JSON for each unit.

use crate::cli::args::Work;
use crate::cli::hash::Hash;
use crate::cli::output::said;
use crate::cli::task::Task;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The name and version of the format.
pub const FORMAT: &str = "keymove-plan-1";

/// What holds for all units.
#[derive(Serialize, Deserialize)]
pub struct Head {
    pub format: String,
    /// Of the program: another one may find something else, or tell it otherwise.
    pub version: String,
    pub units: usize,
    pub problems: usize,
    pub task: Task,
    /// What was typed, with all options on which the answers depend.
    pub work: Work,
    pub files: Vec<PlannedFile>,
}

#[derive(Serialize, Deserialize)]
pub struct PlannedFile {
    pub name: String,
    /// Answers are recorded beside it, and are to be compared.
    pub answers: bool,
}

/// A unit of work: problems that follow one another.
#[derive(Clone, Serialize, Deserialize)]
pub struct Unit {
    /// Counted from 1.
    pub unit: usize,
    /// Estimated, in seconds of one thread.
    pub cost: f64,
    pub problems: usize,
    /// Of the texts of all its problems.
    pub hash: String,
    pub segments: Vec<Segment>,
    /// Its only problem is cut, and this is the part that the unit has of it. The units of all parts follow one another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
}

/// A part of a problem that is cut at its first moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// Counted from 1.
    pub part: usize,
    pub of: usize,
}

/// Problems of one file that follow one another.
#[derive(Clone, Serialize, Deserialize)]
pub struct Segment {
    /// Among the files of the plan, from 0; none for a position that was typed.
    pub file: Option<usize>,
    /// Of its first problem in the file, from 1.
    pub index: usize,
    pub line: usize,
    /// Reading may begin behind so many bytes of the file.
    pub bytes: Option<u64>,
    pub problems: usize,
    /// The first problem of the file is among them, and the last one.
    pub begins: bool,
    pub ends: bool,
}

pub struct Plan {
    pub head: Head,
    pub units: Vec<Unit>,
    /// Stands for the whole plan.
    pub identity: String,
}

/// All parts of a problem stand beside each other.
fn parts_are_whole(units: &[Unit]) -> bool {
    let mut units = units.iter();
    while let Some(unit) = units.next() {
        let of = unit.part.map_or(1, |part| part.of);
        let first = Part { part: 1, of };
        let others_follow = (2..=of).all(|part| {
            units.next().is_some_and(|next| next.part == Some(Part { part, of }) && next.hash == unit.hash)
        });
        if unit.part.is_some_and(|part| part != first) || !others_follow {
            return false;
        }
    }
    true
}

impl Plan {
    /// # Errors
    ///
    /// The file cannot be read, is no plan, or one of another version of the program.
    pub fn read(path: &Path) -> io::Result<Plan> {
        let wrong = |what: &str| said(path, io::Error::other(what.to_string()));
        let mut file = BufReader::new(File::open(path).map_err(|error| said(path, error))?);
        let (mut line, mut hash) = (String::new(), Hash::default());
        let mut next = |line: &mut String| {
            line.clear();
            let length = file.read_line(line).map_err(|error| said(path, error))?;
            hash.add(line.as_bytes());
            Ok::<bool, io::Error>(length > 0)
        };
        next(&mut line)?;
        let head = serde_json::from_str(&line).ok().filter(|head: &Head| head.format == FORMAT);
        let head = head.ok_or_else(|| wrong("is not a plan of keymove"))?;
        if head.version != env!("CARGO_PKG_VERSION") {
            let (theirs, ours) = (&head.version, env!("CARGO_PKG_VERSION"));
            return Err(wrong(&format!("was made by keymove {theirs}; this is keymove {ours}")));
        }
        let mut units = Vec::with_capacity(head.units);
        while next(&mut line)? {
            let unit: Unit = serde_json::from_str(&line).map_err(|_| wrong("is not a whole plan"))?;
            units.push(unit);
        }
        let is_counted = units.iter().enumerate().all(|(i, unit)| unit.unit == i + 1);
        if units.len() != head.units || !is_counted || !parts_are_whole(&units) {
            return Err(wrong("is not a whole plan"));
        }
        Ok(Plan { head, units, identity: hash.digits() })
    }

    /// The files whose recorded answers are to be compared.
    pub fn files_with_answers(&self) -> Vec<String> {
        self.head.files.iter().filter(|file| file.answers).map(|file| file.name.clone()).collect()
    }

    /// The name of the file that a segment is of.
    pub fn name(&self, segment: &Segment) -> Option<&PlannedFile> {
        self.head.files.get(segment.file?)
    }
}
