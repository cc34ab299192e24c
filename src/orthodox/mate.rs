//! "Is there a mate in one?" and "does every move mate?", asked at the last plies more often than all else.
//!
//! In orthodox chess only moves that give check are looked at, and of those only the ones that can cover all flights;
//! under conditions, where men that stand still can begin or cease to give check, every move is looked at, the cheap
//! tests first. Both are filters before the same last word: the move is played and the mate tested.

use super::bitboard::{self, Sq, between, bit, squares};
use super::board::Board;
use super::legal::{legal_batches, masks_apply, snipers};
use super::movegen::{Batch, BatchKind, pseudo_legal_moves};
use super::moves::Move;
use super::position::OrthodoxPosition;
use crate::position::Position;
use crate::units::{Color, Piece};

/// Calls `take` for each legal move that mates until it answers `true`; tells whether it did.
pub fn mating_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    match Aim::new(position) {
        Some(aim) => aimed_mating_moves(position, &aim, take),
        None => pseudo_legal_moves(position, &mut |m| is_legal_mate_by_playing(position, m) && take(m)),
    }
}

/// The side to move has a legal move, and each of them mates.
pub fn every_move_mates(position: &OrthodoxPosition) -> bool {
    let mut legal = false;
    let spared = match Aim::new(position) {
        Some(aim) => {
            let no_check = |batch: &Batch| batch.to & !aim.wanted(batch.piece, batch.from, batch.kind) != 0;
            // First of all, and without playing anything: some move that does not even give check.
            legal_batches(position, &|_, _, _| !0, &mut |batch| {
                legal = true;
                no_check(&batch)
            }) || legal
                && legal_batches(position, &|_, _, _| !0, &mut |batch| batch.any(&mut |m| !position.after(m).is_mate()))
        }
        None => pseudo_legal_moves(position, &mut |m| {
            if !position.is_legal_by_playing(m) {
                return false;
            }
            legal = true;
            !position.after(m).is_mate()
        }),
    };
    legal && !spared
}

fn is_legal_mate_by_playing(position: &OrthodoxPosition, m: Move) -> bool {
    let after = position.after(m);
    let board = after.board();
    let occupied = board.occupied();
    let mover = !board.side();
    // Attacks by geometry alone are necessary for a check under any of the rules, and quickly tested.
    let may_check = squares(board.men(board.side(), Piece::KING)).any(|king| board.is_attacked(king, mover, occupied));
    may_check && after.is_check() && position.allows(board) && !after.has_legal_move()
}

fn aimed_mating_moves(position: &OrthodoxPosition, aim: &Aim, take: &mut impl FnMut(Move) -> bool) -> bool {
    let mut cover = None;
    legal_batches(position, &|piece, from, kind| aim.wanted(piece, from, kind), &mut |batch| {
        let from = batch.from;
        let plain = matches!(batch.kind, BatchKind::Normal | BatchKind::DoubleStep);
        let cover = cover.get_or_insert_with(|| Cover::new(position.board(), aim.king));
        let filtered = plain && bit(from) & (aim.openers | cover.openers) == 0;
        batch.any(&mut |m| {
            let leaves_flight = filtered && !cover.is_complete(position.board(), batch.piece, m);
            !leaves_flight && position.after(m).is_mate() && take(m)
        })
    })
}

/// The king to be mated, and from where it can be given check.
pub struct Aim {
    pub king: Sq,
    /// By kind of man: squares from which it attacks the king, as the board is now.
    checks: [u64; 6],
    /// Own men whose departure can open a line on the king.
    openers: u64,
    occupied: u64,
}

impl Aim {
    /// `None` where check does not follow from geometry, or there is not exactly one king to be mated.
    pub fn new(position: &OrthodoxPosition) -> Option<Aim> {
        let board = position.board();
        let side = board.side();
        let kings = board.men(!side, Piece::KING);
        if !masks_apply(position) || kings.count_ones() != 1 {
            return None;
        }
        let king = kings.trailing_zeros() as Sq;
        let occupied = board.occupied();
        let (bishop, rook) = (bitboard::bishop(king, occupied), bitboard::rook(king, occupied));
        let mut checks = [0; 6];
        checks[Piece::PAWN.index()] = bitboard::pawn(!side, king);
        checks[Piece::KNIGHT.index()] = bitboard::knight(king);
        checks[Piece::BISHOP.index()] = bishop;
        checks[Piece::ROOK.index()] = rook;
        checks[Piece::QUEEN.index()] = bishop | rook;
        let mut openers = 0;
        for sniper in squares(snipers(board, king, side)) {
            let blockers = between(king, sniper) & occupied;
            // Two men between: a capture en passant could still open the line; those are always looked at.
            if blockers & blockers.wrapping_sub(1) == 0 {
                openers |= blockers & board.of(side);
            }
        }
        Some(Aim { king, checks, openers, occupied })
    }

    /// Squares at which a move of this kind may give check. No check is missed: a man checks from where it arrives
    /// or opens a line; a line man that arrives on a line through the square it has left would have given check
    /// before; of captures en passant and castling all are wanted.
    pub fn wanted(&self, piece: Piece, from: Sq, kind: BatchKind) -> u64 {
        match kind {
            BatchKind::EnPassant | BatchKind::Castling(_) => !0,
            _ if self.openers & bit(from) != 0 => !0,
            BatchKind::Normal | BatchKind::DoubleStep => self.checks[piece.index()],
            // The square it has left no longer stands in the way of what the pawn becomes.
            BatchKind::Promotion => {
                bitboard::attacks(Piece::QUEEN, Color::White, self.king, self.occupied & !bit(from))
                    | bitboard::knight(self.king)
            }
        }
    }
}

/// The flights of the king that are not guarded yet.
struct Cover {
    open: u64,
    occupied_without_king: u64,
    /// Own men on whose departure a line man may guard more.
    openers: u64,
}

impl Cover {
    fn new(board: &Board, king: Sq) -> Cover {
        let side = board.side();
        let own = board.of(side);
        let occupied_without_king = board.occupied() ^ bit(king);
        let mut guarded = bitboard::pawns(side, board.men(side, Piece::PAWN));
        for piece in [Piece::KNIGHT, Piece::KING] {
            for sq in squares(board.men(side, piece)) {
                guarded |= bitboard::attacks(piece, side, sq, 0);
            }
        }
        let mut seen = 0;
        for piece in [Piece::BISHOP, Piece::ROOK, Piece::QUEEN] {
            for sq in squares(board.men(side, piece)) {
                seen |= bitboard::attacks(piece, side, sq, occupied_without_king);
            }
        }
        let open = bitboard::king(king) & !board.of(!side) & !(guarded | seen);
        Cover { open, occupied_without_king, openers: seen & own }
    }

    /// The man covers all open flights from where it arrives (but for the one it arrives on). A man that opens no
    /// line adds its own guard and nothing else, so a flight it leaves stays open after the move.
    fn is_complete(&self, board: &Board, piece: Piece, m: Move) -> bool {
        let open = self.open & !bit(m.to);
        let occupied = self.occupied_without_king & !bit(m.from) | bit(m.to);
        open & !bitboard::attacks(piece, board.side(), m.to, occupied) == 0
    }
}
