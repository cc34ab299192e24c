/// What is wanted of the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// One move, whichever comes first; nothing is said of the position that is told with it.
    Any,
    /// The moves; the position that is told with them may be any.
    Moves,
    /// The moves and the positions after them.
    Positions,
    /// The same for moves that give check.
    Checks,
}
