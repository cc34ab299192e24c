//! Finds the pinned men of a side, and the line men that aim at a square.

use super::Board;
use super::bitboard::{self, Sq, between, squares};
use crate::units::{Color, Piece};

/// Returns the pinned men of the side to move: those alone between the king on `king` and an enemy line man.
pub fn pinned(board: &Board, king: Sq) -> u64 {
    let side = board.side();
    let mut pinned = 0;
    for sniper in squares(snipers(board, king, !side)) {
        let blockers = between(king, sniper) & board.occupied();
        if blockers & blockers.wrapping_sub(1) == 0 {
            pinned |= blockers & board.of(side);
        }
    }
    pinned
}

/// Returns the line men (bishops, rooks, queens) of `by` that would attack `sq` on an empty board.
pub fn snipers(board: &Board, sq: Sq, by: Color) -> u64 {
    let queens = board.all(Piece::QUEEN);
    board.of(by)
        & (bitboard::rook_lines(sq) & (board.all(Piece::ROOK) | queens)
            | bitboard::bishop_lines(sq) & (board.all(Piece::BISHOP) | queens))
}
