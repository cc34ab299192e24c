//! Spare moves: moves that the other side could make if it were to move now. To leave the other side without a spare
//! move, a move has to spoil every one of them. Squares and lines show which moves can do that.

use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::board::pins::snipers;
use crate::orthodox::rules::movegen::{BatchKind, MoveBatch};
use crate::units::Piece;

/// The most spare moves ([`Spare`]) of a position that are examined.
pub const MOST_SPARES: usize = 6;

/// A spare move: a move that the other side could make if it were to move now. A move made before it can spoil it only
/// in these ways: it gives check, departs from one of the squares `leaving`, arrives on one of the squares `arriving`,
/// or guards the flight to which the king would go.
#[derive(Clone, Copy, Default)]
pub struct Spare {
    leaving: u64,
    arriving: u64,
    /// For a spare move of the king: the king's square, and the square to which it goes. `None` for other men.
    flight: Option<(Sq, Sq)>,
}

impl Spare {
    /// Describes the spare move to `to` of a man other than the king. The move is spoilt only in these ways: the man is
    /// captured, its way is blocked, the man that a pawn would capture departs, or the man gets pinned, because a man
    /// arrives on the line to its king on `king` or departs from it.
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

    /// Describes the spare move of the king from `from` to `to`. The move may be spoilt only if a man arrives on `to`
    /// or departs from it, if the moving man guards `to`, or if it opens a line to `to` by leaving its square.
    pub fn of_king(board: &Board, from: Sq, to: Sq) -> Spare {
        let occupied = board.occupied() & !bit(from);
        let openers = squares(snipers(board, to, !board.side()))
            .map(|sniper| between(to, sniper) & occupied)
            .filter(|men| men.is_power_of_two())
            .fold(0, |all, man| all | man);
        Spare { leaving: bit(to) | openers, arriving: bit(to), flight: Some((from, to)) }
    }

    /// Returns the arrival squares on which a man of kind `piece` that leaves `from` may spoil the spare move. For
    /// castling and captures en passant, which change the squares of two men, returns all squares.
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
