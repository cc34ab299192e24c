//! The techniques that make the search fast without changing the solution.
//!
//! Each technique relies on a proved fact, and can be turned off. Tests compare the solutions with and without each
//! technique (`docs/speed.md`).

use std::fmt;

/// A technique of the search that can be turned off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    Table,
    Bounds,
    FinalPositions,
    Strategies,
    LastMoves,
    StandingReplies,
    TwoMover,
    ProofNumbers,
    Shortcuts,
    Sieges,
    Bitboards,
}

use Technique::*;

impl Technique {
    /// All techniques, each with its name for `--no` and a description of what the search does without it.
    pub const ALL: [(Technique, &'static str, &'static str); 11] = [
        (Table, "table", "search repeated positions again"),
        (Bounds, "bounds", "also search positions from which a lower bound proves the goal unreachable"),
        (
            FinalPositions,
            "final-positions",
            "compute lower bounds on the moves left without listing possible final positions",
        ),
        (Strategies, "strategies", "search proof games without first planning the route and the captures of each man"),
        (LastMoves, "last-moves", "play all last moves, even those that cannot reach the goal"),
        (
            StandingReplies,
            "standing-replies",
            "two moves before the goal, also try moves that a reply to an earlier move is proved to refute",
        ),
        (TwoMover, "two-mover", "use the general search for the last two moves of direct mates"),
        (ProofNumbers, "proof-numbers", "search for the key of long direct mates without proof numbers"),
        (
            Shortcuts,
            "shortcuts",
            "in the fairy engine, generate moves even where a test of distances or open lines decides",
        ),
        (
            Sieges,
            "sieges",
            "in the fairy engine, also play last moves that can be ruled out by open lines and the fairy conditions",
        ),
        (Bitboards, "bitboards", "solve orthodox problems with the fairy engine"),
    ];
}

/// The techniques that a search uses. The default is all of them.
///
/// ```
/// use keymove::solve::{Technique, Techniques};
///
/// let techniques = Techniques::all().without(Technique::Bounds);
/// assert!(!techniques.has(Technique::Bounds) && techniques.has(Technique::Table));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Techniques(u16);

impl Techniques {
    pub const fn all() -> Techniques {
        Techniques((1 << Technique::ALL.len()) - 1)
    }

    pub const fn without(self, technique: Technique) -> Techniques {
        self.set(technique, false)
    }

    /// Returns this set with `technique` if `is_used`, or without it otherwise.
    pub const fn set(self, technique: Technique, is_used: bool) -> Techniques {
        let bit = 1 << technique as u16;
        Techniques(if is_used { self.0 | bit } else { self.0 & !bit })
    }

    /// Whether the set contains the technique.
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u16 != 0
    }
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::all()
    }
}

impl fmt::Debug for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Technique::ALL.iter().map(|row| row.0).filter(|&technique| self.has(technique))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_techniques() {
        assert!(Technique::ALL.iter().enumerate().all(|(index, row)| row.0 as usize == index));
    }
}
