//! For whom a condition holds.

use super::Condition;
use crate::units::Color;

/// The sides that a condition is about: the one in its name, or both.
#[derive(Clone, Copy)]
pub struct Sides {
    white: bool,
    black: bool,
}

impl Sides {
    pub const BLACK: Sides = Sides { white: false, black: true };

    pub fn of(condition: &Condition) -> Sides {
        let name = condition.def.name;
        Sides { white: !name.contains("Black"), black: !name.contains("White") }
    }

    pub fn has(self, side: Color) -> bool {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}
