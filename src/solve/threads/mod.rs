//! The threads of a run, based on rayon.
//!
//! Each problem is solved on a thread of its own. If a problem has work to share, it moves to the thread pool of the
//! run. The pool serves one problem at a time: of the problems being solved, the one that began first. There are two
//! reasons:
//!
//! * A rayon thread that waits takes up other work. Work of another problem could last for hours. It could also wait
//!   until the first problem is printed, which would never happen.
//! * Idle threads help with the problem whose answer is printed next.
//!
//! While every thread has a problem of its own, no work is shared. A run with one thread has no pool.

pub mod cancellation;
pub mod in_order;
pub mod marks;

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

/// Size of the stack of a searching thread. Each ply takes a few frames, and a series may have hundreds of plies. The
/// operating system provides memory only for the part that is used.
pub const STACK_BYTES: usize = 1 << 30;

/// The threads that all problems of a run share.
#[derive(Debug)]
pub struct Threads {
    number: usize,
    /// The pool, made when some problem first has work to share. Contains `None` if the system cannot create threads.
    pool: OnceLock<Option<ThreadPool>>,
    at_work: Mutex<ActiveProblems>,
    /// The ticket (number in order of beginning) of the oldest problem that is being solved.
    first: AtomicU64,
    /// Number of problems that are being solved and are not waiting for other problems.
    busy: AtomicUsize,
    /// Indexed by thread of the pool: whether the thread is inside an item of
    /// [`map_in_order`](crate::solve::threads::in_order::map_in_order).
    in_item: Box<[AtomicBool]>,
}

/// The tickets of the problems that are being solved. Tickets are numbers in the order in which the problems began.
#[derive(Debug, Default)]
struct ActiveProblems {
    next: u64,
    tickets: BTreeSet<u64>,
}

impl Threads {
    /// Returns the threads of a run, at most `number` at the same time; 0 means the number of cores.
    pub fn new(number: usize) -> Threads {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let number = if number == 0 { cores() } else { number };
        Threads {
            number,
            pool: OnceLock::new(),
            at_work: Mutex::default(),
            first: AtomicU64::new(0),
            busy: AtomicUsize::new(0),
            in_item: (0..number).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// Returns the greatest number of threads that work at the same time.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Calls `wait`. During the call, the calling problem does not count as using a thread.
    pub fn resting<R>(&self, wait: impl FnOnce() -> R) -> R {
        self.busy.fetch_sub(1, Relaxed);
        let result = wait();
        self.busy.fetch_add(1, Relaxed);
        result
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let build = || {
            let builder = ThreadPoolBuilder::new().num_threads(self.number).stack_size(STACK_BYTES);
            builder.thread_name(|i| format!("search {i}")).build().ok()
        };
        self.pool.get_or_init(build).as_ref()
    }

    /// Returns the pool if the current thread belongs to the pool, otherwise `None`.
    fn pool_of_this_thread(&self) -> Option<&ThreadPool> {
        self.pool.get()?.as_ref().filter(|pool| pool.current_thread_index().is_some())
    }

    fn at_work(&self) -> MutexGuard<'_, ActiveProblems> {
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Threads {
    /// Returns as many threads as there are cores.
    fn default() -> Threads {
        Threads::new(0)
    }
}

/// The access of one problem to the threads of the run. It lasts from the beginning of the problem's search to the end.
#[derive(Debug)]
pub struct ThreadShare {
    threads: Arc<Threads>,
    ticket: u64,
}

impl ThreadShare {
    pub fn of(threads: Arc<Threads>) -> ThreadShare {
        let mut at_work = threads.at_work();
        let ticket = at_work.next;
        at_work.next += 1;
        at_work.tickets.insert(ticket);
        threads.first.store(*at_work.tickets.first().unwrap_or(&ticket), Relaxed);
        drop(at_work);
        threads.busy.fetch_add(1, Relaxed);
        ThreadShare { threads, ticket }
    }

    pub fn number(&self) -> usize {
        self.threads.number
    }

    /// Returns the pool if the problem may share work with other threads now. This is so if it is already running on
    /// the pool, or if it is the oldest problem and some thread is idle. Otherwise returns `None`.
    pub fn pool(&self) -> Option<&ThreadPool> {
        let threads = &*self.threads;
        if threads.number == 1 {
            return None;
        }
        threads.pool_of_this_thread().or_else(|| {
            let is_first = threads.first.load(Relaxed) == self.ticket;
            if is_first && threads.busy.load(Relaxed) < threads.number { threads.pool() } else { None }
        })
    }

    /// Whether [`ThreadShare::pool`] returns a pool.
    pub fn is_shared(&self) -> bool {
        self.pool().is_some()
    }

    /// Marks this thread of the pool as being inside an item of `map_in_order`. Returns `None` if the thread is already
    /// inside an item, or does not belong to the pool.
    pub fn begin_item(&self) -> Option<InItem<'_>> {
        let index = self.threads.pool_of_this_thread()?.current_thread_index()?;
        let mark = &self.threads.in_item[index];
        // The guard is made only if the mark is new, because dropping an `InItem` clears the mark.
        (!mark.swap(true, Relaxed)).then(|| InItem(mark))
    }
}

impl Default for ThreadShare {
    /// Returns the share of a problem that is solved on a single thread.
    fn default() -> ThreadShare {
        ThreadShare::of(Arc::new(Threads::new(1)))
    }
}

impl Drop for ThreadShare {
    fn drop(&mut self) {
        self.threads.busy.fetch_sub(1, Relaxed);
        let mut at_work = self.threads.at_work();
        at_work.tickets.remove(&self.ticket);
        self.threads.first.store(*at_work.tickets.first().unwrap_or(&at_work.next), Relaxed);
    }
}

/// A guard that marks this thread as being inside an item of
/// [`map_in_order`](crate::solve::threads::in_order::map_in_order), until the guard is dropped.
pub struct InItem<'a>(&'a AtomicBool);

impl Drop for InItem<'_> {
    fn drop(&mut self) {
        self.0.store(false, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pool_serves_the_first_problem_and_only_if_a_thread_is_idle() {
        let threads = Arc::new(Threads::new(2));
        let first = ThreadShare::of(threads.clone());
        assert!(first.is_shared());
        let second = ThreadShare::of(threads.clone());
        assert!(!first.is_shared() && !second.is_shared(), "both threads have a problem");
        threads.resting(|| assert!(first.is_shared() && !second.is_shared()));
        // A problem that is on the pool stays there.
        let pool = threads.pool().expect("threads");
        pool.install(|| assert!(first.is_shared()));
        drop(first);
        assert!(second.is_shared());
    }

    #[test]
    fn one_thread_has_no_pool() {
        let threads = Arc::new(Threads::new(1));
        assert!(!ThreadShare::of(threads.clone()).is_shared());
        assert!(threads.pool.get().is_none());
    }

    #[test]
    fn a_thread_begins_no_item_within_another() {
        let share = ThreadShare::of(Arc::new(Threads::new(2)));
        share.pool().expect("threads").install(|| {
            let item = share.begin_item();
            assert!(item.is_some() && share.begin_item().is_none());
            assert!(share.begin_item().is_none(), "a refusal leaves the mark");
            drop(item);
            assert!(share.begin_item().is_some());
        });
    }
}
