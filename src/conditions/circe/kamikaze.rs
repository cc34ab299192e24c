//! Kamikaze men in Circe: a kamikaze man that captures is reborn as if it had been captured itself. If no rebirth is
//! possible, it vanishes.

use super::super::rebirth::{Event, Rebirth, Subject, promote};
use crate::fairy::footprint::{Brings, Footprint};
use crate::fairy::stages::Aftermath;
use crate::fairy::{Effect, MoveBuilder, Why};
use crate::units::Traits;

pub struct KamikazeReborn(pub Rebirth);

impl Aftermath for KamikazeReborn {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let (Some((_, on)), Some((man, at))) = (draft.captured, draft.arrived()) else { return next(draft) };
        if !man.has(Traits::KAMIKAZE) {
            return next(draft);
        }
        let subject = Subject { man, side: draft.side, origin: draft.before.origin(draft.from) };
        let sq = self.0.square(draft.before.book(), subject, Event::capture(on, draft.from, draft.step.to));
        let is_free = |sq: u8| sq == at || draft.after.has(sq) && draft.after.board().is_empty(sq);
        let Some(sq) = sq.filter(|&sq| is_free(sq)) else {
            draft.apply(Effect::Remove { sq: at, why: Why::Silent });
            return next(draft);
        };
        draft.apply(Effect::Go { from: at, to: sq, why: Why::Condition });
        draft.renew(sq);
        promote(draft, draft.side, sq, next)
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, brings: Brings::Nothing, ..Footprint::default() }
    }
}
