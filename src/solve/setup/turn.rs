use crate::position::Position;
use crate::solve::setup::task::{CompiledBranch, TaskId};

/// Where in the play a move is made: by which letter, with how many half-moves left, and at least how many. What is asked
/// after a move takes the turn of that move.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    pub stretch: &'a CompiledBranch,
    /// Which of the two letters of the branch: 0 is the first, 1 the second (of `3ad`, `a` and `d`).
    pub letter: usize,
    /// Half-moves left, that of the turn included.
    pub n: u16,
    /// Help play is asked about by its exact length: 0 there.
    pub least: u16,
}

impl<'a> Turn<'a> {
    /// The first turn of the branch in its full length.
    pub fn first(stretch: &'a CompiledBranch) -> Turn<'a> {
        Turn { stretch, letter: 0, n: stretch.branch.max, least: stretch.branch.min }
    }

    /// A turn in help play that has so many half-moves left, no more and no fewer.
    pub fn of_help(stretch: &'a CompiledBranch, letter: usize, n: u16) -> Turn<'a> {
        Turn { stretch, letter, n, least: 0 }
    }

    /// The turn after a move.
    pub fn next(self) -> Turn<'a> {
        Turn { letter: 1 - self.letter, n: self.n.saturating_sub(1), least: self.least.saturating_sub(1), ..self }
    }

    /// The same turn with other half-moves left.
    pub fn within(self, n: u16) -> Turn<'a> {
        Turn { n, ..self }
    }

    /// What an option asks about: play within so many half-moves, also where the play itself has an exact length.
    pub fn shortened(self, n: u16) -> Turn<'a> {
        Turn { n, least: 0, ..self }
    }

    pub fn is_attack(self) -> bool {
        self.stretch.is_attack(self.letter)
    }

    /// What is tested after the move.
    pub fn fork(self) -> Option<TaskId> {
        self.stretch.forks[self.letter]
    }

    /// The move may leave the own king in check.
    pub fn allows_self_check(self) -> bool {
        self.stretch.self_check[self.letter]
    }

    pub fn key<P: Position>(self, position: &P) -> u128 {
        let n = u128::from(self.n).wrapping_mul(0xd1b5_4a32_d192_ed03_8cb9_2ba7_2f3d_8dd7);
        position.key() ^ self.stretch.salt(self.letter, self.least) ^ n
    }
}

/// How help play stands before its first half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// It has to be played.
    Open,
    /// It is solved without any move, which is a short solution.
    Solved,
    /// `>`: the play that the help leads to is solved, and too early for play of this length.
    Over,
}
