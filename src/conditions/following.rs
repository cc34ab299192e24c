//! A twin may transform the whole position, for example by a rotation. This file says which transformations also apply
//! to the squares named in a condition.

/// The transformations of a twin that apply to the squares named in a condition as well as to the men.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Following {
    Nothing,
    /// Only rotations and reflections of the board.
    Turns,
    /// Rotations and reflections of the board, and shifts of all men.
    Shifts,
}
