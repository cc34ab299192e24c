//! What may end a search early: time, memory, a user's interrupt. What was cut is undecided, never a fact.

use crate::clock::{Clock, Instant};
use crate::pool::Pool;
use crate::solution::Cut;
use crate::solve::stats::Stats;
use crate::solve::threads::Share;
use crate::solve::threads::split::Split;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The search was cut, by a limit or because its answer is no longer needed; nothing may be concluded from what was not
/// finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Shared by all threads that work at a problem.
#[derive(Debug, Default)]
pub struct Limits {
    /// That of the whole problem, twins included.
    pub clock: Arc<Clock>,
    pub progress: Arc<Progress>,
    /// The threads that may help.
    pub share: Arc<Share>,
    allowance: Allowance,
    /// Bytes of what is to be told, as far as it has been found.
    told: AtomicUsize,
    /// So many of them have been told, and are not kept.
    pub let_go: Arc<AtomicUsize>,
    /// What was told took more memory than it may.
    full: AtomicBool,
    /// The problem has waited for the memory of others.
    has_waited: AtomicBool,
    /// Set once a limit of this problem was reached.
    expired: AtomicBool,
    nodes: AtomicU64,
    stats: Mutex<Stats>,
    solutions: AtomicU64,
    enough: AtomicBool,
    /// Longer solutions were not looked for, since there are short ones.
    stopped_short: AtomicBool,
    /// Time does not count.
    in_grace: AtomicBool,
}

/// How much memory the tree of a solution may take.
#[derive(Clone)]
pub struct Allowance {
    /// With more bytes the search is cut.
    pub most: usize,
    /// With more than so many, others may have to make room first: then `make_room` is called, by each thread until one
    /// of them has come back.
    pub free: usize,
    /// What each thread may remember for its bounds.
    pub thread: usize,
    /// What they may remember together besides.
    pub pool: Arc<Pool>,
    /// How many nanoseconds judging, printing and forgetting a solution take, for each byte that it is counted with.
    pub telling: u64,
    pub make_room: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance {
            most: usize::MAX,
            free: usize::MAX,
            thread: usize::MAX,
            pool: Arc::default(),
            telling: 2,
            make_room: None,
        }
    }
}

impl fmt::Debug for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Allowance").field("most", &self.most).field("free", &self.free).finish_non_exhaustive()
    }
}

/// How far the first moves of the problem under way have been judged; read by whoever shows progress.
#[derive(Debug, Default)]
pub struct Progress(Mutex<Doing>);

/// What is being done.
#[derive(Clone, Debug, Default)]
pub struct Doing {
    /// `b) set play`
    pub what: String,
    /// First moves judged, and how many there are.
    pub done: usize,
    pub total: usize,
    /// When the first of them was begun.
    pub since: Option<Instant>,
}

impl Progress {
    fn doing(&self) -> MutexGuard<'_, Doing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin(&self, what: String) {
        *self.doing() = Doing { what, ..Doing::default() };
    }

    pub(super) fn expect(&self, total: usize) {
        let mut doing = self.doing();
        (doing.done, doing.total, doing.since) = (0, total, Some(Instant::now()));
    }

    pub(super) fn advance(&self) {
        self.doing().done += 1;
    }

    pub fn get(&self) -> Doing {
        self.doing().clone()
    }
}

/// How many positions a worker visits between two looks at the clock. Some bounds take a millisecond for a position, so
/// there must not be many.
const NODES_BETWEEN_CHECKS: u64 = 16;

impl Limits {
    pub fn new(clock: Arc<Clock>, progress: Arc<Progress>, share: Arc<Share>, allowance: Allowance) -> Limits {
        let expired = AtomicBool::new(clock.is_late_with(Duration::ZERO));
        Limits {
            clock,
            progress,
            share,
            allowance,
            told: AtomicUsize::new(0),
            let_go: Arc::default(),
            full: AtomicBool::new(false),
            has_waited: AtomicBool::new(false),
            expired,
            nodes: AtomicU64::new(0),
            stats: Mutex::default(),
            solutions: AtomicU64::new(0),
            enough: AtomicBool::new(false),
            stopped_short: AtomicBool::new(false),
            in_grace: AtomicBool::new(false),
        }
    }

