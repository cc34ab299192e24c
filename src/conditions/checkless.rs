use super::ConditionDef;
use crate::fairy::stages::{Legality, Telling};
use crate::fairy::{Effect, FairyPosition, MoveBuilder, Sq};
use crate::position::Position;
use crate::units::MoveRecord;

pub const DEF: ConditionDef = ConditionDef::new(
    "ChecklessChess",
    "neither side may give check but with mate; whether it is mate is asked under the same rule",
    |_, book| {
        let rule = NoCheckButMate { slot: book.stages.slot(0) };
        book.stages.legality.push(Box::new(rule));
        book.stages.telling.push(Box::new(rule));
        Ok(())
    },
);

/// No check but mate. The slot is 0 in every position that is played; in those that are only thought of when a mate is
/// asked about it tells how.
#[derive(Clone, Copy)]
struct NoCheckButMate {
    slot: u8,
}

/// In a position in which no check at all is allowed.
const STRICT: u32 = u32::MAX;

/// So many checks in answer to checks are followed. Where it matters whether one of a longer chain is legal the rules do
/// not decide anything: each is if the next is not.
const DEEPEST: u32 = 8;

/// A check in answer to so many others is taken to be legal; else it is taken not to be.
const LEGAL: u32 = 1 << 16;

impl NoCheckButMate {
    /// The side to move, which is in check, has no legal move; as far as the rules say it, and else as is `assumed`.
    fn is_mate(self, after: &mut FairyPosition, depth: u32, assumed: u32) -> bool {
        after.apply(Effect::Slot { slot: self.slot, value: assumed | (depth + 1) });
        !after.has_legal_move()
    }
}

impl Legality for NoCheckButMate {
    /// A move that leaves its own king in check is left to the rule that forbids that: asking about it here would only
    /// lead into positions that cannot arise. A check that is not decided about is legal, but no parry to a check.
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        if !draft.after.is_in_check(!draft.side) || draft.after.is_in_check(draft.side) {
            return true;
        }
        let mut after = draft.finished();
        let asked = draft.before.slot(self.slot);
        if asked == STRICT {
            return false;
        }
        let (depth, assumed) = (asked & !LEGAL, asked & LEGAL);
        if depth >= DEEPEST {
            return assumed == LEGAL;
        }
        // Most checks are parried without a check; only when none is, the checks in answer have to be looked at.
        after.apply(Effect::Slot { slot: self.slot, value: STRICT });
        if after.has_legal_move() {
            return false;
        }
        if depth > 0 {
            return self.is_mate(&mut after, depth, assumed);
        }
        let parries = draft.before.is_in_check(draft.side);
        let mut mates = [0, LEGAL].into_iter().map(|assumed| self.is_mate(&mut after, depth, assumed));
        if parries { mates.all(|mates| mates) } else { mates.any(|mates| mates) }
    }

    /// What gives no check is legal.
    fn spares_kings(&self, position: &FairyPosition, king: Sq) -> bool {
        position.gives_no_check_by_going(king)
    }
}

impl Telling for NoCheckButMate {
    fn end(&self, after: &FairyPosition, record: &mut MoveRecord) {
        if record.check {
            let [mates, mates_otherwise] = [0, LEGAL].map(|assumed| self.is_mate(&mut after.clone(), 0, assumed));
            record.undecided = mates != mates_otherwise;
        }
    }
}
