//! Facts that runs at parts of the same problem tell each other: what one has proved of a position, another need not search.
//!
//! A fact is true whoever proved it, and the table forgets and finds facts as it likes; so what is told, and when, changes
//! how long each run takes and nothing else.

use crate::solve::prove::table::Facts;

/// What is proved of the play that is left from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proved {
    /// In battle play the attacker succeeds within so many half-moves,
    Succeeds,
    /// or he does not.
    Fails,
    /// Help play has no solution of exactly so many half-moves.
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

/// Something proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The table in which it stands: each twin has its own, and each side in duplex.
    pub table: u32,
    /// Of the position and the place in the play.
    pub key: u128,
    pub n: u16,
    pub proved: Proved,
    /// How many positions were visited for it.
    pub nodes: u64,
}
