//! A move of the bitboard engine, and its place in the order in which moves are told.

use super::bitboard::Sq;
use super::board::{RIGHTS, Right};
use crate::units::Piece;

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
    /// With the right `RIGHTS[index]`; `from` and `to` are the king's.
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

    /// Moves sorted by this number come in the order in which Popeye plays them, so that its move numbers mean the
    /// same here: men by square from a1 to h8, directions in a fixed order, line men from far to near.
    pub fn order(self, piece: Piece) -> u32 {
        let (df, dr) =
            (i32::from(self.to & 7) - i32::from(self.from & 7), i32::from(self.to >> 3) - i32::from(self.from >> 3));
        let place = |order: &[(i32, i32)], step: (i32, i32)| {
            order.iter().position(|&s| s == step).unwrap_or(order.len()) as u32
        };
        let distance = df.abs().max(dr.abs());
        let detail = match piece {
            Piece::KNIGHT => place(&KNIGHT_ORDER, (df, dr)),
            Piece::PAWN => {
                let step = if df == 0 { u32::from(dr.abs() == 1) } else { 2 + u32::from(df < 0) };
                let promotion = match self.kind {
                    MoveKind::Promotion(piece) => [Piece::QUEEN, Piece::KNIGHT, Piece::ROOK, Piece::BISHOP]
                        .iter()
                        .position(|&p| p == piece)
                        .unwrap_or(0) as u32,
                    _ => 0,
                };
                step * 8 + promotion
            }
            Piece::KING if matches!(self.kind, MoveKind::Castling(_)) => u32::from(df > 0),
            _ => 2 + place(&LINE_ORDER, (df.signum(), dr.signum())) * 8 + (8 - distance) as u32,
        };
        u32::from(self.from) << 8 | detail
    }
}

const LINE_ORDER: [(i32, i32); 8] = [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (-1, 0), (0, 1), (1, 0)];
const KNIGHT_ORDER: [(i32, i32); 8] = [(-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1)];
