//! Direct mates in one and two moves, asked by themselves: bitboards and nothing else.
//!
//! Start with [`mates_in_two`], then `two` (the search), `one` (mate in one from masks) and `wanted` (first moves that are
//! proved to fail). `men` holds the eight words, `steps` the legal moves on them.
//!
//! With two moves left nearly all of a direct mate's time is spent. What the general search asks there at every node
//! (options, constraints, the path, the table) has been answered when the play was made ready: the play is plain. So
//! this search plays the rest on eight words of 64 bits, without keys, without memory but for a few replies that refuted
//! lately. Its answers are those of the search that it stands in for.
//!
//! It knows orthodox chess with one king each; everywhere else it says that it does not know.

mod men;
mod one;
mod steps;
#[cfg(test)]
mod tests;
mod two;
mod wanted;

use super::position::OrthodoxPosition;
use crate::orthodox::Rules;
use crate::orthodox::board::bitboard::Sq;
use crate::position::Played;
use crate::units::Piece;
use men::Men;
use one::mates_in_one;
pub use two::Killers;
use wanted::Wanted;

/// No legal diagram has more men of one side, and no play gives him more.
const MOST_MEN: u32 = 16;

/// Returns the men of the position, or `None` if the two-mover search does not know such positions.
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
    // No play comes to where a king can be captured.
    (!board.is_attacked(king, side, board.occupied())).then(|| Men::of(board))
}

/// The side to move mates in two moves at most; `None` where that is not known. `prunes`: first moves are left out that
/// a reply answers which refuted lately.
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
    let wanted = if prunes { Some(Wanted::by_some(&men, &killers.replies, &mut played.replies)) } else { None };
    let arriving = |kind, from| match &wanted {
        Some(wanted) => wanted.iter().fold(!0, |all, wanted| all & wanted.of(kind, from)),
        None => !0,
    };
    Some(steps::any_step_to(&men, &arriving, &mut |step| two::mates_next(&men, step, killers, played)))
}
