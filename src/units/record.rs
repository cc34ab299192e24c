use super::{Color, Piece, Square, Unit};
use serde::{Deserialize, Serialize};

/// A move as it is told: who went where, and what happened. Enough for every notation, without the position.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    pub mover: Unit,
    pub from: Square,
    pub to: Square,
    /// The captured man and where it stood (for en passant and locusts not the square of arrival).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<(Unit, Square)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<Piece>,
    #[serde(default, skip_serializing_if = "Special::is_none")]
    pub special: Special,
    /// From where the man went, when a condition let it go from another square than its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<Square>,
    /// How the man went on from `to` in the same move: what it captured, and where it came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub onward: Vec<Leg>,
    /// What a condition or a trait added, in the order in which it happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<Consequence>,
    /// What followed from doing nothing before: of a threat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<Consequence>,
    /// The rules do not decide whether the move is legal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
    /// The move leaves the other side in check.
    pub check: bool,
}

/// Which man goes from where to where, whatever else the move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Course {
    pub mover: Unit,
    pub from: Square,
    pub to: Square,
}

/// What short notation has to say of the square that a man comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Origin {
    /// No other man with the same letters can go there.
    #[default]
    Plain,
    File,
    Rank,
    Square,
}

impl Course {
    /// What tells this move from the other legal ones.
    pub fn origin(self, legal: &[Course]) -> Origin {
        self.among(legal.iter().filter(|other| other.to == self.to))
    }

    /// What tells the man from the others that have legal moves.
    pub fn origin_of_man(self, legal: &[Course]) -> Origin {
        self.among(legal.iter())
    }

    /// What tells the man from those with the same letters that make the other moves.
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

/// What makes a move more than a man going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Special {
    #[default]
    None,
    EnPassant,
    KingSideCastling,
    QueenSideCastling,
    /// Before it captures, the man goes as the king on whom it comes would castle; `via` is where that leads.
    LikeKingSideCastling,
    LikeQueenSideCastling,
    /// The man changes places with this one on `to`.
    Exchange(Unit),
    /// The sides exchange their roles; `from` and `to` mean nothing.
    RoleExchange,
    /// The man stays and becomes another; `to` is `from`.
    InPlace,
    /// An invisible man moves, and captures what is seen on `to` if anything is; else `from` and `to` mean nothing. What
    /// the mover is, is not known.
    Unseen,
    /// A visible man captures an invisible one on `to`.
    TakesUnseen,
    /// A null move that is shown (option NullMoves); `from` and `to` mean nothing.
    Null,
}

impl Special {
    fn is_none(&self) -> bool {
        *self == Special::None
    }
}

/// How a man goes on in the same move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Leg {
    To(Square),
    Taking(Unit, Square),
    /// It is promoted on its way.
    Becoming(Piece),
    /// What a condition or a trait adds before it goes further.
    With(Vec<Consequence>),
}

/// A change that follows a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Consequence {
    /// A unit appears, or is reborn.
    Created(Unit, Square),
    Removed(Unit, Square),
    Moved(Unit, Square, Square),
    /// The same for a unit that becomes another by it.
    MovedAs(Unit, Square, Unit, Square),
    /// The unit on the square is beneath another from now on.
    Buried(Square),
    /// The unit on the square goes over to another side; as it is afterwards.
    Recoloured(Unit, Square),
    /// The same of the unit that has moved, told in a bracket of its own.
    RecolouredAside(Unit),
    /// The unit on the square becomes another; as it is afterwards.
    Changed(Unit, Square),
    Exchanged(Unit, Square, Unit, Square),
    /// Before the move the man on the square became this one.
    Before(Unit, Square),
    /// It was not known before the move that an invisible man of this side stands on the square.
    Surmised(Color, Square),
    /// An invisible man has become visible: there is no doubt any more who stands there.
    Revealed(Unit, Square),
    /// Before it castled the unit came home.
    Home(Unit, Square, Square),
    /// The unit on the square has crossed to the other board; as it is afterwards.
    Crossed(Unit, Square),
    /// The man itself has become an imitator.
    IntoImitator,
    /// The partner of a king in a castling of a condition.
    Partner(Unit, Square, Square),
    /// What follows is told in a bracket of its own.
    Apart,
    /// What is said behind the move.
    Remark(String),
    /// The imitators stand on these squares.
    Imitators(Vec<Square>),
}

impl MoveRecord {
    /// Where the man that moves comes to stand, conditions apart.
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

    /// Where the rook of a castling stands then: on the other side of the king.
    pub fn castled_rook(&self) -> Option<Square> {
        match self.special {
            Special::KingSideCastling => self.to.offset(-1, 0),
            Special::QueenSideCastling => self.to.offset(1, 0),
            _ => None,
        }
    }

    /// The record of a null move by `color`.
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
