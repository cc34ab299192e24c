//! The content of a square, packed into five bytes. Moves and boards hold many and are copied often.

use crate::units::{Color, Piece, Traits, Unit};

/// The content of a square: nothing, or a man. A neutral man belongs to both sides. The first field holds the piece,
/// the sides and some attributes; the second, the remaining attributes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C, packed)]
pub struct Man(u32, u8);

const PIECE: u32 = (1 << Piece::BITS) - 1;
const WHITE: u32 = 1 << Piece::BITS;
const BLACK: u32 = 2 << Piece::BITS;
const TRAITS: u32 = Piece::BITS + 2;
/// Number of attributes stored in the first field of [`Man`].
const IN_FIRST: u32 = u32::BITS - TRAITS;

impl Man {
    pub const NONE: Man = Man(0, 0);

    pub fn new(color: Color, piece: Piece, traits: Traits) -> Man {
        let owner = if traits.has(Traits::NEUTRAL) { WHITE | BLACK } else { Man::flag(color) };
        Man(piece.index() as u32 | owner, 0).with_traits(traits)
    }

    fn flag(color: Color) -> u32 {
        if color == Color::White { WHITE } else { BLACK }
    }

    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    pub fn is_some(self) -> bool {
        self.0 != 0
    }

    pub fn is_of(self, color: Color) -> bool {
        self.0 & Man::flag(color) != 0
    }

    pub fn is_neutral(self) -> bool {
        self.0 & (WHITE | BLACK) == WHITE | BLACK
    }

    /// Whether the man belongs to this side and is not neutral.
    pub fn is_only_of(self, color: Color) -> bool {
        self.is_of(color) && !self.is_neutral()
    }

    pub fn piece(self) -> Piece {
        Piece::of_man((self.0 & PIECE) as u16)
    }

    pub fn traits(self) -> Traits {
        Traits::from_bits(self.0 >> TRAITS | u32::from(self.1) << IN_FIRST)
    }

    pub fn has(self, traits: Traits) -> bool {
        self.traits().has(traits)
    }

    pub fn is_royal(self) -> bool {
        self.has(Traits::ROYAL)
    }

    pub fn with_piece(self, piece: Piece) -> Man {
        Man(self.0 & !PIECE | piece.index() as u32, self.1)
    }

    /// Returns the man as a man of `color`, no longer neutral.
    pub fn with_color(self, color: Color) -> Man {
        let neutral = Traits::NEUTRAL.bits() << TRAITS;
        Man(self.0 & !(WHITE | BLACK | neutral) | Man::flag(color), self.1)
    }

    pub fn as_neutral(self) -> Man {
        Man(self.0 | WHITE | BLACK | Traits::NEUTRAL.bits() << TRAITS, self.1)
    }

    /// Returns a neutral man as a man of `side`, and any other man as a neutral one.
    pub fn with_neutrality_turned(self, side: Color) -> Man {
        if self.is_neutral() { self.with_color(side) } else { self.as_neutral() }
    }

    pub fn with_traits(self, traits: Traits) -> Man {
        Man(self.0 | traits.bits() << TRAITS, self.1 | (traits.bits() >> IN_FIRST) as u8)
    }

    pub fn without_traits(self, traits: Traits) -> Man {
        Man(self.0 & !(traits.bits() << TRAITS), self.1 & !((traits.bits() >> IN_FIRST) as u8))
    }

    /// Returns the man as a diagram shows it, without attributes that record its history.
    pub fn as_shown(self) -> Man {
        self.without_traits(Traits::SETTLED.with(Traits::HAS_CAPTURED))
    }

    /// Returns the man's side; White for a neutral man.
    pub fn color(self) -> Color {
        if self.is_of(Color::White) { Color::White } else { Color::Black }
    }

    /// Returns the man's side; `of_neutral` for a neutral man.
    pub fn color_or(self, of_neutral: Color) -> Color {
        if self.is_neutral() { of_neutral } else { self.color() }
    }

    /// Restores a man from its packed form, as returned by [`Man::halves`].
    pub fn from_halves(first: u32, second: u8) -> Man {
        Man(first, second)
    }

    pub fn halves(self) -> (u32, u8) {
        (self.0, self.1)
    }

    pub fn word(self) -> u64 {
        u64::from(self.0) | u64::from(self.1) << 32
    }
}

impl From<Unit> for Man {
    fn from(unit: Unit) -> Man {
        let royal = if unit.piece.is_royal() { Traits::ROYAL } else { Traits::NONE };
        Man::new(unit.color, unit.piece, unit.traits | royal)
    }
}

impl From<Man> for Unit {
    fn from(man: Man) -> Unit {
        let mut traits = man.as_shown().traits();
        if man.piece().is_royal() {
            traits = traits.without(Traits::ROYAL);
        }
        Unit { color: man.color(), piece: man.piece(), traits }
    }
}

impl std::fmt::Debug for Man {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_none() { f.write_str("-") } else { f.write_str(&Unit::from(*self).to_fen()) }
    }
}
