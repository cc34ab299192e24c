//! For whom a condition holds.

use super::Condition;
use crate::units::Color;

/// The sides that a condition is about: the one in its name, or both.
#[derive(Clone, Copy)]
pub struct Sides {
    white: bool,
    black: bool,
}

/// Conditions that name no side and are about the one that defends: Black, but White where the sides are exchanged.
pub const ABOUT_BLACK: &[&str] = &["Maximummer", "UltraSchachZwang"];

impl Sides {
    pub fn of(condition: &Condition) -> Sides {
        let name = condition.def.name;
        if ABOUT_BLACK.contains(&name) {
            return Sides { white: false, black: true };
        }
        Sides { white: !name.contains("Black"), black: !name.contains("White") }
    }

    pub fn has(self, side: Color) -> bool {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}
