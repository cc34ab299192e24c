use super::ConditionDef;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Draft, Effect, Sq, Why};

pub const DEF: ConditionDef = ConditionDef::new(
    "LostPieces",
    "after each move the adverse units (not kings) that are attacked and not protected vanish",
    |_, book| {
        book.stages.follow(Moment::Elsewhere, Lost);
        Ok(())
    },
);

struct Lost;

impl Aftermath for Lost {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        let after = &draft.after;
        let other = !draft.side;
        let lost: Vec<Sq> = after
            .board()
            .of(other)
            .iter()
            .filter(|&sq| after.board().man(sq).is_only_of(other) && !after.board().man(sq).is_royal())
            .filter(|&sq| after.is_attacked(sq, draft.side) && !after.is_attacked(sq, other))
            .collect();
        for sq in lost {
            draft.apply(Effect::Remove { sq, why: Why::Condition });
        }
        next(draft)
    }
}
