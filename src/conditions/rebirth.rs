//! Rebirth squares, shared by Circe, AntiCirce, Mars Circe, Phantom and Immune chess.

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

/// The rule for the place of rebirth: one square, or several to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    On(Rebirth),
    /// Several squares, from which the moving side chooses.
    Among(Several),
}

/// The rule that determines a single rebirth square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rebirth {
    pub place: BasePlace,
    /// Whether the rebirth square is that of the same piece of the other side.
    pub mirror: bool,
    pub turned: Turned,
    /// Whether men promoted from pawns are reborn on their promotion rank, on the file of capture (variant
    /// `Frischauf`).
    pub promoted_apart: bool,
}

/// The basic rule for a rebirth square, before [`Turned`] transforms the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BasePlace {
    /// The home square of the piece in the game array; of two such squares, the one with the colour of the capture
    /// square. Pawns use their second rank and fairy pieces their promotion rank, both on the file of capture.
    #[default]
    Home,
    /// The square on the file of capture and on the rank of `Home`: on the first rank, except for pawns and fairy
    /// pieces.
    File,
    /// The square on the home file of the piece and on the rank of capture.
    Rank,
    /// The capture square reflected about the centre of the board.
    Symmetry,
    HorizontalSymmetry,
    VerticalSymmetry,
    /// The square half the files and half the ranks away from the capture square (four of each on the usual board).
    Antipodes,
    /// The capture square plus the vector of the capturing move.
    Equipollents,
    /// The departure square of the capturer.
    Exchange,
    /// The man's own square in the diagram.
    Diagram,
    Capture,
}

/// A transformation of the square that [`BasePlace`] has determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Turned {
    #[default]
    Not,
    /// Reflected about the centre of the board.
    Diametral,
    /// Reflected in the middle line between the left and the right half.
    VerticalMirror,
}

/// The properties of a man on which its rebirth square depends.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    pub man: Man,
    pub side: Color,
    /// The man's square in the diagram, if the rules keep track of it.
    pub origin: Option<Sq>,
}

/// The properties of a move on which a rebirth square depends.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The square on which the man was captured; for a reborn capturer, the square on which it captured.
    pub on: Sq,
    /// The departure square of the move.
    pub from: Sq,
    /// The vector, in files and ranks, that `Equipollents` adds to the capture square to get the rebirth square.
    pub vector: (i8, i8),
}

impl Event {
    /// Returns the event for a man on `sq` whose rebirth square is needed although no move has captured.
    pub fn none(sq: Sq) -> Event {
        Event { on: sq, from: sq, vector: (0, 0) }
    }

    /// Returns the event of a capture on `on` by a move from `from` to `to`. `to` differs from `on` for captures en
    /// passant and captures by leaping over the victim.
    pub fn capture(on: Sq, from: Sq, to: Sq) -> Event {
        Event { on, from, vector: (file(to) - file(from), rank(to) - rank(from)) }
    }
}

/// The variants that determine a single rebirth square, shared by all conditions with rebirth.
pub const PLACES: &[VariantDef] = &[
    VariantDef { name: "Mirror", aliases: &[], doc: "the rebirth square is the home square of the other side" },
    VariantDef { name: "File", aliases: &[], doc: "the rebirth square is on the first rank, on the file of capture" },
    VariantDef { name: "Rank", aliases: &[], doc: "the rebirth square is on the home file, on the rank of capture" },
    VariantDef {
        name: "Symmetry",
        aliases: &[],
        doc: "the rebirth square is point-symmetric to the square of capture",
    },
    VariantDef {
        name: "HorizontalSymmetry",
        aliases: &[],
        doc: "the rebirth square is the square of capture mirrored in the horizontal centre line",
    },
    VariantDef {
        name: "VerticalSymmetry",
        aliases: &[],
        doc: "the rebirth square is the square of capture mirrored in the vertical centre line",
    },
    VariantDef {
        name: "Antipodes",
        aliases: &[],
        doc: "the rebirth square is four files and four ranks away from the square of capture",
    },
    VariantDef {
        name: "Equipollents",
        aliases: &[],
        doc: "the rebirth square is beyond the square of capture, at the distance and in the direction of the \
              capturing move",
    },
    VariantDef { name: "PWC", aliases: &[], doc: "the rebirth square is the square that the capturing man left" },
    VariantDef { name: "Diagram", aliases: &[], doc: "the rebirth square is the man's square in the diagram" },
    VariantDef { name: "CaptureSquare", aliases: &[], doc: "the rebirth square is the square of capture" },
    VariantDef {
        name: "Diametral",
        aliases: &[],
        doc: "the rebirth square is point-symmetric to the one that the condition gives otherwise",
    },
    VariantDef {
        name: "VerticalMirror",
        aliases: &[],
        doc: "the rebirth square is the one that the condition gives otherwise, mirrored in the vertical centre line",
    },
    VariantDef {
        name: "Frischauf",
        aliases: &[],
        doc: "promoted men are reborn on their promotion rank, on the file of capture",
    },
];

/// All variants about rebirth, in the order in which Popeye prints them. Popeye requires this order in its input too.
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

/// Concatenates lists of variants into an array of length `N`.
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

