//! PAD chess: a man vanishes with its second capture. With `Strict`, a second capture is illegal.

use super::rebirth::includes_kings;
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::{Brings, Footprint};
use crate::fairy::stages::{Aftermath, Moment, Restriction};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step, Why};
use crate::units::{Color, Traits};

pub const DEF: ConditionDef = ConditionDef {
    variants: &[
        VariantDef { name: "Strict", aliases: &[], doc: "a man that has captured can no longer capture or give check" },
        VariantDef { name: "RexExclusive", aliases: &[], doc: "kings capture any number of times (default)" },
        VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "a king captures at most once" },
    ],
    ..ConditionDef::new("PADChess", "a man (not a king) vanishes with its second capture", install)
}
.called("PADSchach", "PADEchecs");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let strict = condition.has("Strict");
    let kings = includes_kings(|name| condition.has(name), false)?;
    book.stages.restrictions.push(Box::new(Spent { strict }));
    book.stages.follow(Moment::Changed, SecondCapture { kings });
    Ok(())
}

/// Forbids a second capture by the same man: for all men if `strict`, otherwise only for royal men.
struct Spent {
    strict: bool,
}

impl Restriction for Spent {
    fn allows(&self, _: &FairyPosition, _: Color, _: Sq, man: Man, step: &Step) -> bool {
        step.taken.is_none() || !man.has(Traits::HAS_CAPTURED) || !self.strict && !man.is_royal()
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: true, spares_quiet_kings: true, settles_plain_steps: true, ..Footprint::default() }
    }
}

struct SecondCapture {
    kings: bool,
}

impl Aftermath for SecondCapture {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && draft.captured.is_some()
            && (self.kings || !man.is_royal())
        {
            if !man.has(Traits::HAS_CAPTURED) {
                draft.apply(Effect::Change { sq, man: man.with_traits(Traits::HAS_CAPTURED), why: Why::Silent });
            } else if !man.is_royal() {
                draft.apply(Effect::Remove { sq, why: Why::Condition });
            }
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, brings: Brings::Nothing, ..Footprint::default() }
    }
}
