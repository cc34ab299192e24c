//! Boards: squares, shapes and the two sides.

mod color;
mod shape;
mod square;

pub use color::Color;
pub use shape::Shape;
pub use square::Square;
