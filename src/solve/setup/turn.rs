use crate::position::Position;
use crate::solve::setup::task::{Stage, TaskId};

/// A move that is to be made in the play: its stage of the stipulation, its side, the plies left, and the least number
/// of plies until success. Tests of the position after the move get this turn, not the next one.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    pub stage: &'a Stage,
    /// Side index within the stage: 0 for the side that begins it, 1 for the other side (in `3ad`: `a` and `d`).
    pub side_index: usize,
    /// Plies left, including the move itself.
    pub n: u16,
    /// Least number of plies until success. It is 0 in help play, where `n` is the exact length.
    pub least: u16,
}

impl<'a> Turn<'a> {
    /// Returns the first turn of the branch at its full length.
    pub fn first(stage: &'a Stage) -> Turn<'a> {
        Turn { stage, side_index: 0, n: stage.branch.max, least: stage.branch.min }
    }

    /// Returns a turn in help play with exactly `n` plies left.
    pub fn of_help(stage: &'a Stage, side_index: usize, n: u16) -> Turn<'a> {
        Turn { stage, side_index, n, least: 0 }
    }

    /// Returns the turn of the next move.
    pub fn next(self) -> Turn<'a> {
        Turn {
            side_index: 1 - self.side_index,
            n: self.n.saturating_sub(1),
            least: self.least.saturating_sub(1),
            ..self
        }
    }

    pub fn within(self, n: u16) -> Turn<'a> {
        Turn { n, ..self }
    }

    /// Returns this turn with `n` plies left and without a least number of plies: shorter play may succeed, too, even
    /// if the play has an exact length. Options that test threats and quick answers use such turns.
    pub fn shortened(self, n: u16) -> Turn<'a> {
        Turn { n, least: 0, ..self }
    }

    pub fn is_attack(self) -> bool {
        self.stage.is_attack(self.side_index)
    }

    /// Returns the play or goal that is tested after the move, or `None` if nothing is tested.
    pub fn fork(self) -> Option<TaskId> {
        self.stage.forks[self.side_index]
    }

    /// Whether the move may leave the mover's king in check.
    pub fn allows_self_check(self) -> bool {
        self.stage.self_check[self.side_index]
    }

    pub fn key<P: Position>(self, position: &P) -> u128 {
        let n = u128::from(self.n).wrapping_mul(0xd1b5_4a32_d192_ed03_8cb9_2ba7_2f3d_8dd7);
        position.key() ^ self.stage.salt(self.side_index, self.least) ^ n
    }
}

/// State of help play before its first ply. The play that follows the help play may already succeed there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// The play is not solved yet, so a move has to be played.
    Open,
    /// The play is already solved without a move, which is a short solution.
    Solved,
    /// The play that follows is marked with `>` and already succeeds. That is too early for play of this length.
    Over,
}
