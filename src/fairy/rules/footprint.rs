//! Promises about the rules' objects in the stages, on which shortcuts rely.

/// Promises that an object in a stage makes about its effects; by default none. The engine's shortcuts (tests that save
/// it from playing moves) rely on them. A promise affects the speed of the solver, never an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// Promise of a restriction: whether it allows the capture of a king depends only on the step, the capturing man
    /// and the king's square.
    pub is_local: bool,
    /// Promise of a restriction: whether it allows a step without promotion depends only on the step and the man.
    pub settles_plain_steps: bool,
    /// Promise of a restriction: it allows every step of a king that is neither a capture nor a castling.
    pub spares_quiet_kings: bool,
    /// Whether the object adds no consequence to a step that is neither a capture nor a promotion nor a castling.
    pub spares_quiet_steps: bool,
    /// Whether the answer of [`Aftermath::spares`](super::stages::Aftermath::spares) depends only on the step and the
    /// man, not on the rest of the position.
    pub spares_by_man: bool,
    /// The men that the object's consequences may bring to squares, in addition to the step itself.
    pub brings: Brings,
    /// The consequences that the object gives to captures. With any value except [`Captures::Anything`], the object
    /// gives no consequences to other moves, except promotions.
    pub captures: Captures,
    /// Whether the object's only consequence is that the moving man crosses to the other of two planes, with every
    /// move.
    pub only_crosses: bool,
    /// Whether the object's only consequence is that the squares that men leave vanish.
    pub only_makes_holes: bool,
    /// Whether the object's only consequence is that men vanish.
    pub only_removes: bool,
    /// Whether the object never prevents that the capture of a king is played to its end, provided that pawns can
    /// promote, and never lets a king be reborn.
    pub spares_kings_taken: bool,
    /// Whether the object forbids no move, and does only what ordinary chess does or stores a number.
    pub keeps_to_chess: bool,
}

impl Footprint {
    /// Whether it is known which quiet steps get no consequences from this object: all of them, or those for which
    /// [`Aftermath::spares`](super::stages::Aftermath::spares) says so from the step and the man alone.
    pub fn is_mostly_declared(&self) -> bool {
        self.keeps_to_chess || self.spares_quiet_steps || self.spares_by_man
    }

    /// Whether the object adds no consequences on the board to the capture of a king that is no promotion.
    pub fn takes_kings_plainly(&self) -> bool {
        self.keeps_to_chess || self.spares_kings_taken && self.captures == Captures::BringBack
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
    /// The captured man is reborn on one square, in its colour, and other men may vanish. If it is not reborn, the
    /// capture has no consequences.
    BringBack,
    /// The captured man waits, unchanged, beneath the capture square until that square is left.
    Wait,
    #[default]
    Anything,
}
