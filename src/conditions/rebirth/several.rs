//! Places of rebirth with several squares, of which the side that moves chooses one.

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
    /// Any empty square on which the man, promoted if it has to, could not move without capturing.
    Cages,
    /// Where the man could go from the square of capture without capturing.
    Onward,
}

/// The variants that name them.
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
        doc: "where the man could go from the square of capture without capturing",
    },
];

impl Several {
    /// What the variants say, if they say that there are several squares.
    pub fn of(has: impl Fn(&str) -> bool) -> Result<Option<Several>, String> {
        let named = [("Super", Several::Anywhere), ("Cage", Several::Cages), ("Take&Make", Several::Onward)];
        single(named, has, "place of rebirth")
    }

    /// The squares on which a man may be put that was captured, or has captured, on `on`; of those for cages not all are.
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

    /// A captured man may vanish, if there is none of the squares for it or at any rate.
    pub fn may_vanish(self, is_any: bool) -> bool {
        match self {
            Several::Anywhere => true,
            Several::Cages => !is_any,
            Several::Onward => false,
        }
    }

    /// The man that has been put on the square may be there.
    pub fn suits(self, position: &FairyPosition, side: Color, sq: Sq) -> bool {
        self != Several::Cages || !position.with_side(side).goes_quietly(sq)
    }
}
