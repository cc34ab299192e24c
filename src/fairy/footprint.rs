//! Promises on which shortcuts rely.

/// Promises of an object in a stage; by default none. A promise affects the time of an answer, not the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// A restriction's answer for the capture of a king depends only on the step, the man and the king's square.
    pub is_local: bool,
    /// A restriction's answer for a step without promotion depends only on the step and the man.
    pub settles_plain_steps: bool,
    /// A restriction allows every step of a king that is neither a capture nor a castling.
    pub spares_quiet_kings: bool,
    /// Nothing follows a step that is neither a capture nor a promotion nor a castling.
    pub spares_quiet_steps: bool,
    /// The men that the object may bring to squares, besides the step itself.
    pub brings: Brings,
    /// Consequences of captures. Except for [`Captures::Anything`], only captures and promoting pawns have
    /// consequences.
    pub captures: Captures,
    /// The only consequence: the moving man crosses to the other of two planes, with every move.
    pub only_crosses: bool,
    /// The only consequence: squares that men leave vanish.
    pub only_makes_holes: bool,
    /// The only consequence: men vanish.
    pub only_removes: bool,
    /// As far as this object is concerned, every capture of a king can be played to its end if pawns can promote,
    /// and no king is reborn.
    pub spares_kings_taken: bool,
    /// The object does what ordinary chess does too, or stores a number, and forbids no move.
    pub keeps_to_chess: bool,
}

/// The men that a move may bring to squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Brings {
    /// The moving man comes to one square, in its colour; other men may vanish.
    Nothing,
    /// Like `Nothing`, but the moving man may change its colour.
    ItsColour,
    /// Like `ItsColour`, and one other man may come to one square.
    OneMan,
    /// The moving man comes to one square, in its colour, and any men except kings may change their colour. Nothing
    /// else follows.
    Colours,
    #[default]
    Anything,
}

/// The consequences of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Captures {
    /// The capturing man goes to another square or vanishes. Its piece and side stay the same, promotion apart, and
    /// nothing else changes, except that men may vanish.
    MoveTheMover,
    /// The capturing man may change sides. Its piece stays the same, promotion apart, and nothing else changes.
    TurnTheMover,
    /// The captured man is reborn on one square, in its colour, and men may vanish.
    BringBack,
    /// The captured man waits, unchanged, beneath the capture square until that square is left.
    Wait,
    #[default]
    Anything,
}
