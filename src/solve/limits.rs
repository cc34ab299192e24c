//! Limits that end a search early: time, memory, the user. If a limit has cut a search, its result is undecided and is
//! never stored as a fact.

use crate::clock::{Clock, Instant};
use crate::pool::Pool;
use crate::solution::Cut;
use crate::solve::stats::Stats;
use crate::solve::threads::ThreadShare;
use crate::solve::threads::cancellation::Cancellation;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Error that ends a search because a limit has been reached or because the result is no longer needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// The limits and counters of one problem, shared by all its threads.
#[derive(Debug, Default)]
pub struct Limits {
    /// Clock of the whole problem, twins included.
    pub clock: Arc<Clock>,
    pub progress: Arc<Progress>,
    pub share: Arc<ThreadShare>,
    allowance: Allowance,
    /// Bytes of all moves found for output, including moves that have been dropped.
    printed: AtomicUsize,
    /// Bytes of moves that were reported and then dropped.
    pub let_go: Arc<AtomicUsize>,
    /// Whether the solution has exceeded the memory that it may take.
    full: AtomicBool,
    /// Whether this problem has waited until other problems released memory.
    has_waited: AtomicBool,
    /// Whether a limit has been reached.
    expired: AtomicBool,
    nodes: AtomicU64,
    stats: Mutex<Stats>,
    solutions: AtomicU64,
    enough: AtomicBool,
    /// Whether longer solutions were skipped because short ones were found.
    stopped_short: AtomicBool,
    /// Whether the clock is ignored while results are printed.
    in_grace: AtomicBool,
}

/// Memory that the search of one problem may take.
#[derive(Clone)]
pub struct Allowance {
    /// Bytes of the solution above which the search is cut.
    pub most: usize,
    /// Bytes of the solution above which a thread calls [`Allowance::make_room`]. The call blocks until other problems
    /// have released memory. After one call has returned, no thread of the problem calls `make_room` again.
    pub free: usize,
    /// Bytes that the lower bounds of each thread may take.
    pub thread: usize,
    /// Additional memory for the lower bounds, shared by all threads.
    pub pool: Arc<Pool>,
    /// Nanoseconds that it takes to compare, print and drop each byte of a solution.
    pub nanoseconds_per_byte: u64,
    pub make_room: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance {
            most: usize::MAX,
            free: usize::MAX,
            thread: usize::MAX,
            pool: Arc::default(),
            nanoseconds_per_byte: 2,
            make_room: None,
        }
    }
}

impl fmt::Debug for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Allowance").field("most", &self.most).field("free", &self.free).finish_non_exhaustive()
    }
}

/// The progress of the current phase, for a display.
#[derive(Debug, Default)]
pub struct Progress {
    phase_progress: Mutex<PhaseProgress>,
    watcher: Option<Watcher>,
}

/// The phase that is being solved, and its progress.
#[derive(Clone, Debug, Default)]
pub struct PhaseProgress {
    /// Twin and phase, for example `b) set play`.
    pub what: String,
    /// Number of first moves that have been searched, out of `total`.
    pub done: usize,
    pub total: usize,
    /// Number of positions that had been visited in the twin when the search of the latest first move ended.
    pub positions: u64,
    /// Time at which the search of the first moves began.
    pub since: Option<Instant>,
}

/// A function that is called after each change of the progress.
struct Watcher(Box<dyn Fn(&PhaseProgress) + Send + Sync>);

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

impl Progress {
    /// Returns a progress that calls `watcher` after each change, on the thread that searches. In a program without
    /// other threads this is the only way to observe the progress.
    pub fn watched_by(watcher: impl Fn(&PhaseProgress) + Send + Sync + 'static) -> Progress {
        Progress { phase_progress: Mutex::default(), watcher: Some(Watcher(Box::new(watcher))) }
    }

