//! What a worker does for those who work at other parts of the same problem: facts that took some work are told.

use super::facts::{Fact, Proved};
use super::worker::Worker;
use crate::position::Oracle;

impl<P: Oracle> Worker<'_, P> {
    /// Keeps a fact under its key.
    pub fn remember(&self, key: u128, (n, proved): (u16, Proved), nodes: u64) {
        self.shared.table.store(key, nodes, |facts| proved.join(facts, n));
        if let Some(others) = self.shared.others.as_ref().filter(|_| nodes >= P::LEAST_TOLD) {
            others.tell(self.shared.table, Fact { table: 0, key, n, proved, nodes });
        }
    }
}
