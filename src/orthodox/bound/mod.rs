//! Lower bounds: proofs that no play within the move budget reaches a goal.
//!
//! Start with [`within_reach`]. Each kind of goal has its own module:
//!
//! * `mate`: the bound on mates
//! * `stalemate`: the bound on stalemates
//! * `castling`: the bound on castling
//! * `final_positions`: the mates or stalemates that the moves allow, enumerated and then reduced at each move of the
//!   play
//!
//! All of them use `distance` (moves from square to square) and `cover` (sets of squares beside a king). `worth`
//! decides when a bound is evaluated.
//!
//! The *mating side* makes the last move of the play. The *mated side* is mated or stalemated by it. Either may be
//! White.
//!
//! Each bound is a relaxation: it requires less than the goal does and grants more than the rules do. So a failure is
//! a proof. The header of each file lists what its bound requires of the rules.

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
use crate::position::{GoalQuery, Left, Resources};
use crate::units::{Color, Goal};
use final_positions::{Attempts, CandidateSet};
pub use mate::moves::Useful;
use std::sync::Arc;
use worth::Worth;

/// Results and statistics that a thread keeps between two queries. They make the next query faster and never change
/// an answer.
pub struct Memo {
    mate: mate::MateMemo,
    stalemate: stalemate::StalemateMemo,
    /// Statistics for mates by White and for mates by Black. Reciprocal play queries both.
    mates: [Mates; 2],
    stalemates: [Stalemates; 2],
}

/// Statistics of the queries about mates given by one side.
struct Mates {
    worth: Worth,
    /// Statistics for play in which a candidate set is known. They are used in place of `worth`.
    pictured_worth: Worth,
    pictures: Attempts,
}

/// Statistics of the queries about stalemates given by one side.
struct Stalemates {
    worth: Worth,
    pictures: Attempts,
}

impl Default for Memo {
    fn default() -> Memo {
        Memo::new(&Resources::default())
    }
}

impl Memo {
    /// Returns an empty memo that stays within the resources.
    pub fn new(means: &Resources) -> Memo {
        let bytes = means.bytes;
        let [of_mates, of_stalemates] = &means.tries;
        // Most problems query either mates or stalemates, so each memo may use all the bytes.
        Memo {
            mate: mate::MateMemo::of_bytes(bytes),
            stalemate: stalemate::StalemateMemo::of_bytes(bytes),
            mates: of_mates.each_ref().map(|tries| Mates {
                worth: Worth::new(256, &[30, 30, 10, 3, 1]),
                pictured_worth: Worth::new(256, &[30, 30, 10, 3, 1]),
                pictures: Attempts::new(&final_positions::MATES, tries.clone(), means),
            }),
            stalemates: of_stalemates.each_ref().map(|tries| Stalemates {
                // The first percentage is for series play: see `stalemate_within_reach`.
                worth: Worth::new(64, &[50, 100, 50, 10, 3, 1]),
                pictures: Attempts::new(&final_positions::STALEMATES, tries.clone(), means),
            }),
        }
    }
}

/// The region in which a goal is still reachable, as far as earlier positions of the same play have shown. A region
/// that an earlier position excluded stays excluded later in the play.
#[derive(Clone)]
pub struct Scope {
    squares: u64,
    pictures: Option<Arc<CandidateSet>>,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope::of(!0)
    }
}

impl Scope {
    /// The region of a goal on these squares (a bitboard).
    pub fn of(squares: u64) -> Scope {
        Scope { squares, pictures: None }
    }

    pub fn squares(&self) -> u64 {
        self.squares
    }

    pub fn has_pictures(&self) -> bool {
        self.pictures.is_some()
    }

    /// Whether the goal may still be reachable after the legal move `m` on `board`. `false` only if a candidate set
    /// proves it unreachable.
    pub fn may_follow(&self, board: &Board, m: Move) -> bool {
        self.pictures.as_ref().is_none_or(|living| living.any_after(board, m))
    }
}

/// The board and the rules, with the missing squares and the dummies of an unusual board.
#[derive(Clone, Copy)]
pub struct Ground<'b> {
    pub board: &'b Board,
    pub rules: Rules,
    /// Squares of the 8x8 board that the board of the problem lacks.
    pub missing: u64,
    /// Squares of White's dummies and of Black's dummies: men that never move and guard nothing. They are not on
    /// `board`.
    pub dummies: [u64; 2],
}

impl<'b> Ground<'b> {
    /// Returns the ground for a board that lacks no squares and has no dummies.
    pub fn usual(board: &'b Board, rules: Rules) -> Ground<'b> {
        Ground { board, rules, missing: 0, dummies: [0; 2] }
    }

    fn is_usual(&self) -> bool {
        self.missing == 0 && self.dummies == [0; 2]
    }
}

/// Returns the region in which the goal of `ending` is still reachable, or `None` if the goal is proved
/// unreachable.
pub fn within_reach(ground: Ground, ending: GoalQuery, scope: &Scope, memo: &mut Memo) -> Option<Scope> {
    let Ground { board, rules, .. } = ground;
    let GoalQuery { goal, mover, left } = ending;
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
        // Series play leads to few positions, and each of them gets a query of its own. So the length of a series
        // does not predict the worth of the bound.
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
    // With a candidate set the bound excludes less, but not nothing: candidates ignore parries by men without a role.
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

/// Returns, by departure square, the arrival squares of the moves of the side to move after which every one of the
/// `endings` may still be reachable. Returns `None` if no move is excluded. The moves left in `endings` include the
/// next move.
pub fn useful_moves<'a>(
    board: &Board,
    rules: Rules,
    endings: impl Iterator<Item = (GoalQuery<'a>, &'a Scope)>,
    memo: &mut Memo,
) -> Option<Useful> {
    let useful = endings.filter_map(|(GoalQuery { goal, mover, left }, scope)| match goal {
        Goal::Mate => mate::moves::useful(board, rules, mover, left.moves, scope.squares, &mut memo.mate),
        Goal::Castling => castling::useful(board, mover, left.moves),
        _ => None,
    });
    useful.reduce(|one, other| std::array::from_fn(|from| one[from] & other[from]))
}

#[cfg(test)]
mod tests;
