//! Units that become neutral by checks, and belong to a side again.

use super::{Condition, ConditionDef};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, MoveBuilder, RuleBook, Why};

pub const ANDA: ConditionDef = ConditionDef::new(
    "Anda",
    "a unit (not a king) whose move gives check becomes neutral; a neutral one becomes a unit of the side that moves it",
    install,
);
pub const INVERSE: ConditionDef = ConditionDef::new(
    "AndaInverse",
    "a unit (not a king) whose move gives no check becomes neutral; a neutral one becomes a unit of the side that moves it",
    install,
);

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.follow(Moment::Observed, Anda { by_check: condition.def.name == "Anda" });
    Ok(())
}

struct Anda {
    by_check: bool,
}

impl Aftermath for Anda {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && !man.is_royal()
            && draft.after.is_in_check(!draft.side) == self.by_check
        {
            let man = if man.is_neutral() { man.with_color(draft.side) } else { man.as_neutral() };
            draft.apply(Effect::Change { sq, man, why: Why::Aside });
        }
        next(draft)
    }
}
