use super::ConditionDef;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Draft, Effect, Why};
use crate::pieces::QUEEN;
use crate::units::Piece;

pub const DEF: ConditionDef = ConditionDef::new(
    "Influencer",
    "the adverse units (not kings) beside the square where a unit arrives become pawns, and on their last rank units of \
     its kind",
    |_, book| {
        book.stages.follow(Moment::Elsewhere, Influence);
        Ok(())
    },
);

struct Influence;

impl Aftermath for Influence {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        if let Some((mover, at)) = draft.arrived() {
            let book = draft.before.book();
            for &vector in QUEEN {
                let Some(sq) = book.geometry.step(at, vector) else { continue };
                let man = draft.after.board().man(sq);
                if !man.is_only_of(!draft.side) || man.is_royal() {
                    continue;
                }
                let pawn = man.with_piece(Piece::PAWN);
                if book.promotes(!draft.side, pawn, sq) {
                    draft.apply(Effect::Change { sq, man: man.with_piece(mover.piece()), why: Why::Condition });
                } else if pawn != man {
                    draft.apply(Effect::Change { sq, man: pawn, why: Why::Condition });
                }
            }
        }
        next(draft)
    }
}
