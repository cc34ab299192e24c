//! Places of rebirth with several squares, from which the moving side chooses.

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
    /// Any empty square on which the man, promoted if necessary, could not move without capturing.
    Cages,
    /// The squares that the man could reach from the capture square without capturing.
    Onward,
}

pub const SEVERAL: &[VariantDef] = &[
    VariantDef { name: "Super", aliases: &[], doc: "on any empty square" },
    VariantDef {
        name: "Cage",
        aliases: &[],
        doc: "on any empty square on which the man could not move without capturing",
    },
    VariantDef {
        name: "Take&Make",
        aliases: &[],
        doc: "on any square to which the man could move from the square of capture without capturing",
    },
];

impl Several {
    /// Parses the place from the variants; `None` if none of them names several squares.
    pub fn of(has: impl Fn(&str) -> bool) -> Result<Option<Several>, String> {
        let named = [("Super", Several::Anywhere), ("Cage", Several::Cages), ("Take&Make", Several::Onward)];
        single(named, has, "rebirth square")
    }

    /// Returns the candidate squares for a man that was captured, or has captured, on `on`. For cages,
    /// [`Several::suits`] has to check each of them.
    pub fn squares(self, position: &FairyPosition, subject: Subject, on: Sq) -> Vec<Sq> {
        match self {
            Several::Anywhere | Several::Cages => {
                let empty = position.book().geometry.squares.without(&position.board().occupied());
                empty.iter().filter(|&sq| position.has(sq)).collect()
            }
            Several::Onward => {
                let way = Way { origin: on, piece: subject.man.piece(), mode: Mode::Move };
                made(position, subject.side, on, way)
            }
        }
    }

    /// Whether a captured man may vanish; `is_any`: a square suits it.
    pub fn may_vanish(self, is_any: bool) -> bool {
        match self {
            Several::Anywhere => true,
            Several::Cages => !is_any,
            Several::Onward => false,
        }
    }

    /// Whether the man may remain on the square on which it has been put.
    pub fn suits(self, position: &FairyPosition, side: Color, sq: Sq) -> bool {
        self != Several::Cages || !position.with_side(side).goes_quietly(sq)
    }
}
