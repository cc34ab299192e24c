//! The transformation of the squares named in a condition when a twin transforms the whole position.

/// The transformations of the position that also transform the squares named in a condition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Following {
    Nothing,
    /// Only rotations and reflections of the board.
    Turns,
    /// Rotations and reflections of the board, and shifts of all men.
    Shifts,
}
