use super::{Color, Piece, Square, Unit};
use serde::{Deserialize, Serialize};

/// A move for output: mover, squares and consequences. It suffices for every notation, without the position.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    pub mover: Unit,
    pub from: Square,
    pub to: Square,
    /// The captured man and its square (not the arrival square for en passant and locusts).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<(Unit, Square)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<Piece>,
    #[serde(default, skip_serializing_if = "Special::is_none")]
    pub special: Special,
    /// The square from which the man moved, if a condition let it start from another square than its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<Square>,
    /// Further legs of the same move, from `to` on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub onward: Vec<Leg>,
    /// Changes by conditions and traits, in the order in which they happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<Consequence>,
    /// The consequences of the null move before a threat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<Consequence>,
    /// Whether the rules leave the legality of the move undecided.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
    /// Whether the move leaves the other side in check.
    pub check: bool,
}

/// Mover, departure and arrival of a move, without anything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Course {
    pub mover: Unit,
    pub from: Square,
    pub to: Square,
}

/// The part of the departure square that short notation needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Origin {
    /// No other man with the same letters can make the move.
    #[default]
    Plain,
    File,
    Rank,
    Square,
}

impl Course {
    /// Returns what distinguishes this move from the other legal ones to the same square.
    pub fn origin(self, legal: &[Course]) -> Origin {
        self.among(legal.iter().filter(|other| other.to == self.to))
    }

    /// Returns what distinguishes the man from the others with legal moves.
    pub fn origin_of_man(self, legal: &[Course]) -> Origin {
        self.among(legal.iter())
    }

    /// Returns what distinguishes the man from those with the same letters that make the other moves.
    fn among<'a>(self, others: impl Iterator<Item = &'a Course>) -> Origin {
        let kind = |course: &Course| (course.mover.piece, course.mover.traits);
        let (mut any, mut on_file, mut on_rank) = (false, false, false);
        for rival in others.filter(|other| kind(other) == kind(&self) && other.from != self.from) {
            any = true;
            on_file |= rival.from.file() == self.from.file();
            on_rank |= rival.from.rank() == self.from.rank();
        }
        match (any, on_file, on_rank) {
            (false, ..) => Origin::Plain,
            (_, false, _) => Origin::File,
            (_, _, false) => Origin::Rank,
            _ => Origin::Square,
        }
    }
}

/// The kind of a move that is not a plain step from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Special {
    #[default]
    None,
    EnPassant,
    KingSideCastling,
    QueenSideCastling,
    /// Before it captures, the man moves as the king on the capture square would castle; `via` is the square
    /// reached by that.
    LikeKingSideCastling,
    LikeQueenSideCastling,
    /// The man exchanges squares with this one on `to`.
    Exchange(Unit),
    /// The sides exchange roles; `from` and `to` have no meaning.
    RoleExchange,
    /// The man stays and becomes another piece; `to` is `from`.
    InPlace,
    /// An invisible man moves, and captures the visible man on `to` if there is a capture; otherwise `from` and
    /// `to` have no meaning. The piece of the mover is unknown.
    Unseen,
    /// A visible man captures an invisible one on `to`.
    TakesUnseen,
    /// A null move that is shown (option NullMoves); `from` and `to` have no meaning.
    Null,
}

impl Special {
    fn is_none(&self) -> bool {
        *self == Special::None
    }
}

/// A further part of the same move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Leg {
    To(Square),
    Taking(Unit, Square),
    /// A promotion on the way.
    Becoming(Piece),
    /// Changes by a condition or a trait before the move continues.
    With(Vec<Consequence>),
}

/// A change that follows a move. Units are given as they are afterwards, unless they vanish.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Consequence {
    /// A unit appears, or is reborn.
    Created(Unit, Square),
    Removed(Unit, Square),
    Moved(Unit, Square, Square),
    /// Like `Moved`, for a unit that becomes another at the same time.
    MovedAs(Unit, Square, Unit, Square),
    /// The unit on the square is now beneath another.
    Buried(Square),
    /// The unit on the square changes sides.
    Recoloured(Unit, Square),
    /// The unit that has moved changes sides; printed in a bracket of its own.
    RecolouredAside(Unit),
    /// The unit on the square becomes another piece.
    Changed(Unit, Square),
    Exchanged(Unit, Square, Unit, Square),
    /// Before the move, the man on the square became this one.
    Before(Unit, Square),
    /// Only the move implies that an invisible man of this side is on the square.
    Surmised(Color, Square),
    /// An invisible man becomes visible: its identity is now certain.
    Revealed(Unit, Square),
    /// The unit came home before it castled.
    Home(Unit, Square, Square),
    /// The unit on the square has crossed to the other board.
    Crossed(Unit, Square),
    /// The moving man has become an imitator.
    IntoImitator,
    /// The king's partner in a castling by a condition.
    Partner(Unit, Square, Square),
    /// The next consequence is printed in a bracket of its own.
    Apart,
    /// A text after the move.
    Remark(String),
    Imitators(Vec<Square>),
}

impl MoveRecord {
    /// The square on which the mover arrives, before conditions move it further.
    pub fn arrival(&self) -> Square {
        let last = self.onward.iter().rev().find_map(|leg| match leg {
            Leg::To(square) | Leg::Taking(_, square) => Some(*square),
            Leg::Becoming(_) | Leg::With(_) => None,
        });
        last.unwrap_or(self.to)
    }

    pub fn is_castling(&self) -> bool {
        matches!(self.special, Special::KingSideCastling | Special::QueenSideCastling)
    }

    /// The square of the rook after castling: on the other side of the king.
    pub fn castled_rook(&self) -> Option<Square> {
        match self.special {
            Special::KingSideCastling => self.to.offset(-1, 0),
            Special::QueenSideCastling => self.to.offset(1, 0),
            _ => None,
        }
    }

    /// Returns the record of a null move by `color`.
    pub fn null(color: Color) -> MoveRecord {
        let nowhere = Square::new(0, 0).expect("a1 is in the universe");
        MoveRecord {
            mover: Unit::new(color, Piece::KING),
            from: nowhere,
            to: nowhere,
            captured: None,
            promotion: None,
            special: Special::Null,
            via: None,
            onward: Vec::new(),
            consequences: Vec::new(),
            idle: Vec::new(),
            undecided: false,
            check: false,
        }
    }
}
