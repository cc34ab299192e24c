//! The way in which the squares of a condition follow when a twin transforms the whole position.

/// The transformations of the position under which the squares of a condition are transformed too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Following {
    Nothing,
    /// Only rotations and reflections of the board.
    Turns,
    /// Rotations and reflections of the board, and shifts of all men.
    Shifts,
}
