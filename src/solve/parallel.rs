//! Threads: who works, things done in parallel with results in order.
//!
//! All problems of a run share one [`Crew`]. A problem that splits its work takes whoever is free at that moment, and
//! never waits for anybody who is busy with another problem: so its limits are its own, and a problem that has to wait
//! for one before it is not waited for in turn. Where that makes more threads than there should be, those leave that help.

use super::limit::Limits;
use super::task::Stretch;
use super::worker::Worker;
use crate::mishap;
use crate::position::Position;
use std::any::Any;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};

/// How many threads may be at work at the same time.
#[derive(Debug)]
pub struct Crew {
    threads: usize,
    /// Seats left; below zero when more are at work than should be, until somebody who helps leaves.
    free: AtomicIsize,
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

/// Search goes down a few stack frames a half-move, and series may have hundreds. Only what is used is ever taken.
pub const STACK_BYTES: usize = 1 << 30;

/// What one of several threads has panicked with: it ends the work of all, and is passed on whole. The first one counts.
#[derive(Debug, Default)]
pub struct Panicked(Mutex<Option<Box<dyn Any + Send>>>);

impl Panicked {
    /// `None` when `f` panics; then the work that it is part of is not needed any more.
    pub fn caught<R>(&self, limits: &Limits, f: impl FnOnce() -> R) -> Option<R> {
        mishap::caught(f).map_err(|panic| self.keep(limits, panic)).ok()
    }

    fn keep(&self, limits: &Limits, panic: Box<dyn Any + Send>) {
        limits.expire();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panic);
    }

    /// Panics with it, when all who work have ended.
    pub fn pass_on(&self) {
        let panic = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }
}

/// Items that are worked at by all who are free; whoever comes free later joins at the next item.
struct Section<'a, T, R, F> {
    limits: &'a Limits,
    items: &'a [T],
    next: AtomicUsize,
    work: F,
    done: Mutex<Vec<(usize, R)>>,
    panicked: Panicked,
}

impl<T: Sync, R: Send, F: Fn(&T) -> R + Sync> Section<'_, T, R, F> {
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, helps: bool) {
        let crew = &self.limits.crew;
        while !(helps && crew.is_crowded()) {
            let i = self.next.fetch_add(1, Relaxed);
            let Some(item) = self.items.get(i) else { return };
            if i + 1 < self.items.len()
                && let Some(seat) = crew.take_if_free()
            {
                // Where no thread can be had, this one goes on alone.
                let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                    let _seat = seat;
                    self.work(scope, true);
                });
            }
            let Some(result) = self.panicked.caught(self.limits, || (self.work)(item)) else {
                self.next.store(self.items.len(), Relaxed);
                return;
            };
            self.done.lock().unwrap_or_else(PoisonError::into_inner).push((i, result));
        }
    }
}

/// `f` of every item, in the order of the items, whatever the number of threads.
pub fn in_parallel<T: Sync, R: Send>(limits: &Limits, items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if limits.crew.threads == 1 || items.len() < 2 {
        return items.iter().map(f).collect();
    }
    let (next, done, panicked) = (AtomicUsize::new(0), Mutex::default(), Panicked::default());
    let section = Section { limits, items, next, work: f, done, panicked };
    thread::scope(|scope| section.work(scope, false));
    section.panicked.pass_on();
    let mut done = section.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Nearer to the diagram than so many plies, nobody asks whether there are lines before they are looked for.
const SPLIT_DEPTH: usize = 2;
/// Work of fewer half-moves than this is done sooner than split.
const SPLIT_LENGTH: u16 = 4;

impl<'a, P: Position> Worker<'a, P> {
    /// A worker of its own for another thread, at the same place of the play.
    pub fn for_thread(&self) -> Worker<'a, P> {
        Worker::new(self.shared, self.path.clone())
    }

    /// Solutions are counted one after the other when only some are wanted, else which ones would be chance.
    pub fn is_worth_splitting(&self, stretch: &Stretch, n: u16) -> bool {
        n.saturating_add(stretch.rest) >= SPLIT_LENGTH
            && self.path.len() < SPLIT_DEPTH
            && self.shared.settings.max_solutions.is_none()
    }

    /// There are threads to tell several things at once, and there is enough to find out about each.
    pub fn tells_in_parallel(&self, stretch: &Stretch, n: u16) -> bool {
        n.saturating_add(stretch.rest) >= SPLIT_LENGTH
            && self.shared.limits.crew.threads() > 1
            && self.shared.settings.max_solutions.is_none()
            // What counts from the diagram on is not known to a worker that begins here.
            && self.shared.settings.non_trivial.is_none()
            && !self.shared.settings.null_moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Allowance;
    use std::sync::Arc;

    fn limits_for(threads: usize) -> Limits {
        let crew = Arc::new(Crew::new(threads));
        Limits::new(Arc::default(), Arc::default(), crew, Allowance::default())
    }

    #[test]
    fn a_panic_of_one_ends_the_work_of_all_and_is_passed_on() {
        for threads in [1, 2, 8] {
            let limits = limits_for(threads);
            let items: Vec<usize> = (0..200).collect();
            let seat = limits.crew.take();
            let work = |&i: &usize| if i == 5 { panic!("at {i}") } else { i };
            let panic = mishap::caught(|| in_parallel(&limits, &items, work)).unwrap_err();
            assert_eq!(mishap::message(&*panic), "at 5");
            assert_eq!(limits.is_expired(), threads > 1, "alone nobody has to be told");
            drop(seat);
            assert_eq!(limits.crew.free.load(Relaxed), threads.cast_signed());
        }
    }

    #[test]
    fn results_keep_the_order_of_the_items_and_no_more_work_than_there_are_threads() {
        for threads in [1, 2, 3, 8] {
            let limits = limits_for(threads);
            let crew = &limits.crew;
            let (at_work, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let items: Vec<usize> = (0..200).collect();
            let seat = crew.take();
            let squares = in_parallel(&limits, &items, |&i| {
                most.fetch_max(at_work.fetch_add(1, Relaxed) + 1, Relaxed);
                // Splitting again inside must not wait for anybody.
                let inner: Vec<usize> = in_parallel(&limits, &[i, i], |&i| i);
                at_work.fetch_sub(1, Relaxed);
                inner[0] * inner[1]
            });
            drop(seat);
            assert_eq!(squares, items.iter().map(|i| i * i).collect::<Vec<_>>());
            assert!(most.load(Relaxed) <= threads, "{threads}");
            assert_eq!(crew.free.load(Relaxed), threads.cast_signed());
        }
    }

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
