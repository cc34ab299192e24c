//! Conditions that forbid captures or make them compulsory.

use super::sides::Sides;
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Legality, Restriction, Selection};
use crate::fairy::{FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step};
use crate::units::Color;

const NONE: &str = "makes no captures; checks are as usual";
pub const NO_CAPTURE: ConditionDef = ConditionDef::new("NoCapture", "captures are illegal; checks are as usual", none)
    .called("Ohneschlag", "SansPrises");
pub const NO_BLACK_CAPTURE: ConditionDef =
    ConditionDef::new("NoBlackCapture", NONE, none).of(Sides::Black).called("SchwarzerOhneschlag", "NoirSansPrises");
pub const NO_WHITE_CAPTURE: ConditionDef =
    ConditionDef::new("NoWhiteCapture", NONE, none).of(Sides::White).called("WeisserOhneschlag", "BlancSansPrises");

const MUST: &str = "must capture if it can";
pub const BLACK_MUST_CAPTURE: ConditionDef =
    must_capture("BlackMustCapture").of(Sides::Black).called("SchwarzerSchlagzwang", "NoirPriseForce");
pub const WHITE_MUST_CAPTURE: ConditionDef =
    must_capture("WhiteMustCapture").of(Sides::White).called("WeisserSchlagzwang", "BlancPriseForce");
const fn must_capture(name: &'static str) -> ConditionDef {
    ConditionDef { variants: ULTRA, ..ConditionDef::new(name, MUST, must) }
}

pub const BICAPTURES: ConditionDef =
    ConditionDef::new("Bicaptures", "men may also capture men of their own side, except the king", |_, book| {
        book.stages.own_men_are_taken = true;
        Ok(())
    });

const ULTRA: &[VariantDef] = &[VariantDef { name: "ultra", aliases: &[], doc: "every move must be a capture" }];

fn none(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.restrictions.push(Box::new(NoCapture(condition.def.sides)));
    Ok(())
}

fn must(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let rule = MustCapture(condition.def.sides);
    if condition.has("ultra") {
        book.stages.legality.push(Box::new(rule));
    } else {
        book.stages.selection.push(Box::new(rule));
    }
    Ok(())
}

struct NoCapture(Sides);

impl Restriction for NoCapture {
    fn allows(&self, position: &FairyPosition, side: Color, _: Sq, _: Man, step: &Step) -> bool {
        !self.0.has(side) || step.taken.is_none_or(|sq| position.board().man(sq).is_royal())
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: true, spares_quiet_kings: true, ..Footprint::default() }
    }
}

struct MustCapture(Sides);

impl Selection for MustCapture {
    fn concerns(&self, position: &FairyPosition) -> bool {
        self.0.has(position.side())
    }

    fn rank(&self, _: &FairyPosition, _: Sq, step: &Step) -> i32 {
        i32::from(step.taken.is_some())
    }
}

/// Ultra variants: only captures are legal, so a side without a capture has no legal move.
impl Legality for MustCapture {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        !self.0.has(draft.side) || draft.captured.is_some()
    }

    fn binds_kings(&self, side: Color) -> bool {
        self.0.has(side)
    }

    fn allows_null_move(&self, position: &FairyPosition) -> bool {
        !self.0.has(position.side())
    }
}
