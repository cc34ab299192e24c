//! Conditions that make check compulsory: only checking moves are legal.

use super::sides::Sides;
use super::{Condition, ConditionDef};
use crate::fairy::stages::Legality;
use crate::fairy::{MoveBuilder, RuleBook};

const DOC: &str = "only moves that give check are legal";

pub const ULTRA: ConditionDef = ConditionDef {
    exchanged: Some(&WHITE_ULTRA),
    ..ConditionDef::new("UltraSchachZwang", DOC, install).of(Sides::Black)
};
pub const BLACK_ULTRA: ConditionDef = ConditionDef::new("BlackUltraSchachZwang", DOC, install)
    .of(Sides::Black)
    .called("SchwarzerUltraSchachZwang", "NoirUltraSchachZwang");
pub const WHITE_ULTRA: ConditionDef = ConditionDef::new("WhiteUltraSchachZwang", DOC, install)
    .of(Sides::White)
    .called("WeisserUltraSchachZwang", "BlancUltraSchachZwang");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.legality.push(Box::new(OnlyChecks(condition.def.sides)));
    Ok(())
}

struct OnlyChecks(Sides);

impl Legality for OnlyChecks {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        !self.0.has(draft.side) || draft.finished().is_in_check(!draft.side)
    }

    /// Returns `false`: to decide whether a side is mated, parries that give no check count too, although this rule
    /// forbids them.
    fn binds_parries(&self) -> bool {
        false
    }
}
