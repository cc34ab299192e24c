//! Units that become neutral by checks, and belong to a side again.

use super::{Condition, ConditionDef};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{MoveBuilder, RuleBook, Sq, Why};

pub const ANDA: ConditionDef = ConditionDef::new(
    "Anda",
    "a unit (not a king) that attacks the king after its move becomes neutral; a neutral one becomes a unit of the side that moves it",
    install,
);
pub const INVERSE: ConditionDef = ConditionDef::new(
    "AndaInverse",
    "a unit (not a king) that does not attack the king after its move becomes neutral; a neutral one becomes a unit of the side that moves it",
    install,
);

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.follow(Moment::Observed, Anda { by_check: condition.def.name == "Anda" });
    Ok(())
}

/// The man itself gives check: what it has uncovered does not count.
fn gives_check(draft: &MoveBuilder, sq: Sq) -> bool {
    draft.after.board().royals(!draft.side).iter().any(|king| draft.after.attacks(draft.side, sq, king))
}

struct Anda {
    by_check: bool,
}

impl Aftermath for Anda {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && !man.is_royal()
            && gives_check(draft, sq) == self.by_check
        {
            let man = man.with_neutrality_turned(draft.side);
            draft.change(sq, man, Why::Aside);
        }
        next(draft)
    }
}
