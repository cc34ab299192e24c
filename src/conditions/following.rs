//! Squares named by conditions, in twins that transform the whole position.

/// The transformations of a position that also move the squares named by a condition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Following {
    Nothing,
    /// Rotations and reflections of the board.
    Turns,
    /// These, and shifts of all men.
    Shifts,
}
