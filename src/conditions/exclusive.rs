use super::ConditionDef;
use crate::fairy::stages::Legality;
use crate::fairy::{Draft, Effect};
use crate::position::Position;

pub const DEF: ConditionDef =
    ConditionDef::new("ExclusiveChess", "a move that mates is legal only if no other move mates", |_, book| {
        let slot = book.stages.slot(0);
        book.stages.legality.push(Box::new(OneMate { slot }));
        Ok(())
    });

/// At most one mate. The slot is 1 in a position in which the moves are asked for as if there were no such rule; after
/// them it holds.
struct OneMate {
    slot: u8,
}

impl Legality for OneMate {
    fn is_legal(&self, draft: &Draft) -> bool {
        if draft.before.slot(self.slot) == 1 {
            return true;
        }
        let after = draft.finished();
        if after.is_in_check(draft.side) || !after.is_mate() {
            return true;
        }
        let mut before = draft.before.clone();
        before.apply(Effect::Slot { slot: self.slot, value: 1 });
        let mut mates = 0;
        !before.each_legal_position(&mut |_, after| {
            let mut after = after.clone();
            after.apply(Effect::Slot { slot: self.slot, value: 0 });
            mates += u32::from(after.is_mate());
            mates > 1
        })
    }
}
