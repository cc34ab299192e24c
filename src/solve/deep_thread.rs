//! State of a thread that solves many problems, so that none of them needs a thread of its own.

use crate::clock::{Clock, Watcher};
use crate::solve::prove::table::SpareTable;
use std::sync::{Arc, OnceLock};

/// State of a thread with a deep stack that solves problem after problem: the transposition table, which is kept from
/// one problem to the next, and one other thread that watches the clocks of all problems.
#[derive(Debug, Default)]
pub struct DeepThread {
    pub(super) table: SpareTable,
    /// The thread that watches the clocks. It is started for the first problem with a time limit.
    watcher: OnceLock<Watcher>,
}

impl DeepThread {
    /// Makes the watching thread ring the clock at its time limit, which ends the search.
    pub(super) fn watch(&self, clock: &Arc<Clock>) {
        if clock.has_time_limit() {
            self.watcher.get_or_init(Watcher::start).watch(clock);
        }
    }
}
