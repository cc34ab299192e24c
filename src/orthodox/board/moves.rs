//! A move of the bitboard engine, and its rank in the order in which reports list moves.

use super::bitboard::Sq;
use crate::orthodox::board::{RIGHTS, Right};
use crate::units::{Piece, print_order};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub from: Sq,
    pub to: Sq,
    pub kind: MoveKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    Normal,
    DoubleStep,
    EnPassant,
    /// Castling with the right of this index in [`RIGHTS`]. The squares `from` and `to` of the move are those of the
    /// king.
    Castling(u8),
    Promotion(Piece),
}

impl Move {
    pub fn castling_right(self) -> Option<&'static Right> {
        match self.kind {
            MoveKind::Castling(index) => Some(&RIGHTS[index as usize]),
            _ => None,
        }
    }

    /// Returns a number by which reports sort the moves of one position; see [`print_order`]. `piece` is the kind of the
    /// man that moves.
    pub fn order(self, piece: Piece) -> u32 {
        let promotion = match self.kind {
            MoveKind::Promotion(piece) => Some(piece),
            _ => None,
        };
        let bounds =
            (i32::from(self.to & 7) - i32::from(self.from & 7), i32::from(self.to >> 3) - i32::from(self.from >> 3));
        u32::from(self.from) << 16 | print_order(piece, bounds, promotion, matches!(self.kind, MoveKind::Castling(_)))
    }
}
