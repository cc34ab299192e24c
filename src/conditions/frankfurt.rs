use super::ConditionDef;
use crate::fairy::footprint::{Brings, Footprint};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{MoveBuilder, Why};

pub const DEF: ConditionDef = ConditionDef::new(
    "FrankfurtChess",
    "a capturing man becomes the captured piece; a king becomes a royal man of that kind. A man that becomes a pawn \
     on its last rank promotes",
    |_, book| {
        book.stages.follow(Moment::Arrived, Frankfurt);
        Ok(())
    },
)
.called("FrankfurtSchach", "Francfort");

struct Frankfurt;

impl Aftermath for Frankfurt {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let (Some((victim, _)), Some((man, sq))) = (draft.captured, draft.arrived())
            && !victim.is_royal()
        {
            if victim.piece() == man.piece() {
                draft.renew(sq);
            } else {
                draft.change(sq, man.with_piece(victim.piece()), Why::Condition);
            }
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, brings: Brings::Nothing, ..Footprint::default() }
    }
}
