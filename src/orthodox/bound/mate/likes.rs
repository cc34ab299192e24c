//! Squares that men of one kind close to the mated king, in addition to attacked ones: Madrasi rex inclusive, and
//! Isardam.
//!
//! * *Madrasi rex inclusive.* Kings side by side paralyse each other. So the mated king has no flight while the other
//!   king is beside it, and the other king attacks nothing there, nor any square beside which it is. Elsewhere no king
//!   is paralysed.
//! * *Isardam.* A king may not leave its square if two line men of one kind and different sides would then observe
//!   each other. One of them is a man of the mating side whose line leads to the king: if the other side has a man of
//!   its kind, or may get one by promotion, such a man closes all squares. A king that moves shuts lines, and opens
//!   none except through the square that it has left (it replaces a captured man). Kings may come to be side by side,
//!   since capturing one may be forbidden.

use super::options::{MEN_AND_SQUARES, PerMan, cover, find_options, man_and_square, options};
use crate::orthodox::Rules;
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, bit};
use crate::orthodox::bound::cover::{CHECK, COVERS};
use crate::orthodox::rules::isardam::LINE_MEN;
use crate::units::{Color, Piece};
use std::sync::OnceLock;

/// The effects of two men of one kind on each other that matter to mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Likes {
    #[default]
    Nothing,
    Kings,
    /// Line men of these kinds must not come to observe an enemy man of their kind (Isardam).
    Lines(Kinds),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kinds(u8);

impl Kinds {
    fn with(self, piece: Piece) -> Kinds {
        Kinds(self.0 | 1 << piece.index())
    }

    /// Whether a man of kind `piece` is of one of the kinds, or is a pawn that may promote to one.
    fn has_one_of(self, piece: Piece) -> bool {
        if piece == Piece::PAWN { self.0 != 0 } else { self.0 >> piece.index() & 1 != 0 }
    }
}

impl Likes {
    /// Returns the effects that may help `mating_side` to mate the other side under the rules.
    pub fn of(rules: Rules, board: &Board, mating_side: Color) -> Likes {
        match rules {
            Rules::Madrasi(madrasi) if madrasi.rex_inclusive => Likes::Kings,
            Rules::Orthodox | Rules::Madrasi(_) => Likes::Nothing,
            Rules::Isardam(_) => {
                let promotes = board.men(!mating_side, Piece::PAWN) != 0;
                let has = |piece: &&Piece| promotes || board.men(!mating_side, **piece) != 0;
                Likes::Lines(LINE_MEN.iter().filter(has).fold(Kinds::default(), |kinds, &piece| kinds.with(piece)))
            }
        }
    }

    /// Returns the value as a number for keys, different for different values.
    pub fn number(self) -> u64 {
        match self {
            Likes::Nothing => 0,
            Likes::Kings => 1,
            Likes::Lines(kinds) => 2 + u64::from(kinds.0),
        }
    }

    /// Returns the covers of a man like [`options`], with the additional squares that these effects close to the
    /// king.
    pub fn options(self, color: Color, piece: Piece, from: Sq, t: Sq) -> &'static [u16] {
        static BY_KINGS: PerMan<u16> = [const { OnceLock::new() }; MEN_AND_SQUARES];
        static BY_LINES: PerMan<u16> = [const { OnceLock::new() }; MEN_AND_SQUARES];
        let index = man_and_square(color, piece, from, t);
        match self {
            Likes::Kings if piece == Piece::KING => BY_KINGS[index].get_or_init(|| {
                let beside = |sq: Sq| bitboard::king(t) & bit(sq) != 0;
                find_options(color, piece, from, t, false, |_, sq| if beside(sq) { 0xff } else { 0 })
            }),
            Likes::Lines(kinds) if piece == Piece::KING || kinds.has_one_of(piece) => {
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
