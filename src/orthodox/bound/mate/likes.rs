//! What like men close to the mated king, beside what is attacked: Madrasi with kings, and Isardam.
//!
//! * *Madrasi rex inclusive.* Kings side by side paralyse each other, so that the mated king goes nowhere while the other
//!   one stands beside him; and that one attacks nothing there, nor on a square beside which he stands. Elsewhere nobody
//!   paralyses a king.
//! * *Isardam.* A king may not leave his square when two like line men of both sides would observe each other then. One of
//!   them is a man of the mating side whose line leads to the king: where the other side has a like man, or may get one by
//!   promotion, such a man closes all squares. Where a king goes he shuts lines and opens none but those through the square
//!   that he has left (what he captures he replaces there). Kings may come to stand side by side, since capturing one
//!   may be forbidden.

use super::options::{MEN_AND_SQUARES, PerMan, cover, find_options, man_and_square, options};
use crate::orthodox::Rules;
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, bit};
use crate::orthodox::bound::cover::{CHECK, COVERS};
use crate::orthodox::rules::isardam::LINE_MEN;
use crate::units::{Color, Piece};
use std::sync::OnceLock;

/// What matters beside attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Likes {
    #[default]
    Nothing,
    /// Kings paralyse each other.
    Kings,
    /// Line men of the kinds of this set may not come to observe men of their kind.
    Lines(u8),
}

impl Likes {
    /// For men of `mover` who mate the other side.
    pub fn of(rules: Rules, board: &Board, mover: Color) -> Likes {
        match rules {
            Rules::Madrasi(madrasi) if madrasi.rex_inclusive => Likes::Kings,
            Rules::Orthodox | Rules::Madrasi(_) => Likes::Nothing,
            Rules::Isardam(_) => {
                let promotes = board.men(!mover, Piece::PAWN) != 0;
                let has = |piece: &&Piece| promotes || board.men(!mover, **piece) != 0;
                Likes::Lines(LINE_MEN.iter().filter(has).fold(0, |kinds, piece| kinds | 1 << piece.index()))
            }
        }
    }

    /// Two of them differ by this number too.
    pub fn number(self) -> u64 {
        match self {
            Likes::Nothing => 0,
            Likes::Kings => 1,
            Likes::Lines(kinds) => 2 + u64::from(kinds),
        }
    }

    /// [`options`] under these rules.
    pub fn options(self, color: Color, piece: Piece, from: Sq, t: Sq) -> &'static [u16] {
        static BY_KINGS: PerMan<u16> = [const { OnceLock::new() }; MEN_AND_SQUARES];
        static BY_LINES: PerMan<u16> = [const { OnceLock::new() }; MEN_AND_SQUARES];
        let index = man_and_square(color, piece, from, t);
        match self {
            Likes::Kings if piece == Piece::KING => BY_KINGS[index].get_or_init(|| {
                let beside = |sq: Sq| bitboard::king(t) & bit(sq) != 0;
                find_options(color, piece, from, t, false, |_, sq| if beside(sq) { 0xff } else { 0 })
            }),
            Likes::Lines(kinds) if piece == Piece::KING || kinds & like(piece) != 0 => {
                BY_LINES[index].get_or_init(|| {
                    find_options(color, piece, from, t, false, |piece, sq| {
                        let attacked = cover(piece, color, sq, t);
                        match piece {
                            Piece::KING if bitboard::king(t) & bit(sq) != 0 => attacked | CHECK,
                            _ if LINE_MEN.contains(&piece) && attacked & CHECK != 0 => COVERS,
                            _ => attacked,
                        }
                    })
                })
            }
            _ => options(color, piece, from, t),
        }
    }
}

/// The kinds of line men that a man may be.
fn like(piece: Piece) -> u8 {
    if piece == Piece::PAWN { u8::MAX } else { 1 << piece.index() }
}
