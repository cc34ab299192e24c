//! Pseudo-legal moves from bitboards, and the legal ones among them.
//!
//! In orthodox chess with one king a side legality comes from masks (checkers, pins); everything else is played and
//! looked at.

use super::bitboard::{self, RANK_1, RANK_8, Sq, between, bit, line_through, squares};
use super::board::{Board, RIGHTS};
use super::moves::{Move, MoveKind};
use super::position::OrthodoxPosition;
use super::{isardam, madrasi};
use crate::conditions::Rules;
use crate::units::{Color, Piece};

const PROMOTIONS: [Piece; 4] = [Piece::QUEEN, Piece::KNIGHT, Piece::ROOK, Piece::BISHOP];

/// Which moves are generated.
#[derive(Clone, Copy)]
struct Filter {
    /// Men that may move.
    movers: u64,
    /// Squares on which a man other than a king may arrive.
    targets: u64,
}

/// Calls `take` for each legal move until it answers `true`; tells whether it did.
pub fn legal_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    let board = position.board();
    let side = board.side();
    let kings = board.men(side, Piece::KING);
    if position.rules() != Rules::Orthodox || kings.count_ones() > 1 {
        return pseudo_legal_moves(position, &mut |m| position.is_legal_by_playing(m) && take(m));
    }
    let all = Filter { movers: !0, targets: !0 };
    if kings == 0 {
        return generate(board, all, take) || castlings(position, take);
    }
    let king = kings.trailing_zeros() as Sq;
    let occupied = board.occupied();
    let checkers = board.attackers(king, !side, occupied);
    let pinned = pinned(board, king);
    let targets = match checkers.count_ones() {
        0 => !0,
        1 => checkers | between(king, checkers.trailing_zeros() as Sq),
        _ => 0,
    };
    let without_king = occupied ^ bit(king);
    let is_legal = &|m: Move| {
        if m.from == king {
            board.attackers(m.to, !side, without_king) == 0
        } else if m.kind == MoveKind::EnPassant {
            position.is_legal_by_playing(m)
        } else {
            pinned & bit(m.from) == 0 || line_through(king, m.from) & bit(m.to) != 0
        }
    };
    let mut take_legal = |m| is_legal(m) && take(m);
    if generate(board, Filter { movers: kings, targets: !0 }, &mut take_legal) {
        return true;
    }
    if targets == 0 {
        return false;
    }
    generate(board, Filter { movers: !kings, targets }, &mut take_legal) || checkers == 0 && castlings(position, take)
}

/// Calls `take` for each move that geometry, occupation and paralysis allow, until it answers `true`.
pub fn pseudo_legal_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    let board = position.board();
    let movers = match position.rules() {
        Rules::Madrasi(rules) => !madrasi::paralysed(board, board.side(), rules),
        Rules::Orthodox | Rules::Isardam(_) => !0,
    };
    generate(board, Filter { movers, targets: !0 }, take) || castlings(position, take)
}

/// The own men that may not leave the line to their king.
fn pinned(board: &Board, king: Sq) -> u64 {
    let side = board.side();
    let theirs = board.of(!side);
    let queens = board.all(Piece::QUEEN);
    let snipers = theirs
        & (bitboard::rook(king, theirs) & (board.all(Piece::ROOK) | queens)
            | bitboard::bishop(king, theirs) & (board.all(Piece::BISHOP) | queens));
    let mut pinned = 0;
    for sniper in squares(snipers) {
        let blockers = between(king, sniper) & board.of(side);
        if blockers.count_ones() == 1 {
            pinned |= blockers;
        }
    }
    pinned
}

