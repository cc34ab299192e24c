//! Shared facts: what the units of a divided problem have proved about positions. While a unit works, it appends its
//! facts to a file beside its results, and reads the files of the other units.
//!
//! These files affect only the running time. A unit also works without them, and reads the complete records of an
//! incomplete file.
//!
//! When a unit begins a first move (its own, or one of another unit that it helps), it records this in its file. From
//! then on it has to deliver the result of this move, and so has a later run of the unit, which reads the record. So no
//! unit waits for another. If the file is lost, `merge` solves the first moves that no result file contains.

use super::fact_records::{FactRecord, RECORD, add_program, magnitude};
use super::plan::{Plan, WorkUnit};
use super::results::place;
use crate::cli::hash::Hash;
use crate::solve::{Fact, FirstMoveId};
use hashbrown::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Shortest interval at which a unit writes its facts and reads the files of other units. The interval grows with the
/// time that the unit has worked: it is 1/[`PAUSE`] of this time, but at least this long and at most [`LONGEST_PAUSE`].
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
const PAUSE: u32 = 64;
/// Number of written facts after which only facts that took more work are written. Each time, the least work of a fact
/// to be written at least doubles.
const MANY: usize = 1 << 16;
/// Size in bytes of the blocks in which a file of facts is read: a multiple of the length of a record.
const PIECE: usize = RECORD << 12;

pub struct FactFiles {
    /// The hash of the program, the plan and the problem. The checksum of a record is a hash of this and of the
    /// record's bytes.
    start: Hash,
    /// The file of facts of this unit, or `None` if it cannot be written.
    own: Option<File>,
    unwritten: Vec<u8>,
    written: usize,
    /// The least work that a written fact took, as [`magnitude`] measures it.
    smallest: u8,
    /// Facts that took at most this work, as [`magnitude`] measures it, are not written.
    least: u8,
    /// The files of all units that work on the problem, one for each part. An earlier run of this unit may have written
    /// facts to its own file.
    files: Vec<PartFile>,
    /// The number of the part on which this unit works, from 1.
    part: usize,
    /// The first moves that this unit has begun, in this run or in an earlier one.
    own_moves: HashSet<FirstMoveId>,
    /// The first moves that the other units have begun.
    other_moves: HashSet<FirstMoveId>,
    /// Facts that have been read but not yet returned by [`FactFiles::news`], by the number of their transposition
    /// table.
    read: HashMap<u32, Vec<Fact>>,
    begun: Instant,
    /// The time of the latest exchange of facts.
    last: Instant,
}

struct PartFile {
    path: PathBuf,
    offset: u64,
    is_at_work: bool,
}

impl FactFiles {
    /// Opens the files of facts of all units that work on parts of the same problem.
    ///
    /// # Errors
    ///
    /// Returns an error if the program cannot read its own executable file, which is hashed to identify the program.
    pub fn open(folder: &Path, plan: &Plan, unit: &WorkUnit) -> io::Result<FactFiles> {
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
        files.append(FactRecord::AtWork);
        files.write();
        Ok(files)
    }

    fn append(&mut self, record: FactRecord) {
        if self.own.is_some() {
            self.unwritten.extend(record.sealed(self.start));
        }
    }

    /// Records that this unit has begun the first move and will deliver its result. If the unit is killed, its next run
    /// has to deliver the result.
    pub fn begins(&mut self, first: FirstMoveId) {
        if self.own_moves.insert(first) {
            self.append(FactRecord::Begun(first));
        }
    }

    pub fn is_begun_here(&self, first: FirstMoveId) -> bool {
        self.own_moves.contains(&first)
    }

    pub fn is_begun_elsewhere(&self, first: FirstMoveId) -> bool {
        self.other_moves.contains(&first)
    }

    /// Records that this unit has finished its work.
    pub fn end(&mut self) {
        self.append(FactRecord::Ended);
        self.write();
    }

    /// Whether the unit that works on this part has recorded that it is at work, and has not recorded its end.
    pub fn is_at_work(&self, part: usize) -> bool {
        self.files.get(part - 1).is_some_and(|file| file.is_at_work)
    }

    pub fn add(&mut self, fact: &Fact) {
        let work = magnitude(fact.nodes);
        if work <= self.least || self.own.is_none() {
            return;
        }
        self.smallest = self.smallest.min(work);
        self.append(FactRecord::Fact(*fact));
        self.written += 1;
        if self.written.is_multiple_of(MANY) {
            self.least = self.smallest.max(self.least + 1);
        }
    }

    /// Returns the facts for the transposition table `table` that other units have proved and that have not been
    /// returned yet.
    pub fn news(&mut self, table: u32) -> Vec<Fact> {
        self.exchange();
        self.read.get_mut(&table).map(mem::take).unwrap_or_default()
    }

    /// Writes new facts and reads those of other units if the interval since the last exchange has passed.
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

    /// Reads the files of the other parts. If `is_first` is set, also reads the file of this part, which then contains
    /// only facts of earlier runs.
    fn read(&mut self, is_first: bool) {
        for i in 0..self.files.len() {
            if is_first || i + 1 != self.part {
                // If a file cannot be read now, it may be read later. Without its facts, this unit does the searches
                // itself.
                let _ = self.read_file(i);
            }
        }
    }

    /// Reads the records that have been appended to file `i` since it was last read. Opens the file each time;
    /// otherwise a file server might not show the data that other machines have written.
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
                if let Some(record) = FactRecord::unsealed(record, self.start) {
                    self.hear(i + 1, record);
                }
            }
            self.files[i].offset += (records.len() * RECORD) as u64;
            if bytes.len() < PIECE {
                return Ok(());
            }
        }
    }

    fn hear(&mut self, part: usize, record: FactRecord) {
        match record {
            FactRecord::Fact(fact) => self.read.entry(fact.table).or_default().push(fact),
            FactRecord::Begun(first) if part == self.part => {
                self.own_moves.insert(first);
            }
            FactRecord::Begun(first) => {
                self.other_moves.insert(first);
            }
            FactRecord::AtWork => self.files[part - 1].is_at_work = true,
            FactRecord::Ended => self.files[part - 1].is_at_work = false,
        }
    }
}

/// Opens the file of this unit for appending. Removes an incomplete last record.
fn open_own(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().append(true).create(true).open(path)?;
    let length = file.metadata()?.len();
    file.set_len(length - length % RECORD as u64)?;
    Ok(file)
}
