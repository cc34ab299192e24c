//! A thread that solves many problems, so that none of them needs a thread of its own.

use crate::clock::{Clock, Watcher};
use crate::solve::prove::table::SpareTable;
use std::sync::{Arc, OnceLock};

/// A thread with a deep stack that solves problem after problem. It keeps its table from one problem to the next, and
/// one other thread watches the clocks of all of them.
#[derive(Debug, Default)]
pub struct DeepThread {
    pub(super) table: SpareTable,
    /// Started for the first problem with a time limit.
    watcher: OnceLock<Watcher>,
}

impl DeepThread {
    /// Makes the clock ring at its time limit.
    pub(super) fn watch(&self, clock: &Arc<Clock>) {
        if clock.has_time_limit() {
            self.watcher.get_or_init(Watcher::start).watch(clock);
        }
    }
}
