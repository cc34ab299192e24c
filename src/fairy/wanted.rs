//! The needs of a caller that generates moves. Move generation skips the rest.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Any one move. The position passed with it is arbitrary.
    Any,
    /// All moves. The positions passed with them are arbitrary.
    Moves,
    /// All moves, with the positions after them.
    Positions,
    /// The checking moves, with the positions after them.
    Checks,
}
