//! Judges ranges of variants on several threads.
//!
//! The numbers of the variants are divided into chunks, which the threads take in order. A chunk is only recorded as a
//! whole, so a run that is continued later has the result of each variant exactly once.

use super::space::Space;
use super::standard::{Judged, Standard, Status};
use crate::clock::Instant;
use crate::mishap;
use crate::solve::{STACK_BYTES, Session, Solver};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// A sound variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Find {
    pub number: u64,
    pub duals: usize,
}

/// The results of consecutive variants.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Chunk {
    pub from: u64,
    pub to: u64,
    /// Number of variants with each status.
    pub counts: BTreeMap<Status, u64>,
    pub finds: Vec<Find>,
    pub undecided: Vec<u64>,
    /// The number and status of each variant with a single change, for board maps.
    pub statuses: Vec<(u64, Status)>,
    /// The messages of internal errors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<String>,
}

impl Chunk {
    /// Adds the results of other variants.
    pub fn add(&mut self, other: &Chunk) {
        for (&status, &count) in &other.counts {
            *self.counts.entry(status).or_default() += count;
        }
        self.finds.extend(&other.finds);
        self.undecided.extend(&other.undecided);
        self.statuses.extend(&other.statuses);
        self.failures.extend(other.failures.iter().cloned());
    }

    /// Combines the results of all these chunks, in the order of their numbers.
    pub fn joined(chunks: &[Chunk]) -> Chunk {
        let mut all = Chunk::default();
        chunks.iter().for_each(|chunk| all.add(chunk));
        all.finds.sort_by_key(|find| find.number);
        all.undecided.sort_unstable();
        all.statuses.sort_unstable();
        all
    }

    pub fn count(&self, status: Status) -> u64 {
        self.counts.get(&status).copied().unwrap_or(0)
    }

    /// Iterates over the statuses of variants with their numbers, the best status first.
    pub fn by_status(&self) -> impl Iterator<Item = (Status, u64)> {
        let counts = Status::ALL.into_iter().rev().map(|status| (status, self.count(status)));
        counts.filter(|&(_, count)| count > 0)
    }

    /// Returns the number of variants, except those whose changes cannot be made.
    pub fn judged(&self) -> u64 {
        self.counts.iter().filter(|(status, _)| **status != Status::Impossible).map(|(_, count)| count).sum()
    }
}

/// The limits of a run.
#[derive(Clone, Debug)]
pub struct Limits {
    pub threads: usize,
    /// Time limit for each variant. A variant that exceeds it is undecided.
    pub time: Duration,
    pub total_time: Option<Duration>,
    /// Number of sound variants after which the run ends. Then all variants up to the last of these are judged, and
    /// perhaps some after it.
    pub first: Option<usize>,
    /// Another thread sets it to end the run.
    pub cancelled: Arc<AtomicBool>,
    /// Settings for each search.
    pub solver: Solver,
}

/// The progress of a run.
#[derive(Debug, Default)]
pub struct Progress {
    /// Number of variants that have been judged.
    pub done: AtomicU64,
    /// Number of sound variants that have been found.
    pub found: AtomicUsize,
}

/// Bytes of the transposition table of each thread. Variants are small problems.
pub const TABLE_BYTES: usize = 4 << 20;

/// The largest number of variants in a chunk.
const MOST_IN_CHUNK: u64 = 512;

/// The time between two checks of the clocks of the variants.
const PATIENCE: Duration = Duration::from_millis(20);

/// Judges all variants with numbers in `ranges`. Calls `finished` for each chunk, in no particular order. Returns
/// whether all variants were judged.
pub fn explore(
    space: &Space,
    standard: &Standard,
    ranges: &[Range<u64>],
    limits: &Limits,
    progress: &Progress,
    finished: &mut dyn FnMut(Chunk),
) -> bool {
    let all: u64 = ranges.iter().map(|range| range.end - range.start).sum();
    let size = (all / 256).clamp(1, MOST_IN_CHUNK);
    let run =
        Run { space, standard, limits, progress, chunks: Mutex::new(cut(ranges, size)), over: AtomicBool::new(false) };
    let threads = limits.threads.max(1);
    let slots: Vec<Slot> = (0..threads).map(|_| Slot::default()).collect();
    let begun = Instant::now();
    let mut order = InOrder { first: limits.first, next: 0, waiting: BTreeMap::new(), finds: 0 };
    let must_end = || limits.cancelled.load(Relaxed) || limits.total_time.is_some_and(|time| begun.elapsed() >= time);
    let mut take = |(index, chunk)| {
        if order.is_over_after(index, chunk, finished) {
            run.over.store(true, Relaxed);
        }
    };
    let started = thread::scope(|scope| {
        let (sender, receiver) = channel();
        let start = |slot| {
            let (sender, run) = (sender.clone(), &run);
            let work = move || run.work(run.limits.solver.clone(), slot, &mut |done| sender.send(done).is_ok());
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).is_ok()
        };
        let started = slots.iter().filter(|slot| start(*slot)).count();
        drop(sender);
        // A host without threads has no clock to wait by either.
        if started == 0 {
            return 0;
        }
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(done) => take(done),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if must_end() {
                run.over.store(true, Relaxed);
            }
            let is_over = run.over.load(Relaxed);
            slots.iter().for_each(|slot| slot.ring(limits.time, is_over));
        }
        started
    });
    if started == 0 {
        // The host has no threads: this one judges, and the search looks at the clock itself.
        let solver = Solver { time: Some(limits.time), ..limits.solver.clone() };
        run.work(solver, &slots[0], &mut |done| {
            take(done);
            if must_end() {
                run.over.store(true, Relaxed);
            }
            true
        });
    }
    let is_complete = !run.over.load(Relaxed);
    order.rest(finished);
    is_complete
}

