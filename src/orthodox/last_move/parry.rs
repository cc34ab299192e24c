//! Checks that are not mate, as can be seen without playing them.
//!
//! The man that gives check arrives on `to` and is the only one to check: its departure opens no line to the king (the
//! caller has seen to that), and before the move the king was not in check. Then it is no mate when
//! * the king can capture it: no other man of the attacker guards `to`, with the lines as they are after the move and
//!   without the king;
//! * or a man that is not pinned can capture it, or step between (pawns' steps ahead are left to the last word).
//!   *Pinned* is taken widely: a man of the defender that is the only one of his on a line between the king and a line
//!   man of the attacker, with at most one man of the attacker beside it, which may be the one that leaves. Any other man
//!   may go where it likes: each line that it leaves is still stopped by another man of the defender, or by one of the two
//!   or more men of the attacker of which at most one has left. A line of the checking man itself is shut or gone.
//!
//! So this holds where nothing but checks and pins makes moves illegal: in orthodox chess.

use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, squares};
use crate::orthodox::board::pins::snipers;
use crate::units::Piece;

/// Who can parry a check to the king.
pub struct Parry<'a> {
    board: &'a Board,
    king: Sq,
    /// Men of the defender that are not pinned, the king left out.
    free: u64,
}

impl<'a> Parry<'a> {
    pub fn new(board: &'a Board, king: Sq) -> Parry<'a> {
        let (own, theirs) = (board.of(board.side()), board.of(!board.side()));
        let mut pinned = bit(king);
        for sniper in squares(snipers(board, king, board.side())) {
            let line = between(king, sniper);
            let men = line & theirs;
            if men.is_power_of_two() && (line & own).count_ones() <= 1 {
                pinned |= men;
            }
        }
        Parry { board, king, free: theirs & !pinned }
    }

    /// The check by the man that goes from `from` to `to` can be parried, as far as is seen here.
    pub fn is_possible(&self, from: Sq, to: Sq) -> bool {
        let side = self.board.side();
        let occupied = self.board.occupied() & !bit(from) | bit(to);
        if self.board.attackers(to, !side, occupied) & self.free != 0 {
            return true;
        }
        let without_king = occupied & !bit(self.king);
        if bitboard::king(self.king) & bit(to) != 0 && self.board.attackers(to, side, without_king) & !bit(from) == 0 {
            return true;
        }
        // Not the man that has just been captured.
        let officers = self.free & !self.board.all(Piece::PAWN) & !bit(to);
        squares(between(self.king, to)).any(|sq| self.board.attackers(sq, !side, occupied) & officers != 0)
    }
}
