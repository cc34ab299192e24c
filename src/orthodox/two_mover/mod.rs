//! The two-mover search: direct mates in one and two moves, on bitboards alone.
//!
//! Start with [`mates_in_two`], then read `two` (the search), `one` (mate in one from masks) and `first_move_filter`
//! (first moves that are proved to fail). `men` has the eight words of a position, `steps` the legal moves.
//!
//! A direct mate spends nearly all its time in positions with two moves left. The general search handles options,
//! constraints, the path and the transposition table at every node. In a plain direct mate none of them is needed, so
//! this search works on eight words of 64 bits, without keys, and stores only a few killer moves. Its answers are
//! those of the general search.
//!
//! It handles orthodox chess with one king each, and returns `None` for everything else.

mod first_move_filter;
mod men;
mod one;
mod steps;
#[cfg(test)]
mod tests;
mod two;

use super::position::OrthodoxPosition;
use crate::orthodox::Rules;
use crate::orthodox::board::bitboard::Sq;
use crate::position::Played;
use crate::units::Piece;
use first_move_filter::FirstMoveFilter;
use men::Men;
use one::mates_in_one;
pub use two::Killers;

/// The most men of one side that the search handles. No legal diagram has more, and play adds none.
const MOST_MEN: u32 = 16;

/// Converts the position, or returns `None` if the two-mover search does not handle it.
fn known(position: &OrthodoxPosition) -> Option<Men> {
    let board = position.board();
    let side = board.side();
    let few = |color| board.of(color).count_ones() <= MOST_MEN;
    if position.rules() != Rules::Orthodox
        || !board.has_one_king_each()
        || board.castling() != 0 && position.has_exclusive_castling()
        || !(few(side) && few(!side))
    {
        return None;
    }
    let king = board.men(!side, Piece::KING).trailing_zeros() as Sq;
    // Play never reaches a position in which a king can be captured.
    (!board.is_attacked(king, side, board.occupied())).then(|| Men::of(board))
}

/// Whether the side to move mates in at most two moves against any defence, or `None` if the position is not handled.
/// With `prunes`, first moves that a killer move is proved to refute are left out.
pub fn mates_in_two(
    position: &OrthodoxPosition,
    prunes: bool,
    killers: &mut Killers,
    played: &mut Played,
) -> Option<bool> {
    let men = known(position)?;
    played.replies += 1;
    if mates_in_one(&men) {
        return Some(true);
    }
    let wanted =
        if prunes { Some(FirstMoveFilter::by_some(&men, &killers.replies, &mut played.replies)) } else { None };
    let arriving = |kind, from| match &wanted {
        Some(wanted) => wanted.iter().fold(!0, |all, wanted| all & wanted.of(kind, from)),
        None => !0,
    };
    Some(steps::any_step_to(&men, &arriving, &mut |step| two::mates_next(&men, step, killers, played)))
}
