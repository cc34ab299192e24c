//! Isardam on bitboards: which positions are forbidden, and which attacks on a king are checks.

use super::bitboard::{RANK_1, RANK_8, Sq, bit, squares};
use super::board::Board;
use super::madrasi::observed_by_like;
use crate::conditions::Isardam;
use crate::units::{Color, Piece};

/// No man is observed by an enemy man of its own kind.
pub fn is_clean(board: &Board, rules: Isardam) -> bool {
    observed_by_like(board, board.side(), rules.rex_inclusive, true) == 0
        && observed_by_like(board, !board.side(), rules.rex_inclusive, true) == 0
}

/// Some man of `by` attacks the king on `sq`; in type A only if its capture of the king would leave a clean board.
pub fn is_attacked(board: &Board, sq: Sq, by: Color, rules: Isardam) -> bool {
    let attackers = board.attackers(sq, by, board.occupied());
    attackers != 0 && (rules.type_b || squares(attackers).any(|from| is_capture_clean(board, from, sq, by, rules)))
}

fn is_capture_clean(board: &Board, from: Sq, king: Sq, by: Color, rules: Isardam) -> bool {
    let mut after = *board;
    let piece = board.piece_at(from);
    if let Some(victim) = board.unit_at(king) {
        after.toggle(victim.color, victim.piece, king);
    }
    after.toggle(by, piece, from);
    // The capture would be a move: a right to capture en passant ends with it.
    after.set_side(!by);
    after.set_en_passant(None);
    if piece == Piece::PAWN && bit(king) & (RANK_1 | RANK_8) != 0 {
        return [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT].into_iter().any(|promoted| {
            let mut after = after;
            after.toggle(by, promoted, king);
            is_clean(&after, rules)
        });
    }
    after.toggle(by, piece, king);
    is_clean(&after, rules)
}
