use super::ConditionDef;
use crate::fairy::stages::{Legality, Recording};
use crate::fairy::{Effect, FairyPosition, MoveBuilder, Sq};
use crate::position::Position;
use crate::units::MoveRecord;

pub const DEF: ConditionDef = ConditionDef::new(
    "ChecklessChess",
    "neither side may give check except by mate; the same rule decides what is mate",
    |_, book| {
        let rule = NoCheckButMate { slot: book.stages.slot(0) };
        book.stages.legality.push(Box::new(rule));
        book.stages.recording.push(Box::new(rule));
        Ok(())
    },
)
.called("Ohneschach", "SansEchecs");

#[derive(Clone, Copy)]
struct NoCheckButMate {
    /// Index of the slot, a number kept with the position. The number is 0 in positions that are really reached in
    /// play. To find out whether a check mates, the rule tries the replies to it. During such a trial the number is
    /// [`STRICT`] if replies may not give check. If they may, it is the number of successive checks of the trial, with
    /// or without the flag [`LEGAL`].
    slot: u8,
}

/// Value of the slot of [`NoCheckButMate`] while the rule tries replies to a check, and replies may not give check.
const STRICT: u32 = u32::MAX;

/// Greatest length of a chain of checks, each of which answers the previous one, that is tried. In longer chains,
/// legality remains undecided: a check is legal if and only if the check that answers it is illegal, and so on.
const DEEPEST: u32 = 8;

/// Flag in the slot: a check beyond [`DEEPEST`] is taken to be legal. Without the flag, it is taken to be illegal.
const LEGAL: u32 = 1 << 16;

impl NoCheckButMate {
    /// Whether the side to move, which is in check, has no legal move. `depth` is the number of successive checks
    /// before this one. `assumed` ([`LEGAL`] or 0) says whether checks beyond [`DEEPEST`] are taken to be legal.
    fn is_mate(self, after: &mut FairyPosition, depth: u32, assumed: u32) -> bool {
        after.apply(Effect::Slot { slot: self.slot, value: assumed | (depth + 1) });
        !after.has_legal_move()
    }
}

impl Legality for NoCheckButMate {
    /// Whether a move is legal under this rule. Moves that leave the moving side's king in check are accepted, because
    /// another rule forbids them. A check whose legality remains undecided (see [`DEEPEST`]) is legal unless it answers
    /// a check.
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
        // Most checks can be parried without giving check. Checks as answers are examined only if this one cannot.
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

    fn judges_only_checks(&self) -> bool {
        true
    }

    /// Whether all moves of the king satisfy this rule because none of them can give check.
    fn spares_kings(&self, position: &FairyPosition, king: Sq) -> bool {
        position.gives_no_check_by_going(king)
    }
}

impl Recording for NoCheckButMate {
    fn end(&self, after: &FairyPosition, record: &mut MoveRecord) {
        if record.check {
            let [mates, mates_otherwise] = [0, LEGAL].map(|assumed| self.is_mate(&mut after.clone(), 0, assumed));
            record.undecided = mates != mates_otherwise;
        }
    }
}
