//! The clock of a problem: it rings at the time limit, or when the problem is cancelled.
//!
//! The search checks the clock between positions, and rules check it in recursions that might not end. After the clock
//! has rung, the search and the rules return at once, with arbitrary results. So a result is reliable only if the clock
//! has not rung by the time the result is returned.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
/// A point in time. It replaces the type of the standard library, which panics in WebAssembly.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;

#[cfg(test)]
use std::sync::atomic::AtomicU64;

/// The clock of one problem. It rings at the time limit, or when the problem is cancelled from outside.
#[derive(Debug, Default)]
pub struct Clock {
    deadline: Option<Instant>,
    /// Earliest time at which the clock rings because of a time limit, even if the limit is shorter:
    /// [`FIRST_QUESTIONS`] after the start.
    earliest: Option<Instant>,
    /// Whether the search has to end. Another thread sets it, for example after Ctrl-C.
    cancelled: Arc<AtomicBool>,
    rung: AtomicBool,
    /// Whether no thread watches the clock. Then every check of the clock reads the time.
    is_unwatched: AtomicBool,
    pauses: Mutex<Pauses>,
    /// Number of checks after which the clock rings, for tests.
    #[cfg(test)]
    looks_left: Option<AtomicU64>,
}

/// Time during which a problem waits for other problems. It does not count against the time limit.
#[derive(Debug, Default)]
struct Pauses {
    threads: usize,
    since: Option<Instant>,
    total: Duration,
}

/// Time that every problem gets, even if the time limit is shorter. Within this time it can be found out whether the
/// input is a problem at all.
const FIRST_QUESTIONS: Duration = Duration::from_millis(100);

/// Shortest time for which a thread that watches clocks sleeps before it looks at them again.
const PATIENCE: Duration = Duration::from_millis(10);

impl Clock {
    /// Starts the clock of a problem. It rings after `time` (`None`: no limit) or as soon as `cancelled` is set.
    pub fn new(time: Option<Duration>, cancelled: Arc<AtomicBool>) -> Clock {
        let now = Instant::now();
        let deadline = time.and_then(|time| now.checked_add(time));
        Clock { deadline, earliest: now.checked_add(FIRST_QUESTIONS), cancelled, ..Clock::default() }
    }

    /// Whether the clock has rung. Results computed after that are unreliable. Every long computation has to call this
    /// method regularly.
    pub fn has_rung(&self) -> bool {
        #[cfg(test)]
        if let Some(left) = &self.looks_left
            && left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
        {
            self.rung.store(true, Relaxed);
        }
        if self.is_unwatched.load(Relaxed) {
            self.ring_in_time();
        }
        self.rung.load(Relaxed) || self.is_cancelled()
    }

    /// Makes each check of the clock read the time. For programs that have no thread to [`watch`](Clock::watch) the
    /// clock.
    pub fn unwatch(&self) {
        self.is_unwatched.store(true, Relaxed);
    }

    /// Returns the time at which the clock rings because of the time limit, or `None` if there is no limit.
    fn end(&self) -> Option<Instant> {
        let deadline = self.deadline?;
        Some((deadline + self.paused()).max(self.earliest.unwrap_or(deadline)))
    }

    pub fn has_time_limit(&self) -> bool {
        self.deadline.is_some()
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// Whether the time limit will have passed after a further time of `more`.
    pub fn is_late_with(&self, more: Duration) -> bool {
        let Some(deadline) = self.deadline else { return false };
        let then = Instant::now() + more;
        then >= deadline && then >= deadline + self.paused()
    }

    /// Calls `f`, which waits for other problems. The time of the call does not count against the time limit.
    pub fn pausing<R>(&self, f: impl FnOnce() -> R) -> R {
        let pauses = || self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut pauses = pauses();
            pauses.since = pauses.since.or(Some(Instant::now()));
            pauses.threads += 1;
        }
        let result = f();
        let mut pauses = pauses();
        pauses.threads -= 1;
        if pauses.threads == 0
            && let Some(since) = pauses.since.take()
        {
            pauses.total += since.elapsed();
        }
        result
    }

