//! What the units of a problem that is cut have proved so far: a file for each beside its results, to which it appends and
//! which the others read while they work.
//!
//! Nothing depends on these files but time. A unit works without them; of a file that is not whole, what is whole is read. A
//! unit that has begun with a first move, its own or another's, owes what is to be told of it, and so does a later run: it
//! finds that in its own file. So nobody waits for anybody. Where that file has been lost, `merge` looks at the first moves that
//! are in no results.

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

/// What is proved is written, and the files of others are read, so often: at first, and after hours. Between the two it is
/// this part of the time that the unit has worked.
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
const PAUSE: u32 = 64;
/// When so many facts have been written, only those that took twice the work are written from then on.
const MANY: usize = 1 << 16;
/// A file is read in pieces of so many bytes.
const PIECE: usize = RECORD << 12;

pub struct FactFiles {
    /// Stands for program, plan and problem in each sum.
    start: Hash,
    /// `None` where it cannot be written.
    own: Option<File>,
    unwritten: Vec<u8>,
    written: usize,
    /// The least work that a fact took.
    smallest: u8,
    /// Facts that took no more work than this are not written.
    least: u8,
    /// Of all parts, with this one: what an earlier run of it has proved is read, too.
    files: Vec<PartFile>,
    /// Of this unit.
    part: usize,
    /// What this unit has begun to look at, earlier runs of it included, and what others have.
    own_moves: HashSet<FirstMoveId>,
    other_moves: HashSet<FirstMoveId>,
    /// Read and not yet asked for, by table.
    read: HashMap<u32, Vec<Fact>>,
    begun: Instant,
    /// When files were read and written last.
    last: Instant,
}

struct PartFile {
    path: PathBuf,
    offset: u64,
    is_at_work: bool,
}

impl FactFiles {
    /// Those of all units that have a part of the same problem.
    ///
    /// # Errors
    ///
    /// It cannot be said which program this is.
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

    /// What is to be told of this first move comes in the results of this unit, should it be killed now: of a later run.
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

    /// All that the unit had to do is done.
    pub fn end(&mut self) {
        self.tell(Record::Ended);
        self.write();
    }

    /// The unit of this part has begun and not ended, as far as is known.
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

    /// Facts of this table that have come since it was asked last.
    pub fn news(&mut self, table: u32) -> Vec<Fact> {
        self.exchange();
        self.read.get_mut(&table).map(mem::take).unwrap_or_default()
    }

    /// Reads and writes if it is time to.
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

    /// `is_first`: what stands in the own file is of an earlier run. Later it is what this one has written.
    fn read(&mut self, is_first: bool) {
        for i in 0..self.files.len() {
            if is_first || i + 1 != self.part {
                // What cannot be read now may be read later, or is searched here.
                let _ = self.read_file(i);
            }
        }
    }

    /// Takes what has come behind what was read before. A file is opened each time: only so a file server tells of what
    /// others have written.
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

/// Goes on behind the last whole record.
fn open_own(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().append(true).create(true).open(path)?;
    let length = file.metadata()?.len();
    file.set_len(length - length % RECORD as u64)?;
    Ok(file)
}
