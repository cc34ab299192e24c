use super::ConditionDef;
use crate::fairy::stages::Legality;
use crate::fairy::{Effect, MoveBuilder};
use crate::position::Position;

pub const DEF: ConditionDef =
    ConditionDef::new("ExclusiveChess", "a mating move is legal only if no other move mates", |_, book| {
        let slot = book.stages.slot(0);
        book.stages.legality.push(Box::new(OneMate { slot }));
        Ok(())
    })
    .called("ExklusivSchach", "EchecsExclusif");

/// Allows a mating move only if no other move mates.
struct OneMate {
    /// Index of the slot, a number kept with the position. The number is 0 in positions that are really reached in
    /// play. To count the mating moves, the rule tries moves; each move tried adds 2 in the position after it, and an
    /// odd number means that moves are generated without this rule.
    slot: u8,
}

/// Greatest length of a chain of mating moves, each of which parries the previous mate, that is tried. Longer chains
/// matter only in positions for which the rule has no finite answer.
const DEEPEST: u32 = 16;

impl Legality for OneMate {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        let depth = draft.before.slot(self.slot);
        if depth % 2 == 1 || depth > 2 * DEEPEST {
            return true;
        }
        let mut after = draft.finished();
        after.apply(Effect::Slot { slot: self.slot, value: depth + 2 });
        if after.is_in_check(draft.side) || !after.is_mate() {
            return true;
        }
        let mut before = draft.before.clone();
        before.apply(Effect::Slot { slot: self.slot, value: depth + 1 });
        let mut mates = 0;
        !before.each_legal_position(&mut |_, after| {
            let mut after = after.clone();
            after.apply(Effect::Slot { slot: self.slot, value: depth + 2 });
            mates += u32::from(after.is_mate());
            mates > 1
        })
    }

    fn judges_only_checks(&self) -> bool {
        true
    }
}
