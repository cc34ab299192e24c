//! Gives the problems of the input to threads, in the order of the input, and prints the results in this order.
//!
//! The number and the size of the results that wait to be printed are limited. A solution that exceeds a small share of
//! the memory may grow further only after all earlier problems have been printed. It is then printed while it grows, so
//! at most one large solution is in memory.

mod output;
mod read_ahead;

use super::destination::Destination;
use super::outcome::Done;
use super::problems::InputItem;
use super::status::Status;
use crate::input::Entry;
use crate::mishap;
use crate::report::INTERNAL_ERROR;
use crate::solve::STACK_BYTES;
use output::{Output, OutputItem};
use read_ahead::ReadAhead;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A problem that a thread has taken from the queue.
pub struct Job {
    pub number: usize,
    pub entry: Entry,
    /// Whether the answer to the problem is recorded, or compared with a recorded one.
    pub with_answer: bool,
    /// The size in bytes of the transposition table that the problem may use.
    pub table_bytes: usize,
    /// The key of the problem's result in the result file of `--resume`.
    pub key: u128,
}

pub struct WorkQueue {
    state: Mutex<State>,
    moved: Condvar,
    cancelled: Arc<AtomicBool>,
    limits: Bounds,
}

/// Upper bounds on the work in progress and on the results that wait.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Number of problems that threads may have taken although their results are not printed yet.
    pub problems: usize,
    /// Bytes of output of finished problems that may wait until earlier problems are printed.
    pub bytes: usize,
    /// Bytes of the transposition tables of all running problems together.
    pub table_bytes: usize,
    pub threads: usize,
}

struct State {
    coming: ReadAhead,
    output: Output,
    /// The number of items that threads have taken: problems, and the items between problems.
    taken: usize,
    /// Bytes that are still available for the transposition tables of further problems.
    table_bytes: usize,
    with_answers: bool,
}

/// The longest time that a thread with a new problem waits to find out whether another problem follows.
const PATIENCE: Duration = Duration::from_millis(30);
/// The longest time that an interrupted run waits until the reader thread has counted the remaining problems.
const COUNTING: Duration = Duration::from_millis(500);

/// The handle of the thread that reads the input.
pub struct ReaderThread(JoinHandle<()>);

impl ReaderThread {
    /// Joins the thread if it has ended. If it is still waiting for input, the program ends without it. Its handle is
    /// then leaked instead of dropped, because glibc has a fault if a handle is dropped at the moment at which its
    /// thread ends (bug 19951).
    pub fn end_if_it_has(self) {
        if self.0.is_finished() {
            let _ = self.0.join();
        } else {
            std::mem::forget(self);
        }
    }
}

