//! Finds the moves that stalemate at once, at the last ply of play for stalemate.
//!
//! If the other side were to move now, it would have spare moves. A move that stalemates prevents every one of them:
//! it captures, blocks or pins the man, or guards the flight. Only a few spare moves are examined. A move that
//! plainly fails to prevent one of these is not played.

use super::spare_moves::{MOST_SPARES, Spare};
use crate::orthodox::board::bitboard::{Sq, between, squares};
use crate::orthodox::board::moves::Move;
use crate::orthodox::position::OrthodoxPosition;
use crate::orthodox::rules::legal::{legal_batches, legal_moves, masks_apply};
use crate::orthodox::rules::movegen::BatchKind;
use crate::units::Piece;

/// Calls `take` for each legal move that may stalemate, until `take` returns `true`. Returns whether `take` returned
/// `true`. No move that stalemates is left out.
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

/// Fills `spares` with a few spare moves of the other side: the shortest move of each man, and up to [`MOST_FLIGHTS`]
/// moves of the king. Returns the number of spare moves.
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
            // A move that prevents the single step of a pawn also prevents its double step. The other kinds of moves
            // are rare.
            (BatchKind::DoubleStep | BatchKind::EnPassant | BatchKind::Castling(_), _) => {}
        }
        found == MOST_SPARES
    });
    found
}

/// The most spare moves of the king that are examined. Many moves prevent several of the king's moves at once.
const MOST_FLIGHTS: usize = 3;

#[cfg(test)]
mod tests;
