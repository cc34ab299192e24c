//! What a board is made of: its squares, which of them there are, and the two sides that play on it.

mod color;
mod shape;
mod square;

pub use color::Color;
pub use shape::Shape;
pub use square::Square;
