//! Spare moves: moves that the other side could make if it were to move now. A move that leaves the other side
//! without them has to spoil every one of them; squares and lines show which moves can do that.

use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::board::pins::snipers;
use crate::orthodox::rules::movegen::{BatchKind, MoveBatch};
use crate::units::Piece;

/// The most spare moves that are examined.
pub const MOST_SPARES: usize = 6;

/// A move that the other side could make if it were to move now. The move in between spoils it only by giving
/// check, departing from a square in `leaving`, arriving on one in `arriving`, or guarding the flight.
#[derive(Clone, Copy, Default)]
pub struct Spare {
    leaving: u64,
    arriving: u64,
    /// For a move of the king: the king's square and its flight. `None` for other men.
    flight: Option<(Sq, Sq)>,
}

impl Spare {
    /// Makes the entry of a spare move by a man other than the king. It is spoilt only as follows: the man is
    /// captured, its way is blocked, the man that a pawn would capture departs, or the man is pinned by an arrival
    /// on the line to its king or a departure from that line.
    pub fn of_man(batch: &MoveBatch, to: Sq, king: Sq) -> Spare {
        let from = batch.from;
        let pin = line_through(king, from);
        let (mut leaving, mut arriving) = (pin, bit(from) | between(from, to) | pin);
        if batch.piece == Piece::PAWN {
            let captures = (from ^ to) & 7 != 0;
            *if captures { &mut leaving } else { &mut arriving } |= bit(to);
        }
        Spare { leaving, arriving, flight: None }
    }

    /// Makes the entry of a spare move by the king. It is spoilt if the flight is occupied, or guarded by the
    /// moving man or by a line that this man opens.
    pub fn of_king(board: &Board, from: Sq, to: Sq) -> Spare {
        let occupied = board.occupied() & !bit(from);
        let openers = squares(snipers(board, to, !board.side()))
            .map(|sniper| between(to, sniper) & occupied)
            .filter(|men| men.is_power_of_two())
            .fold(0, |all, man| all | man);
        Spare { leaving: bit(to) | openers, arriving: bit(to), flight: Some((from, to)) }
    }

    /// Returns the arrival squares on which a man that comes from `from` may spoil the spare move. For castling and
    /// captures en passant, in which two men leave their squares, these are all squares.
    pub fn spoilt_by(&self, board: &Board, piece: Piece, from: Sq, kind: BatchKind) -> u64 {
        if self.leaving & bit(from) != 0 || matches!(kind, BatchKind::EnPassant | BatchKind::Castling(_)) {
            return !0;
        }
        let Some((king, to)) = self.flight else { return self.arriving };
        let occupied = board.occupied() & !bit(king) & !bit(from);
        // A man guards the flight from the squares that such a man on the flight would attack (for pawns, of the other
        // colour).
        let guarding = match kind {
            BatchKind::Promotion => bitboard::attacks(Piece::QUEEN, board.side(), to, occupied) | bitboard::knight(to),
            _ => bitboard::attacks(piece, !board.side(), to, occupied),
        };
        self.arriving | guarding
    }
}
