//! Spare moves: moves that the other side could make if it were to move now. To leave the other side without a spare
//! move, a move has to spoil every one of them. Squares and lines show which moves can do that.

use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::board::pins::snipers;
use crate::orthodox::rules::movegen::{BatchKind, MoveBatch};
use crate::units::Piece;

/// The most spare moves that are examined.
pub const MOST_SPARES: usize = 6;

/// A move that the other side could make if it were to move now. A move made before it spoils it only by giving
/// check, by departing from a square in `leaving`, by arriving on one in `arriving`, or by guarding the flight.
#[derive(Clone, Copy, Default)]
pub struct Spare {
    leaving: u64,
    arriving: u64,
    /// For a move of the king: the king's square and its flight. `None` for other men.
    flight: Option<(Sq, Sq)>,
}

impl Spare {
    /// Returns the entry of a spare move by a man other than the king. The move is spoilt only in these ways: the man
    /// is captured, its way is blocked, the man that a pawn would capture departs, or the man gets pinned, because a
    /// man arrives on the line to its king or departs from it.
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

    /// Returns the entry of a spare move by the king. The move is spoilt if the flight is occupied, or is guarded by
    /// the moving man or through a line that this man opens.
    pub fn of_king(board: &Board, from: Sq, to: Sq) -> Spare {
        let occupied = board.occupied() & !bit(from);
        let openers = squares(snipers(board, to, !board.side()))
            .map(|sniper| between(to, sniper) & occupied)
            .filter(|men| men.is_power_of_two())
            .fold(0, |all, man| all | man);
        Spare { leaving: bit(to) | openers, arriving: bit(to), flight: Some((from, to)) }
    }

    /// Returns the arrival squares on which a man that leaves `from` may spoil the spare move. For castling and
    /// captures en passant, by which two men leave their squares, returns all squares.
    pub fn spoilt_by(&self, board: &Board, piece: Piece, from: Sq, kind: BatchKind) -> u64 {
        if self.leaving & bit(from) != 0 || matches!(kind, BatchKind::EnPassant | BatchKind::Castling(_)) {
            return !0;
        }
        let Some((king, to)) = self.flight else { return self.arriving };
        let occupied = board.occupied() & !bit(king) & !bit(from);
        // A man guards the flight from exactly the squares that a man of its kind on the flight would attack (for
        // pawns, a pawn of the other colour).
        let guarding = match kind {
            BatchKind::Promotion => bitboard::attacks(Piece::QUEEN, board.side(), to, occupied) | bitboard::knight(to),
            _ => bitboard::attacks(piece, !board.side(), to, occupied),
        };
        self.arriving | guarding
    }
}
