//! The result file of a unit: a head, one JSON line for each result in the order of the input, and a seal. The seal
//! counts and hashes the lines before it, and so proves that the file is complete.

use super::plan::Plan;
use crate::cli::hash::Hash;
use crate::cli::outcome::Done;
use crate::solution::{Cut, KeptNode};
use crate::solve::FirstMoveId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The name and version of the file format.
pub const FORMAT: &str = "keymove-results-1";

#[derive(Serialize, Deserialize, PartialEq, Eq)]
pub struct ResultHead {
    pub format: String,
    /// The identity of the plan to which the results belong.
    pub plan: String,
    pub unit: usize,
}

impl ResultHead {
    pub fn new(plan: &Plan, unit: usize) -> ResultHead {
        ResultHead { format: FORMAT.to_string(), plan: plan.identity.clone(), unit }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResultLine {
    Problem(Box<Done>),
    Remark(String),
    /// The play after a first move of a divided problem.
    Move(MoveResult),
    /// The totals (time, positions, limits) of a unit that works on one part of a divided problem.
    Part(PartEnd),
    Seal(Seal),
}

#[derive(Serialize, Deserialize)]
pub struct MoveResult {
    pub first: FirstMoveId,
    pub nodes: Vec<KeptNode>,
    /// Whether all play after the first move was found: no limit has cut the search.
    pub is_all: bool,
}

#[derive(Serialize, Deserialize)]
pub struct PartEnd {
    pub seconds: f64,
    pub nodes: u64,
    /// For each twin, the limit that has cut its search, or `None` if none has.
    pub cuts: Vec<Option<Cut>>,
    /// The panic message if solving the problem panicked, otherwise `None`.
    pub failed: Option<String>,
}

/// The seal, which is the last line of a complete file.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
pub struct Seal {
    /// The number of lines before the seal, including the head.
    pub lines: usize,
    /// The hash of the bytes of these lines.
    pub hash: String,
}

/// The reason why a file does not have the complete results of a unit of the plan.
#[derive(Debug)]
pub enum ResultFault {
    /// The file is incomplete, or its bytes have changed since it was written.
    Torn,
    /// The file belongs to another plan, or is no result file.
    Foreign,
    Unreadable(io::Error),
}

impl fmt::Display for ResultFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultFault::Torn => f.write_str("torn: the file is incomplete or was changed"),
            ResultFault::Foreign => f.write_str("foreign: the file is not a result of this plan"),
            ResultFault::Unreadable(error) => write!(f, "{error}"),
        }
    }
}

/// Returns the path of the result file of a unit. If `part` is set, returns the path of the temporary file in which the
/// results are until they are complete.
pub fn place(folder: &Path, unit: usize, part: bool) -> PathBuf {
    folder.join(format!("unit-{unit:06}.{}", if part { "part" } else { "jsonl" }))
}

/// Reads a result file line by line.
pub struct ResultLines {
    file: BufReader<File>,
    pub line: Vec<u8>,
    pub count: usize,
    /// The hash of all lines before the current one.
    pub hash: Hash,
}

impl ResultLines {
    pub fn open(path: &Path) -> io::Result<ResultLines> {
        let file = BufReader::with_capacity(1 << 16, File::open(path)?);
        Ok(ResultLines { file, line: Vec::new(), count: 0, hash: Hash::default() })
    }

    /// Reads the next line. Returns `false` at the end of the file or if the last line is incomplete.
    pub fn advance(&mut self) -> io::Result<bool> {
        self.hash.add(&self.line);
        self.line.clear();
        self.file.read_until(b'\n', &mut self.line)?;
        let is_whole = self.line.last() == Some(&b'\n');
        self.count += usize::from(is_whole);
        Ok(is_whole)
    }

    /// Parses the current line.
    pub fn read(&self) -> Option<ResultLine> {
        serde_json::from_slice(&self.line).ok()
    }
}

/// Checks a whole result file, and returns the number of the unit to which it belongs.
pub fn unit_of(path: &Path, plan: &Plan) -> Result<usize, ResultFault> {
    let mut lines = ResultLines::open(path).map_err(ResultFault::Unreadable)?;
    if !lines.advance().map_err(ResultFault::Unreadable)? {
        return Err(ResultFault::Torn);
    }
    let head: ResultHead = serde_json::from_slice(&lines.line).map_err(|_| ResultFault::Foreign)?;
    let is_of_plan = head.format == FORMAT && head.plan == plan.identity && (1..=plan.units.len()).contains(&head.unit);
    if !is_of_plan {
        return Err(ResultFault::Foreign);
    }
    while lines.advance().map_err(ResultFault::Unreadable)? {
        if !lines.line.starts_with(b"{\"seal\":") {
            continue;
        }
        let Some(ResultLine::Seal(seal)) = lines.read() else { return Err(ResultFault::Torn) };
        let expected = Seal { lines: lines.count - 1, hash: lines.hash.digits() };
        let is_last = !lines.advance().map_err(ResultFault::Unreadable)? && lines.line.is_empty();
        return if seal == expected && is_last { Ok(head.unit) } else { Err(ResultFault::Torn) };
    }
    Err(ResultFault::Torn)
}
