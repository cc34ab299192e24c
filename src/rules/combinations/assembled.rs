//! Properties of a problem that the rows of the table of combinations test: properties of all its rules together, and
//! of its diagram.

use super::identity::ConditionIdentity;
use super::{Party, compared};
use crate::conditions::castlings_of_others;
use crate::fairy::stages::Source;
use crate::fairy::{Castling, RuleBook, to_square};
use crate::rules::RuleSet;
use crate::units::{self, Color, Diagram, Traits, Unit};

/// The rules of a problem, its diagram, and the rule book made from both.
pub struct Assembled<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) diagram: &'a Diagram,
    pub(super) book: &'a RuleBook,
    pub(super) conditions: Vec<ConditionIdentity<'a>>,
}

impl<'a> Assembled<'a> {
    pub fn new(rules: &'a RuleSet, diagram: &'a Diagram, book: &'a RuleBook) -> Assembled<'a> {
        Assembled { rules, diagram, book, conditions: rules.conditions().iter().map(ConditionIdentity::new).collect() }
    }

    pub(super) fn has_man(&self, is_such: fn(Unit) -> bool) -> bool {
        self.book.diagram.iter().any(|(_, unit)| is_such(unit))
    }

    /// Whether the problem has `subject` (some condition, or a property of its rules or diagram) and also a condition
    /// that is neither `subject` nor named in `names`.
    pub(super) fn goes_beyond(&self, subject: &Party, names: &[&str]) -> bool {
        let is_beyond = |condition: &ConditionIdentity| !subject.is(condition) && !condition.is_among(names);
        subject.takes_part(self) && self.conditions.iter().any(is_beyond)
    }

    /// Whether the problem combines the condition `subject` with another condition with which it has not been compared
    /// with Popeye. `false` if [`compared`] does not list `subject`.
    pub(super) fn is_not_compared(&self, subject: &ConditionIdentity) -> bool {
        let compared = compared::COMPARED.iter().find(|(name, _)| subject.is(name)).map(|(_, others)| *others);
        let alone = || compared::ALONE.iter().any(|name| subject.is(name)).then_some(&[] as &[&str]);
        let is_known = |other: &ConditionIdentity, names: &[&str]| {
            std::ptr::eq(other.condition, subject.condition) || other.is_among(names)
        };
        compared.or_else(alone).is_some_and(|names| !self.conditions.iter().all(|other| is_known(other, names)))
    }

    fn has(&self, name: &str) -> bool {
        self.conditions.iter().any(|condition| condition.is(name))
    }

    fn are_all_among(&self, names: &[&str]) -> bool {
        self.conditions.iter().all(|condition| condition.is_among(names))
    }

    fn comes_from(&self, source: Source, is_such: impl Fn(&ConditionIdentity) -> bool) -> bool {
        let is_meant = |name| self.conditions.iter().filter(move |it| it.condition.def.name == name);
        matches!(source, Source::Condition(name) if is_meant(name).any(is_such))
    }

    /// Whether a side that `is_such` accepts may castle in the diagram.
    fn castles(&self, is_such: impl Fn(Color) -> bool) -> bool {
        let may_castle = |castling: &Castling| {
            let is_allowed = match &self.diagram.castling {
                units::Castling::Rooks(rooks) => rooks.contains(&to_square(castling.rook)),
                units::Castling::AtHome => true,
            };
            is_allowed
                && self.book.begins_with(castling.color, castling.royal, castling.king)
                && self.book.begins_with(castling.color, castling.partner, castling.rook)
        };
        self.book.geometry.castlings.iter().any(|castling| is_such(castling.color) && may_castle(castling))
    }
}

pub fn is_immune_twice(assembled: &Assembled) -> bool {
    assembled.conditions.iter().filter(|it| it.condition.def.family == "ImmunChess").count() > 1
}

pub fn have_stand_ins(assembled: &Assembled) -> bool {
    !assembled.book.stand_ins.is_empty()
}

/// Whether, in a game with a single box, moves have further effects (such as rebirths) by a rule that has not been
/// compared with Popeye together with the box.
pub fn box_has_consequences(assembled: &Assembled) -> bool {
    // Pawns wait on the last rank if the box has no man for them.
    let pawns_wait = assembled.has("SingleBox Type2") || assembled.has("SingleBox Type3");
    let compared: &[&str] = if pawns_wait { &["SingleBox"] } else { compared::IN_A_SINGLE_BOX };
    assembled.book.stages.has_consequences_beyond(|source| match source {
        Source::Condition(_) => assembled.comes_from(source, |condition| condition.is_among(compared)),
        Source::Chess | Source::Attribute(_) | Source::Game => true,
    })
}

/// Whether there are a royal neutral man and another royal man.
pub fn share_a_king(assembled: &Assembled) -> bool {
    let royal = || assembled.book.diagram.iter().map(|(_, unit)| unit).filter(|unit| unit.is_royal());
    royal().any(Unit::is_neutral) && royal().count() > 1
}

/// Whether some rule chooses among the legal moves, or requires a change of the position before a move.
pub fn choose(assembled: &Assembled) -> bool {
    let stages = &assembled.book.stages;
    !stages.selection.is_empty() || stages.prelude.is_some()
}

/// Whether some rule chooses among the legal moves by a criterion other than their length.
pub fn choose_otherwise(assembled: &Assembled) -> bool {
    let is_by_length = |it: &ConditionIdentity| {
        it.condition.def.family == "Circe"
            || it.is_among(compared::LENGTHS_WITH_CAGES) && it.condition.variants.is_empty()
    };
    choose(assembled) && !assembled.conditions.iter().all(is_by_length)
}

pub fn promote_to_fairy(assembled: &Assembled) -> bool {
    assembled.book.promotions.iter().any(|piece| !piece.is_orthodox())
}

/// Whether some rule restricts or changes how men move.
pub fn limit_ways(assembled: &Assembled) -> bool {
    let stages = &assembled.book.stages;
    !stages.restrictions.is_empty() || !stages.mobility.is_empty() || !stages.ways.is_empty()
}

/// Whether a condition that has not been compared with imitators changes how men move, or gives moves further effects
/// (such as rebirths) that an imitator might have to follow.
pub fn imitators_lose_track(assembled: &Assembled) -> bool {
    let stages = &assembled.book.stages;
    // No man is reborn on the square of an imitator.
    let is_plain_rebirth = |condition: &ConditionIdentity| {
        condition.is_among(compared::REBIRTH_WITH_IMITATORS)
            && condition.further_variants().all(|variant| variant == "Cheylan")
    };
    let has_others = || {
        stages.has_consequences_beyond(|source| match source {
            Source::Chess => true,
            Source::Attribute(attribute) => attribute == Traits::CHAMELEON,
            Source::Game => false,
            Source::Condition(_) => assembled.comes_from(source, |it| it.is("Imitator") || is_plain_rebirth(it)),
        })
    };
    !assembled.are_all_among(compared::WITH_IMITATORS) && (!stages.ways.is_empty() || has_others())
}

/// Whether captures in a series have further effects (such as rebirths) by a rule that has not been compared with
/// Popeye together with series.
pub fn series_has_consequences(assembled: &Assembled) -> bool {
    let has_royal = assembled.has_man(Unit::is_royal);
    let has_variants = assembled.conditions.iter().any(|it| it.further_variants().next().is_some());
    if !has_royal && !has_variants && assembled.are_all_among(compared::IN_A_SERIES_WITHOUT_KINGS) {
        return false;
    }
    // The answers differ if a king becomes a pawn.
    let kings_change = has_royal && assembled.has("ProteanChess");
    let are_compared = !kings_change && !has_variants && assembled.are_all_among(compared::IN_A_SERIES);
    !are_compared
        && assembled.book.stages.has_consequences_beyond(|source| {
            source == Source::Chess || assembled.comes_from(source, |it| it.is("SeriesCapture"))
        })
}

pub fn has_planes(assembled: &Assembled) -> bool {
    assembled.book.stages.has_planes
}

pub fn somebody_castles(assembled: &Assembled) -> bool {
    assembled.castles(|_| true)
}

/// Whether a side may castle while the other side is bound by Maximummer ultra or Minimummer ultra.
pub fn adversaries_castle(assembled: &Assembled) -> bool {
    let is_ultra = |it: &&ConditionIdentity| it.is("Maximummer ultra") || it.is("Minimummer ultra");
    let holds_for = |side| assembled.conditions.iter().filter(is_ultra).any(|it| it.condition.def.sides.has(side));
    assembled.castles(|side| holds_for(!side))
}

/// Whether, under the condition Make & Take, a man may capture a king after moving by that king's castling.
pub fn castle_as_others(assembled: &Assembled) -> bool {
    assembled.has("Make&TakeChess") && !castlings_of_others(assembled.book).is_empty()
}

/// Whether Plus chess is played with royal or paralysing men. Plus chess lets them act from further squares.
pub fn plus_has_special_men(assembled: &Assembled) -> bool {
    assembled.has("PlusChess") && (assembled.has_man(Unit::is_royal) || assembled.has_man(paralyses))
}

pub fn is_neutral(unit: Unit) -> bool {
    unit.is_neutral()
}

pub fn is_fairy(unit: Unit) -> bool {
    !unit.piece.is_orthodox()
}

pub fn is_locust(unit: Unit) -> bool {
    unit.piece.is_locust()
}

pub fn is_neutral_or_half(unit: Unit) -> bool {
    unit.is_neutral() || unit.traits.has(Traits::HALF_NEUTRAL)
}

pub fn is_chameleon_pawn(unit: Unit) -> bool {
    unit.traits.has(Traits::CHAMELEON) && unit.piece.is_pawn()
}

pub fn moves_hurdles(unit: Unit) -> bool {
    unit.traits.has(Traits::BUL) || unit.traits.has(Traits::DOB)
}

pub fn paralyses(unit: Unit) -> bool {
    unit.traits.has(Traits::PARALYSING)
}

/// Whether the man has an attribute that has not been compared with Popeye in series of captures.
pub fn is_special(unit: Unit) -> bool {
    unit.traits.without(Traits::ROYAL | Traits::CHAMELEON | Traits::KAMIKAZE | Traits::NEUTRAL) != Traits::NONE
}