    fn phase_progress(&self) -> MutexGuard<'_, PhaseProgress> {
        self.phase_progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut PhaseProgress)) {
        let mut phase_progress = self.phase_progress();
        change(&mut phase_progress);
        if let Some(Watcher(watcher)) = &self.watcher {
            let changed = phase_progress.clone();
            drop(phase_progress);
            watcher(&changed);
        }
    }

    pub(super) fn begin(&self, what: String) {
        self.change(|phase_progress| *phase_progress = PhaseProgress { what, ..PhaseProgress::default() });
    }

    pub(super) fn expect(&self, total: usize) {
        let since = Some(Instant::now());
        self.change(|phase_progress| {
            (phase_progress.done, phase_progress.total, phase_progress.since) = (0, total, since)
        });
    }

    /// Counts one more first move as searched. `positions` is the number of positions visited in the twin until now.
    pub(super) fn advance(&self, positions: u64) {
        self.change(|phase_progress| {
            (phase_progress.done, phase_progress.positions) = (phase_progress.done + 1, positions)
        });
    }

    pub fn get(&self) -> PhaseProgress {
        self.phase_progress().clone()
    }
}

/// Number of positions visited between two checks of the clock. It is small because some lower bounds take a
/// millisecond per position.
const NODES_BETWEEN_CHECKS: u64 = 16;

