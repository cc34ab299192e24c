//! Lower bounds: what no play within so many moves can reach.
//!
//! Each bound is a relaxation: it asks for less than the goal does and grants more than the rules do, so that what
//! fails even then is a fact. What a bound needs of the rules stands in its own file.

mod blocks;
mod castling;
pub mod cover;
pub mod distance;
mod likes;
mod mate;
mod moves;
mod net;
mod stalemate;
pub mod worth;

use super::board::Board;
use crate::orthodox::Rules;
use crate::position::Left;
use crate::units::{Color, Goal};
pub use moves::Useful;
use worth::Worth;

/// What one thread keeps between two questions, to answer the next one sooner. Never part of an answer.
pub struct Memo {
    mate: mate::Memo,
    mate_worth: Worth,
    stalemate: stalemate::Memo,
    stalemate_worth: Worth,
}

impl Default for Memo {
    fn default() -> Memo {
        Memo::of_bytes(usize::MAX)
    }
}

impl Memo {
    /// Grows to about so many bytes at most.
    pub fn of_bytes(bytes: usize) -> Memo {
        // A problem asks about mates or about stalemates; hardly ever about both.
        Memo {
            mate: mate::Memo::of_bytes(bytes),
            mate_worth: Worth::new(256, &[30, 30, 10, 3, 1]),
            stalemate: stalemate::Memo::of_bytes(bytes),
            // The first number is for series: see `within_reach`.
            stalemate_worth: Worth::new(64, &[50, 100, 50, 10, 3, 1]),
        }
    }
}

/// Where a goal is still to be looked for, as far as earlier positions of the same play have told. Whatever is excluded
/// there is excluded later.
#[derive(Clone, Copy, Debug)]
pub struct Scope(u64);

impl Scope {
    /// As bitboards number them.
    pub fn of_squares(squares: u64) -> Scope {
        Scope(squares)
    }

    pub fn squares(self) -> u64 {
        self.0
    }
}

impl Default for Scope {
    fn default() -> Scope {
        Scope(!0)
    }
}

/// Where play in which no more moves are made than are left may end with a move of `mover` that reaches the goal; `None`
/// when there is no such play. `missing`: squares that the board lacks.
#[allow(clippy::too_many_arguments)]
pub fn within_reach(
    board: &Board,
    rules: Rules,
    missing: u64,
    goal: &Goal,
    mover: Color,
    left: Left,
    scope: Scope,
    memo: &mut Memo,
) -> Option<Scope> {
    let plies = usize::from(left.moves[0]) + usize::from(left.moves[1]);
    match goal {
        Goal::Mate => {
            let squares = memo.mate_worth.ask(plies, scope.0, || {
                mate::squares_within_reach(board, rules, missing, mover, left.moves, scope.0, &mut memo.mate)
            });
            (squares != 0).then_some(Scope(squares))
        }
        Goal::Stalemate if rules == Rules::Orthodox && missing == 0 && plies > 1 => {
            // A series leads to few positions, and each of them is a question of its own: no length pays where others do
            // not.
            let plies = if left.moves[!mover as usize] == 0 { 0 } else { plies };
            let squares = memo.stalemate_worth.ask(plies, scope.0, || {
                stalemate::squares_within_reach(board, mover, left, scope.0, &mut memo.stalemate)
            });
            (squares != 0).then_some(Scope(squares))
        }
        Goal::Castling if missing == 0 => castling::is_within_reach(board, mover, left.moves).then_some(scope),
        _ => Some(scope),
    }
}

/// The moves of the side to move after which `mover` may still reach the goal, in play in which no more moves are made
/// than are left, the next one included; `None` where all of them may be.
pub fn useful_moves(
    board: &Board,
    rules: Rules,
    goal: &Goal,
    mover: Color,
    left: Left,
    scope: Scope,
    memo: &mut Memo,
) -> Option<Useful> {
    match goal {
        Goal::Mate => moves::useful(board, rules, mover, left.moves, scope.0, &mut memo.mate),
        Goal::Castling => castling::useful(board, mover, left.moves),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
