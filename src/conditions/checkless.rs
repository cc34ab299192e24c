use super::ConditionDef;
use crate::fairy::stages::{Legality, Telling};
use crate::fairy::{Effect, FairyPosition, MoveBuilder, Sq};
use crate::position::Position;
use crate::units::MoveRecord;

pub const DEF: ConditionDef = ConditionDef::new(
    "ChecklessChess",
    "neither side may give check except by mate; the same rule decides what is mate",
    |_, book| {
        let rule = NoCheckButMate { slot: book.stages.slot(0) };
        book.stages.legality.push(Box::new(rule));
        book.stages.telling.push(Box::new(rule));
        Ok(())
    },
)
.called("Ohneschach", "SansEchecs");

/// Allows only checks that mate.
#[derive(Clone, Copy)]
struct NoCheckButMate {
    /// 0 in played positions. In positions that are only examined to decide whether a check mates, [`STRICT`] or
    /// the number of checks since the played one, with the assumption [`LEGAL`].
    slot: u8,
}

/// Value of the slot if no check at all is allowed.
const STRICT: u32 = u32::MAX;

/// Number of checks in answer to checks that are followed. If a longer chain matters, the rules do not decide it:
/// each of its checks is legal if the next is not.
const DEEPEST: u32 = 8;

/// Flag: a check at that depth is assumed to be legal; without it, to be illegal.
const LEGAL: u32 = 1 << 16;

impl NoCheckButMate {
    /// Whether the side to move, which is in check, has no legal move; `assumed` answers what the rules leave
    /// undecided.
    fn is_mate(self, after: &mut FairyPosition, depth: u32, assumed: u32) -> bool {
        after.apply(Effect::Slot { slot: self.slot, value: assumed | (depth + 1) });
        !after.has_legal_move()
    }
}

impl Legality for NoCheckButMate {
    /// A move that leaves its side's king in check is left to the rule that forbids that: examining it here would
    /// lead into positions that cannot arise. An undecided check is legal, but does not parry a check.
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
        // Most checks can be parried without a check. Only otherwise are checks in answer examined.
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

    /// Only moves that give check can be illegal.
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