impl Limits {
    pub fn new(clock: Arc<Clock>, progress: Arc<Progress>, share: Arc<ThreadShare>, allowance: Allowance) -> Limits {
        let expired = AtomicBool::new(clock.is_late_with(Duration::ZERO));
        Limits {
            clock,
            progress,
            share,
            allowance,
            printed: AtomicUsize::new(0),
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

    /// Calls `f` while the clock is ignored. `f` prints the results that were found in time.
    pub fn in_grace<R>(&self, f: impl FnOnce() -> R) -> R {
        self.in_grace.store(true, Ordering::Relaxed);
        let result = f();
        self.in_grace.store(false, Ordering::Relaxed);
        result
    }

    /// Adds `bytes` to the memory of moves found for output. Cuts the search if the solution then exceeds its memory.
    /// Otherwise may block in [`Allowance::make_room`].
    pub fn add_printed(&self, bytes: usize) {
        let printed = self.printed.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if printed > self.allowance.most && self.kept() > self.allowance.most {
            self.fill();
        } else if printed > self.allowance.free
            && let Some(make_room) = &self.allowance.make_room
            && !self.has_waited.load(Ordering::Relaxed)
        {
            // Only a problem that is not the oldest one waits. It uses a single thread.
            self.clock.pausing(|| make_room());
            self.has_waited.store(true, Ordering::Relaxed);
        }
    }

    /// Cuts the search because the solution exceeds the memory that it may take.
    fn fill(&self) {
        self.full.store(true, Ordering::Relaxed);
        self.expire();
    }

    /// Cuts the search if one portion of the output (the play of one move) has `bytes` and this is more than half of
    /// the solution's memory. A portion waits until everything before it is printed, and all waiting portions share the
    /// other half. So whether the memory suffices does not depend on timing.
    pub fn portion_has(&self, bytes: usize) {
        if bytes > self.allowance.most / 2 {
            self.fill();
        }
    }

    /// Whether more than half of the solution's memory is in use. If so, only the portion of the output that is printed
    /// next may grow.
    pub fn is_half_full(&self) -> bool {
        self.kept() > self.allowance.most / 2
    }

    /// Returns the [`Allowance`] that is left for the next twin.
    pub fn rest(&self) -> Allowance {
        let most = self.allowance.most.saturating_sub(self.kept());
        let free = self.allowance.free.saturating_sub(self.printed.load(Ordering::Relaxed));
        Allowance { most, free, ..self.allowance.clone() }
    }

    /// Returns the bytes of found moves that are still in memory.
    pub fn kept(&self) -> usize {
        self.printed.load(Ordering::Relaxed).saturating_sub(self.let_go.load(Ordering::Relaxed))
    }

    pub fn bytes_of_thread(&self) -> usize {
        self.allowance.thread
    }

    pub fn pool(&self) -> Arc<Pool> {
        self.allowance.pool.clone()
    }

    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Whether the time is over. The time to print the moves in memory is included.
    fn is_late(&self) -> bool {
        self.clock.is_late_with(Duration::from_nanos(self.kept() as u64 * self.allowance.nanoseconds_per_byte))
    }

    /// Restarts the count of solutions.
    pub fn begin_phase(&self) {
        self.solutions.store(0, Ordering::Relaxed);
        self.enough.store(false, Ordering::Relaxed);
    }

    /// Adds `found` to the number of solutions, and records whether it has reached `wanted`.
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

    /// Records that option StopOnShortSolutions has skipped longer solutions.
    pub fn stop_short(&self) {
        self.stopped_short.store(true, Ordering::Relaxed);
    }

    /// Like [`Limits::stop_short`], but also ends the current phase.
    pub fn end_short(&self) {
        self.stop_short();
        self.enough.store(true, Ordering::Relaxed);
    }

    pub fn has_stopped_short(&self) -> bool {
        self.stopped_short.load(Ordering::Relaxed)
    }

    /// Returns the number of visited positions that workers have reported.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the search statistics of all workers that have ended.
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

    /// Returns the limit that has cut the search, if any.
    pub fn cut(&self) -> Option<Cut> {
        self.is_expired().then(|| match (self.clock.is_cancelled(), self.is_full()) {
            (true, _) => Cut::Interrupted,
            (false, true) => Cut::Memory,
            (false, false) => Cut::Time,
        })
    }

    /// Returns `Err` if the time is over, because the engine's answers about positions may then be unreliable.
    pub fn are_answers_sure(&self) -> Result<(), Interrupted> {
        let counts = !self.in_grace.load(Ordering::Relaxed);
        if counts && self.clock.has_rung() { Err(Interrupted) } else { Ok(()) }
    }

    pub fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    /// Adds `positions` to the node count.
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

/// The number of positions that one worker has visited. At intervals the meter adds this number to the shared limits
/// and checks them.
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    unreported: u64,
    visited: u64,
    /// Cancels the work in which this worker takes part, if several threads share it. If such work contains other
    /// shared work, this is the innermost.
    cancellation: Option<Arc<Cancellation>>,
}

impl<'a> Meter<'a> {
    pub fn new(limits: &'a Limits) -> Meter<'a> {
        Meter { limits, unreported: 0, visited: 0, cancellation: None }
    }

    /// Returns the number of positions visited by this worker and by the threads that helped it.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Adds `nodes`, which threads that helped this worker have already reported to the limits.
    pub fn add_visited(&mut self, nodes: u64) {
        self.visited += nodes;
    }

    pub fn cancellation(&self) -> Option<Arc<Cancellation>> {
        self.cancellation.clone()
    }

    /// Makes the worker stop when `cancellation` is over.
    pub fn work_for(&mut self, cancellation: Option<Arc<Cancellation>>) {
        self.cancellation = cancellation;
    }

    /// Returns `Err` if the current work is cancelled.
    pub fn is_needed(&self) -> Result<(), Interrupted> {
        if self.cancellation.as_ref().is_some_and(|cancellation| cancellation.is_over()) {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// Counts one visited position, and checks the limits at intervals. The first call checks them, too, because many
    /// short-lived workers may follow each other.
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

    /// Adds `positions` to the count, and checks the limits.
    pub fn count(&mut self, positions: u64) -> Result<(), Interrupted> {
        self.unreported += positions.saturating_sub(1);
        self.visited += positions.saturating_sub(1);
        if positions > 0 { self.tick() } else { Ok(()) }
    }

    /// Returns `Err` if a limit is reached. To be called before a step that takes long.
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

    /// If two threads of a problem have to wait for memory, both must call `make_room`. Otherwise they could wait
    /// forever.
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
                scope.spawn(|| limits.add_printed(1));
            }
        });
        limits.add_printed(1);
        assert_eq!(limits.kept(), 3);
        assert!(!limits.is_expired());
    }
}
