//! Lower bounds: what no play within so many moves can reach.
//!
//! Each bound is a relaxation: it asks for less than the goal does and grants more than the rules do, so that what
//! fails even then is a fact. What a bound needs of the rules stands in its own file.

pub mod distance;
mod mate;
mod net;

use super::board::Board;
use crate::conditions::Rules;
use crate::problem::Goal;
use crate::units::Color;

/// What one thread keeps between two questions, to answer the next one sooner. Never part of an answer.
#[derive(Default)]
pub struct Memo {
    mate: mate::Memo,
}

/// No play in which White makes at most `moves[0]` and Black at most `moves[1]` further moves, in any order, ends with
/// a move of `mover` that reaches the goal: a fact, or `false`.
pub fn is_out_of_reach(
    board: &Board,
    rules: Rules,
    goal: &Goal,
    mover: Color,
    moves: [u16; 2],
    memo: &mut Memo,
) -> bool {
    match goal {
        Goal::Mate if mate::holds_under(rules) => mate::is_out_of_reach(board, rules, mover, moves, &mut memo.mate),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
