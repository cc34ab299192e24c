//! Threads with deep stacks, each of which is waited for by itself.
//!
//! A scope of threads waits for what they do, not for their ends: who drops their handles lets them go. With large
//! stacks that is not safe everywhere: some systems look at a thread once more while it is let go, when it may have
//! ended and its stack been given back (glibc, bug 19951; seen as a crash once in some ten thousand problems on a busy
//! machine). So no handle is dropped here.

use std::io;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

/// Search goes down a few stack frames a half-move, and series may have hundreds. Only what is used is ever taken.
pub const STACK_BYTES: usize = 1 << 30;

/// The threads of a scope.
pub struct Threads<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    begun: Mutex<Vec<ScopedJoinHandle<'scope, ()>>>,
}

/// Does the work, which may begin threads, and waits for the ends of all of them. Panics with what one of them panicked
/// with.
pub fn with_threads<'env, R>(work: impl for<'scope> FnOnce(&Arc<Threads<'scope, 'env>>) -> R) -> R {
    thread::scope(|scope| {
        let threads = Arc::new(Threads { scope, begun: Mutex::default() });
        let result = work(&threads);
        // Who begins another thread has not ended before its handle is here.
        while let Some(thread) = threads.one(|_| true) {
            end(thread);
        }
        result
    })
}

impl<'scope, 'env> Threads<'scope, 'env> {
    /// One more thread, which may begin others. An error where the system has none.
    pub fn begin(self: &Arc<Self>, work: impl FnOnce(&Arc<Threads<'scope, 'env>>) + Send + 'scope) -> io::Result<()> {
        // Those that have ended give their stacks back.
        while let Some(thread) = self.one(|thread| thread.is_finished()) {
            end(thread);
        }
        let threads = self.clone();
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(self.scope, move || work(&threads))?;
        self.begun().push(thread);
        Ok(())
    }

    fn begun(&self) -> MutexGuard<'_, Vec<ScopedJoinHandle<'scope, ()>>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn one(&self, is_meant: impl Fn(&ScopedJoinHandle<'scope, ()>) -> bool) -> Option<ScopedJoinHandle<'scope, ()>> {
        let mut begun = self.begun();
        let place = begun.iter().position(is_meant)?;
        Some(begun.swap_remove(place))
    }
}

fn end(thread: ScopedJoinHandle<'_, ()>) {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    fn begin_one_after_the_other<'scope>(threads: &Arc<Threads<'scope, '_>>, ended: &'scope AtomicUsize, more: usize) {
        if more > 0 {
            let work = move |threads: &Arc<Threads<'scope, '_>>| {
                begin_one_after_the_other(threads, ended, more - 1);
                ended.fetch_add(1, Relaxed);
            };
            threads.begin(work).expect("a thread");
        }
    }

    #[test]
    fn threads_that_threads_have_begun_are_waited_for() {
        let ended = AtomicUsize::new(0);
        assert_eq!(with_threads(|threads| begin_one_after_the_other(threads, &ended, 50)), ());
        assert_eq!(ended.into_inner(), 50);
    }

    #[test]
    fn no_more_threads_are_kept_than_are_at_work() {
        with_threads(|threads| {
            for _ in 0..50 {
                threads.begin(|_| ()).expect("a thread");
                while threads.begun().iter().any(|thread| !thread.is_finished()) {
                    thread::yield_now();
                }
                assert_eq!(threads.begun().len(), 1);
            }
        });
    }

    #[test]
    #[should_panic(expected = "what went wrong")]
    fn a_panic_is_passed_on() {
        with_threads(|threads| threads.begin(|_| panic!("what went wrong")).expect("a thread"));
    }
}
