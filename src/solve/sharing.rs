//! What a worker does for those who work at other parts of the same problem: facts that took some work are told, and where
//! two look at the same first move, each tries moves in an order of its own.

use super::facts::{Fact, Proved};
use super::worker::Worker;
use crate::position::Position;

/// Facts that took less work are not told.
const LEAST_WORK: u64 = 1 << 10;

impl<P: Position> Worker<'_, P> {
    /// Keeps a fact under its key.
    pub fn remember(&self, key: u128, (n, proved): (u16, Proved), nodes: u64) {
        self.shared.table.store(key, nodes, |facts| proved.join(facts, n));
        if let Some(others) = self.shared.others.as_ref().filter(|_| nodes >= LEAST_WORK) {
            others.tell(self.shared.table, Fact { table: 0, key, n, proved, nodes });
        }
    }
}

/// After so many moves from the diagram, where somebody else looks at the same first move, moves are tried in another order:
/// then each finds what the other has proved, and not what it has to prove itself.
const TURNED_DEPTH: usize = 3;

impl<P: Position> Worker<'_, P> {
    /// By how much the order of so many moves is turned here.
    pub fn turned_near(&self, count: usize) -> usize {
        let is_near = (1..=TURNED_DEPTH).contains(&self.path.len());
        if is_near && count > 0 { self.turned * (count / 4 + 1) % count } else { 0 }
    }

    /// Turns the order of the moves that begin at `base`.
    pub fn turn_order(&mut self, base: usize) {
        if self.turned > 0 {
            let turned = self.turned_near(self.moves.len() - base);
            self.moves[base..].rotate_left(turned);
        }
    }
}
