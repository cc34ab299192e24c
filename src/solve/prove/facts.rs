//! Facts that several runs of one problem exchange, so that a position is not searched twice.
//!
//! A fact is true for every run, and losing or finding an entry of the table is harmless anyway. So which facts are
//! exchanged, and when, changes how long each run takes and nothing else.

use crate::solve::prove::table::Facts;

/// A result proved for a position and a number of plies, which is stored separately in [`Fact::n`].
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
    /// Number of the table in which the fact belongs: each twin has one table or, in duplex, one for each side.
    pub table: u32,
    /// Key of the position and of its place in the play.
    pub key: u128,
    pub n: u16,
    pub proved: Proved,
    /// Number of positions visited to prove the fact.
    pub nodes: u64,
}
