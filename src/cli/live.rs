//! A solution goes out while it is found, when all problems before it have been printed.

use super::work_queue::WorkQueue;
use crate::report::{LiveTelling, Teller};
use crate::solution::Solution;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub struct Live {
    queue: Arc<WorkQueue>,
    number: usize,
    /// The solution is not looked at when it has been told.
    lets_go: bool,
    state: Mutex<State>,
}

struct State {
    teller: Box<dyn Teller>,
    /// Told and not yet written. It cannot grow large: who has found much waits for the turn of his problem.
    text: String,
    /// Something has been heard.
    has_heard: bool,
}

impl Live {
    /// For the problem with this number in the input.
    pub fn new(queue: Arc<WorkQueue>, number: usize, lets_go: bool, teller: Box<dyn Teller>) -> Live {
        Live { queue, number, lets_go, state: Mutex::new(State { teller, text: String::new(), has_heard: false }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is left to be written of the solution; `None` when nothing was heard of it.
    pub fn rest(&self, solution: &Solution) -> Option<String> {
        let state = &mut *self.state();
        if !state.has_heard {
            return None;
        }
        let _ = state.teller.end(&mut state.text, solution);
        Some(std::mem::take(&mut state.text))
    }
}

impl LiveTelling for Live {
    fn tell(&self, tell: &dyn Fn(&mut dyn Teller, &mut String) -> fmt::Result) {
        let state = &mut *self.state();
        state.has_heard = true;
        // Memory takes everything.
        let _ = tell(&mut *state.teller, &mut state.text);
        if state.text.is_empty() {
            return;
        }
        if self.queue.write_now(self.number, &state.text) {
            state.text.clear();
        }
    }

    fn forgets(&self) -> bool {
        self.lets_go
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").field("number", &self.number).finish_non_exhaustive()
    }
}
