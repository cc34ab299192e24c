//! Generates pseudo-legal moves from bitboards, in batches: the moves that geometry, occupation and paralysis
//! allow.

use super::madrasi;
use crate::orthodox::Rules;
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, between, bit, squares};
use crate::orthodox::board::moves::{Move, MoveKind};
use crate::orthodox::board::{Board, RIGHTS};
use crate::orthodox::position::OrthodoxPosition;
use crate::units::{Color, Piece};

const PROMOTIONS: [Piece; 4] = [Piece::QUEEN, Piece::KNIGHT, Piece::ROOK, Piece::BISHOP];

/// Moves of one man from one square, which differ only in the arrival square (and in the promoted piece).
#[derive(Clone, Copy)]
pub struct MoveBatch {
    pub piece: Piece,
    pub from: Sq,
    pub to: u64,
    pub kind: BatchKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BatchKind {
    Normal,
    Promotion,
    DoubleStep,
    EnPassant,
    Castling(u8),
}

impl MoveBatch {
    /// Returns the number of moves of the batch.
    pub fn len(self) -> u32 {
        let arrivals = self.to.count_ones();
        if self.kind == BatchKind::Promotion { arrivals * PROMOTIONS.len() as u32 } else { arrivals }
    }

    /// Calls `take` for each move of the batch, until `take` returns `true`. Returns whether `take` returned `true`.
    pub fn any(self, take: &mut impl FnMut(Move) -> bool) -> bool {
        let from = self.from;
        let kind = match self.kind {
            BatchKind::Promotion => {
                return squares(self.to).any(|to| {
                    PROMOTIONS.into_iter().any(|piece| take(Move { from, to, kind: MoveKind::Promotion(piece) }))
                });
            }
            BatchKind::Normal => MoveKind::Normal,
            BatchKind::DoubleStep => MoveKind::DoubleStep,
            BatchKind::EnPassant => MoveKind::EnPassant,
            BatchKind::Castling(index) => MoveKind::Castling(index),
        };
        squares(self.to).any(|to| take(Move { from, to, kind }))
    }
}

/// Calls `take` for each pseudo-legal move, until `take` returns `true`. Returns whether `take` returned `true`.
/// Castling is included only if it is legal.
pub fn pseudo_legal_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    pseudo_legal_batches(position, &mut |batch| batch.any(take))
}

/// Like [`pseudo_legal_moves`], but calls `take` with batches of moves. Some batches may be empty.
pub fn pseudo_legal_batches(position: &OrthodoxPosition, take: &mut impl FnMut(MoveBatch) -> bool) -> bool {
    let board = position.board();
    let side = board.side();
    let movers = match position.rules() {
        Rules::Madrasi(rules) => !madrasi::paralysed(board, side, rules),
        Rules::Orthodox | Rules::Isardam(_) => !0,
    };
    let own = board.of(side);
    for from in squares(board.men(side, Piece::KING) & movers) {
        let to = bitboard::king(from) & !own;
        if take(MoveBatch { piece: Piece::KING, from, to, kind: BatchKind::Normal }) {
            return true;
        }
    }
    officers(board, movers, !own, take) || pawns(board, movers, !0, take) || castlings(position, take)
}

/// Calls `take` for the moves of the men in `movers`, except kings and pawns, to squares in `targets`, until `take`
/// returns `true`. Returns whether `take` returned `true`.
pub fn officers(board: &Board, movers: u64, targets: u64, take: &mut impl FnMut(MoveBatch) -> bool) -> bool {
    let side = board.side();
    let occupied = board.occupied();
    for piece in [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT] {
        for from in squares(board.men(side, piece) & movers) {
            let to = bitboard::attacks(piece, side, from, occupied) & targets;
            if to != 0 && take(MoveBatch { piece, from, to, kind: BatchKind::Normal }) {
                return true;
            }
        }
    }
    false
}

