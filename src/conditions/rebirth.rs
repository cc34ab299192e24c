//! Where men are reborn: the squares that Circe, AntiCirce, Mars Circe, Phantom and Immune chess have in common.

mod as_what;
mod occupied;
mod several;

pub use as_what::{AS_WHAT, AsWhat};
pub use occupied::{OCCUPIED, OCCUPIED_OF_CAPTURED, Occupied};
pub use several::{SEVERAL, Several};

use super::VariantDef;
use crate::fairy::{Effect, Man, MoveBuilder, RuleBook, Sq, Why, at, file, rank};
use crate::pieces::Piece;
use crate::units::{Color, Traits};

/// Where men are reborn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// On one square.
    On(Rebirth),
    /// On one of several, which the side that moves chooses.
    Among(Several),
}

/// How a square of rebirth is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rebirth {
    pub place: Place,
    /// As if the man were of the other side.
    pub mirror: bool,
    pub turned: Turned,
    /// Men that have promoted are reborn on their promotion rank.
    pub promoted_apart: bool,
}

/// How the square of rebirth is found at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// Where the piece stands in the game array, on the colour of the square of capture; pawns on their second rank and
    /// fairy pieces on their promotion rank, on the file of capture.
    #[default]
    Home,
    /// On the first rank, on the file of capture.
    File,
    /// On the file of the home square, on the rank of capture.
    Rank,
    /// The square of capture turned about the centre of the board.
    Symmetry,
    HorizontalSymmetry,
    VerticalSymmetry,
    /// Four files and ranks away.
    Antipodes,
    /// As far beyond the square of capture as the capturing man came from, in the same direction.
    Equipollents,
    /// The square that the capturing man has left.
    Exchange,
    /// Where the man stood in the diagram.
    Diagram,
    /// The square of capture.
    Capture,
}

/// What becomes of the square that has been found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Turned {
    #[default]
    Not,
    /// Turned about the centre of the board.
    Diametral,
    /// Mirrored at the middle between the files.
    VerticalMirror,
}

/// A man, as far as its square of rebirth depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    pub man: Man,
    pub side: Color,
    /// Where it stood in the diagram, if that is kept.
    pub origin: Option<Sq>,
}

/// What happened, as far as a square of rebirth depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// Where the man was captured, or has captured.
    pub on: Sq,
    /// From where the move went.
    pub from: Sq,
    /// So many files and ranks away from the square of capture lies the square that is equipollent.
    pub vector: (i8, i8),
}

impl Event {
    /// A man stands there and nothing has happened.
    pub fn none(sq: Sq) -> Event {
        Event { on: sq, from: sq, vector: (0, 0) }
    }

    /// A capture on one square by a move between two others, of which the second is the same unless the capture is one
    /// en passant, or the man goes on beyond whom it captures.
    pub fn capture(on: Sq, from: Sq, to: Sq) -> Event {
        Event { on, from, vector: (file(to) - file(from), rank(to) - rank(from)) }
    }
}

/// The variants that say where; the same for all conditions with rebirth.
pub const PLACES: &[VariantDef] = &[
    VariantDef { name: "Mirror", aliases: &[], doc: "on the home square of the other side" },
    VariantDef { name: "File", aliases: &[], doc: "on the first rank of the file of capture" },
    VariantDef { name: "Rank", aliases: &[], doc: "on the home file, on the rank of capture" },
    VariantDef { name: "Symmetry", aliases: &[], doc: "point-symmetrically to the square of capture" },
    VariantDef { name: "HorizontalSymmetry", aliases: &[], doc: "mirrored at the middle between the ranks" },
    VariantDef { name: "VerticalSymmetry", aliases: &[], doc: "mirrored at the middle between the files" },
    VariantDef { name: "Antipodes", aliases: &[], doc: "four files and ranks away" },
    VariantDef { name: "Equipollents", aliases: &[], doc: "as far beyond as the capturing man came from" },
    VariantDef { name: "PWC", aliases: &[], doc: "on the square that the capturing man has left" },
    VariantDef { name: "Diagram", aliases: &[], doc: "where the man stood in the diagram" },
    VariantDef { name: "CaptureSquare", aliases: &[], doc: "on the square of capture" },
    VariantDef { name: "Diametral", aliases: &[], doc: "point-symmetrically to the square found otherwise" },
    VariantDef {
        name: "VerticalMirror",
        aliases: &[],
        doc: "on the square found otherwise, mirrored at the middle between the files",
    },
    VariantDef { name: "Frischauf", aliases: &[], doc: "promoted men on their promotion rank, on the file of capture" },
];