    /// Calls `f` without looking at the clock: to tell what had been found when it rang.
    pub fn in_grace<R>(&self, f: impl FnOnce() -> R) -> R {
        self.in_grace.store(true, Ordering::Relaxed);
        let result = f();
        self.in_grace.store(false, Ordering::Relaxed);
        result
    }

    /// A move is to be told that takes so many bytes.
    pub fn tell(&self, bytes: usize) {
        let told = self.told.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if told > self.allowance.most && self.kept() > self.allowance.most {
            self.fill();
        } else if told > self.allowance.free
            && let Some(make_room) = &self.allowance.make_room
            && !self.has_waited.load(Ordering::Relaxed)
        {
            // A problem that comes here is not the first one, so it works on a single thread.
            self.clock.pausing(|| make_room());
            self.has_waited.store(true, Ordering::Relaxed);
        }
    }

    /// The memory is not enough.
    fn fill(&self) {
        self.full.store(true, Ordering::Relaxed);
        self.expire();
    }

    /// What is kept until all before it has been told comes in portions, and one has grown to so many bytes. Half of the
    /// memory is for one, the other half for all that wait: so it is not chance whether the memory is enough.
    pub fn portion_has(&self, bytes: usize) {
        if bytes > self.allowance.most / 2 {
            self.fill();
        }
    }

    /// Only what is told next may grow.
    pub fn is_half_full(&self) -> bool {
        self.kept() > self.allowance.most / 2
    }

    /// What is left of the memory when another position of the same problem comes next.
    pub fn rest(&self) -> Allowance {
        let most = self.allowance.most.saturating_sub(self.kept());
        let free = self.allowance.free.saturating_sub(self.told.load(Ordering::Relaxed));
        Allowance { most, free, ..self.allowance.clone() }
    }

    /// Bytes of what is to be told and is kept.
    pub fn kept(&self) -> usize {
        self.told.load(Ordering::Relaxed).saturating_sub(self.let_go.load(Ordering::Relaxed))
    }

    /// Bytes that a thread may remember.
    pub fn bytes_of_thread(&self) -> usize {
        self.allowance.thread
    }

    /// Where memory is taken from that all threads share.
    pub fn pool(&self) -> Arc<Pool> {
        self.allowance.pool.clone()
    }

    /// The memory for what is to be told was not enough.
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// The time is over. Telling takes time too, a little for each move.
    fn is_late(&self) -> bool {
        self.clock.is_late_with(Duration::from_nanos(self.kept() as u64 * self.allowance.telling))
    }

    /// Solutions are counted anew in each phase.
    pub fn begin_phase(&self) {
        self.solutions.store(0, Ordering::Relaxed);
        self.enough.store(false, Ordering::Relaxed);
    }

    /// Counts solutions against the number that is wanted at most.
    pub fn count_solutions(&self, found: u64, wanted: u32) {
        if self.solutions.fetch_add(found, Ordering::Relaxed) + found >= u64::from(wanted) {
            self.enough.store(true, Ordering::Relaxed);
        }
    }

    pub fn solutions_left(&self, wanted: u32) -> usize {
        u64::from(wanted).saturating_sub(self.solutions.load(Ordering::Relaxed)) as usize
    }

    pub fn max_solutions_reached(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
    }

    /// Option StopOnShortSolutions has left out longer play.
    pub fn stop_short(&self) {
        self.stopped_short.store(true, Ordering::Relaxed);
    }

    /// The same, and nothing else is to be looked for in this phase.
    pub fn end_short(&self) {
        self.stop_short();
        self.enough.store(true, Ordering::Relaxed);
    }

    pub fn has_stopped_short(&self) -> bool {
        self.stopped_short.load(Ordering::Relaxed)
    }

    /// Positions visited so far, as far as workers have reported them.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// What workers have counted, as far as they have ended.
    pub fn stats(&self) -> Stats {
        self.stats.lock().map(|stats| stats.clone()).unwrap_or_default()
    }

