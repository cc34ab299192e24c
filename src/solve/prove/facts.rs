//! Facts that the runs of one divided problem exchange, so that no position is searched twice.
//!
//! A fact is true for every run, and losing or finding a table entry never changes an answer. So the exchange of facts
//! changes only how long each run takes.

use crate::solve::prove::table::Facts;

/// A proved result for a position and a number of plies `n`. The number is in [`Fact::n`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proved {
    /// In battle play, the attacker succeeds within `n` plies.
    Succeeds,
    /// In battle play, the attacker fails within `n` plies.
    Fails,
    /// Help play has no solution of exactly `n` plies.
    Empty,
}

impl Proved {
    pub fn of_battle(succeeds: bool) -> Proved {
        if succeeds { Proved::Succeeds } else { Proved::Fails }
    }

    pub fn join(self, facts: Facts, n: u16) -> Facts {
        match self {
            Proved::Succeeds => facts.with_result(n, true),
            Proved::Fails => facts.with_result(n, false),
            Proved::Empty => facts.with_empty(n),
        }
    }
}

/// A proved result with its key in the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Number of the table to which the fact belongs. Each twin has one table or, in duplex, one for each side.
    pub table: u32,
    /// Key of the position and of the stage of the play.
    pub key: u128,
    pub n: u16,
    pub proved: Proved,
    /// Number of positions visited to prove the fact.
    pub nodes: u64,
}
