//! Finds the moves that stalemate at once: the question at the last ply of all play for stalemate.
//!
//! If the other side were to move now, it would have spare moves. A move that stalemates prevents every one of
//! them: it captures, blocks or pins the man, or guards the flight. A move that plainly leaves one of a few spare
//! moves is not played.

use super::spare_moves::{MOST_SPARES, Spare};
use crate::orthodox::board::bitboard::{Sq, between, squares};
use crate::orthodox::board::moves::Move;
use crate::orthodox::position::OrthodoxPosition;
use crate::orthodox::rules::legal::{legal_batches, legal_moves, masks_apply};
use crate::orthodox::rules::movegen::BatchKind;
use crate::units::Piece;

/// Calls `take` for each legal move that may stalemate, until `take` returns `true`. Returns whether it did. No
/// move that stalemates is left out.
pub fn stalemating_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    let board = position.board();
    let passed = position.passed();
    let kings = board.men(!board.side(), Piece::KING);
    if kings.count_ones() != 1 || !masks_apply(position) || !masks_apply(&passed) {
        return legal_moves(position, take);
    }
    let mut spares = [Spare::default(); MOST_SPARES];
    let found = find_spares(&passed, kings.trailing_zeros() as Sq, &mut spares);
    let wanted = |piece, from, kind| {
        spares[..found]
            .iter()
            .fold(!0, |all, spare| if all == 0 { 0 } else { all & spare.spoilt_by(board, piece, from, kind) })
    };
    legal_batches(position, &wanted, &mut |batch| batch.any(take))
}

/// Fills `spares` with a few spare moves of the other side: the shortest of each man, and up to [`MOST_FLIGHTS`] of
/// the king. Returns their number.
fn find_spares(passed: &OrthodoxPosition, king: Sq, spares: &mut [Spare; MOST_SPARES]) -> usize {
    let board = passed.board();
    let mut found = 0;
    legal_batches(passed, &|_, _, _| !0, &mut |batch| {
        let mut add = |spare| {
            if found < MOST_SPARES {
                spares[found] = spare;
                found += 1;
            }
        };
        match (batch.kind, batch.piece) {
            (BatchKind::Normal, Piece::KING) => {
                squares(batch.to).take(MOST_FLIGHTS).for_each(|to| add(Spare::of_king(board, batch.from, to)));
            }
            (BatchKind::Normal | BatchKind::Promotion, _) => {
                let nearest = squares(batch.to).min_by_key(|&to| between(batch.from, to).count_ones());
                if let Some(to) = nearest {
                    add(Spare::of_man(&batch, to, king));
                }
            }
            // A double step is prevented wherever the single step is; the other kinds are rare.
            (BatchKind::DoubleStep | BatchKind::EnPassant | BatchKind::Castling(_), _) => {}
        }
        found == MOST_SPARES
    });
    found
}

/// The most spare moves of the king that are examined; many moves prevent several of them at once.
const MOST_FLIGHTS: usize = 3;

#[cfg(test)]
mod tests;
