//! The vocabulary that both the text side and the engines speak: colours, squares, pieces, moves as told.
//!
//! Knows no rules, does no I/O.

mod color;
mod piece;
mod placement;
mod record;
mod square;

pub use color::Color;
pub use piece::{PIECES, Piece, PieceDef};
pub use placement::Placement;
pub use record::{MoveRecord, Special};
pub use square::Square;

/// A man on the board: whose it is and what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    pub color: Color,
    pub piece: Piece,
}

impl Unit {
    /// The FEN letter: upper case for White, lower case for Black; the knight is `N`.
    pub fn fen_letter(self) -> char {
        let letter = self.piece.def().fen;
        match self.color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }
}
