//! How the text for people looks, by what was typed.

use super::args::{Language, MoveNotation, Work};
use crate::notation::Letters;
use crate::report::{Notation, TextStyle};
use crate::units::Tongue;

impl Work {
    pub fn style(&self, color: bool) -> TextStyle {
        let tongue = match self.lang {
            Language::En => Tongue::English,
            Language::De => Tongue::German,
            Language::Fr => Tongue::French,
        };
        let (notation, letters) = match self.notation {
            MoveNotation::Long => (Notation::Long, Letters::Of(tongue)),
            MoveNotation::Short => (Notation::Short, Letters::Of(tongue)),
            MoveNotation::Figurine => (Notation::Short, Letters::Figurines(tongue)),
        };
        TextStyle { color, letters, notation, ..TextStyle::default() }
    }
}
