//! Lower bounds: what no play within so many moves can reach.
//!
//! Start with [`within_reach`]. Each goal has a room:
//!
//! * `mate`: the bound on mates
//! * `stalemate`: the bound on stalemates
//! * `castling`: the bound on castlings
//! * `final_positions`: the mates or stalemates that the moves allow, enumerated and carried down the play
//!
//! All of them use `distance` (moves from square to square) and `cover` (sets of squares beside a king). `worth` decides
//! when a bound is asked.
//!
//! Each bound is a relaxation: it asks for less than the goal does and grants more than the rules do, so that what
//! fails even then is a fact. What a bound needs of the rules stands in its own file.

mod castling;
pub mod cover;
pub mod distance;
mod final_positions;
mod mate;
mod stalemate;
pub mod worth;

use super::board::Board;
use crate::orthodox::Rules;
use crate::orthodox::board::moves::Move;
use crate::position::{Ending, Left, Means};
use crate::units::{Color, Goal};
use final_positions::{Attempts, Living};
pub use mate::moves::Useful;
use std::sync::Arc;
use worth::Worth;

/// What one thread keeps between two questions, to answer the next one sooner. Never part of an answer.
pub struct Memo {
    mate: mate::MateMemo,
    stalemate: stalemate::StalemateMemo,
    /// Goals of White and of Black: reciprocal play asks about both.
    mates: [Mates; 2],
    stalemates: [Stalemates; 2],
}

/// How questions about mates by one side went.
struct Mates {
    worth: Worth,
    /// Where pictures have been asked before.
    pictured_worth: Worth,
    pictures: Attempts,
}

/// How questions about stalemates by one side went.
struct Stalemates {
    worth: Worth,
    pictures: Attempts,
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
            stalemate: stalemate::StalemateMemo::of_bytes(bytes),
            mates: of_mates.each_ref().map(|tries| Mates {
                worth: Worth::new(256, &[30, 30, 10, 3, 1]),
                pictured_worth: Worth::new(256, &[30, 30, 10, 3, 1]),
                pictures: Attempts::new(&final_positions::MATES, tries.clone(), means),
            }),
            stalemates: of_stalemates.each_ref().map(|tries| Stalemates {
                // The first number is for series: see `within_reach`.
                worth: Worth::new(64, &[50, 100, 50, 10, 3, 1]),
                pictures: Attempts::new(&final_positions::STALEMATES, tries.clone(), means),
            }),
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

    pub fn has_pictures(&self) -> bool {
        self.pictures.is_some()
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
            let squares = memo.mates[mover as usize].worth.ask(plies, scope.squares, || {
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
        let Memo { stalemates, stalemate, .. } = memo;
        let asked = &mut stalemates[mover as usize];
        asked.pictures.ask();
        // A series leads to few positions, and each of them is a question of its own: no length pays where others do
        // not.
        let plies =
            if left.moves[!mover as usize] == 0 { 0 } else { usize::from(left.moves[0]) + usize::from(left.moves[1]) };
        squares = asked
            .worth
            .ask(plies, squares, || stalemate::squares_within_reach(ground, mover, left, squares, stalemate));
        if squares == 0 {
            return None;
        }
        asked.pictures.earn();
        pictures = asked.pictures.pictures(board, left, |effort| {
            final_positions::stalemates(ground, mover, left.moves, squares, stalemate, effort)
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
    let Memo { mates, mate, .. } = memo;
    let asked = &mut mates[mover as usize];
    if known.is_none() {
        asked.pictures.ask();
    }
    // What pictures leave is less than what they do not know of: men without a place parry, too.
    let worth = if known.is_some() { &mut asked.pictured_worth } else { &mut asked.worth };
    let squares = worth.ask(plies, within, || mate::squares_within_reach(ground, mover, left.moves, within, mate));
    if squares == 0 {
        return None;
    }
    let pictures = known.or_else(|| {
        asked.pictures.earn();
        asked
            .pictures
            .pictures(board, left, |effort| final_positions::mates(ground, mover, left.moves, squares, effort))
    });
    let alive = pictures.as_ref().is_none_or(|living| living.count() > 0);
    alive.then_some(Scope { squares, pictures })
}

/// The moves of the side to move after which play may still end in each of the ways; the next move is one of those that are
/// left. `None` where all of them may be.
pub fn useful_moves<'a>(
    board: &Board,
    rules: Rules,
    endings: impl Iterator<Item = (Ending<'a>, &'a Scope)>,
    memo: &mut Memo,
) -> Option<Useful> {
    let useful = endings.filter_map(|(Ending { goal, mover, left }, scope)| match goal {
        Goal::Mate => mate::moves::useful(board, rules, mover, left.moves, scope.squares, &mut memo.mate),
        Goal::Castling => castling::useful(board, mover, left.moves),
        _ => None,
    });
    useful.reduce(|one, other| std::array::from_fn(|from| one[from] & other[from]))
}

#[cfg(test)]
mod tests;