/// Divides ranges into chunks of at most `size` numbers. Returns each chunk with its index.
fn cut(ranges: &[Range<u64>], size: u64) -> Vec<(usize, Range<u64>)> {
    let pieces = ranges.iter().flat_map(|range| {
        let starts = (range.start..range.end).step_by(size as usize);
        starts.map(|from| from..(from + size).min(range.end))
    });
    let mut pieces: Vec<(usize, Range<u64>)> = pieces.enumerate().collect();
    pieces.reverse();
    pieces
}

struct Run<'a> {
    space: &'a Space,
    standard: &'a Standard,
    limits: &'a Limits,
    progress: &'a Progress,
    /// The chunks that no thread has taken, each with its index, in reverse order.
    chunks: Mutex<Vec<(usize, Range<u64>)>>,
    over: AtomicBool,
}

/// The variant that a thread is judging: the time when it was begun, and the switch that ends its search.
#[derive(Default)]
struct Slot(Mutex<Option<(Instant, Arc<AtomicBool>)>>);

impl Slot {
    fn get(&self) -> MutexGuard<'_, Option<(Instant, Arc<AtomicBool>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the next variant's beginning, and returns the switch that ends its search.
    fn begin(&self) -> Arc<AtomicBool> {
        let switch = Arc::<AtomicBool>::default();
        *self.get() = Some((Instant::now(), switch.clone()));
        switch
    }

    /// Ends the search of the variant that the thread is judging if it has taken longer than `time`, or if the run is
    /// over.
    fn ring(&self, time: Duration, is_over: bool) {
        if let Some((since, switch)) = &*self.get()
            && (is_over || since.elapsed() >= time)
        {
            switch.store(true, Relaxed);
        }
    }
}

impl Run<'_> {
    fn next(&self) -> Option<(usize, Range<u64>)> {
        let mut chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        if self.over.load(Relaxed) { None } else { chunks.pop() }
    }

    /// Judges chunks until none is left or the run is over. Passes each to `done`, which returns whether to go on.
    fn work(&self, solver: Solver, slot: &Slot, done: &mut dyn FnMut((usize, Chunk)) -> bool) {
        let mut session = Session::new(solver);
        while let Some((index, range)) = self.next() {
            let mut chunk = Chunk { from: range.start, to: range.start, ..Chunk::default() };
            for number in range {
                let judged = self.one(number, &mut session, slot, &mut chunk);
                // The run ended while this variant was searched, so it has not been judged.
                if self.over.load(Relaxed) && judged.status == Status::Undecided {
                    break;
                }
                self.add(number, judged, &mut chunk);
            }
            if chunk.to > chunk.from && !done((index, chunk)) {
                return;
            }
        }
    }

    fn one(&self, number: u64, session: &mut Session, slot: &Slot, chunk: &mut Chunk) -> Judged {
        let switch = slot.begin();
        let judge = || match self.space.variant(number) {
            Some(variant) => self.standard.judge(session, &variant, &switch),
            None => Status::Impossible.into(),
        };
        mishap::caught(judge).unwrap_or_else(|panic| {
            chunk.failures.push(format!("variant {number}: {}", mishap::message(&*panic)));
            Status::Failed.into()
        })
    }

    fn add(&self, number: u64, judged: Judged, chunk: &mut Chunk) {
        chunk.to = number + 1;
        *chunk.counts.entry(judged.status).or_default() += 1;
        match judged.status {
            Status::Sound => chunk.finds.push(Find { number, duals: judged.duals }),
            Status::Undecided => chunk.undecided.push(number),
            _ => {}
        }
        if self.space.has_one_task() && number < self.space.with_one_change() {
            chunk.statuses.push((number, judged.status));
        }
        self.progress.done.fetch_add(1, Relaxed);
        self.progress.found.fetch_add(usize::from(judged.status == Status::Sound), Relaxed);
    }
}

/// Passes chunks on to a function. If only the first sound variants are wanted, passes the chunks on in the order of
/// their numbers, and drops the chunks after the last wanted variant.
struct InOrder {
    first: Option<usize>,
    next: usize,
    waiting: BTreeMap<usize, Chunk>,
    finds: usize,
}

impl InOrder {
    /// Takes a chunk. Returns whether enough sound variants have been found.
    fn is_over_after(&mut self, index: usize, chunk: Chunk, finished: &mut dyn FnMut(Chunk)) -> bool {
        let Some(first) = self.first else {
            finished(chunk);
            return false;
        };
        self.waiting.insert(index, chunk);
        while self.finds < first
            && let Some(chunk) = self.waiting.remove(&self.next)
        {
            self.finds += chunk.finds.len();
            self.next += 1;
            finished(chunk);
        }
        self.finds >= first
    }

    /// Passes on the waiting chunks. Called at the end of a run that was ended before all earlier chunks were finished.
    fn rest(&mut self, finished: &mut dyn FnMut(Chunk)) {
        let Some(first) = self.first else { return };
        if self.finds < first {
            std::mem::take(&mut self.waiting).into_values().for_each(finished);
        }
    }
}
