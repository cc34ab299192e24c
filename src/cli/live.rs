//! Prints a solution while it is being found. It does so only after all earlier problems have been printed.

use super::work_queue::WorkQueue;
use crate::report::{LiveWriter, SolutionWriter};
use crate::solution::Solution;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub struct Live {
    queue: Arc<WorkQueue>,
    number: usize,
    /// Whether the solver may drop the parts of the solution that have been printed, to save memory.
    lets_go: bool,
    state: Mutex<State>,
}

struct State {
    writer: Box<dyn SolutionWriter>,
    /// Text that waits to be written. It remains short: before the solution becomes large, the search waits until all
    /// earlier problems have been printed.
    text: String,
    /// Whether any part of the solution has been formatted.
    has_heard: bool,
}

impl Live {
    /// Creates the listener for the problem with this number in the input. It formats the solution with `writer`.
    /// `lets_go` states whether the solver may drop printed parts.
    pub fn new(queue: Arc<WorkQueue>, number: usize, lets_go: bool, writer: Box<dyn SolutionWriter>) -> Live {
        Live { queue, number, lets_go, state: Mutex::new(State { writer, text: String::new(), has_heard: false }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the text that has not been written when the search has ended: the rest of the solution and the lines
    /// after it. Returns `None` if no part of the solution has been formatted.
    pub fn rest(&self, solution: &Solution) -> Option<String> {
        let state = &mut *self.state();
        if !state.has_heard {
            return None;
        }
        let _ = state.writer.end(&mut state.text, solution);
        Some(std::mem::take(&mut state.text))
    }
}

impl LiveWriter for Live {
    fn write(&self, write: &dyn Fn(&mut dyn SolutionWriter, &mut String) -> fmt::Result) {
        let state = &mut *self.state();
        state.has_heard = true;
        // Writing to a string cannot fail.
        let _ = write(&mut *state.writer, &mut state.text);
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
