//! Rules for occupied rebirth squares, including those that put one man beneath another.

use super::super::VariantDef;
use super::{Where, single};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, MoveBuilder, RuleBook, Sq, Why};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occupied {
    /// The man vanishes without rebirth.
    Relaxed,
    /// The move is illegal.
    Strict,
    /// The man on the rebirth square is captured.
    Assassin,
    /// The reborn man is put beneath the man on the rebirth square.
    Volcanic,
    /// The reborn man is put on top of the man on the rebirth square.
    Parachute,
}

pub const OCCUPIED: &[VariantDef] = &[
    VariantDef { name: "Strict", aliases: &[], doc: "a capture is legal only if the man can be reborn" },
    VariantDef {
        name: "Volcanic",
        aliases: &[],
        doc: "if the rebirth square is occupied, the man is reborn underneath, and appears when the square is vacated",
    },
    VariantDef {
        name: "Parachute",
        aliases: &[],
        doc: "the man on the rebirth square goes underneath, and reappears when the square is vacated",
    },
];

/// The variants for occupied squares that apply only to the rebirth of captured men.
pub const OCCUPIED_OF_CAPTURED: &[VariantDef] = &[
    VariantDef { name: "Relaxed", aliases: &[], doc: "the man is not reborn if the rebirth square is occupied" },
    VariantDef { name: "Assassin", aliases: &[], doc: "the man on the rebirth square is captured" },
];

impl Occupied {
    /// Parses the rule for occupied rebirth squares from the variants; `None` if no variant names one. It is an error
    /// if the man may choose among several squares and the rule puts it on an occupied one.
    pub fn of(has: impl Fn(&str) -> bool, place: Where) -> Result<Option<Occupied>, String> {
        let named = [
            ("Relaxed", Occupied::Relaxed),
            ("Strict", Occupied::Strict),
            ("Assassin", Occupied::Assassin),
            ("Volcanic", Occupied::Volcanic),
            ("Parachute", Occupied::Parachute),
        ];
        let occupied = single(named, has, "rule for an occupied rebirth square")?;
        let makes_room = matches!(occupied, Some(Occupied::Assassin | Occupied::Volcanic | Occupied::Parachute));
        if makes_room && matches!(place, Where::Among(_)) {
            return Err("with a choice of rebirth squares, men are reborn only on empty ones".into());
        }
        Ok(occupied)
    }

    /// Adds the rule by which covered men reappear, if this rule puts men beneath others.
    pub fn prepare(self, book: &mut RuleBook) {
        if matches!(self, Occupied::Volcanic | Occupied::Parachute) {
            book.stages.follow(Moment::Elsewhere, Surfacing);
        }
    }

    /// Vacates `sq` for a reborn man. Returns `false` if `sq` is occupied and this rule forbids rebirth there.
    pub fn makes_room(self, draft: &mut MoveBuilder, sq: Sq) -> bool {
        if draft.after.board().is_empty(sq) {
            return true;
        }
        match self {
            Occupied::Relaxed | Occupied::Strict => return false,
            Occupied::Assassin => draft.apply(Effect::Remove { sq, why: Why::Silent }),
            Occupied::Volcanic | Occupied::Parachute => draft.apply(Effect::Cover { sq }),
        }
        true
    }

    /// If the rule puts the reborn man beneath the man on `sq`, exchanges the two now. Called at the end of a rebirth,
    /// after [`makes_room`](Occupied::makes_room) and all changes of the reborn man.
    pub fn settles(self, draft: &mut MoveBuilder, sq: Sq) {
        if self == Occupied::Volcanic && draft.effects.contains(&Effect::Cover { sq }) {
            draft.apply(Effect::Dive { sq });
            if draft.before.unmoved().has(sq) && draft.before.board().man(sq) == draft.after.board().man(sq) {
                draft.apply(Effect::Unmoved { sq });
            }
        }
    }
}

/// Lets a covered man reappear when the man above it has left.
struct Surfacing;

impl Aftermath for Surfacing {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        draft.after.covered().iter().for_each(|sq| draft.surface(sq));
        next(draft)
    }
}