fn generate(board: &Board, filter: Filter, take: &mut impl FnMut(Move) -> bool) -> bool {
    let side = board.side();
    let occupied = board.occupied();
    let own = board.of(side);
    let targets = filter.targets & !own;
    for piece in [Piece::KING, Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT] {
        for from in squares(board.men(side, piece) & filter.movers) {
            for to in squares(bitboard::attacks(piece, side, from, occupied) & targets) {
                if take(Move { from, to, kind: MoveKind::Normal }) {
                    return true;
                }
            }
        }
    }
    pawn_moves(board, board.men(side, Piece::PAWN) & filter.movers, targets, filter.targets, take)
}

fn pawn_moves(board: &Board, pawns: u64, targets: u64, all_targets: u64, take: &mut impl FnMut(Move) -> bool) -> bool {
    let side = board.side();
    let empty = !board.occupied();
    let theirs = board.of(!side);
    for from in squares(pawns) {
        let ahead = match side {
            Color::White => bit(from).checked_shl(8).unwrap_or(0),
            Color::Black => bit(from) >> 8,
        };
        let mut arrivals = bitboard::pawn(side, from) & theirs & targets;
        arrivals |= ahead & empty & targets;
        for to in squares(arrivals) {
            if bit(to) & (RANK_1 | RANK_8) != 0 {
                for piece in PROMOTIONS {
                    if take(Move { from, to, kind: MoveKind::Promotion(piece) }) {
                        return true;
                    }
                }
            } else if take(Move { from, to, kind: MoveKind::Normal }) {
                return true;
            }
        }
        let (home, two_ahead) = match side {
            Color::White => (1, ahead << 8),
            Color::Black => (6, ahead >> 8),
        };
        if from >> 3 == home && ahead & empty != 0 && two_ahead & empty & targets != 0 {
            let to = two_ahead.trailing_zeros() as Sq;
            if take(Move { from, to, kind: MoveKind::DoubleStep }) {
                return true;
            }
        }
        if let (Some(to), Some(victim)) = (board.en_passant(), board.en_passant_victim())
            && board.of(side) & bit(victim) == 0
            && bitboard::pawn(side, from) & bit(to) != 0
            && all_targets & (bit(to) | bit(victim)) != 0
            && take(Move { from, to, kind: MoveKind::EnPassant })
        {
            return true;
        }
    }
    false
}

/// Castling is generated legal: neither the king's square nor those it passes and reaches are attacked.
fn castlings(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    let board = position.board();
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
            !position.is_king_attacked(&board, sq, !side)
        };
        let m = Move { from: right.king, to: right.king_to, kind: MoveKind::Castling(index as u8) };
        if king_safe_on(right.king) && king_safe_on(right.rook_to) && position.is_legal_by_playing(m) && take(m) {
            return true;
        }
    }
    false
}

impl OrthodoxPosition {
    /// The king of the other side on `sq` would be attacked by a man of `by` on this board.
    pub(super) fn is_king_attacked(&self, board: &Board, sq: Sq, by: Color) -> bool {
        match self.rules() {
            Rules::Orthodox => board.attackers(sq, by, board.occupied()) != 0,
            Rules::Madrasi(rules) => madrasi::is_attacked(board, sq, by, rules),
            Rules::Isardam(rules) => isardam::is_attacked(board, sq, by, rules),
        }
    }

    /// Some king of `color` is attacked.
    pub(super) fn is_in_check(&self, board: &Board, color: Color) -> bool {
        squares(board.men(color, Piece::KING)).any(|king| self.is_king_attacked(board, king, !color))
    }

    /// The slow and general test: play the move and look.
    pub(super) fn is_legal_by_playing(&self, m: Move) -> bool {
        let after = self.board_after(m);
        self.is_allowed_by_condition(&after) && !self.is_in_check(&after, self.board().side())
    }

    /// The board after a move is one that the condition allows, checks aside.
    pub(super) fn is_allowed_by_condition(&self, after: &Board) -> bool {
        match self.rules() {
            Rules::Isardam(rules) => isardam::is_clean(after, rules),
            Rules::Orthodox | Rules::Madrasi(_) => true,
        }
    }
}
