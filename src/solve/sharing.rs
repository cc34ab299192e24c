//! What a worker does for those who work at other parts of the same problem: facts that took some work are told.

use super::facts::{Fact, Proved};
use super::worker::Worker;
use crate::position::Position;

/// Facts that took less work are not told. To take one over takes about as long as to visit a position, and there may be some
/// tens of units that do.
const LEAST_WORK: u64 = 1 << 8;

impl<P: Position> Worker<'_, P> {
    /// Keeps a fact under its key.
    pub fn remember(&self, key: u128, (n, proved): (u16, Proved), nodes: u64) {
        self.shared.table.store(key, nodes, |facts| proved.join(facts, n));
        if let Some(others) = self.shared.others.as_ref().filter(|_| nodes >= LEAST_WORK) {
            others.tell(self.shared.table, Fact { table: 0, key, n, proved, nodes });
        }
    }
}
