use super::ConditionDef;
use crate::fairy::stages::Legality;
use crate::fairy::{Effect, FairyPosition, MoveBuilder, Sq};
use crate::position::Position;

pub const DEF: ConditionDef = ConditionDef::new(
    "ChecklessChess",
    "neither side may give check but with mate; whether it is mate is asked under the same rule",
    |_, book| {
        let slot = book.stages.slot(0);
        book.stages.legality.push(Box::new(NoCheckButMate { slot }));
        Ok(())
    },
);

/// No check but mate. The slot is 0 in every position that is played; in those that are only thought of when a mate is
/// asked about it tells how.
struct NoCheckButMate {
    slot: u8,
}

/// In a position in which no check at all is allowed.
const STRICT: u32 = u32::MAX;

/// So many checks in answer to checks are followed. Whether a longer chain of them ends with mate has no effect in any
/// position with a finite answer; there are others, with neutral men, in which the question has none.
const DEEPEST: u32 = 8;

impl Legality for NoCheckButMate {
    /// A move that leaves its own king in check is left to the rule that forbids that: asking about it here would only
    /// lead into positions that cannot arise.
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        if !draft.after.is_in_check(!draft.side) || draft.after.is_in_check(draft.side) {
            return true;
        }
        let mut after = draft.finished();
        let depth = draft.before.slot(self.slot);
        if depth >= DEEPEST {
            return false;
        }
        // Most checks are parried without a check; only when none is, the checks in answer have to be looked at.
        after.apply(Effect::Slot { slot: self.slot, value: STRICT });
        if after.has_legal_move() {
            return false;
        }
        after.apply(Effect::Slot { slot: self.slot, value: depth + 1 });
        !after.has_legal_move()
    }

    /// What gives no check is legal.
    fn spares_kings(&self, position: &FairyPosition, king: Sq) -> bool {
        position.gives_no_check_by_going(king)
    }
}
