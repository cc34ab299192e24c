//! The vocabulary that parsers, engines and reports share: colours, squares, pieces, units, goals, move records.
//!
//! The module contains no rules and does no I/O.

mod diagram;
mod goal;
mod order;
mod placement;
mod record;
mod traits;

pub use crate::board::{Color, Shape, Square};
pub use crate::pieces::{PIECES, Piece, PieceDef, Tongue};
pub use diagram::{Castling, CastlingElsewhere, Diagram, MOST_INVISIBLE, castling_elsewhere};
pub use goal::{GOALS, Goal, GoalDef};
pub use order::print_order;
pub use placement::Placement;
pub use record::{Consequence, Course, Leg, MoveRecord, Origin, Special};
pub use traits::{TRAITS, TraitDef, Traits};

use serde::{Deserialize, Serialize};

/// A man as data: its side, piece and traits, without a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// The side. For a neutral unit it has no meaning and is [`Color::White`].
    pub color: Color,
    pub piece: Piece,
    pub traits: Traits,
}

impl Unit {
    pub const fn new(color: Color, piece: Piece) -> Unit {
        Unit { color, piece, traits: Traits::NONE }
    }

    pub const fn neutral(piece: Piece) -> Unit {
        Unit { color: Color::White, piece, traits: Traits::NEUTRAL }
    }

    /// Whether the unit is royal by its piece or by a trait.
    pub fn is_royal(self) -> bool {
        self.piece.is_royal() || self.traits.has(Traits::ROYAL)
    }

    pub fn is_neutral(self) -> bool {
        self.traits.has(Traits::NEUTRAL)
    }

    /// Whether the unit belongs to this side. Neutral units belong to both sides.
    pub fn is_of(self, color: Color) -> bool {
        self.is_neutral() || self.color == color
    }

    /// Returns the name of the unit for messages: `white knight`, `neutral royal Grasshopper`.
    pub fn in_words(self) -> String {
        let color = if self.is_neutral() { "neutral" } else { &*self.color.name().to_lowercase() };
        let name = self.piece.def().name;
        let name = if self.piece.is_orthodox() { name.to_lowercase() } else { name.to_string() };
        let attributes = self.traits.without(Traits::NEUTRAL);
        let attributes: String = attributes.names().map(|name| format!("{} ", name.to_lowercase())).collect();
        format!("{color} {attributes}{name}")
    }

    /// Formats the unit with side, traits and letters, as Popeye prints a unit that appears or vanishes: `wQ`, `nkNH`.
    pub fn to_problem_text(self) -> String {
        let owner = if self.is_neutral() { String::new() } else { self.color.letter().to_string() };
        format!("{owner}{}{}", self.traits.letters(), self.piece.letters())
    }

    /// Formats the unit for a FEN board. Orthodox units without traits are a letter, upper case for White and lower
    /// case for Black (the knight is `N`). Others are in braces, with the letters of problem notation: `{w:G}`,
    /// `{n:royal,NH}`.
    pub fn to_fen(self) -> String {
        if let (Some(letter), true) = (self.piece.fen_letter(), self.traits == Traits::NONE) {
            return match self.color {
                Color::White => letter,
                Color::Black => letter.to_ascii_lowercase(),
            }
            .to_string();
        }
        let owner = if self.is_neutral() { 'n' } else { self.color.letter() };
        let traits: String = self.traits.names().map(|name| format!("{},", name.to_lowercase())).collect();
        format!("{{{owner}:{traits}{}}}", self.piece.def().code)
    }
}
