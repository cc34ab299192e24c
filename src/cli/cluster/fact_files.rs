//! Shared facts: what the units of a divided problem have proved until now. Each unit appends to a file beside its
//! results and reads the files of the others while it works.
//!
//! Only the running time depends on these files, and a unit works without them. If a file is incomplete, its complete
//! records are read.
//!
//! When a unit begins a first move, its own or that of another unit, it records this and must deliver the result. A
//! later run of the unit finds the record in its own file and must do so, too. So no unit waits for another. If that
//! file is lost, `merge` solves the first moves that are in no results.

use super::fact_records::{RECORD, Record, add_program, magnitude};
use super::plan::{Plan, Unit};
use super::results::place;
use crate::cli::hash::Hash;
use crate::solve::{Fact, FirstMoveId};
use hashbrown::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The interval at which facts are written and the files of others are read. It is 1/[`PAUSE`] of the elapsed time of
/// the unit, within these bounds.
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
const PAUSE: u32 = 64;
/// After each such number of written facts, the least work of a fact that is written is raised by a factor of at
/// least two.
const MANY: usize = 1 << 16;
/// The size of the blocks in which a file is read, in bytes.
const PIECE: usize = RECORD << 12;

pub struct FactFiles {
    /// The initial value of the checksums, which identifies program, plan and problem.
    start: Hash,
    /// The file of this unit, or `None` if it cannot be written.
    own: Option<File>,
    unwritten: Vec<u8>,
    written: usize,
    /// The least work of the written facts.
    smallest: u8,
    /// Facts that took at most this work are not written.
    least: u8,
    /// The files of all parts, including this one, in which an earlier run may have left facts.
    files: Vec<PartFile>,
    /// The part of this unit.
    part: usize,
    /// The first moves that this unit has begun, in this run or an earlier one, and those that other units have
    /// begun.
    own_moves: HashSet<FirstMoveId>,
    other_moves: HashSet<FirstMoveId>,
    /// Facts that were read and not yet requested, by table.
    read: HashMap<u32, Vec<Fact>>,
    begun: Instant,
    /// The time of the latest exchange.
    last: Instant,
}

struct PartFile {
    path: PathBuf,
    offset: u64,
    is_at_work: bool,
}

impl FactFiles {
    /// Opens the files of all units that work on parts of the same problem.
    ///
    /// # Errors
    ///
    /// The program cannot read its own executable file, which identifies it.
    pub fn open(folder: &Path, plan: &Plan, unit: &Unit) -> io::Result<FactFiles> {
        let (part, of) = unit.part.map_or((1, 1), |part| (part.part, part.of));
        let file_of = |part: usize| place(folder, part, false).with_extension("facts");
        let first = unit.unit + 1 - part;
        let part_file = |unit| PartFile { path: file_of(unit), offset: 0, is_at_work: false };
        let mut start = Hash::default();
        add_program(&mut start)?;
        start.add(plan.identity.as_bytes());
        start.add(unit.hash.as_bytes());
        start.add(&first.to_le_bytes());
        let mut files = FactFiles {
            start,
            own: open_own(&file_of(unit.unit)).ok(),
            unwritten: Vec::new(),
            written: 0,
            smallest: u8::MAX,
            least: 0,
            files: (first..first + of).map(part_file).collect(),
            part,
            own_moves: HashSet::new(),
            other_moves: HashSet::new(),
            read: HashMap::new(),
            begun: Instant::now(),
            last: Instant::now(),
        };
        files.read(true);
        files.tell(Record::AtWork);
        files.write();
        Ok(files)
    }

    fn tell(&mut self, record: Record) {
        if self.own.is_some() {
            self.unwritten.extend(record.sealed(self.start));
        }
    }

    /// Records that this unit delivers the result of the first move. If it is killed, its next run delivers it.
    pub fn begins(&mut self, first: FirstMoveId) {
        if self.own_moves.insert(first) {
            self.tell(Record::Begun(first));
        }
    }

    pub fn is_begun_here(&self, first: FirstMoveId) -> bool {
        self.own_moves.contains(&first)
    }

    pub fn is_begun_elsewhere(&self, first: FirstMoveId) -> bool {
        self.other_moves.contains(&first)
    }

    /// Records that the unit has finished its work.
    pub fn end(&mut self) {
        self.tell(Record::Ended);
        self.write();
    }

    /// Whether the unit of this part is known to have begun and not known to have ended.
    pub fn is_at_work(&self, part: usize) -> bool {
        self.files.get(part - 1).is_some_and(|file| file.is_at_work)
    }

    pub fn add(&mut self, fact: &Fact) {
        let work = magnitude(fact.nodes);
        if work <= self.least || self.own.is_none() {
            return;
        }
        self.smallest = self.smallest.min(work);
        self.tell(Record::Fact(*fact));
        self.written += 1;
        if self.written.is_multiple_of(MANY) {
            self.least = self.smallest.max(self.least + 1);
        }
    }

    /// Returns the facts of this table that have arrived since the previous call.
    pub fn news(&mut self, table: u32) -> Vec<Fact> {
        self.exchange();
        self.read.get_mut(&table).map(mem::take).unwrap_or_default()
    }

    /// Reads and writes the files if the interval has passed.
    pub fn exchange(&mut self) {
        let pause = (self.begun.elapsed() / PAUSE).clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
        if self.last.elapsed() >= pause {
            self.write();
            self.read(false);
            self.last = Instant::now();
        }
    }

    fn write(&mut self) {
        let unwritten = mem::take(&mut self.unwritten);
        if let Some(own) = &mut self.own
            && own.write_all(&unwritten).is_err()
        {
            self.own = None;
        }
    }

    /// Reads the files of the other parts. With `is_first`, also reads the file of this part, which then contains
    /// only facts of earlier runs.
    fn read(&mut self, is_first: bool) {
        for i in 0..self.files.len() {
            if is_first || i + 1 != self.part {
                // A file that cannot be read now may be read later. Without its facts, this unit searches itself.
                let _ = self.read_file(i);
            }
        }
    }

    /// Reads the records appended since the previous read. The file is opened each time, since only then a file
    /// server shows what others have written.
    fn read_file(&mut self, i: usize) -> io::Result<()> {
        let mut file = File::open(&self.files[i].path)?;
        if file.metadata()?.len() < self.files[i].offset + RECORD as u64 {
            return Ok(());
        }
        file.seek(SeekFrom::Start(self.files[i].offset))?;
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            Read::by_ref(&mut file).take(PIECE as u64).read_to_end(&mut bytes)?;
            let (records, _) = bytes.as_chunks::<RECORD>();
            for record in records {
                if let Some(record) = Record::unsealed(record, self.start) {
                    self.hear(i + 1, record);
                }
            }
            self.files[i].offset += (records.len() * RECORD) as u64;
            if bytes.len() < PIECE {
                return Ok(());
            }
        }
    }

    fn hear(&mut self, part: usize, record: Record) {
        match record {
            Record::Fact(fact) => self.read.entry(fact.table).or_default().push(fact),
            Record::Begun(first) if part == self.part => {
                self.own_moves.insert(first);
            }
            Record::Begun(first) => {
                self.other_moves.insert(first);
            }
            Record::AtWork => self.files[part - 1].is_at_work = true,
            Record::Ended => self.files[part - 1].is_at_work = false,
        }
    }
}

/// Opens the file for appending after the last complete record.
fn open_own(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().append(true).create(true).open(path)?;
    let length = file.metadata()?.len();
    file.set_len(length - length % RECORD as u64)?;
    Ok(file)
}