/// Returns the value of the variant in `named` that the condition has, or `None` if it has none of them. `has` states
/// which variants it has. If it has two of them, returns an error message that calls them `what`.
fn single<T>(
    named: impl IntoIterator<Item = (&'static str, T)>,
    has: impl Fn(&str) -> bool,
    what: &str,
) -> Result<Option<T>, String> {
    let mut found = named.into_iter().filter(|(name, _)| has(name));
    let first = found.next().map(|(_, value)| value);
    match found.next() {
        Some((name, _)) => Err(format!("`{name}` sets the {what} a second time")),
        None => Ok(first),
    }
}

/// Whether a condition applies to kings. The variants `RexInclusive` and `RexExclusive` decide; without them, the
/// result is `usually`. It is an error to have both.
pub fn includes_kings(has: impl Fn(&str) -> bool, usually: bool) -> Result<bool, String> {
    match (has("RexInclusive"), has("RexExclusive")) {
        (true, true) => Err("`RexInclusive` and `RexExclusive` cannot be used together".into()),
        (false, false) => Ok(usually),
        (inclusive, _) => Ok(inclusive),
    }
}

impl Where {
    /// Parses the rule for the place of rebirth from the variants.
    pub fn of(has: impl Fn(&str) -> bool) -> Result<Where, String> {
        let rebirth = Rebirth::of(&has)?;
        match Several::of(has)? {
            None => Ok(Where::On(rebirth)),
            Some(several) if rebirth == Rebirth::default() => Ok(Where::Among(several)),
            Some(_) => Err("only one rule for the rebirth square can be chosen".into()),
        }
    }

    /// Makes the rule book keep track of the properties of men that this place of rebirth needs.
    pub fn prepare(&self, book: &mut RuleBook) {
        match self {
            Where::On(rebirth) => rebirth.prepare(book),
            Where::Among(_) => book.stages.offers_choice = true,
        }
    }
}

impl Rebirth {
    /// Parses the rule for a single rebirth square from the variants.
    pub fn of(has: impl Fn(&str) -> bool) -> Result<Rebirth, String> {
        let named = [
            ("File", BasePlace::File),
            ("Rank", BasePlace::Rank),
            ("Symmetry", BasePlace::Symmetry),
            ("HorizontalSymmetry", BasePlace::HorizontalSymmetry),
            ("VerticalSymmetry", BasePlace::VerticalSymmetry),
            ("Antipodes", BasePlace::Antipodes),
            ("Equipollents", BasePlace::Equipollents),
            ("PWC", BasePlace::Exchange),
            ("Diagram", BasePlace::Diagram),
            ("CaptureSquare", BasePlace::Capture),
        ];
        let place = single(named, &has, "rebirth square")?.unwrap_or_default();
        let turned = match (has("Diametral"), has("VerticalMirror")) {
            (true, true) => return Err("`Diametral` and `VerticalMirror` cannot be used together".into()),
            (true, false) => Turned::Diametral,
            (false, true) => Turned::VerticalMirror,
            (false, false) => Turned::Not,
        };
        Ok(Rebirth { place, mirror: has("Mirror"), turned, promoted_apart: has("Frischauf") })
    }

    /// Makes the rule book keep track of the properties of men that this rebirth square needs.
    pub fn prepare(&self, book: &mut RuleBook) {
        book.keeps_origins |= self.place == BasePlace::Diagram;
        book.marks_promoted |= self.promoted_apart;
    }

    /// Returns the rebirth square of `subject` after the event. Returns `None` if this square is not on the board, or
    /// if it is the man's square in the diagram and this square is unknown.
    pub fn square(&self, book: &RuleBook, subject: Subject, Event { on, from, vector }: Event) -> Option<Sq> {
        let geometry = &book.geometry;
        let (files, ranks) = (geometry.files, geometry.ranks);
        let (man, usual) = (subject.man, book.usual(subject.man.piece()));
        let side = if self.mirror { !subject.side } else { subject.side };
        let first = if side == Color::White { 0 } else { ranks - 1 };
        let second = if side == Color::White { 1 } else { ranks - 2 };
        let last = geometry.last_ranks[side as usize];
        let light = (file(on) + rank(on)) % 2;
        // Rooks, bishops and knights have two home files; the one with the colour of the capture square counts.
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
            BasePlace::Home => (home_file(first), home_rank),
            BasePlace::File => (file(on), home_rank),
            BasePlace::Rank => (home_file(rank(on)), rank(on)),
            BasePlace::Symmetry => (files - 1 - file(on), ranks - 1 - rank(on)),
            BasePlace::HorizontalSymmetry => (file(on), ranks - 1 - rank(on)),
            BasePlace::VerticalSymmetry => (files - 1 - file(on), rank(on)),
            BasePlace::Antipodes => ((file(on) + files / 2) % files, (rank(on) + ranks / 2) % ranks),
            BasePlace::Equipollents => (file(on) + vector.0, rank(on) + vector.1),
            BasePlace::Exchange => (file(from), rank(from)),
            BasePlace::Diagram => subject.origin.map(|sq| (file(sq), rank(sq)))?,
            BasePlace::Capture => (file(on), rank(on)),
        };
        let (file, rank) = match self.turned {
            Turned::Not => (file, rank),
            Turned::Diametral => (files - 1 - file, ranks - 1 - rank),
            Turned::VerticalMirror => (files - 1 - file, rank),
        };
        at(file, rank).filter(|&sq| geometry.has(sq))
    }
}

/// If the man reborn on `sq` is a pawn of `side` on its last rank, continues the move with each possible promotion;
/// otherwise continues it unchanged.
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
