//! Exchange of facts with the runs that work at other parts of the same problem.

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

    /// Stores in the transposition table the facts that other runs of the same problem have proved since the last
    /// call.
    pub fn learn(&self, table: &Table) {
        self.moves.others_proved(self.table, &mut |fact| {
            table.store(fact.key, fact.nodes, |facts| fact.proved.join(facts, fact.n));
        });
    }

    pub fn share(&self, table: &Table, fact: Fact) {
        self.moves.proved(&Fact { table: self.table, ..fact });
        self.learn(table);
    }
}