/// Calls `take` for the moves of the pawns in `movers` to squares in `targets`, until `take` returns `true`. Returns
/// whether `take` returned `true`. A capture en passant is also included if the captured pawn is in `targets`.
pub fn pawns(board: &Board, movers: u64, targets: u64, take: &mut impl FnMut(MoveBatch) -> bool) -> bool {
    let side = board.side();
    let empty = !board.occupied();
    let theirs = board.of(!side);
    for from in squares(board.men(side, Piece::PAWN) & movers) {
        let (ahead, home) = match side {
            Color::White => (bit(from) << 8, 1),
            Color::Black => (bit(from) >> 8, 6),
        };
        let mut batch = |to, kind| to != 0 && take(MoveBatch { piece: Piece::PAWN, from, to, kind });
        let to = (bitboard::pawn(side, from) & theirs | ahead & empty) & targets;
        if batch(to & !(RANK_1 | RANK_8), BatchKind::Normal) || batch(to & (RANK_1 | RANK_8), BatchKind::Promotion) {
            return true;
        }
        if from >> 3 == home && ahead & empty != 0 {
            let two_ahead = bitboard::ahead(side, ahead);
            if batch(two_ahead & empty & targets, BatchKind::DoubleStep) {
                return true;
            }
        }
        if let (Some(to), Some(victim)) = (board.en_passant(), board.en_passant_victim())
            && board.of(side) & bit(victim) == 0
            && targets & (bit(to) | bit(victim)) != 0
            && batch(bitboard::pawn(side, from) & bit(to), BatchKind::EnPassant)
        {
            return true;
        }
    }
    false
}

/// Calls `take` for each legal castling move, until `take` returns `true`. Returns whether `take` returned `true`.
pub fn castlings(position: &OrthodoxPosition, take: &mut impl FnMut(MoveBatch) -> bool) -> bool {
    castlings_out_of_danger(position, &|m| position.is_legal_by_playing(m), take)
}

/// Like [`castlings`], but only for castling moves that are illegal because of the board after them, mostly because
/// they leave the king in check.
pub fn castlings_into_check(position: &OrthodoxPosition, take: &mut impl FnMut(MoveBatch) -> bool) -> bool {
    castlings_out_of_danger(position, &|m| !position.is_legal_by_playing(m), take)
}

/// Calls `take` for each castling move for which `wanted` returns `true`, until `take` returns `true`. Returns
/// whether `take` returned `true`. Leaves out castling from a square that is attacked, or over one.
fn castlings_out_of_danger(
    position: &OrthodoxPosition,
    wanted: &impl Fn(Move) -> bool,
    take: &mut impl FnMut(MoveBatch) -> bool,
) -> bool {
    let board = position.board();
    if board.castling() == 0 {
        return false;
    }
    let side = board.side();
    for (index, right) in RIGHTS.iter().enumerate() {
        if board.castling() & right.flag == 0
            || right.color != side
            || board.occupied() & between(right.king, right.rook) != 0
        {
            continue;
        }
        if let Rules::Madrasi(rules) = position.rules() {
            let paralysed = madrasi::paralysed(board, side, rules);
            if paralysed & bit(right.king) != 0 || paralysed & bit(right.rook) != 0 && !rules.paralysed_rook_castles {
                continue;
            }
        }
        let king_safe_on = |sq: Sq| {
            let mut board = *board;
            board.toggle(side, Piece::KING, right.king);
            board.toggle(side, Piece::KING, sq);
            !position.is_king_attacked(&board, sq, !side, false)
        };
        let m = Move { from: right.king, to: right.king_to, kind: MoveKind::Castling(index as u8) };
        if king_safe_on(right.king) && king_safe_on(right.rook_to) && wanted(m) {
            let kind = BatchKind::Castling(index as u8);
            if take(MoveBatch { piece: Piece::KING, from: right.king, to: bit(right.king_to), kind }) {
                return true;
            }
        }
    }
    false
}
