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
        if units.len() != head.units || units.iter().enumerate().any(|(i, unit)| unit.unit != i + 1) {
            return Err(wrong("is not a whole plan"));
        }
        Ok(Plan { head, units, identity: hash.digits() })
    }

    /// The name of the file that a segment is of.
    pub fn name(&self, segment: &Segment) -> Option<&PlannedFile> {
        self.head.files.get(segment.file?)
    }
}
