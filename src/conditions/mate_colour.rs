use super::ConditionDef;
use crate::fairy::footprint::{Brings, Footprint};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, MoveBuilder, Sq, Why};

pub const DEF: ConditionDef = ConditionDef::new(
    "#C",
    "when a move mates, the checking men (not kings) change colour, unless that leaves the king of the mating side in \
     check",
    |_, book| {
        let thought = book.stages.slot(0);
        book.stages.follow(Moment::Last, Recolouring { thought });
        Ok(())
    },
);

struct Recolouring {
    /// Index of the slot, a number kept with the position. The number is not 0 in positions that the rule tries only to
    /// find out whether a move mates; no men change colour there.
    thought: u8,
}

impl Recolouring {
    /// Returns the squares of the checking men if the move mates, otherwise an empty list. Royal men are left out.
    fn mating(&self, draft: &MoveBuilder) -> Vec<Sq> {
        let mut position = draft.finished();
        let side = position.side();
        if !position.is_in_check(side) {
            return Vec::new();
        }
        position.apply(Effect::Slot { slot: self.thought, value: 1 });
        if position.any_legal_move() {
            return Vec::new();
        }
        let board = position.board();
        let kings = board.royals(side);
        let is_royal = |from: Sq| board.man(from).is_royal();
        let checks = |from: &Sq| !is_royal(*from) && kings.iter().any(|king| position.attacks(!side, *from, king));
        board.of(!side).iter().filter(checks).collect()
    }
}

impl Aftermath for Recolouring {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if draft.before.slot(self.thought) == 0 {
            let mut recoloured = draft.clone();
            for sq in self.mating(draft) {
                let man = recoloured.after.board().man(sq);
                recoloured.change(sq, man.with_color(!man.color()), Why::Apart);
            }
            if !recoloured.after.is_in_check(draft.side) {
                return next(&mut recoloured);
            }
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { brings: Brings::Colours, ..Footprint::default() }
    }
}