/// The order in which Popeye prints variants of rebirth, and in which it reads all of them.
pub const AS_PRINTED: &[&str] = &[
    "CaptureSquare",
    "HorizontalSymmetry",
    "PWC",
    "Symmetry",
    "Diagram",
    "VerticalSymmetry",
    "Rank",
    "Cage",
    "File",
    "Couscous",
    "Antipodes",
    "Equipollents",
    "Parrain",
    "ContraParrain",
    "Super",
    "Take&Make",
    "Mirror",
    "Assassin",
    "Parachute",
    "Relaxed",
    "Strict",
    "Volcanic",
    "Diametral",
    "VerticalMirror",
    "Chameleon",
    "Clone",
    "Turncoats",
    "Frischauf",
    "Calvet",
    "Cheylan",
    "RexInclusive",
    "RexExclusive",
    "April",
];

/// The variants of a condition: its own, and those of such lists.
pub const fn variants<const N: usize>(lists: &[&[VariantDef]]) -> [VariantDef; N] {
    let mut all = [VariantDef { name: "", aliases: &[], doc: "" }; N];
    let (mut list, mut i, mut n) = (0, 0, 0);
    while n < N {
        if i == lists[list].len() {
            (list, i) = (list + 1, 0);
        } else {
            all[n] = lists[list][i];
            (i, n) = (i + 1, n + 1);
        }
    }
    all
}

