//! Who works.
//!
//! All problems of a run share one [`Crew`]. A problem that splits its work takes whoever is free at that moment, and
//! never waits for anybody who is busy with another problem: so its limits are its own, and a problem that has to wait
//! for one before it is not waited for in turn. Where that makes more threads than there should be, those leave that help.

use std::num::NonZero;
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};
use std::thread;

/// How many threads may be at work at the same time.
#[derive(Debug)]
pub struct Crew {
    threads: usize,
    /// Seats left; below zero when more are at work than should be, until somebody who helps leaves.
    pub(super) free: AtomicIsize,
}

/// The right to work, until it is dropped.
#[derive(Debug)]
pub struct Seat<'a>(&'a Crew);

impl Crew {
    /// With 0: as many as there are cores.
    pub fn new(threads: usize) -> Crew {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = if threads == 0 { cores() } else { threads };
        Crew { threads, free: AtomicIsize::new(threads.cast_signed()) }
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    /// A seat for somebody who begins a problem, whether or not others have left one. Were it waited for, all could be
    /// held by those who help with a problem that itself waits for this one to be printed.
    pub fn take(&self) -> Seat<'_> {
        self.free.fetch_sub(1, Relaxed);
        Seat(self)
    }

    /// Lets others work while `f` only waits; to be called by somebody who has a seat.
    pub fn rest<R>(&self, f: impl FnOnce() -> R) -> R {
        drop(Seat(self));
        let result = f();
        std::mem::forget(self.take());
        result
    }

    pub fn take_if_free(&self) -> Option<Seat<'_>> {
        let taken = self.free.fetch_update(Relaxed, Relaxed, |free| (free > 0).then_some(free - 1));
        // Not made unless taken: a seat that is dropped is given back.
        taken.ok().map(|_| Seat(self))
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

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.0.free.fetch_add(1, Relaxed);
    }
}

impl Default for Crew {
    fn default() -> Crew {
        Crew::new(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_begins_a_problem_waits_for_nobody_and_who_helps_makes_room() {
        let crew = Crew::new(2);
        let first = crew.take();
        let helper = crew.take_if_free().expect("the second seat");
        assert!(crew.take_if_free().is_none());
        let second = crew.take();
        assert!(crew.is_crowded());
        drop(helper);
        assert!(!crew.is_crowded());
        // Who waits has no seat; when he goes on, he takes one at once.
        let third = crew.rest(|| crew.take_if_free());
        assert!(third.is_some() && crew.is_crowded());
        drop((first, second, third));
        assert_eq!(crew.free.load(Relaxed), 2);
    }
}
