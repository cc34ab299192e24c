//! Parses squares of the 8x8 board, of which a word may contain several: `a1h8`.

use crate::units::Square;

/// Parses one square, `a1` to `h8`, ignoring case; `None` for any other text.
pub fn square(text: &str) -> Option<Square> {
    Square::parse(text).filter(|square| square.file() < 8 && square.rank() < 8)
}

/// Parses a word that consists of squares; `None` for any other word.
pub fn squares(word: &str) -> Option<Vec<Square>> {
    if word.is_empty() || !word.is_ascii() || !word.len().is_multiple_of(2) {
        return None;
    }
    (0..word.len()).step_by(2).map(|at| square(&word[at..at + 2])).collect()
}
