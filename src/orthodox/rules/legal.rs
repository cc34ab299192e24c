//! Selects the legal moves among the pseudo-legal ones.
//!
//! In orthodox chess, if the side to move has at most one king, masks of checking and pinned men decide. Otherwise
//! [`MoveJudge`] decides, and moves that it leaves in doubt are played.

use super::judge::{BatchVerdict, MoveJudge};
use super::movegen::{BatchKind, MoveBatch, castlings, officers, pawns, pseudo_legal_batches};
use crate::orthodox::Rules;
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, between, bit, line_through, squares};
use crate::orthodox::board::moves::{Move, MoveKind};
use crate::orthodox::board::pins::pinned;
use crate::orthodox::position::OrthodoxPosition;
use crate::orthodox::rules::{isardam, madrasi};
use crate::units::{Color, Piece};

/// Calls `take` for each legal move, until `take` returns `true`. Returns whether `take` returned `true`.
pub fn legal_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    if masks_apply(position) {
        legal_batches(position, &|_, _, _| !0, &mut |batch| batch.any(take))
    } else {
        judged_batches(position, &mut |batch, verdict| take_judged(position, batch, verdict, take))
    }
}

/// Whether the side to move has one king and this king has an obviously legal move to one of the squares
/// `narrow(king)`. The move is obviously legal if no man attacks the square, the other king cannot paralyse the king
/// (Madrasi), and the king leaves no line between two men of one kind (Isardam, on an allowed board).
pub fn has_free_flight(position: &OrthodoxPosition, narrow: impl Fn(Sq) -> u64) -> bool {
    let board = position.board();
    let side = board.side();
    let kings = board.men(side, Piece::KING);
    if !kings.is_power_of_two() {
        return false;
    }
    let king = kings.trailing_zeros() as Sq;
    let is_free = match position.rules() {
        Rules::Orthodox => true,
        Rules::Madrasi(_) => bitboard::king(king) & board.men(!side, Piece::KING) == 0,
        Rules::Isardam(_) => position.is_known_clean() && !isardam::opens_a_line(board, king),
    };
    let without_king = board.occupied() ^ kings;
    let flights = bitboard::king(king) & !board.of(side) & narrow(king);
    is_free && squares(flights).any(|to| !board.is_attacked(to, !side, without_king))
}

/// Calls `take` for each batch of pseudo-legal moves with the verdict on its legality, until `take` returns `true`.
/// Returns whether `take` returned `true`.
pub fn judged_batches(position: &OrthodoxPosition, take: &mut impl FnMut(MoveBatch, BatchVerdict) -> bool) -> bool {
    let judge = MoveJudge::new(position);
    pseudo_legal_batches(position, &mut |batch| {
        let verdict = judge.sort(&batch);
        verdict.legal | verdict.doubtful != 0 && take(batch, verdict)
    })
}

/// Calls `take` for the legal moves of the batch, until `take` returns `true`. Returns whether `take` returned `true`.
/// A move in doubt is tested by playing it.
pub fn take_judged(
    position: &OrthodoxPosition,
    batch: MoveBatch,
    verdict: BatchVerdict,
    take: &mut impl FnMut(Move) -> bool,
) -> bool {
    verdict.legal != 0 && MoveBatch { to: verdict.legal, ..batch }.any(take)
        || verdict.doubtful != 0
            && MoveBatch { to: verdict.doubtful, ..batch }.any(&mut |m| position.is_legal_by_playing(m) && take(m))
}

/// Like [`legal_moves`], but only for moves that arrive on one of the squares `to[from]`.
pub fn legal_moves_among(position: &OrthodoxPosition, to: &[u64; 64], take: &mut impl FnMut(Move) -> bool) -> bool {
    if masks_apply(position) {
        legal_batches(position, &|_, from, _| to[usize::from(from)], &mut |batch| batch.any(take))
    } else {
        judged_batches(position, &mut |batch, verdict| {
            let to = to[usize::from(batch.from)];
            let verdict = BatchVerdict { legal: verdict.legal & to, doubtful: verdict.doubtful & to };
            take_judged(position, batch, verdict, take)
        })
    }
}

