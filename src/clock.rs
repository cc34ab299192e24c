//! The time limit of a problem, and its cancellation.
//!
//! The search checks the clock between positions; rules check it when one question leads to others without end.
//! After the clock has rung, every question is answered at once and arbitrarily. So an answer is reliable only if
//! the clock has not rung when it is given, and nothing may be concluded from any other answer.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

#[cfg(test)]
use std::sync::atomic::AtomicU64;

/// The time limit of one problem, and external cancellation.
#[derive(Debug, Default)]
pub struct Clock {
    deadline: Option<Instant>,
    /// The clock does not ring earlier, so that the first questions (whether there is a problem at all) are
    /// answered.
    earliest: Option<Instant>,
    /// Set from outside (Ctrl-C) to end all searches.
    cancelled: Arc<AtomicBool>,
    rung: AtomicBool,
    pauses: Mutex<Pauses>,
    /// Rings after this number of checks.
    #[cfg(test)]
    looks_left: Option<AtomicU64>,
}

/// Time during which a problem waits for others; it does not count.
#[derive(Debug, Default)]
struct Pauses {
    threads: usize,
    since: Option<Instant>,
    total: Duration,
}

/// Time granted to the first questions under any limit.
const FIRST_QUESTIONS: Duration = Duration::from_millis(100);

/// Interval at which a waiting problem's pause is checked.
const PATIENCE: Duration = Duration::from_millis(10);

impl Clock {
    /// Returns the clock of a problem that starts now.
    pub fn new(time: Option<Duration>, cancelled: Arc<AtomicBool>) -> Clock {
        let now = Instant::now();
        let deadline = time.and_then(|time| now.checked_add(time));
        Clock { deadline, earliest: now.checked_add(FIRST_QUESTIONS), cancelled, ..Clock::default() }
    }

    /// Whether the clock has rung. To be checked wherever work may take long; later answers are unreliable.
    pub fn has_rung(&self) -> bool {
        #[cfg(test)]
        if let Some(left) = &self.looks_left
            && left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
        {
            self.rung.store(true, Relaxed);
        }
        self.rung.load(Relaxed) || self.is_cancelled()
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// Whether the time would be over `more` from now.
    pub fn is_late_with(&self, more: Duration) -> bool {
        let Some(deadline) = self.deadline else { return false };
        let then = Instant::now() + more;
        then >= deadline && then >= deadline + self.paused()
    }

    /// Calls `f`, which waits for other problems, without counting its time.
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

    /// Returns the time that the problem has spent waiting for others.
    fn paused(&self) -> Duration {
        let pauses = self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.total + pauses.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Rings when the time is over, unless the other end of `done` is dropped first.
    pub fn watch(&self, done: &Receiver<()>) {
        let Some(deadline) = self.deadline else { return };
        loop {
            let end = (deadline + self.paused()).max(self.earliest.unwrap_or(deadline));
            let rest = end.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return self.rung.store(true, Relaxed);
            }
            if done.recv_timeout(rest.max(PATIENCE)) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
    }

    /// Returns a clock that rings after this number of checks.
    #[cfg(test)]
    pub fn ringing_after(looks: u64) -> Clock {
        Clock { looks_left: Some(AtomicU64::new(looks)), ..Clock::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

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
