//! Things done in parallel, with results in order.

use super::limit::Limits;
use super::threads::{Threads, with_threads};
use crate::mishap;
use std::any::Any;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

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
    fn work<'scope>(&'scope self, threads: &Arc<Threads<'scope, '_>>, helps: bool) {
        let permits = &self.limits.permits;
        while !(helps && permits.is_crowded()) {
            let i = self.next.fetch_add(1, Relaxed);
            let Some(item) = self.items.get(i) else { return };
            if i + 1 < self.items.len()
                && let Some(permit) = permits.take_if_free()
            {
                // Where no thread can be had, this one goes on alone.
                let _ = threads.begin(move |threads| {
                    let _permit = permit;
                    self.work(threads, true);
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
    if limits.permits.threads() == 1 || items.len() < 2 {
        return items.iter().map(f).collect();
    }
    let (next, done, panicked) = (AtomicUsize::new(0), Mutex::default(), Panicked::default());
    let section = Section { limits, items, next, work: f, done, panicked };
    with_threads(|threads| section.work(threads, false));
    section.panicked.pass_on();
    let mut done = section.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Allowance;
    use crate::solve::permits::Permits;
    use std::sync::Arc;

    fn limits_for(threads: usize) -> Limits {
        let permits = Arc::new(Permits::new(threads));
        Limits::new(Arc::default(), Arc::default(), permits, Allowance::default())
    }

    #[test]
    fn a_panic_of_one_ends_the_work_of_all_and_is_passed_on() {
        for threads in [1, 2, 8] {
            let limits = limits_for(threads);
            let items: Vec<usize> = (0..200).collect();
            let permit = limits.permits.take();
            let work = |&i: &usize| if i == 5 { panic!("at {i}") } else { i };
            let panic = mishap::caught(|| in_parallel(&limits, &items, work)).unwrap_err();
            assert_eq!(mishap::message(&*panic), "at 5");
            assert_eq!(limits.is_expired(), threads > 1, "alone nobody has to be told");
            drop(permit);
            assert_eq!(limits.permits.free.load(Relaxed), threads.cast_signed());
        }
    }

    #[test]
    fn results_keep_the_order_of_the_items_and_no_more_work_than_there_are_threads() {
        for threads in [1, 2, 3, 8] {
            let limits = limits_for(threads);
            let permits = &limits.permits;
            let (at_work, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let items: Vec<usize> = (0..200).collect();
            let permit = permits.take();
            let squares = in_parallel(&limits, &items, |&i| {
                most.fetch_max(at_work.fetch_add(1, Relaxed) + 1, Relaxed);
                // Splitting again inside must not wait for anybody.
                let inner: Vec<usize> = in_parallel(&limits, &[i, i], |&i| i);
                at_work.fetch_sub(1, Relaxed);
                inner[0] * inner[1]
            });
            drop(permit);
            assert_eq!(squares, items.iter().map(|i| i * i).collect::<Vec<_>>());
            assert!(most.load(Relaxed) <= threads, "{threads}");
            assert_eq!(permits.free.load(Relaxed), threads.cast_signed());
        }
    }
}
