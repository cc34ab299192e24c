//! Exchanges facts with the other runs that search parts of the same problem.

use crate::solve::division::parts::FirstMoves;
use crate::solve::prove::facts::Fact;
use crate::solve::prove::table::Table;
use std::sync::Arc;

pub struct SharedFacts {
    pub moves: Arc<dyn FirstMoves>,
    pub table: u32,
}

impl SharedFacts {
    pub fn new(moves: Arc<dyn FirstMoves>, twin: usize, exchanged: bool) -> SharedFacts {
        SharedFacts { moves, table: twin as u32 * 2 + u32::from(exchanged) }
    }

    /// Stores in the transposition table all facts that other runs of the problem have proved since the last call of
    /// `learn`.
    pub fn learn(&self, table: &Table) {
        self.moves.others_proved(self.table, &mut |fact| {
            table.store(fact.key, fact.nodes, |facts| fact.proved.join(facts, fact.n));
        });
    }

    /// Reports `fact` to the other runs.
    pub fn share(&self, table: &Table, fact: Fact) {
        self.moves.proved(&Fact { table: self.table, ..fact });
        self.learn(table);
    }
}
