//! Units that are observed by their like do not capture.

use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::Restriction;
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Step};
use crate::units::Color;

const VARIANTS: &[VariantDef] =
    &[VariantDef { name: "RexExclusive", aliases: &[], doc: "kings capture and check as usual" }];

pub const WOOZLES: ConditionDef = ConditionDef {
    variants: VARIANTS,
    ..ConditionDef::new("Woozles", "a unit that its side guards with a unit of its own kind may not capture", install)
};
pub const BI_WOOZLES: ConditionDef = ConditionDef {
    variants: VARIANTS,
    ..ConditionDef::new(
        "BiWoozles",
        "a unit that is observed by a unit of its own kind, of either side, may not capture",
        install,
    )
};

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let rule = Inhibited { adverse: condition.def.name == "BiWoozles", rex_exclusive: condition.has("RexExclusive") };
    book.stages.restrictions.push(Box::new(rule));
    Ok(())
}

struct Inhibited {
    adverse: bool,
    rex_exclusive: bool,
}

impl Restriction for Inhibited {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, step: &Step) -> bool {
        let is_observed = |by| position.is_observed_by_kind(from, man.piece(), by, false);
        step.taken.is_none()
            || self.rex_exclusive && man.is_royal()
            || !is_observed(side) && !(self.adverse && is_observed(!side))
    }
}
