//! The plan of a distributed run: the task, and which problems each unit of work solves. The file has a head line and
//! then one JSON line for each unit.

use crate::cli::args::SolveArgs;
use crate::cli::hash::Hash;
use crate::cli::output::said;
use crate::cli::task::RunTask;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The name and version of the file format.
pub const FORMAT: &str = "keymove-plan-1";

/// The head of a plan: everything that is common to all units.
#[derive(Serialize, Deserialize)]
pub struct PlanHead {
    pub format: String,
    /// The version of the program that made the plan. Other versions may produce other results or other output.
    pub version: String,
    pub units: usize,
    pub problems: usize,
    pub task: RunTask,
    /// The arguments of the command, including all options that affect the answers.
    pub work: SolveArgs,
    pub files: Vec<PlannedFile>,
}

#[derive(Serialize, Deserialize)]
pub struct PlannedFile {
    pub name: String,
    /// Whether there are recorded answers for this file, with which `merge` compares the results.
    pub answers: bool,
}

/// A unit of work: consecutive problems, or a part of one problem.
#[derive(Clone, Serialize, Deserialize)]
pub struct WorkUnit {
    pub unit: usize,
    /// The estimated time in seconds that one thread takes for the unit.
    pub cost: f64,
    pub problems: usize,
    /// A hash of the texts of all problems of the unit.
    pub hash: String,
    pub segments: Vec<Segment>,
    /// The part on which the unit works, if the unit is a part of one divided problem; otherwise `None`. The units of
    /// all parts of a problem are consecutive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
}

/// A part of a problem that is divided at its first moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The number of this part, from 1.
    pub part: usize,
    /// The number of parts of the problem.
    pub of: usize,
}

/// Consecutive problems of one file that belong to one unit.
#[derive(Clone, Serialize, Deserialize)]
pub struct Segment {
    /// Index into [`PlanHead::files`], or `None` for a position typed as an argument.
    pub file: Option<usize>,
    /// The number of the first problem of the segment in its file, from 1.
    pub index: usize,
    /// The line of the first problem of the segment, from 1.
    pub line: usize,
    /// The offset in the file at which the first problem of the segment begins, or `None` if reading must begin at the
    /// beginning of the file.
    pub bytes: Option<u64>,
    pub problems: usize,
    /// Whether the segment includes the first problem of the file.
    pub begins: bool,
    /// Whether the segment includes the last problem of the file.
    pub ends: bool,
}

pub struct Plan {
    pub head: PlanHead,
    pub units: Vec<WorkUnit>,
    /// A hash of the whole plan. Result files contain it, so that they cannot be taken for results of another plan.
    pub identity: String,
}

/// Whether all parts of each divided problem are present, in consecutive units.
fn parts_are_whole(units: &[WorkUnit]) -> bool {
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
    /// Reads a plan from its file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is no plan, or belongs to another version of the program.
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
        let head = serde_json::from_str(&line).ok().filter(|head: &PlanHead| head.format == FORMAT);
        let head = head.ok_or_else(|| wrong("this is not a plan of Keymove"))?;
        if head.version != env!("CARGO_PKG_VERSION") {
            let (theirs, ours) = (&head.version, env!("CARGO_PKG_VERSION"));
            return Err(wrong(&format!(
                "the plan was made by keymove {theirs}, but this is keymove {ours}; make the plan again, or use that \
                 version"
            )));
        }
        let mut units = Vec::with_capacity(head.units);
        while next(&mut line)? {
            let unit: WorkUnit = serde_json::from_str(&line).map_err(|_| wrong("the plan is incomplete"))?;
            units.push(unit);
        }
        let is_counted = units.iter().enumerate().all(|(i, unit)| unit.unit == i + 1);
        if units.len() != head.units || !is_counted || !parts_are_whole(&units) {
            return Err(wrong("the plan is incomplete"));
        }
        Ok(Plan { head, units, identity: hash.digits() })
    }

    /// Returns the names of the files of problems that have recorded answers.
    pub fn files_with_answers(&self) -> Vec<String> {
        self.head.files.iter().filter(|file| file.answers).map(|file| file.name.clone()).collect()
    }

    /// Returns the file of a segment, or `None` if it is a position typed as an argument.
    pub fn name(&self, segment: &Segment) -> Option<&PlannedFile> {
        self.head.files.get(segment.file?)
    }
}
