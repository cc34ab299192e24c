//! The last move of a selfmate: which moves can leave the other side with nothing but mates?
//!
//! The other side, were it to move now, has spare moves that do not even give check. A move after which it is forced
//! has to give check or to take every spare move away. Where that is plain from squares and lines, the move is not played.

use super::bitboard::{self, Sq, between, bit, line_through, squares};
use super::board::Board;
use super::legal::{legal_batches, legal_moves, masks_apply, snipers};
use super::mate::Aim;
use super::movegen::{Batch, BatchKind};
use super::moves::Move;
use super::position::OrthodoxPosition;
use crate::units::Piece;

/// Calls `take` for the legal moves after which every move of the other side may mate, until it answers `true`; tells
/// whether it did. No move that forces a mate is left out.
pub fn forcing_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    let board = position.board();
    let passed = position.passed();
    let (Some(aim), Some(theirs)) = (Aim::new(position), Aim::new(&passed)) else {
        return legal_moves(position, take);
    };
    let own_king = theirs.king;
    if !masks_apply(&passed) || board.is_attacked(own_king, !board.side(), board.occupied()) {
        return legal_moves(position, take);
    }
    let mut spares = [Spare::default(); MOST_SPARES];
    let found = find_spares(&passed, &theirs, aim.king, &mut spares);
    let wanted = |piece, from, kind| {
        let spoiling = |piece| spares[..found].iter().fold(!0, |all, spare| all & spare.spoilt_by(board, piece, from));
        match kind {
            BatchKind::Normal | BatchKind::DoubleStep => aim.wanted(piece, from, kind) | spoiling(piece),
            BatchKind::Promotion => {
                // Queen and knight together see what any promoted man sees.
                aim.wanted(piece, from, kind) | spoiling(Piece::QUEEN) | spoiling(Piece::KNIGHT)
            }
            BatchKind::EnPassant | BatchKind::Castling(_) => !0,
        }
    };
    legal_batches(position, &wanted, &mut |batch| batch.any(take))
}

const MOST_SPARES: usize = 6;

/// A move that the other side could make, were it to move now, without giving check: it can still make it, and it
/// still does not give check, unless the move in between starts from one of the squares `leaving`, arrives on one of
/// `arriving`, gives check, or guards the flight.
#[derive(Clone, Copy, Default)]
struct Spare {
    leaving: u64,
    arriving: u64,
    /// Of a king's move: where it comes from and goes to.
    flight: Option<(Sq, Sq)>,
    /// Where the king to be mated would be attacked after the move, and so not be left alone by it.
    checking: u64,
}

/// A few spare moves of different men (of the king as many as fit in).
fn find_spares(passed: &OrthodoxPosition, aim: &Aim, king: Sq, spares: &mut [Spare; MOST_SPARES]) -> usize {
    let board = passed.board();
    let mut found = 0;
    let everything = |_, _, _| !0;
    legal_batches(passed, &everything, &mut |batch| {
        if !matches!(batch.kind, BatchKind::Normal | BatchKind::DoubleStep) {
            return false;
        }
        let quiet = batch.to & !aim.wanted(batch.piece, batch.from, batch.kind);
        if batch.piece == Piece::KING {
            for to in squares(quiet) {
                if found < MOST_SPARES {
                    spares[found] = Spare::of_king(board, batch.from, to, aim.king);
                    found += 1;
                }
            }
        } else if let Some(to) = squares(quiet).min_by_key(|&to| between(batch.from, to).count_ones()) {
            spares[found] = Spare::of_man(board, &batch, to, king, aim.king);
            found += 1;
        }
        found == MOST_SPARES
    });
    found
}

impl Spare {
    /// The man can be captured, its way blocked, its capture spirited away; it can be pinned, and a line can be opened
    /// on the king of the other side, through the square it leaves or from the square it reaches. Nothing else
    /// touches the move. `own`: its king; `other`: the king to be mated.
    fn of_man(board: &Board, batch: &Batch, to: Sq, own: Sq, other: Sq) -> Spare {
        let from = batch.from;
        let pin = line_through(own, from);
        let push = if batch.piece == Piece::PAWN && (from ^ to) & 7 == 0 { bit(to) } else { 0 };
        Spare {
            leaving: bit(to) | between(to, other) | line_through(other, from) & !bit(other) | pin,
            arriving: bit(from) | push | between(from, to) | pin,
            flight: None,
            checking: checking(board, batch.piece, from, to, other),
        }
    }

    /// The flight can be guarded, by the man that moves or by a line it opens, and the king's departure can come to
    /// give check.
    fn of_king(board: &Board, from: Sq, to: Sq, other: Sq) -> Spare {
        let occupied = board.occupied() & !bit(from);
        let openers = squares(snipers(board, to, !board.side()))
            .map(|sniper| between(to, sniper) & occupied)
            .filter(|men| men.is_power_of_two())
            .fold(0, |all, man| all | man);
        Spare {
            leaving: bit(to) | line_through(other, from) & !bit(other) | openers,
            arriving: bit(to),
            flight: Some((from, to)),
            checking: checking(board, Piece::KING, from, to, other),
        }
    }

    /// The squares on which a man that comes from `from` may spoil the move.
    fn spoilt_by(&self, board: &Board, piece: Piece, from: Sq) -> u64 {
        if self.leaving & bit(from) != 0 {
            return !0;
        }
        let guarding = self.flight.map_or(0, |(king, to)| {
            // From where the man sees the flight is what the flight sees of such a man (pawns look the other way).
            bitboard::attacks(piece, !board.side(), to, board.occupied() & !bit(king) & !bit(from))
        });
        self.arriving | guarding | if piece == Piece::KING { self.checking } else { 0 }
    }
}

/// Squares on which the other king, coming from `king`, may be attacked after a man has gone `from` one square `to`
/// another: by this man, or by a line man through the square it has left.
fn checking(board: &Board, piece: Piece, from: Sq, to: Sq, king: Sq) -> u64 {
    let side = board.side();
    let behind = bitboard::rook_lines(from) | bitboard::bishop_lines(from);
    let liners = (board.all(Piece::QUEEN) | board.all(Piece::ROOK) | board.all(Piece::BISHOP)) & board.of(side);
    bitboard::attacks(piece, side, to, board.occupied() & !bit(from) & !bit(king))
        | if liners & behind != 0 { behind } else { 0 }
}
