//! Squares that conditions name, in twins that move the whole position.

/// Which changes of a position move the squares that a condition names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Following {
    Nothing,
    /// The board is turned or mirrored.
    Turns,
    /// That, and all men are shifted.
    Shifts,
}
