//! Conditions that demand or forbid contact: men on adjacent squares, diagonals included.

use super::grid::{ACROSS_LINES, field};
use super::{Arguments, Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{Legality, Way};
use crate::fairy::{FairyPosition, MoveBuilder, RuleBook, Sq, Step, StepKind};
use crate::pieces::{Mode, Piece, QUEEN};
use crate::units::Color;

pub const KOEKO: ConditionDef = ConditionDef {
    variants: &[VariantDef {
        name: "Neighbour",
        aliases: &[],
        doc: "the squares that the leaper named after this word reaches count as adjacent",
    }],
    arguments: Arguments::Pieces,
    ..ConditionDef::new("KoeKo", "a man may move only to a square next to another man", install)
}
.called("KoeKo", "Koeko");
pub const NEW_KOEKO: ConditionDef = ConditionDef::new(
    "NewKoeko",
    "a man next to another man may move only to a square next to another man; a man next to none may move only to a \
     square next to none",
    install,
)
.called("NeuKoeko", "KoekoNouveaux");
pub const ANTI_KOEKO: ConditionDef =
    ConditionDef::new("AntiKoeko", "a man may move only to a square that is next to no other man", install);

pub const CONTACT_GRID: ConditionDef = ConditionDef::new(
    "ContactGridChess",
    "as GridChess, and a man may move only to a square next to another man in another field",
    install,
)
.called("KontaktGitter", "ContactGrille");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let rule = match condition.def.name {
        "KoeKo" => match (condition.has("Neighbour"), &condition.pieces[..]) {
            (false, []) => Contact::Compulsory,
            (true, &[piece]) if piece.is_leaper() => Contact::By(piece),
            _ => return Err("`Neighbour` must be followed by a leaper, and a leaper must follow `Neighbour`".into()),
        },
        "NewKoeko" => Contact::Kept,
        "ContactGridChess" => {
            book.stages.restrictions.push(Box::new(ACROSS_LINES));
            Contact::AcrossLines
        }
        _ => Contact::Forbidden,
    };
    book.stages.checks_are_played = true;
    book.stages.legality.push(Box::new(rule));
    Ok(())
}

enum Contact {
    Compulsory,
    /// After its move, a man must be on a square from which a leap of this piece reaches another man.
    By(Piece),
    Kept,
    Forbidden,
    AcrossLines,
}

/// Returns the occupied squares adjacent to `sq`, diagonals included.
fn neighbours(position: &FairyPosition, sq: Sq) -> impl Iterator<Item = Sq> {
    let beside = QUEEN.iter().filter_map(move |&vector| position.step(sq, vector));
    beside.filter(|&beside| !position.board().is_empty(beside))
}

fn touches(position: &FairyPosition, sq: Sq) -> bool {
    neighbours(position, sq).next().is_some()
}

/// Whether a leap of `piece` from `sq` leads to a man.
fn reaches(position: &FairyPosition, sq: Sq, piece: Piece) -> bool {
    let way = Way { origin: sq, piece, mode: Mode::Capture };
    Color::ALL.into_iter().any(|color| position.steps_as(color, sq, way, &mut |step| step.taken.is_some()))
}

fn touches_across(position: &FairyPosition, sq: Sq) -> bool {
    neighbours(position, sq).any(|beside| field(beside) != field(sq))
}

impl Contact {
    /// Whether the rule allows a step of the man on `from` that only takes it to its target, and captures at most
    /// there; `None` if the step must be played to find out.
    fn allows(&self, position: &FairyPosition, from: Sq, step: &Step) -> Option<bool> {
        let is_plain = matches!(step.kind, StepKind::Plain | StepKind::Passing(..))
            && step.to != from
            && step.taken.is_none_or(|taken| taken == step.to);
        if !is_plain {
            return None;
        }
        let mut beside = neighbours(position, step.to).filter(|&sq| sq != from);
        let mut touches = || beside.next().is_some();
        match self {
            Contact::Compulsory => Some(touches()),
            Contact::By(_) => None,
            Contact::Kept => Some(touches() == self::touches(position, from)),
            Contact::Forbidden => Some(!touches()),
            Contact::AcrossLines => Some(beside.any(|sq| field(sq) != field(step.to))),
        }
    }
}

impl Legality for Contact {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        let Some(sq) = draft.at else { return true };
        match self {
            Contact::Compulsory => touches(&draft.after, sq),
            Contact::By(piece) => reaches(&draft.after, sq, *piece),
            Contact::Kept => touches(&draft.after, sq) == touches(draft.before, draft.from),
            Contact::Forbidden => !touches(&draft.after, sq),
            Contact::AcrossLines => touches_across(&draft.after, sq),
        }
    }

    fn lets_take_king(&self, position: &FairyPosition, _: Color, from: Sq, step: &Step) -> Option<bool> {
        self.allows(position, from, step)
    }

    fn forbids(&self, position: &FairyPosition, by: Color, from: Sq, step: Option<&Step>) -> bool {
        let is_alone = |step: &&Step| position.leaves_all_else(by, from, step);
        step.filter(is_alone).and_then(|step| self.allows(position, from, step)) == Some(false)
    }

    fn judges_plain_steps(&self) -> bool {
        !matches!(self, Contact::By(_))
    }

    fn lets_be_reborn(&self, position: &FairyPosition, sq: Sq) -> bool {
        !matches!(self, Contact::AcrossLines) || touches_across(position, sq)
    }

    fn binds_checks(&self) -> bool {
        true
    }
}
