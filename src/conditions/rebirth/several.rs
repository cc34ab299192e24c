//! Rebirth with a choice of squares for the side to move.

use super::super::VariantDef;
use super::super::take_and_make::made;
use super::{Subject, single};
use crate::fairy::stages::Way;
use crate::fairy::{FairyPosition, Sq};
use crate::pieces::Mode;
use crate::units::Color;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Several {
    /// Any empty square.
    Anywhere,
    /// Any empty square on which the man, promoted if it must promote there, has no moves without capture.
    Cages,
    /// The squares to which the man could move from the capture square without capturing.
    Onward,
}

pub const SEVERAL: &[VariantDef] = &[
    VariantDef { name: "Super", aliases: &[], doc: "men are reborn on any empty square" },
    VariantDef {
        name: "Cage",
        aliases: &[],
        doc: "men are reborn on any empty square on which they could not move without capturing",
    },
    VariantDef {
        name: "Take&Make",
        aliases: &[],
        doc: "men are reborn on any square to which they could move from the square of capture without capturing",
    },
];

impl Several {
    /// Returns the rule by which a man may be reborn on one of several squares, as the variants name it; `None` if no
    /// variant allows several squares.
    pub fn of(has: impl Fn(&str) -> bool) -> Result<Option<Several>, String> {
        let named = [("Super", Several::Anywhere), ("Cage", Several::Cages), ("Take&Make", Several::Onward)];
        single(named, has, "rebirth square")
    }

    /// Returns the candidate squares for a man that was captured, or has captured, on `on`. For [`Several::Cages`],
    /// each square must still be checked by [`Several::suits`].
    pub fn squares(self, position: &FairyPosition, subject: Subject, on: Sq) -> Vec<Sq> {
        match self {
            Several::Anywhere | Several::Cages => {
                let taken = position.board().occupied().or(position.squares_gone());
                let empty = position.book().geometry.squares.without(&taken);
                let mut squares = Vec::with_capacity(empty.count());
                squares.extend(empty.iter());
                squares
            }
            Several::Onward => {
                let way = Way { origin: on, piece: subject.man.piece(), mode: Mode::Move };
                made(position, subject.side, on, way)
            }
        }
    }

    /// Whether a captured man may vanish instead of being reborn. `is_any` says whether the rule accepts its rebirth on
    /// any square.
    pub fn may_vanish(self, is_any: bool) -> bool {
        match self {
            Several::Anywhere => true,
            Several::Cages => !is_any,
            Several::Onward => false,
        }
    }

    /// Whether the rule accepts the rebirth on `sq`, where the man has already been put.
    pub fn suits(self, position: &FairyPosition, side: Color, sq: Sq) -> bool {
        self != Several::Cages || !position.with_side(side).goes_quietly(sq)
    }
}
