//! Applies a function to items on several threads, and returns the results in the order of the items.
//!
//! The items are the moves of a position that are printed, each with all moves after it. They are begun in order,
//! because results wait until everything before them is printed, and a thread inside an item may wait for output memory
//! ([`crate::solve::unfold::stream`]). A parallel iterator of rayon cannot be used: a thread that waits inside one item
//! must not begin another item, which may in turn wait for the first. Proofs never wait for output memory, so any
//! thread may work on them ([`crate::solve::prove::shared_moves`]).

use crate::solve::limits::Limits;
use rayon::Scope;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Applies `f` to every item, on several threads if possible, and returns the results in the order of the items.
pub fn map_in_order<T: Sync, R: Send>(limits: &Limits, items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let Some(pool) = limits.share.pool().filter(|_| items.len() > 1) else { return items.iter().map(f).collect() };
    let section = OrderedSection {
        limits,
        items,
        f,
        next: AtomicUsize::new(0),
        at_work: AtomicUsize::new(1),
        done: Mutex::default(),
    };
    pool.install(|| {
        let _in_item = limits.share.begin_item();
        rayon::in_place_scope(|scope| section.work(scope));
    });
    let mut done = section.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, result)| result).collect()
}

struct OrderedSection<'a, T, R, F> {
    limits: &'a Limits,
    items: &'a [T],
    f: F,
    next: AtomicUsize,
    /// Number of threads that apply `f` to items, or have been asked to do so.
    at_work: AtomicUsize,
    done: Mutex<Vec<(usize, R)>>,
}

impl<T: Sync, R: Send, F: Fn(&T) -> R + Sync> OrderedSection<'_, T, R, F> {
    /// Applies `f` to one item after the other until none is left.
    fn work<'scope>(&'scope self, scope: &Scope<'scope>) {
        loop {
            let i = self.next.fetch_add(1, Relaxed);
            let Some(item) = self.items.get(i) else { return };
            if i + 1 < self.items.len() && self.at_work.load(Relaxed) < self.limits.share.number() {
                self.at_work.fetch_add(1, Relaxed);
                scope.spawn(|scope| self.help(scope));
            }
            let panicking = ExpireOnPanic(self.limits);
            let result = (self.f)(item);
            std::mem::forget(panicking);
            self.done.lock().unwrap_or_else(PoisonError::into_inner).push((i, result));
        }
    }

    /// Like `work`, but for a thread that was asked to help. Does nothing if this thread is already inside an item,
    /// where it waits for other work.
    fn help<'scope>(&'scope self, scope: &Scope<'scope>) {
        if self.next.load(Relaxed) < self.items.len()
            && let Some(_in_item) = self.limits.share.begin_item()
        {
            self.work(scope);
        }
        self.at_work.fetch_sub(1, Relaxed);
    }
}

/// A guard that ends the search of the problem if it is dropped during a panic. It is needed because rayon passes a
/// panic on only when all threads have ended.
pub struct ExpireOnPanic<'a>(pub &'a Limits);

impl Drop for ExpireOnPanic<'_> {
    fn drop(&mut self) {
        self.0.expire();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mishap;
    use crate::solve::Allowance;
    use crate::solve::threads::{ThreadShare, Threads};
    use std::sync::Arc;

    fn limits_for(threads: usize) -> Limits {
        let share = Arc::new(ThreadShare::of(Arc::new(Threads::new(threads))));
        Limits::new(Arc::default(), Arc::default(), share, Allowance::default())
    }

    #[test]
    fn a_panic_of_one_ends_the_work_of_all_and_is_passed_on() {
        for threads in [1, 2, 8] {
            let limits = limits_for(threads);
            let items: Vec<usize> = (0..200).collect();
            let work = |&i: &usize| if i == 5 { panic!("at {i}") } else { i };
            let panic = mishap::caught(|| map_in_order(&limits, &items, work)).unwrap_err();
            assert_eq!(mishap::message(&*panic), "at 5");
            assert_eq!(limits.is_expired(), threads > 1, "a single thread ends by itself");
        }
    }

    #[test]
    fn results_keep_the_order_of_the_items_and_no_more_work_than_there_are_threads() {
        for threads in [1, 2, 3, 8] {
            let limits = limits_for(threads);
            let (at_work, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let items: Vec<usize> = (0..200).collect();
            let squares = map_in_order(&limits, &items, |&i| {
                most.fetch_max(at_work.fetch_add(1, Relaxed) + 1, Relaxed);
                let inner: Vec<usize> = map_in_order(&limits, &[i, i], |&i| i);
                at_work.fetch_sub(1, Relaxed);
                inner[0] * inner[1]
            });
            assert_eq!(squares, items.iter().map(|i| i * i).collect::<Vec<_>>());
            assert!(most.load(Relaxed) <= threads, "{threads}");
        }
    }
}
