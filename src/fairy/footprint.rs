//! What shortcuts may rely on.

/// What an object in a stage promises about itself, so that shortcuts may be taken. The default promises nothing; a
/// promise changes how long answers take, and never what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// Whether it allows the capture of a king depends on the step, the man and the king's square alone.
    pub is_local: bool,
    /// Whether it allows a step that promotes nobody depends on the step and the man alone.
    pub settles_plain_steps: bool,
    /// It allows every step of a king that captures nothing and is no castling.
    pub spares_quiet_kings: bool,
    /// Nothing follows a step that captures nothing, promotes nothing and is no castling.
    pub spares_quiet_steps: bool,
    /// What it may bring to squares, besides what the step brings.
    pub brings: Brings,
    /// What follows from captures; nothing follows then from other steps than those of pawns that promote.
    pub captures: Captures,
    /// Nothing follows but that the man that moves crosses to the other of two planes, with each of its moves.
    pub only_crosses: bool,
    /// Nothing follows but that squares which men leave are squares no more.
    pub only_makes_holes: bool,
    /// Nothing follows but that men vanish.
    pub only_removes: bool,
    /// Captures of kings can be played to their ends, so far as this goes, as long as pawns can promote; and no king comes
    /// back.
    pub spares_kings_taken: bool,
    /// It does what happens in ordinary chess too, or keeps a number for later, and hinders no move.
    pub keeps_to_chess: bool,
}

/// What a move may bring to squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Brings {
    /// The man that moves, to one square, in its colour; of other men some may vanish.
    Nothing,
    /// The same, but it may change its colour.
    ItsColour,
    /// Besides, another man to one square.
    OneMan,
    /// The man that moves, to one square, in its colour; and any men but kings may change their colour as they stand.
    /// Nothing else follows.
    Colours,
    #[default]
    Anything,
}

/// What follows from a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Captures {
    /// The man that captures goes to another square, or vanishes; it stays what it is, promotion apart, and nothing else
    /// changes but that men may vanish.
    MoveTheMover,
    /// The man that captures may go over to the other side; it stays what it is, promotion apart, and nothing else changes.
    TurnTheMover,
    /// The captured man comes back on one square, in its colour, and men may vanish.
    BringBack,
    /// The captured man waits beneath the square on which it stood, as what it is, until who stands there leaves it.
    Wait,
    #[default]
    Anything,
}
