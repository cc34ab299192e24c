//! Problems go out to the threads in the order of the input, and what came of them is printed in that order.
//!
//! What waits for its turn is bounded: so many problems, so many bytes. A solution that is larger than a small share
//! may only grow when all problems before it are printed: then it is printed at once, and no two are in memory.

use super::feed::{Feed, Item};
use super::printer::Printer;
use super::records::{Known, Records};
use super::{Status, done::Done};
use crate::input::Entry;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A problem to be worked on.
pub struct Job {
    pub number: usize,
    pub entry: Entry,
    /// An answer of the problem is wanted for the file of answers.
    pub with_answer: bool,
    /// How large its table may be.
    pub table_bytes: usize,
    /// For the file of results.
    pub key: u128,
}

/// Done before, by what the file of results says.
pub type Recall = dyn Fn(&Entry, Known, &Records) -> Done;

pub struct Desk {
    state: Mutex<State>,
    moved: Condvar,
    cancelled: Arc<AtomicBool>,
    limits: Bounds,
}

/// What may be under way at the same time.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Problems taken and not yet printed.
    pub problems: usize,
    /// Bytes of finished work that waits for its turn.
    pub bytes: usize,
    /// For the tables of all problems under work.
    pub table_bytes: usize,
    pub threads: usize,
}

struct State {
    feed: Feed,
    printer: Printer,
    /// Numbers given to problems and to what stands between them.
    taken: usize,
    printed: usize,
    waiting: BTreeMap<usize, Turn>,
    waiting_bytes: usize,
    table_bytes: usize,
    with_answers: bool,
    error: Option<io::Error>,
}

/// What has a place in the order of the output.
enum Turn {
    Begin(String),
    End,
    Remark(String),
    Trouble(String),
    Problem(Box<Done>),
}

impl Desk {
    pub fn new(feed: Feed, printer: Printer, cancelled: Arc<AtomicBool>, limits: Bounds) -> Desk {
        let state = State {
            feed,
            printer,
            taken: 0,
            printed: 0,
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            table_bytes: limits.table_bytes,
            with_answers: false,
            error: None,
        };
        Desk { state: Mutex::new(state), moved: Condvar::new(), cancelled, limits }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that panics takes the whole run down; this one only has to get there.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next problem, when there is room for one more; `None` when there is none or the run is to end. The flag
    /// says that more follow.
    pub fn take(&self, key: &dyn Fn(&Entry) -> u128, limits: &str, recall: &Recall) -> Option<(Job, bool)> {
        let mut state = self.state();
        loop {
            if state.error.is_some() || self.cancelled.load(Relaxed) {
                return None;
            }
            if state.taken - state.printed >= self.limits.problems || state.waiting_bytes > self.limits.bytes {
                state = self.wait(state);
                continue;
            }
            let number = state.taken;
            let turn = match state.feed.next()? {
                Item::Problem(entry) => {
                    let key = if state.printer.records.is_some() { key(&entry) } else { 0 };
                    let known = state.printer.records.as_mut().and_then(|records| records.take(key, limits));
                    match (known, &state.printer.records) {
                        (Some(known), Some(records)) => Turn::Problem(Box::new(recall(&entry, known, records))),
                        _ => {
                            state.taken += 1;
                            let is_last = state.feed.at_end();
                            let share =
                                if is_last { usize::MAX } else { self.limits.table_bytes / self.limits.threads };
                            let table_bytes = share.min(state.table_bytes);
                            state.table_bytes -= table_bytes;
                            let with_answer = state.with_answers;
                            return Some((Job { number, entry: *entry, with_answer, table_bytes, key }, !is_last));
                        }
                    }
                }
                Item::Begin(name) => {
                    state.with_answers = state.printer.wants_answers(&name);
                    Turn::Begin(name)
                }
                Item::End => {
                    state.with_answers = false;
                    Turn::End
                }
                Item::Remark(text) => Turn::Remark(text),
                Item::Trouble(message) => Turn::Trouble(message),
            };
            state.taken += 1;
            state.put(number, turn);
            self.moved.notify_all();
        }
    }

    pub fn put(&self, number: usize, done: Done, table_bytes: usize) {
        let mut state = self.state();
        state.table_bytes += table_bytes;
        state.put(number, Turn::Problem(Box::new(done)));
        self.moved.notify_all();
    }

    /// Waits until everything before this problem is printed.
    pub fn wait_for_turn(&self, number: usize) {
        let mut state = self.state();
        while state.printed < number && state.error.is_none() && !self.cancelled.load(Relaxed) {
            state = self.wait(state);
        }
    }

    /// An interrupt notifies nobody, so it is looked for now and then.
    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        self.moved.wait_timeout(state, Duration::from_millis(50)).unwrap_or_else(PoisonError::into_inner).0
    }

    /// What is printed after all problems; the status of the run.
    pub fn finish(self) -> io::Result<Status> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.printer.finish(state.error)
    }

    pub fn shown_faults_are_enough(&self) -> bool {
        self.state().printer.shown_faults_are_enough()
    }
}

impl State {
    fn put(&mut self, number: usize, turn: Turn) {
        if let Turn::Problem(done) = &turn {
            self.waiting_bytes += done.size();
        }
        self.waiting.insert(number, turn);
        let before = self.printed;
        while let Some(turn) = self.waiting.remove(&self.printed) {
            self.printed += 1;
            if self.error.is_some() {
                continue;
            }
            let result = match turn {
                Turn::Begin(name) => self.printer.begin(&name),
                Turn::End => self.printer.end(),
                Turn::Remark(text) => {
                    self.printer.say(&text);
                    Ok(())
                }
                Turn::Trouble(message) => self.printer.trouble(&message),
                Turn::Problem(done) => {
                    self.waiting_bytes -= done.size();
                    self.printer.print(*done)
                }
            };
            self.error = result.err();
        }
        if self.printed > before && self.error.is_none() {
            self.error = self.printer.flush().err();
        }
    }
}
