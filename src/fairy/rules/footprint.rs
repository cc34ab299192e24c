//! Promises about the rules' objects in the stages, on which shortcuts rely.

/// Promises that an object in a stage makes about its effects; by default none. A promise affects the speed of the
/// solver, never an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// Whether, for a restriction, the answer for a king's capture depends only on the step, the man and the king's
    /// square.
    pub is_local: bool,
    /// Whether, for a restriction, the answer for a step without promotion depends only on the step and the man.
    pub settles_plain_steps: bool,
    /// Whether, for a restriction, every step of a king is allowed that is neither a capture nor a castling.
    pub spares_quiet_kings: bool,
    /// Whether the object adds no consequence to a step that is neither a capture nor a promotion nor a castling.
    pub spares_quiet_steps: bool,
    /// Whether [`Aftermath::spares`](super::stages::Aftermath::spares) depends only on the step and the man.
    pub spares_by_man: bool,
    /// The men that the object's consequences may bring to squares, besides the step itself.
    pub brings: Brings,
    /// The consequences that the object gives to captures. With any value but [`Captures::Anything`], other moves have
    /// none, except promotions.
    pub captures: Captures,
    /// Whether the object's only consequence is that the moving man crosses to the other of two planes, with every
    /// move.
    pub only_crosses: bool,
    /// Whether the object's only consequence is that the squares that men leave vanish.
    pub only_makes_holes: bool,
    /// Whether the object's only consequence is that men vanish.
    pub only_removes: bool,
    /// Whether the object lets every capture of a king be played to its end, if pawns can promote, and never lets a
    /// king be reborn.
    pub spares_kings_taken: bool,
    /// Whether the object forbids no move, and does only what ordinary chess does or stores a number.
    pub keeps_to_chess: bool,
}

impl Footprint {
    /// Whether a quiet step has no consequences, at most a few that the object declares as touches.
    pub fn is_mostly_declared(&self) -> bool {
        self.keeps_to_chess || self.spares_quiet_steps || self.spares_by_man
    }
}

/// The men that a move may bring to squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Brings {
    /// The moving man comes to one square in its colour; no other man comes to a square, but men may vanish.
    Nothing,
    /// Like `Nothing`, but the moving man may change its colour.
    ItsColour,
    /// Like `ItsColour`, but one other man may also come to one square.
    OneMan,
    /// The moving man comes to one square in its colour, and any men except kings may change their colour. There are
    /// no other consequences.
    Colours,
    #[default]
    Anything,
}

/// The consequences that an object gives to a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Captures {
    /// The capturing man goes to another square or vanishes, and other men may vanish. The capturing man keeps its
    /// side and, promotion apart, its piece; nothing else changes.
    MoveTheMover,
    /// The capturing man may change sides. It keeps its piece, promotion apart; nothing else changes.
    TurnTheMover,
    /// The captured man is reborn on one square, in its colour, and other men may vanish.
    BringBack,
    /// The captured man waits, unchanged, beneath the capture square until that square is left.
    Wait,
    #[default]
    Anything,
}