pub fn count_legal_moves(position: &OrthodoxPosition) -> u64 {
    let mut count = 0;
    if masks_apply(position) {
        legal_batches(position, &|_, _, _| !0, &mut |batch| {
            count += u64::from(batch.len());
            false
        });
    } else {
        judged_batches(position, &mut |batch, BatchVerdict { legal, doubtful }| {
            count += u64::from(MoveBatch { to: legal, ..batch }.len());
            doubtful != 0
                && MoveBatch { to: doubtful, ..batch }.any(&mut |m| {
                    count += u64::from(position.is_legal_by_playing(m));
                    false
                })
        });
    }
    count
}

pub fn has_legal_move(position: &OrthodoxPosition) -> bool {
    let board = position.board();
    if !masks_apply(position) {
        return has_free_flight(position, |_| !0) || legal_moves(position, &mut |_| true);
    }
    let kings = board.men(board.side(), Piece::KING);
    if kings == 0 {
        return legal_moves(position, &mut |_| true);
    }
    let king = kings.trailing_zeros() as Sq;
    let without_king = board.occupied() ^ kings;
    let flights = bitboard::king(king) & !board.of(board.side());
    squares(flights).any(|to| !board.is_attacked(to, !board.side(), without_king))
        || legal_batches_but_kings(position, king, &|_, _, _| !0, &mut |_| true)
}

/// Whether the move, which was possible for the same side in another position, is pseudo-legal here. Returns `false`
/// for castling.
pub fn is_possible(position: &OrthodoxPosition, m: Move) -> bool {
    let board = position.board();
    let side = board.side();
    if board.of(side) & bit(m.from) == 0 {
        return false;
    }
    if let Rules::Madrasi(rules) = position.rules()
        && madrasi::paralysed(board, side, rules) & bit(m.from) != 0
    {
        return false;
    }
    let piece = board.piece_at(m.from);
    let is_promotion = piece == Piece::PAWN && bit(m.to) & (RANK_1 | RANK_8) != 0;
    match m.kind {
        MoveKind::Normal if piece != Piece::PAWN => {
            bitboard::attacks(piece, side, m.from, board.occupied()) & !board.of(side) & bit(m.to) != 0
        }
        MoveKind::Castling(_) => false,
        MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Promotion(_) => {
            piece == Piece::PAWN
                && is_promotion == matches!(m.kind, MoveKind::Promotion(_))
                && pawns(board, bit(m.from), bit(m.to), &mut |batch| batch.any(&mut |possible| possible == m))
        }
    }
}

/// Whether masks of pinned and checking men decide which moves are legal. They do in orthodox chess with at most one
/// king.
pub fn masks_apply(position: &OrthodoxPosition) -> bool {
    let board = position.board();
    position.rules() == Rules::Orthodox && board.men(board.side(), Piece::KING).count_ones() <= 1
}

/// Calls `take` for the legal moves in batches, until `take` returns `true`. Returns whether `take` returned `true`.
/// Includes only arrival squares in `narrow(piece, from, kind)`; no batch is empty. Requires [`masks_apply`].
pub fn legal_batches(
    position: &OrthodoxPosition,
    narrow: &impl Fn(Piece, Sq, BatchKind) -> u64,
    take: &mut impl FnMut(MoveBatch) -> bool,
) -> bool {
    let board = position.board();
    let side = board.side();
    let kings = board.men(side, Piece::KING);
    if kings == 0 {
        let mut take = |batch| take_narrowed(batch, narrow, take);
        return officers(board, !0, !board.of(side), &mut take) || pawns(board, !0, !0, &mut take);
    }
    let king = kings.trailing_zeros() as Sq;
    let wanted = bitboard::king(king) & !board.of(side) & narrow(Piece::KING, king, BatchKind::Normal);
    let without_king = board.occupied() ^ kings;
    let mut to = 0;
    for sq in squares(wanted) {
        if !board.is_attacked(sq, !side, without_king) {
            to |= bit(sq);
        }
    }
    to != 0 && take(MoveBatch { piece: Piece::KING, from: king, to, kind: BatchKind::Normal })
        || legal_batches_but_kings(position, king, narrow, take)
}

