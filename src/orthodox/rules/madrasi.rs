//! Madrasi on bitboards: which men are paralysed, and which attacks on a king are checks.
//!
//! A man that is observed by an enemy man of its own kind is paralysed: it can neither move nor give check.

use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, bit, squares};
use crate::units::{Color, Piece};

/// The variants of Madrasi. The default values are those of Popeye.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Madrasi {
    /// Whether kings paralyse each other too.
    pub rex_inclusive: bool,
    /// Whether a pawn that has just made a double step is paralysed by each pawn that could capture it en passant.
    pub en_passant_paralyses: bool,
    pub paralysed_rook_castles: bool,
}

impl Default for Madrasi {
    fn default() -> Madrasi {
        Madrasi { rex_inclusive: false, en_passant_paralyses: true, paralysed_rook_castles: true }
    }
}

/// Returns the men of `color` that an enemy man of their kind observes (attacks by geometry). `kings` includes kings.
/// With `en_passant`, a pawn that could be captured en passant counts as observed.
///
/// Observation between orthodox men of one kind is mutual, so the function looks from the observed man. The exception
/// is a pawn that has just made a double step: it is observed without observing.
pub fn observed_by_like(board: &Board, color: Color, kings: bool, en_passant: bool) -> u64 {
    let occupied = board.occupied();
    let mut observed = 0;
    for piece in [Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN, Piece::KING] {
        if piece == Piece::KING && !kings {
            continue;
        }
        let theirs = board.men(!color, piece);
        if theirs == 0 {
            continue;
        }
        for sq in squares(board.men(color, piece)) {
            if bitboard::attacks(piece, color, sq, occupied) & theirs != 0 {
                observed |= bit(sq);
            }
        }
    }
    let their_pawns = board.men(!color, Piece::PAWN);
    observed |= board.men(color, Piece::PAWN) & bitboard::pawns(!color, their_pawns);
    if en_passant {
        observed |= board.en_passant_victim().map_or(0, bit) & board.of(color);
    }
    observed
}

pub fn paralysed(board: &Board, color: Color, rules: Madrasi) -> u64 {
    observed_by_like(board, color, rules.rex_inclusive, rules.en_passant_paralyses)
}

/// Whether some man of `by` that is not paralysed attacks the square.
pub fn is_attacked(board: &Board, sq: Sq, by: Color, rules: Madrasi) -> bool {
    squares(board.attackers(sq, by, board.occupied())).any(|from| !is_paralysed(board, from, by, rules))
}

/// Whether the man of `color` on the square is paralysed.
pub fn is_paralysed(board: &Board, sq: Sq, color: Color, rules: Madrasi) -> bool {
    let stepped = rules.en_passant_paralyses && board.en_passant_victim() == Some(sq);
    stepped || observers(board, sq, color, rules.rex_inclusive) != 0
}

/// Returns the enemy men of its kind that observe the man of `color` on the square, except en passant. `kings`
/// includes kings.
pub fn observers(board: &Board, sq: Sq, color: Color, kings: bool) -> u64 {
    let piece = board.piece_at(sq);
    let theirs = board.men(!color, piece);
    if theirs == 0 || piece == Piece::KING && !kings {
        return 0;
    }
    bitboard::attacks(piece, color, sq, board.occupied()) & theirs
}