impl WorkQueue {
    pub fn new(destination: Box<dyn Destination>, cancelled: Arc<AtomicBool>, limits: Bounds) -> WorkQueue {
        let state = State {
            coming: ReadAhead::default(),
            output: Output::new(destination),
            taken: 0,
            table_bytes: limits.table_bytes,
            with_answers: false,
        };
        WorkQueue { state: Mutex::new(state), moved: Condvar::new(), cancelled, limits }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic of another thread ends the run, but the queue is still used until then.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a thread that reads the input ahead, from `feed`. The thread may wait forever for a pipe or a terminal,
    /// but the program can end without it.
    pub fn read(
        self: Arc<Self>,
        mut feed: impl Iterator<Item = InputItem> + Send + 'static,
    ) -> io::Result<ReaderThread> {
        let read = move || {
            if let Err(panic) = mishap::caught(|| feed.all(|item| self.bring(item))) {
                self.fail(io::Error::other(format!("{INTERNAL_ERROR}: {}", mishap::message(&*panic))));
            }
            let mut state = self.state();
            state.coming.has_ended = true;
            if let Some(destination) = &state.output.destination {
                destination.expect(state.coming.problems);
            }
            drop(state);
            self.moved.notify_all();
        };
        thread::Builder::new().stack_size(STACK_BYTES).spawn(read).map(ReaderThread)
    }

    /// Adds an item to the queue; after an interrupt, only counts it. Waits while the queue is full. Returns whether
    /// the reader should continue.
    fn bring(&self, item: InputItem) -> bool {
        let mut state = self.state();
        if state.coming.is_full() {
            // The reader does not continue after each item that is taken: if threads alternate at every problem, they
            // spend most of their time waiting for each other.
            while !state.coming.is_half_empty() && !self.is_over(&state) {
                state = self.wait(state);
            }
        }
        // After an interrupt, items are only counted.
        if !self.cancelled.load(Relaxed) {
            if state.coming.push(item) {
                self.moved.notify_all();
            }
        } else {
            state.coming.left.add(&item);
        }
        state.output.error.is_none() && state.output.destination.is_some()
    }

    fn is_over(&self, state: &State) -> bool {
        state.output.error.is_some() || self.cancelled.load(Relaxed)
    }

    /// Ends the run with this error. If there was an earlier error, that one is kept.
    pub fn fail(&self, error: io::Error) {
        self.state().output.error.get_or_insert(error);
        self.moved.notify_all();
    }

    /// Waits until another problem may be taken, and takes it. Also returns whether more problems may follow. Returns
    /// `None` if there are no more problems or the run has to end. The results of problems that an earlier run has
    /// recorded are passed on here; `key` computes the key of a result.
    pub fn take(&self, key: &dyn Fn(&Entry) -> u128) -> Option<(Job, bool)> {
        let mut state = self.state();
        loop {
            if self.is_over(&state) {
                return None;
            }
            let is_full = state.taken - state.output.printed >= self.limits.problems
                || state.output.waiting_bytes > self.limits.bytes;
            if is_full || state.coming.is_dry() {
                state = self.wait(state);
                continue;
            }
            let number = state.taken;
            let (item, has_room) = state.coming.pop()?;
            if has_room {
                self.moved.notify_all();
            }
            let destination = state.output.destination.as_mut()?;
            let turn = match item {
                InputItem::Problem(entry) => match destination.recall(&entry, key) {
                    Ok(known) => OutputItem::Problem(Box::new(known)),
                    Err(key) => {
                        state.taken += 1;
                        // The value is read before the wait, because another thread may take the end of the file during
                        // the wait.
                        let with_answer = state.with_answers;
                        let is_last;
                        (state, is_last) = self.nothing_follows(state);
                        let share = if is_last { usize::MAX } else { self.limits.table_bytes / self.limits.threads };
                        let table_bytes = share.min(state.table_bytes);
                        state.table_bytes -= table_bytes;
                        return Some((Job { number, entry: *entry, with_answer, table_bytes, key }, !is_last));
                    }
                },
                InputItem::Begin(name) => {
                    state.with_answers = destination.wants_answers(&name);
                    OutputItem::Begin(name)
                }
                InputItem::End => {
                    state.with_answers = false;
                    OutputItem::End
                }
                InputItem::Remark(text) => OutputItem::Remark(text),
                InputItem::Trouble(message) => OutputItem::Trouble(message),
                InputItem::Protocol(path) => OutputItem::Protocol(path),
            };
            state.taken += 1;
            state.output.put(number, turn);
            self.moved.notify_all();
        }
    }

    /// Returns whether the problem that was just taken is the last one. Waits only briefly for the input, because a
    /// person may be typing the next problem. If it is not certain by then, returns `false`.
    fn nothing_follows<'s>(&'s self, mut state: MutexGuard<'s, State>) -> (MutexGuard<'s, State>, bool) {
        let until = Instant::now() + PATIENCE;
        loop {
            let follows = state.coming.has_more();
            let has_ended = state.coming.has_ended;
            if follows || has_ended || Instant::now() >= until {
                let is_last = !follows && has_ended;
                return (state, is_last);
            }
            state = self.moved.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub fn put(&self, number: usize, done: Done, table_bytes: usize) {
        let mut state = self.state();
        state.table_bytes += table_bytes;
        state.output.put(number, OutputItem::Problem(Box::new(done)));
        self.moved.notify_all();
    }

    /// Writes `text`, a portion of the output of the problem `number`, if all earlier problems have been printed.
    /// Returns `false` if they have not, or if the run has to end.
    pub fn write_now(&self, number: usize, text: &str) -> bool {
        let output = &mut self.state().output;
        let is_next = output.printed == number && output.error.is_none();
        let Some(destination) = output.destination.as_mut().filter(|_| is_next) else { return false };
        output.error = destination.write_now(text).err();
        if output.error.is_some() {
            // No further output can be written.
            self.cancelled.store(true, Relaxed);
        }
        true
    }

    /// Blocks until all problems before the problem `number` have been printed, or the run has to end.
    pub fn wait_for_turn(&self, number: usize) {
        let mut state = self.state();
        while state.output.printed < number && state.output.error.is_none() && !self.cancelled.load(Relaxed) {
            state = self.wait(state);
        }
    }

    /// Waits for a notification of another thread, but only for a short time, because an interrupt sends no
    /// notification.
    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        self.moved.wait_timeout(state, Duration::from_millis(50)).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Ends the output and returns the exit status of the run.
    pub fn finish(&self) -> io::Result<Status> {
        let mut state = self.state();
        let until = Instant::now() + COUNTING;
        while self.cancelled.load(Relaxed) && !state.coming.has_ended && Instant::now() < until {
            state = self.moved.wait_timeout(state, COUNTING).unwrap_or_else(PoisonError::into_inner).0;
        }
        let left = state.coming.left();
        let error = state.output.error.take();
        // Without a destination, the reader thread ends, too.
        let Some(destination) = state.output.destination.take() else { return Ok(Status::Internal) };
        drop(state);
        destination.finish(error, left)
    }

    /// Whether the output of a problem may be written in several portions, while it is being solved.
    pub fn takes_pieces(&self) -> bool {
        self.state().output.destination.as_ref().is_some_and(|destination| destination.takes_pieces())
    }

    pub fn shown_faults_are_enough(&self) -> bool {
        self.state().output.destination.as_ref().is_some_and(|destination| destination.shown_faults_are_enough())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::problems::RemainingInput;
    use crate::input::ProblemReader;

    /// A destination for tests that requests all answers and prints nothing.
    struct NullDestination;

    impl Destination for NullDestination {
        fn wants_answers(&self, _: &str) -> bool {
            true
        }

        fn shown_faults_are_enough(&self) -> bool {
            false
        }

        fn problem(&mut self, _: Done) -> io::Result<()> {
            Ok(())
        }

        fn remark(&mut self, _: &str) -> io::Result<()> {
            Ok(())
        }

        fn finish(self: Box<Self>, _: Option<io::Error>, _: RemainingInput) -> io::Result<Status> {
            Ok(Status::Good)
        }
    }

    #[test]
    fn the_last_problem_of_a_file_keeps_its_answer_when_another_thread_takes_the_end() {
        let line = "7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";\n";
        let entry = ProblemReader::new("x.epd", line.as_bytes()).next_entry().unwrap().unwrap();
        let bounds = Bounds { problems: 8, bytes: 1 << 20, table_bytes: 0, threads: 2 };
        let queue = WorkQueue::new(Box::new(NullDestination), Arc::default(), bounds);
        queue.bring(InputItem::Begin("x.epd".to_string()));
        queue.bring(InputItem::Problem(Box::new(entry)));
        thread::scope(|scope| {
            let first = scope.spawn(|| queue.take(&|_| 0).map(|(job, _)| job.with_answer));
            while queue.state().taken < 2 {
                thread::yield_now();
            }
            // The other thread waits for the next item. It is not notified of the end of the file, so this thread takes
            // the end.
            let mut state = queue.state();
            state.coming.push(InputItem::End);
            state.coming.has_ended = true;
            drop(state);
            assert!(queue.take(&|_| 0).is_none());
            assert_eq!(first.join().unwrap(), Some(true));
        });
    }
}