    /// Returns the time for which the problem has waited for other problems.
    fn paused(&self) -> Duration {
        let pauses = self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.total + pauses.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Waits until the time limit, and then makes the clock ring. Returns earlier if the sender of `done` is dropped,
    /// and at once if there is no time limit.
    pub fn watch(&self, done: &Receiver<()>) {
        while let Some(end) = self.end() {
            let rest = end.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return self.rung.store(true, Relaxed);
            }
            if done.recv_timeout(rest.max(PATIENCE)) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
    }

    /// Makes the clock ring if the time limit has passed.
    fn ring_in_time(&self) {
        if self.end().is_some_and(|end| Instant::now() >= end) {
            self.rung.store(true, Relaxed);
        }
    }

    /// Returns a clock that rings after `looks` calls of [`Clock::has_rung`].
    #[cfg(test)]
    pub fn ringing_after(looks: u64) -> Clock {
        Clock { looks_left: Some(AtomicU64::new(looks)), ..Clock::default() }
    }
}

/// A thread that watches the clock of one problem after another. It ends when the watcher is dropped.
///
/// The thread looks at the clock every 10 ms. Starting a new thread for each problem would take longer than many
/// problems do.
#[derive(Debug)]
pub struct Watcher {
    watched: Arc<Mutex<Option<Arc<Clock>>>>,
    /// The thread, and a sender whose drop ends it. `None` if the system could not create the thread.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Watcher {
    /// Starts the thread. If the system cannot create one, each check of a watched clock reads the time instead.
    pub fn start() -> Watcher {
        let watched: Arc<Mutex<Option<Arc<Clock>>>> = Arc::default();
        let (working, done) = mpsc::channel();
        let current = watched.clone();
        let look = move || {
            while done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let clock = current.lock().unwrap_or_else(PoisonError::into_inner).clone();
                clock.iter().for_each(|clock| clock.ring_in_time());
            }
        };
        let thread = thread::Builder::new().name("clock".to_string()).spawn(look).ok();
        Watcher { watched, thread: thread.map(|thread| (working, thread)) }
    }

    /// Watches this clock from now on, instead of the clock of the previous problem.
    pub fn watch(&self, clock: &Arc<Clock>) {
        if self.thread.is_none() {
            clock.unwatch();
        }
        *self.watched.lock().unwrap_or_else(PoisonError::into_inner) = Some(clock.clone());
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if let Some((working, thread)) = self.thread.take() {
            drop(working);
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_rings_when_the_time_is_over_and_not_when_the_work_is_done_before() {
        let clock = Clock { deadline: Some(Instant::now()), ..Clock::default() };
        let (working, done) = mpsc::channel::<()>();
        clock.watch(&done);
        assert!(clock.has_rung());
        let clock = Clock::new(Some(Duration::MAX), Arc::default());
        assert!(clock.deadline.is_none(), "so late a time is none");
        let clock = Clock::new(Some(Duration::from_secs(1 << 20)), Arc::default());
        drop(working);
        clock.watch(&done);
        assert!(!clock.has_rung());
    }

    #[test]
    fn an_unwatched_clock_rings_when_it_is_looked_at() {
        let clock = Clock { deadline: Some(Instant::now()), ..Clock::default() };
        assert!(!clock.has_rung(), "it is watched");
        clock.unwatch();
        assert!(clock.has_rung());
        let clock = Clock::new(Some(Duration::from_secs(1 << 20)), Arc::default());
        clock.unwatch();
        assert!(!clock.has_rung());
    }

    #[test]
    fn a_watcher_lets_the_clock_ring_that_it_watches() {
        let watcher = Watcher::start();
        let over = || Arc::new(Clock { deadline: Some(Instant::now()), ..Clock::default() });
        let (first, second) = (over(), over());
        assert!(!first.has_rung());
        for clock in [&first, &second] {
            watcher.watch(clock);
            while !clock.has_rung() {
                thread::yield_now();
            }
        }
        let endless = Arc::new(Clock::default());
        watcher.watch(&endless);
        drop(watcher);
        assert!(!endless.has_rung());
    }

    #[test]
    fn time_stands_still_while_a_problem_waits() {
        let clock = Clock { deadline: Some(Instant::now()), ..Clock::default() };
        assert!(clock.is_late_with(Duration::ZERO));
        let clock = Clock { deadline: Some(Instant::now() + Duration::from_secs(1 << 20)), ..Clock::default() };
        clock.pausing(|| {
            clock.pausing(|| assert_eq!(clock.pauses.lock().expect("not poisoned").threads, 2));
            let pauses = clock.pauses.lock().expect("not poisoned");
            assert!(pauses.since.is_some() && pauses.total.is_zero(), "the other one still waits");
        });
        let waited = clock.paused();
        assert!(!waited.is_zero());
        assert_eq!(clock.paused(), waited, "nobody waits any more");
    }

    #[test]
    fn whoever_cancels_ends_it_at_once() {
        let cancelled = Arc::new(AtomicBool::new(false));
        let clock = Clock::new(None, cancelled.clone());
        assert!(!clock.has_rung());
        cancelled.store(true, Relaxed);
        assert!(clock.has_rung());
    }
}