fn take_narrowed(
    batch: MoveBatch,
    narrow: &impl Fn(Piece, Sq, BatchKind) -> u64,
    take: &mut impl FnMut(MoveBatch) -> bool,
) -> bool {
    let to = batch.to & narrow(batch.piece, batch.from, batch.kind);
    to != 0 && take(MoveBatch { to, ..batch })
}

/// Like [`legal_batches`], for all men except the king, which is on `king`. Castling is included.
fn legal_batches_but_kings(
    position: &OrthodoxPosition,
    king: Sq,
    narrow: &impl Fn(Piece, Sq, BatchKind) -> u64,
    take: &mut impl FnMut(MoveBatch) -> bool,
) -> bool {
    let board = position.board();
    let side = board.side();
    let checkers = board.attackers(king, !side, board.occupied());
    let targets = match checkers.count_ones() {
        0 => !0,
        1 => checkers | between(king, checkers.trailing_zeros() as Sq),
        _ => return false,
    };
    let pinned = pinned(board, king);
    let mut take = |batch: MoveBatch| {
        let mut to = batch.to;
        if pinned & bit(batch.from) != 0 && batch.kind != BatchKind::EnPassant {
            to &= line_through(king, batch.from);
        }
        to != 0 && take_narrowed(MoveBatch { to, ..batch }, narrow, take)
    };
    if officers(board, !0, targets & !board.of(side), &mut take) {
        return true;
    }
    let mut take_pawn = |batch: MoveBatch| {
        // A capture en passant may remove two men from the king's rank, which no mask covers.
        if batch.kind == BatchKind::EnPassant && !batch.any(&mut |m| position.is_legal_by_playing(m)) {
            return false;
        }
        take(batch)
    };
    pawns(board, !0, targets, &mut take_pawn) || checkers == 0 && castlings(position, &mut take)
}

impl OrthodoxPosition {
    /// Whether a king of the other side on `sq` would be in check from `by` on this board. `clean`: the condition
    /// is known to allow the board.
    pub(in crate::orthodox) fn is_king_attacked(&self, board: &Board, sq: Sq, by: Color, clean: bool) -> bool {
        match self.rules() {
            Rules::Orthodox => board.is_attacked(sq, by, board.occupied()),
            Rules::Madrasi(rules) => madrasi::is_attacked(board, sq, by, rules),
            Rules::Isardam(rules) => isardam::is_attacked(board, sq, by, rules, clean),
        }
    }

    /// Whether some king of `color` is in check on this board. `clean`: the condition is known to allow the board.
    pub(in crate::orthodox) fn is_in_check(&self, board: &Board, color: Color, clean: bool) -> bool {
        squares(board.men(color, Piece::KING)).any(|king| self.is_king_attacked(board, king, !color, clean))
    }

    /// Whether the move is legal, tested by playing it. This test works for all moves and is slow.
    pub(in crate::orthodox) fn is_legal_by_playing(&self, m: Move) -> bool {
        self.allows(&self.board_after(m))
    }

    /// Whether the board is legal for the side that has just moved.
    pub(in crate::orthodox) fn allows(&self, after: &Board) -> bool {
        self.is_allowed_by_condition(after) && !self.is_in_check(after, self.board().side(), true)
    }

    /// Whether the condition allows the board after a move, apart from checks.
    pub(in crate::orthodox) fn is_allowed_by_condition(&self, after: &Board) -> bool {
        match self.rules() {
            Rules::Isardam(rules) => isardam::is_clean(after, rules),
            Rules::Orthodox | Rules::Madrasi(_) => true,
        }
    }
}
