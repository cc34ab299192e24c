//! The needs of a caller that generates moves, so that move generation can skip the rest.

/// The needs of a caller that generates moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Any one move. The position passed with it is meaningless.
    Any,
    /// All moves. The positions passed with them are meaningless.
    Moves,
    /// All moves, each with the position after it.
    Positions,
    /// The moves that give check, each with the position after it.
    Checks,
}
