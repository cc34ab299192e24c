//! A move of the bitboard engine, and its rank in the order in which reports list moves.

use super::bitboard::Sq;
use crate::orthodox::board::{RIGHTS, Right};
use crate::units::{Piece, told_order};

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
    /// Castling, with the index of its right in [`RIGHTS`]; `from` and `to` are the king's squares.
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

    /// Returns the rank of the move in the order in which reports list moves: see [`told_order`].
    pub fn order(self, piece: Piece) -> u32 {
        let promotion = match self.kind {
            MoveKind::Promotion(piece) => Some(piece),
            _ => None,
        };
        let bounds =
            (i32::from(self.to & 7) - i32::from(self.from & 7), i32::from(self.to >> 3) - i32::from(self.from >> 3));
        u32::from(self.from) << 16 | told_order(piece, bounds, promotion, matches!(self.kind, MoveKind::Castling(_)))
    }
}