    pub fn add_stats(&self, stats: &Stats) {
        if let Ok(mut all) = self.stats.lock() {
            all.add(stats);
        }
    }

    pub fn is_expired(&self) -> bool {
        if self.in_grace.load(Ordering::Relaxed) {
            return self.is_full();
        }
        self.expired.load(Ordering::Relaxed) || self.clock.has_rung()
    }

    /// What has ended the search, if anything has.
    pub fn cut(&self) -> Option<Cut> {
        self.is_expired().then(|| match (self.clock.is_cancelled(), self.is_full()) {
            (true, _) => Cut::Interrupted,
            (false, true) => Cut::Memory,
            (false, false) => Cut::Time,
        })
    }

    /// What positions have answered so far is sure.
    pub fn are_answers_sure(&self) -> Result<(), Interrupted> {
        let counts = !self.in_grace.load(Ordering::Relaxed);
        if counts && self.clock.has_rung() { Err(Interrupted) } else { Ok(()) }
    }

    pub fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    /// So many positions more have been visited.
    pub fn count(&self, positions: u64) {
        self.nodes.fetch_add(positions, Ordering::Relaxed);
    }

    pub fn check(&self) -> Result<(), Interrupted> {
        if self.is_late() {
            self.expire();
        }
        if self.is_expired() { Err(Interrupted) } else { Ok(()) }
    }
}

/// A worker's own count of positions, reported to the shared limits now and then.
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    unreported: u64,
    visited: u64,
    /// The innermost split that the work is for.
    split: Option<Arc<Split>>,
}

impl<'a> Meter<'a> {
    pub fn new(limits: &'a Limits) -> Meter<'a> {
        Meter { limits, unreported: 0, visited: 0, split: None }
    }

    /// Positions that this worker has visited, or others for it.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Others have visited so many positions for this worker, and reported them.
    pub fn add_visited(&mut self, nodes: u64) {
        self.visited += nodes;
    }

    pub fn split(&self) -> Option<Arc<Split>> {
        self.split.clone()
    }

    /// From now on the work is part of this split.
    pub fn work_for(&mut self, split: Option<Arc<Split>>) {
        self.split = split;
    }

    /// The answer that is looked for is still needed.
    pub fn is_needed(&self) -> Result<(), Interrupted> {
        if self.split.as_ref().is_some_and(|split| split.is_over()) { Err(Interrupted) } else { Ok(()) }
    }

    /// Counts one position. The first one looks at the clock at once: there may be many workers one after the other.
    pub fn tick(&mut self) -> Result<(), Interrupted> {
        self.unreported += 1;
        self.visited += 1;
        if self.unreported < NODES_BETWEEN_CHECKS && self.visited > 1 {
            return Ok(());
        }
        self.report();
        self.is_needed()?;
        self.limits.check()
    }

    /// Counts positions that were visited in one go.
    pub fn count(&mut self, positions: u64) -> Result<(), Interrupted> {
        self.unreported += positions.saturating_sub(1);
        self.visited += positions.saturating_sub(1);
        if positions > 0 { self.tick() } else { Ok(()) }
    }

    /// Before something that takes long: there is still time.
    pub fn look_at_clock(&self) -> Result<(), Interrupted> {
        self.limits.check()
    }

    fn report(&mut self) {
        self.limits.count(self.unreported);
        self.unreported = 0;
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.report();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread;

    /// Those who wait for each other here would wait for ever, if one of them kept the other from coming.
    #[test]
    fn every_thread_that_has_to_wait_makes_room() {
        let both = Barrier::new(2);
        let make_room = Arc::new(move || {
            both.wait();
        });
        let allowance = Allowance { free: 0, make_room: Some(make_room), ..Allowance::default() };
        let limits = Limits::new(Arc::default(), Arc::default(), Arc::default(), allowance);
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| limits.tell(1));
            }
        });
        limits.tell(1);
        assert_eq!(limits.kept(), 3);
        assert!(!limits.is_expired());
    }
}
