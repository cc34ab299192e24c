//! Spare moves: what the other side could do, were it to move now. A move that is to leave it without such moves has to
//! spoil every one of them, and which moves can do that is plain from squares and lines.

use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::board::pins::snipers;
use crate::orthodox::rules::movegen::{Batch, BatchKind};
use crate::units::Piece;

/// So many spare moves are looked at, at most.
pub const MOST_SPARES: usize = 6;

/// A move that the other side could make, were it to move now. It still can, unless the move in between gives check
/// starts from one of the squares `leaving`, arrives on one of `arriving`, or guards the
/// flight.
#[derive(Clone, Copy, Default)]
pub struct Spare {
    leaving: u64,
    arriving: u64,
    /// Of a king's move: where it comes from and goes to.
    flight: Option<(Sq, Sq)>,
}

impl Spare {
    /// The man can be captured, its way blocked, the man that a pawn would capture spirited away; and it can be pinned, by
    /// what arrives on the line to its king or leaves it. Nothing else touches the move.
    pub fn of_man(batch: &Batch, to: Sq, king: Sq) -> Spare {
        let from = batch.from;
        let pin = line_through(king, from);
        let (mut leaving, mut arriving) = (pin, bit(from) | between(from, to) | pin);
        if batch.piece == Piece::PAWN {
            let captures = (from ^ to) & 7 != 0;
            *if captures { &mut leaving } else { &mut arriving } |= bit(to);
        }
        Spare { leaving, arriving, flight: None }
    }

    /// The flight can be occupied, and guarded by the man that moves or by a line it opens.
    pub fn of_king(board: &Board, from: Sq, to: Sq) -> Spare {
        let occupied = board.occupied() & !bit(from);
        let openers = squares(snipers(board, to, !board.side()))
            .map(|sniper| between(to, sniper) & occupied)
            .filter(|men| men.is_power_of_two())
            .fold(0, |all, man| all | man);
        Spare { leaving: bit(to) | openers, arriving: bit(to), flight: Some((from, to)) }
    }

    /// The squares on which a man that comes from `from` may spoil the move. Two men leave their squares when a side
    /// castles or captures en passant: all such moves are wanted.
    pub fn spoilt_by(&self, board: &Board, piece: Piece, from: Sq, kind: BatchKind) -> u64 {
        if self.leaving & bit(from) != 0 || matches!(kind, BatchKind::EnPassant | BatchKind::Castling(_)) {
            return !0;
        }
        let Some((king, to)) = self.flight else { return self.arriving };
        let occupied = board.occupied() & !bit(king) & !bit(from);
        // From where the man sees the flight is what the flight sees of such a man (pawns look the other way).
        let guarding = match kind {
            BatchKind::Promotion => bitboard::attacks(Piece::QUEEN, board.side(), to, occupied) | bitboard::knight(to),
            _ => bitboard::attacks(piece, !board.side(), to, occupied),
        };
        self.arriving | guarding
    }
}
