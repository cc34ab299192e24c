//! Recognises checks that are not mate, without playing them.
//!
//! Assumptions: the checking man arrives on `to` and is the only checking man, and the king was not in check before
//! the move. (The caller ensures that the man's departure opens no line to the king.) The move is no mate if one of
//! these conditions holds:
//!
//! 1. The king can capture the checking man: no other man of the attacker guards `to`, with the lines as they are
//!    after the move and without the king.
//! 2. A man of the defender that is not pinned can capture the checking man, or can interpose by a move other than a
//!    pawn's advance. (The final test includes these advances.)
//!
//! *Pinned* has a wide meaning here. A man of the defender is pinned if it is the only man of the defender on a line
//! between the king and a line man of the attacker, and at most one man of the attacker is on that line, which may be
//! the man that moves. Every other man of the defender may move freely:
//!
//! 1. Each line that it leaves is still stopped: by another man of the defender, or by one of at least two men of the
//!    attacker, of which at most one has left.
//! 2. A line of the checking man itself is shut or gone after the parry.
//!
//! This requires that only checks and pins make moves illegal, as in orthodox chess.

use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, squares};
use crate::orthodox::board::pins::snipers;
use crate::units::Piece;

/// The men with which the defender can parry a check to the king on `king`.
pub struct Parry<'a> {
    board: &'a Board,
    king: Sq,
    /// Men of the defender that are not pinned (in the wide sense above), except the king.
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

    /// Whether the check by the man that goes from `from` to `to` has one of the recognised parries, so that it is
    /// no mate.
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
        // A man that has just been captured on `to` cannot interpose.
        let officers = self.free & !self.board.all(Piece::PAWN) & !bit(to);
        squares(between(self.king, to)).any(|sq| self.board.attackers(sq, !side, occupied) & officers != 0)
    }
}
