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
mod men;
mod moves;
mod net;
mod options;
mod stalemate;
pub mod worth;

use super::board::Board;
use super::moves::Move;
use crate::orthodox::Rules;
use crate::position::{Ending, Left, Means};
use crate::units::{Color, Goal};
pub use moves::Useful;
use stalemate::pictures::{self, Attempts, Living};
use std::sync::Arc;
use worth::Worth;

/// What one thread keeps between two questions, to answer the next one sooner. Never part of an answer.
pub struct Memo {
    mate: mate::MateMemo,
    mate_worth: Worth,
    /// Where pictures have been asked before.
    pictured_worth: Worth,
    stalemate: stalemate::StalemateMemo,
    stalemate_worth: Worth,
    mate_pictures: Attempts,
    stalemate_pictures: Attempts,
}

impl Default for Memo {
    fn default() -> Memo {
        Memo::new(&Means::default())
    }
}

impl Memo {
    /// Grows to about so many bytes at most.
    pub fn new(means: &Means) -> Memo {
        let bytes = means.bytes;
        let [of_mates, of_stalemates] = &means.tries;
        // A problem asks about mates or about stalemates; hardly ever about both.
        Memo {
            mate: mate::MateMemo::of_bytes(bytes),
            mate_worth: Worth::new(256, &[30, 30, 10, 3, 1]),
            pictured_worth: Worth::new(256, &[30, 30, 10, 3, 1]),
            stalemate: stalemate::StalemateMemo::of_bytes(bytes),
            // The first number is for series: see `within_reach`.
            stalemate_worth: Worth::new(64, &[50, 100, 50, 10, 3, 1]),
            mate_pictures: Attempts::new(&pictures::MATES, of_mates.clone(), means),
            stalemate_pictures: Attempts::new(&pictures::STALEMATES, of_stalemates.clone(), means),
        }
    }
}

/// Where a goal is still to be looked for, as far as earlier positions of the same play have told. Whatever is excluded
/// there is excluded later.
#[derive(Clone)]
pub struct Scope {
    squares: u64,
    pictures: Option<Arc<Living>>,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope::of(!0)
    }
}

impl Scope {
    /// On these squares, as bitboards number them.
    pub fn of(squares: u64) -> Scope {
        Scope { squares, pictures: None }
    }

    pub fn squares(&self) -> u64 {
        self.squares
    }

    /// As far as final pictures tell, the goal may be within reach after the move, which is legal on the board.
    pub fn may_follow(&self, board: &Board, m: Move) -> bool {
        self.pictures.as_ref().is_none_or(|living| living.any_after(board, m))
    }
}

/// Where the play takes place.
#[derive(Clone, Copy)]
pub struct Ground<'b> {
    pub board: &'b Board,
    pub rules: Rules,
    /// Squares that the board lacks.
    pub missing: u64,
    /// Squares on which men of White and of Black stand that never move, and guard nothing. They are not on `board`.
    pub dummies: [u64; 2],
}

impl<'b> Ground<'b> {
    /// An ordinary board with ordinary men.
    pub fn usual(board: &'b Board, rules: Rules) -> Ground<'b> {
        Ground { board, rules, missing: 0, dummies: [0; 2] }
    }

    fn is_usual(&self) -> bool {
        self.missing == 0 && self.dummies == [0; 2]
    }
}

/// Where play may end as it is to end; `None` when none does.
pub fn within_reach(ground: Ground, ending: Ending, scope: &Scope, memo: &mut Memo) -> Option<Scope> {
    let Ground { board, rules, .. } = ground;
    let Ending { goal, mover, left } = ending;
    let plies = usize::from(left.moves[0]) + usize::from(left.moves[1]);
    match goal {
        Goal::Mate if ground.dummies != [0; 2] => Some(scope.clone()),
        Goal::Mate if rules == Rules::Orthodox && plies > 1 => mate_within_reach(ground, mover, left, scope, memo),
        Goal::Mate => {
            let squares = memo.mate_worth.ask(plies, scope.squares, || {
                mate::squares_within_reach(ground, mover, left.moves, scope.squares, &mut memo.mate)
            });
            (squares != 0).then_some(Scope::of(squares))
        }
        Goal::Stalemate if rules == Rules::Orthodox && plies > 1 => {
            stalemate_within_reach(ground, mover, left, scope, memo)
        }
        Goal::Castling if ground.is_usual() => {
            castling::is_within_reach(board, mover, left.moves).then(|| scope.clone())
        }
        _ => Some(scope.clone()),
    }
}

fn stalemate_within_reach(ground: Ground, mover: Color, left: Left, scope: &Scope, memo: &mut Memo) -> Option<Scope> {
    let board = ground.board;
    let mut pictures = scope.pictures.as_ref().and_then(|living| living.after(board, mover, left.moves)).map(Arc::new);
    let mut squares = scope.squares;
    if pictures.is_none() {
        memo.stalemate_pictures.ask();
        // A series leads to few positions, and each of them is a question of its own: no length pays where others do
        // not.
        let plies =
            if left.moves[!mover as usize] == 0 { 0 } else { usize::from(left.moves[0]) + usize::from(left.moves[1]) };
        squares = memo
            .stalemate_worth
            .ask(plies, squares, || stalemate::squares_within_reach(ground, mover, left, squares, &mut memo.stalemate));
        if squares == 0 {
            return None;
        }
        memo.stalemate_pictures.earn();
        let Memo { stalemate_pictures, stalemate, .. } = memo;
        pictures = stalemate_pictures.pictures(board, left, |effort| {
            pictures::stalemates(ground, mover, left.moves, squares, stalemate, effort)
        });
    }
    pictures.as_ref().is_none_or(|living| living.count() > 0).then_some(Scope { squares, pictures })
}

fn mate_within_reach(ground: Ground, mover: Color, left: Left, scope: &Scope, memo: &mut Memo) -> Option<Scope> {
    let board = ground.board;
    let plies = usize::from(left.moves[0]) + usize::from(left.moves[1]);
    let known = scope.pictures.as_ref().and_then(|living| living.after(board, mover, left.moves)).map(Arc::new);
    let within = known.as_ref().map_or(scope.squares, |living| scope.squares & living.king_squares());
    if within == 0 {
        return None;
    }
    if known.is_none() {
        memo.mate_pictures.ask();
    }
    // What pictures leave is less than what they do not know of: men without a place parry, too.
    let worth = if known.is_some() { &mut memo.pictured_worth } else { &mut memo.mate_worth };
    let squares =
        worth.ask(plies, within, || mate::squares_within_reach(ground, mover, left.moves, within, &mut memo.mate));
    if squares == 0 {
        return None;
    }
    let pictures = known.or_else(|| {
        memo.mate_pictures.earn();
        memo.mate_pictures.pictures(board, left, |effort| pictures::mates(ground, mover, left.moves, squares, effort))
    });
    let alive = pictures.as_ref().is_none_or(|living| living.count() > 0);
    alive.then_some(Scope { squares, pictures })
}

/// The moves of the side to move after which play may still end as it is to end; the next move is one of those that are
/// left. `None` where all of them may be.
pub fn useful_moves(board: &Board, rules: Rules, ending: Ending, scope: &Scope, memo: &mut Memo) -> Option<Useful> {
    let Ending { goal, mover, left } = ending;
    match goal {
        Goal::Mate => moves::useful(board, rules, mover, left.moves, scope.squares, &mut memo.mate),
        Goal::Castling => castling::useful(board, mover, left.moves),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
