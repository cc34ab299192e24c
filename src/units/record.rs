use super::{Color, Piece, Square, Unit};
use serde::{Deserialize, Serialize};

/// A move for output: mover, squares and consequences (changes besides the move itself, such as rebirths). Every
/// notation can be made from this record without the position.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    pub mover: Unit,
    pub from: Square,
    pub to: Square,
    /// The captured man and its square, which is not the arrival square for captures en passant and by locusts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<(Unit, Square)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<Piece>,
    #[serde(default, skip_serializing_if = "Special::is_none")]
    pub special: Special,
    /// The square from which the man acted, if a condition let it act from another square than its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<Square>,
    /// Further steps of the same move, after the step to `to`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub onward: Vec<Leg>,
    /// Changes by conditions and traits, in the order in which they happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<Consequence>,
    /// The consequences of the null move that precedes a threat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<Consequence>,
    /// Whether the rules do not determine if the move is legal, because its legality depends on itself (Checkless
    /// chess).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
    /// Whether the move leaves the other side in check.
    pub check: bool,
}

/// The mover, departure and arrival of a move, which determine how much of the departure square must be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Course {
    pub mover: Unit,
    pub from: Square,
    pub to: Square,
}

/// The part of the departure square that short notation must print.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Origin {
    /// Nothing, since no other man with the same letters can make the move.
    #[default]
    Plain,
    File,
    Rank,
    Square,
}

impl Course {
    /// Returns the part of the departure square that distinguishes this move from the other `legal` moves to the same
    /// square.
    pub fn origin(self, legal: &[Course]) -> Origin {
        self.among(legal.iter().filter(|other| other.to == self.to))
    }

    /// Returns the part of the departure square that distinguishes the man from all other men with `legal` moves.
    pub fn origin_of_man(self, legal: &[Course]) -> Origin {
        self.among(legal.iter())
    }

    /// Returns the part of the departure square that distinguishes the man from men with the same letters in `others`.
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

/// The kind of a move, if it is not a plain step from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Special {
    #[default]
    None,
    EnPassant,
    KingSideCastling,
    QueenSideCastling,
    /// A capture that begins like a castling on the king side. A condition lets the man move as the king that it
    /// captures: it castles, arrives on `via`, and captures the king from there.
    LikeKingSideCastling,
    LikeQueenSideCastling,
    /// The moving man exchanges squares with this unit on `to`.
    Exchange(Unit),
    /// The sides exchange roles; `from` and `to` have no meaning.
    RoleExchange,
    /// The moving man stays on its square and becomes another piece; `to` equals `from`.
    InPlace,
    /// A move by an invisible man whose piece is unknown. If it captures, `to` is the square of the visible victim;
    /// otherwise `from` and `to` have no meaning.
    Unseen,
    /// A visible man captures an invisible man on `to`.
    TakesUnseen,
    /// A null move in the output (option NullMoves); `from` and `to` have no meaning.
    Null,
}

impl Special {
    fn is_none(&self) -> bool {
        *self == Special::None
    }
}

/// A further step or change within one move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Leg {
    To(Square),
    Taking(Unit, Square),
    /// The moving man promotes on the way.
    Becoming(Piece),
    /// Conditions or traits change the position before the move continues.
    With(Vec<Consequence>),
}

/// A change of the position as part of a move. Units are given as they are after the change, unless they vanish.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Consequence {
    /// The unit appears on the square, for example by rebirth.
    Created(Unit, Square),
    Removed(Unit, Square),
    Moved(Unit, Square, Square),
    /// The first unit goes from the first square to the second and becomes the second unit.
    MovedAs(Unit, Square, Unit, Square),
    /// The unit on the square goes beneath another unit, and may reappear later.
    Buried(Square),
    /// The unit on the square changes sides.
    Recoloured(Unit, Square),
    /// The moving unit changes sides, which is printed in a bracket of its own.
    RecolouredAside(Unit),
    /// The unit on the square becomes this unit, of another piece or with other traits.
    Changed(Unit, Square),
    /// The unit on the square becomes this unit, of which only the piece is printed.
    Became(Unit, Square),
    /// The units on these squares go around: each to the next square, and the last one to the first. This is not
    /// printed.
    Turned([Square; 4]),
    Exchanged(Unit, Square, Unit, Square),
    /// The unit on the square became this unit before the move.
    Before(Unit, Square),
    /// The move shows that an invisible man of this side is on the square.
    Surmised(Color, Square),
    /// An invisible man becomes visible as this unit, because its identity is now certain.
    Revealed(Unit, Square),
    /// The unit went from the first square to its home square before it castled.
    Home(Unit, Square, Square),
    /// The unit on the square goes to the other board (Alice chess).
    Crossed(Unit, Square),
    /// The moving man becomes an imitator.
    IntoImitator,
    /// The king's partner in castling by a condition moves from the first square to the second.
    Partner(Unit, Square, Square),
    /// The next consequence is printed in a bracket of its own.
    Apart,
    /// A remark that is printed in parentheses after the move.
    Remark(String),
    Imitators(Vec<Square>),
}

impl MoveRecord {
    /// Returns the square on which the mover arrives, before conditions move it further.
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

    /// Returns the square of the rook after castling, next to the king; `None` if the move is not castling.
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
