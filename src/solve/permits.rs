//! How many threads work.
//!
//! All problems of a run share the [`Permits`], one for each thread that is to be at work. A problem that splits its work
//! takes those that are free at that moment, and never waits for one that another problem has: so its limits are its own,
//! and a problem that has to wait for one before it is not waited for in turn. Where that makes more threads than there
//! should be, those leave that help.

use std::num::NonZero;
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};
use std::thread;

/// As many as threads may be at work at the same time.
#[derive(Debug)]
pub struct Permits {
    threads: usize,
    /// Those left; below zero when more are at work than should be, until somebody who helps leaves.
    pub(super) free: AtomicIsize,
}

/// The right to work, until it is dropped.
#[derive(Debug)]
pub struct Permit<'a>(&'a Permits);

impl Permits {
    /// With 0: as many as there are cores.
    pub fn new(threads: usize) -> Permits {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = if threads == 0 { cores() } else { threads };
        Permits { threads, free: AtomicIsize::new(threads.cast_signed()) }
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    /// For somebody who begins a problem, whether or not one is left. Were it waited for, all could be held by those who
    /// help with a problem that itself waits for this one to be printed.
    pub fn take(&self) -> Permit<'_> {
        self.free.fetch_sub(1, Relaxed);
        Permit(self)
    }

    /// Lets others work while `f` only waits; to be called by somebody who has a permit.
    pub fn rest<R>(&self, f: impl FnOnce() -> R) -> R {
        drop(Permit(self));
        let result = f();
        std::mem::forget(self.take());
        result
    }

    pub fn take_if_free(&self) -> Option<Permit<'_>> {
        let taken = self.free.fetch_update(Relaxed, Relaxed, |free| (free > 0).then_some(free - 1));
        // Not made unless taken: a permit that is dropped is given back.
        taken.ok().map(|_| Permit(self))
    }

    /// Somebody is free, as far as one can know.
    pub fn has_free(&self) -> bool {
        self.free.load(Relaxed) > 0
    }

    /// More are at work than should be.
    pub fn is_crowded(&self) -> bool {
        self.free.load(Relaxed) < 0
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.free.fetch_add(1, Relaxed);
    }
}

impl Default for Permits {
    fn default() -> Permits {
        Permits::new(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_begins_a_problem_waits_for_nobody_and_who_helps_makes_room() {
        let permits = Permits::new(2);
        let first = permits.take();
        let helper = permits.take_if_free().expect("the second permit");
        assert!(permits.take_if_free().is_none());
        let second = permits.take();
        assert!(permits.is_crowded());
        drop(helper);
        assert!(!permits.is_crowded());
        // Who waits has no permit; when he goes on, he takes one at once.
        let third = permits.rest(|| permits.take_if_free());
        assert!(third.is_some() && permits.is_crowded());
        drop((first, second, third));
        assert_eq!(permits.free.load(Relaxed), 2);
    }
}
