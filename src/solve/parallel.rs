//! Threads: who works, things done in parallel with results in order.
//!
//! All problems of a run share one [`Crew`]. A problem that splits its work takes whoever is free at that moment, and
//! never waits for anybody who is busy with another problem: so its limits are its own.

use super::worker::Worker;
use crate::position::Position;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

/// How many threads may be at work at the same time.
#[derive(Debug)]
pub struct Crew {
    threads: usize,
    free: Mutex<usize>,
    freed: Condvar,
    /// The same number for those who only want to know.
    about_free: AtomicUsize,
    /// How many wait until somebody is free.
    waiting: AtomicUsize,
}

/// The right to work, until it is dropped.
#[derive(Debug)]
pub struct Seat<'a>(&'a Crew);

impl Crew {
    /// With 0: as many as there are cores.
    pub fn new(threads: usize) -> Crew {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = if threads == 0 { cores() } else { threads };
        Crew {
            threads,
            free: Mutex::new(threads),
            freed: Condvar::new(),
            about_free: AtomicUsize::new(threads),
            waiting: AtomicUsize::new(0),
        }
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    fn free(&self) -> MutexGuard<'_, usize> {
        // A number cannot be left half changed.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until somebody is free.
    pub fn take(&self) -> Seat<'_> {
        let mut free = self.free();
        self.waiting.fetch_add(1, Relaxed);
        while *free == 0 {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        self.waiting.fetch_sub(1, Relaxed);
        *free -= 1;
        self.about_free.store(*free, Relaxed);
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
        let mut free = self.free();
        *free = free.checked_sub(1)?;
        self.about_free.store(*free, Relaxed);
        Some(Seat(self))
    }

    /// Somebody is free, as far as one can know.
    pub fn has_free(&self) -> bool {
        self.about_free.load(Relaxed) > 0
    }

    /// Somebody with work of his own waits for a seat.
    pub fn is_wanted(&self) -> bool {
        self.waiting.load(Relaxed) > 0
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let mut free = self.0.free();
        *free += 1;
        self.0.about_free.store(*free, Relaxed);
        drop(free);
        self.0.freed.notify_one();
    }
}

impl Default for Crew {
    fn default() -> Crew {
        Crew::new(0)
    }
}

/// Search goes down a few stack frames a half-move, and series may have hundreds. Only what is used is ever taken.
pub const STACK_BYTES: usize = 1 << 30;

/// Items that are worked at by all who are free; whoever comes free later joins at the next item.
struct Section<'a, T, R, F> {
    crew: &'a Crew,
    items: &'a [T],
    next: AtomicUsize,
    work: F,
    done: Mutex<Vec<(usize, R)>>,
}

impl<T: Sync, R: Send, F: Fn(&T) -> R + Sync> Section<'_, T, R, F> {
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        loop {
            let i = self.next.fetch_add(1, Relaxed);
            let Some(item) = self.items.get(i) else { return };
            if i + 1 < self.items.len()
                && let Some(seat) = self.crew.take_if_free()
            {
                // Where no thread can be had, this one goes on alone.
                let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                    let _seat = seat;
                    self.work(scope);
                });
            }
            let result = (self.work)(item);
            self.done.lock().unwrap_or_else(PoisonError::into_inner).push((i, result));
        }
    }
}

/// `f` of every item, in the order of the items, whatever the number of threads.
pub fn in_parallel<T: Sync, R: Send>(crew: &Crew, items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if crew.threads == 1 || items.len() < 2 {
        return items.iter().map(f).collect();
    }
    let section = Section { crew, items, next: AtomicUsize::new(0), work: f, done: Mutex::default() };
    thread::scope(|scope| section.work(scope));
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
    pub fn is_worth_splitting(&self, n: u16) -> bool {
        n >= SPLIT_LENGTH && self.path.len() < SPLIT_DEPTH && self.shared.settings.max_solutions.is_none()
    }

    /// There are threads to tell several things at once, and there is enough to find out about each.
    pub fn tells_in_parallel(&self, n: u16) -> bool {
        n >= SPLIT_LENGTH
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

    #[test]
    fn results_keep_the_order_of_the_items_and_no_more_work_than_there_are_threads() {
        for threads in [1, 2, 3, 8] {
            let crew = Crew::new(threads);
            let (at_work, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let items: Vec<usize> = (0..200).collect();
            let seat = crew.take();
            let squares = in_parallel(&crew, &items, |&i| {
                most.fetch_max(at_work.fetch_add(1, Relaxed) + 1, Relaxed);
                // Splitting again inside must not wait for anybody.
                let inner: Vec<usize> = in_parallel(&crew, &[i, i], |&i| i);
                at_work.fetch_sub(1, Relaxed);
                inner[0] * inner[1]
            });
            drop(seat);
            assert_eq!(squares, items.iter().map(|i| i * i).collect::<Vec<_>>());
            assert!(most.load(Relaxed) <= threads, "{threads}");
            assert_eq!(*crew.free(), threads);
        }
    }
}
