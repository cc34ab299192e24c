//! Conditions under which a man's moves or captures depend on whether a side observes it.

use super::{Condition, ConditionDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Mobility, Restriction};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Step};
use crate::units::{Color, Traits};

pub const ANTI_GUARDS: ConditionDef =
    ConditionDef::new("AntiGuards", "only a man guarded by its own side can be captured", install)
        .called("AntiDeckungen", "Antigardes");
pub const LORTAP: ConditionDef = ConditionDef::new("Lortap", "a man guarded by its own side may not capture", install)
    .called("Elliuortap", "Elliuortap");
pub const PATROUILLE: ConditionDef =
    ConditionDef::new("Patrouille", "a man may capture only if it is guarded by its own side", install)
        .called("PatrouilleSchach", "Patrouille");
pub const PROVOCATION: ConditionDef =
    ConditionDef::new("ProvocationChess", "a man may capture only if the other side observes it", install)
        .called("ProvokationSchach", "EchecsProvacateurs");
pub const SHIELDED_KINGS: ConditionDef =
    ConditionDef::new("ShieldedKings", "a king guarded by its own side cannot be captured by the other king", install)
        .called("Schutzkoenige", "ShieldedKings");
pub const SUPER_GUARDS: ConditionDef =
    ConditionDef::new("SuperGuards", "a man guarded by its own side cannot be captured", install)
        .called("SuperDeckungen", "Supergardes");
pub const ULTRA_PATROL: ConditionDef =
    ConditionDef::new("UltraPatrol", "a man may move and capture only if it is guarded by its own side", install)
        .called("UltraPatrouille", "UltraPatrouille");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let stages = &mut book.stages;
    match condition.def.name {
        "Lortap" => stages.restrictions.push(Box::new(Capturing { observed_by_own: true, observed: false })),
        "Patrouille" => stages.restrictions.push(Box::new(Capturing { observed_by_own: true, observed: true })),
        "ProvocationChess" => stages.restrictions.push(Box::new(Capturing { observed_by_own: false, observed: true })),
        "AntiGuards" => stages.restrictions.push(Box::new(OnlyGuarded)),
        "ShieldedKings" => stages.restrictions.push(Box::new(Immune { only_royal: true })),
        "SuperGuards" => stages.restrictions.push(Box::new(Immune { only_royal: false })),
        _ => stages.mobility.push(Box::new(Guarded)),
    }
    Ok(())
}

/// Allows a capture only if the capturer is observed by a side: by its own if `observed_by_own` is set, otherwise by
/// the other one. If `observed` is false, allows it only if the capturer is not observed by that side.
struct Capturing {
    observed_by_own: bool,
    observed: bool,
}

impl Restriction for Capturing {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, step: &Step) -> bool {
        let by = if self.observed_by_own { side } else { !side };
        step.taken.is_none() || is_observed(position, from, by) == self.observed
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { spares_quiet_kings: true, ..Footprint::default() }
    }
}

/// Forbids the capture of guarded men (observed by their own side). If `only_royal` is set, forbids only the capture of
/// a guarded king by a king.
struct Immune {
    only_royal: bool,
}

impl Restriction for Immune {
    fn allows(&self, position: &FairyPosition, side: Color, _: Sq, man: Man, step: &Step) -> bool {
        step.taken.is_none_or(|sq| {
            let is_exempt = self.only_royal && !(man.is_royal() && position.board().man(sq).is_royal());
            is_exempt || !is_observed(position, sq, !side)
        })
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { spares_quiet_kings: true, ..Footprint::default() }
    }
}

/// Forbids the capture of men that their own side does not guard.
struct OnlyGuarded;

impl Restriction for OnlyGuarded {
    fn allows(&self, position: &FairyPosition, side: Color, _: Sq, _: Man, step: &Step) -> bool {
        step.taken.is_none_or(|sq| is_observed(position, sq, !side))
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { spares_quiet_kings: true, ..Footprint::default() }
    }
}

struct Guarded;

impl Mobility for Guarded {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, _: Man) -> bool {
        is_observed(position, from, side)
    }
}

/// Whether a man of `by` that is neither paralysing nor paralysed observes `target`.
fn is_observed(position: &FairyPosition, target: Sq, by: Color) -> bool {
    let board = position.board();
    let paralyses = |sq: Sq| board.man(sq).has(Traits::PARALYSING);
    if !board.occupied().iter().any(paralyses) {
        return position.is_observed(target, by);
    }
    let paralysers = || board.of(!by).iter().filter(|&sq| paralyses(sq));
    let is_active = |sq: Sq| !paralyses(sq) && !paralysers().any(|paralyser| position.observes(!by, paralyser, sq));
    board.of(by).iter().any(|sq| sq != target && is_active(sq) && position.observes(by, sq, target))
}
