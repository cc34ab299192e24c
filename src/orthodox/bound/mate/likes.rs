//! Squares that two men of one kind close to the mated king, in addition to attacked squares, in Madrasi rex
//! inclusive and in Isardam.
//!
//! * *Madrasi rex inclusive.* Kings side by side paralyse each other. So while the other king is beside the mated
//!   king, the mated king has no flight, and the other king does not attack it. Nor does the other king attack any
//!   square beside it to which the mated king could go. Kings that are not side by side are not paralysed.
//! * *Isardam.* A king may not leave its square if two line men of one kind and different sides would then observe
//!   each other. One of the two is a man of the mating side whose line leads to the king. If the other side has a man
//!   of that kind, or may get one by promotion, the line man closes all squares. A king that moves shuts lines, and
//!   opens none except through the square that it leaves (on its arrival square it replaces a captured man). Kings
//!   may be side by side, because capturing a king may be forbidden.

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

    /// Whether `piece` is one of the kinds, or is a pawn that may promote to one of them.
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

    /// Returns a different number for each value, for use in keys.
    pub fn number(self) -> u64 {
        match self {
            Likes::Nothing => 0,
            Likes::Kings => 1,
            Likes::Lines(kinds) => 2 + u64::from(kinds.0),
        }
    }

    /// Returns the covers of a man as [`options`] does, with the additional squares that men of one kind close to the
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
