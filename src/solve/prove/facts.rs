//! Facts that runs at parts of the same problem exchange, so that a position is not searched twice.
//!
//! A fact is true for every run, and losing or finding an entry of the table is harmless anyway. So which facts are
//! exchanged, and when, changes how long each run takes and nothing else.

use crate::solve::prove::table::Facts;

/// A result about the play left from a position, for a number of plies that is kept beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proved {
    /// In battle play the attacker succeeds within this number of plies.
    Succeeds,
    /// In battle play the attacker fails within this number of plies.
    Fails,
    /// Help play has no solution of exactly this number of plies.
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

/// A result and its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The table it belongs to: each twin has one for each side in duplex.
    pub table: u32,
    /// Key of the position and the place in the play.
    pub key: u128,
    pub n: u16,
    pub proved: Proved,
    /// Number of positions visited to prove it.
    pub nodes: u64,
}
