use super::ConditionDef;
use super::turncoats::turn_because;
use crate::fairy::footprint::{Brings, Footprint};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{MoveBuilder, Sq, Squares, Why};

pub const DEF: ConditionDef = ConditionDef::new(
    "Masand",
    "when a man gives check by its move, all men (not kings) of either side that it observes change colour",
    |_, book| {
        book.stages.follow(Moment::Observed, Masand { generalised: false });
        Ok(())
    },
);

pub const GENERALISED: ConditionDef = ConditionDef::new(
    "MasandGeneralised",
    "after a move, all men (not kings) of either side that a checking man observes change colour. The squares are \
     taken in order: a man that has just joined the moving side and gives check acts in the same way if its square \
     comes later; no man changes twice",
    |_, book| {
        book.stages.follow(Moment::Observed, Masand { generalised: true });
        Ok(())
    },
)
.called("MasandVerallgemeinert", "MasandGeneralise");

struct Masand {
    generalised: bool,
}

impl Aftermath for Masand {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let candidates: Vec<Sq> = if self.generalised {
            draft.after.board().occupied().iter().collect()
        } else {
            draft.at.into_iter().collect()
        };
        // Squares are visited in order. A man that joins the side that has moved, and then gives check, changes other
        // men in its turn if its square is visited later. No man changes twice.
        let mut changed = Squares::NONE;
        for at in candidates {
            let gives_check = |draft: &MoveBuilder| {
                let board = draft.after.board();
                board.man(at).is_of(draft.side)
                    && board.royals(!draft.side).iter().any(|king| draft.after.attacks(draft.side, at, king))
            };
            if !gives_check(draft) {
                continue;
            }
            for sq in draft.after.board().occupied().iter() {
                let man = draft.after.board().man(sq);
                let may_change = at != sq && !changed.has(sq) && !man.is_royal() && !man.is_neutral();
                if may_change && draft.after.observes(draft.side, at, sq) && gives_check(draft) {
                    changed.add(sq);
                    turn_because(draft, sq, man, Why::Apart);
                }
            }
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { brings: Brings::Colours, ..Footprint::default() }
    }
}
