//! The part of the legal moves that a caller of move generation needs; generation skips the rest.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// One move suffices. The position reported with the move is arbitrary.
    Any,
    /// All moves. The positions reported with the moves are arbitrary.
    Moves,
    /// All moves, with the positions after them.
    Positions,
    /// The checking moves, with the positions after them.
    Checks,
}
