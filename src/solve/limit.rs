//! What may end a search early: time, a user's interrupt. What was cut is undecided, never a fact.

use super::stats::Stats;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// The search was cut; nothing may be concluded from what was not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Shared by all threads that work at a problem.
#[derive(Debug, Default)]
pub struct Limits {
    pub deadline: Option<Instant>,
    /// Set from outside (Ctrl-C) to end all searches.
    pub cancelled: Arc<AtomicBool>,
    pub progress: Arc<Progress>,
    /// Set once a limit of this problem was reached.
    expired: AtomicBool,
    nodes: AtomicU64,
    stats: Mutex<Stats>,
    solutions: AtomicU64,
    enough: AtomicBool,
}

/// How far the first moves of the problem under way have been judged; read by whoever shows progress.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicUsize,
    total: AtomicUsize,
}

impl Progress {
    pub(super) fn expect(&self, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    pub(super) fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// First moves judged, and how many there are.
    pub fn get(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}

/// How many positions a worker visits between two looks at the clock.
const NODES_BETWEEN_CHECKS: u64 = 512;

impl Limits {
    pub fn new(deadline: Option<Instant>, cancelled: Arc<AtomicBool>, progress: Arc<Progress>) -> Limits {
        let expired = AtomicBool::new(deadline.is_some_and(|deadline| Instant::now() >= deadline));
        Limits { deadline, cancelled, progress, expired, ..Limits::default() }
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

    pub fn max_solutions_reached(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
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
        self.expired.load(Ordering::Relaxed)
    }

    pub fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    fn check(&self) -> Result<(), Interrupted> {
        if self.cancelled.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
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
}

impl<'a> Meter<'a> {
    pub fn new(limits: &'a Limits) -> Meter<'a> {
        Meter { limits, unreported: 0, visited: 0 }
    }

    /// Positions that this worker has visited.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Counts one position.
    pub fn tick(&mut self) -> Result<(), Interrupted> {
        self.unreported += 1;
        self.visited += 1;
        if self.unreported < NODES_BETWEEN_CHECKS {
            return Ok(());
        }
        self.report();
        self.limits.check()
    }

    fn report(&mut self) {
        self.limits.nodes.fetch_add(self.unreported, Ordering::Relaxed);
        self.unreported = 0;
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.report();
    }
}