/// The one of these that the variants name, if they name one; the error tells of a second `what`.
fn single<T>(
    named: impl IntoIterator<Item = (&'static str, T)>,
    has: impl Fn(&str) -> bool,
    what: &str,
) -> Result<Option<T>, String> {
    let mut found = named.into_iter().filter(|(name, _)| has(name));
    let first = found.next().map(|(_, value)| value);
    match found.next() {
        Some((name, _)) => Err(format!("`{name}` is a second {what}")),
        None => Ok(first),
    }
}

/// Whether a condition is for kings too, as the variants say or, where they are silent, as usual.
pub fn includes_kings(has: impl Fn(&str) -> bool, usually: bool) -> Result<bool, String> {
    match (has("RexInclusive"), has("RexExclusive")) {
        (true, true) => Err("`RexInclusive` and `RexExclusive` exclude each other".into()),
        (false, false) => Ok(usually),
        (inclusive, _) => Ok(inclusive),
    }
}

impl Where {
    /// What the variants say.
    pub fn of(has: impl Fn(&str) -> bool) -> Result<Where, String> {
        let rebirth = Rebirth::of(&has)?;
        match Several::of(has)? {
            None => Ok(Where::On(rebirth)),
            Some(several) if rebirth == Rebirth::default() => Ok(Where::Among(several)),
            Some(_) => Err("two places of rebirth exclude each other".into()),
        }
    }

    /// Says what the place needs of the rules.
    pub fn prepare(&self, book: &mut RuleBook) {
        if let Where::On(rebirth) = self {
            rebirth.prepare(book);
        }
    }
}

impl Rebirth {
    /// What the variants say.
    pub fn of(has: impl Fn(&str) -> bool) -> Result<Rebirth, String> {
        let named = [
            ("File", Place::File),
            ("Rank", Place::Rank),
            ("Symmetry", Place::Symmetry),
            ("HorizontalSymmetry", Place::HorizontalSymmetry),
            ("VerticalSymmetry", Place::VerticalSymmetry),
            ("Antipodes", Place::Antipodes),
            ("Equipollents", Place::Equipollents),
            ("PWC", Place::Exchange),
            ("Diagram", Place::Diagram),
            ("CaptureSquare", Place::Capture),
        ];
        let place = single(named, &has, "place of rebirth")?.unwrap_or_default();
        let turned = match (has("Diametral"), has("VerticalMirror")) {
            (true, true) => return Err("`Diametral` and `VerticalMirror` exclude each other".into()),
            (true, false) => Turned::Diametral,
            (false, true) => Turned::VerticalMirror,
            (false, false) => Turned::Not,
        };
        Ok(Rebirth { place, mirror: has("Mirror"), turned, promoted_apart: has("Frischauf") })
    }

    /// Says what the place needs to know of the men.
    pub fn prepare(&self, book: &mut RuleBook) {
        book.keeps_origins |= self.place == Place::Diagram;
        book.marks_promoted |= self.promoted_apart;
    }

    /// The square for a man; `None` when there is no such square.
    pub fn square(&self, book: &RuleBook, subject: Subject, Event { on, from, vector }: Event) -> Option<Sq> {
        let geometry = &book.geometry;
        let (files, ranks) = (geometry.files, geometry.ranks);
        let (man, usual) = (subject.man, book.usual(subject.man.piece()));
        let side = if self.mirror { !subject.side } else { subject.side };
        let first = if side == Color::White { 0 } else { ranks - 1 };
        let second = if side == Color::White { 1 } else { ranks - 2 };
        let last = geometry.last_ranks[side as usize];
        let light = (file(on) + rank(on)) % 2;
        // Of the two home files of rooks, bishops and knights the one on the colour of the square of capture.
        let paired = |near: i8, home: i8| if (near + home) % 2 == light { near } else { files - 1 - near };
        let is_apart = self.promoted_apart && man.has(Traits::FRISCHAUF);
        let home_file = |home: i8| match usual {
            _ if is_apart => file(on),
            Some(Piece::ROOK) => paired(0, home),
            Some(Piece::KNIGHT) => paired(1, home),
            Some(Piece::BISHOP) => paired(2, home),
            Some(Piece::QUEEN) => 3,
            Some(Piece::KING) => 4,
            _ => file(on),
        };
        let home_rank = match usual {
            _ if is_apart => last,
            Some(piece) if piece.is_pawn() => second,
            Some(_) => first,
            None => last,
        };
        let (file, rank) = match self.place {
            Place::Home => (home_file(first), home_rank),
            Place::File => (file(on), home_rank),
            Place::Rank => (home_file(rank(on)), rank(on)),
            Place::Symmetry => (files - 1 - file(on), ranks - 1 - rank(on)),
            Place::HorizontalSymmetry => (file(on), ranks - 1 - rank(on)),
            Place::VerticalSymmetry => (files - 1 - file(on), rank(on)),
            Place::Antipodes => ((file(on) + files / 2) % files, (rank(on) + ranks / 2) % ranks),
            Place::Equipollents => (file(on) + vector.0, rank(on) + vector.1),
            Place::Exchange => (file(from), rank(from)),
            Place::Diagram => subject.origin.map(|sq| (file(sq), rank(sq)))?,
            Place::Capture => (file(on), rank(on)),
        };
        let (file, rank) = match self.turned {
            Turned::Not => (file, rank),
            Turned::Diametral => (files - 1 - file, ranks - 1 - rank),
            Turned::VerticalMirror => (files - 1 - file, rank),
        };
        at(file, rank).filter(|&sq| geometry.has(sq))
    }
}

/// A man that has come to `sq` by rebirth promotes there, if it is a pawn of `side` on its last rank.
pub fn promote(draft: &mut MoveBuilder, side: Color, sq: Sq, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
    let man = draft.after.board().man(sq);
    let book = draft.before.book();
    if !book.promotes(side, man, sq) {
        return next(draft);
    }
    book.promotions.iter().any(|&piece| {
        let mut promoted = draft.clone();
        let choice = book.promoted(man, piece);
        promoted.apply(Effect::Change { sq, man: choice, why: Why::Condition });
        promoted.with_attributes(sq, choice, next)
    })
}
