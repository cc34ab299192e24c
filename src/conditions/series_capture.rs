use super::ConditionDef;
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, MoveBuilder, Step, Why};

pub const DEF: ConditionDef = ConditionDef::new(
    "SeriesCapture",
    "a unit that has captured may go on in the same move, as often as it captures; with a move that captures nothing the \
     series ends, and with a check",
    |_, book| {
        book.stages.follow(Moment::Arrived, Series);
        Ok(())
    },
);

struct Series;

impl Aftermath for Series {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if draft.captured.is_none() { next(draft) } else { go_on(draft, next) }
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, ..Footprint::default() }
    }
}

/// A capture has been made: a pawn promotes, and then the move may end or go on.
fn go_on(draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
    let Some((man, sq)) = draft.arrived() else { return next(draft) };
    // No king is in check on the way.
    if draft.after.is_in_check(draft.side) {
        return false;
    }
    let book = draft.before.book();
    if !book.promotes(draft.side, man, sq) {
        return end_or_go_on(draft, next);
    }
    book.promotions.iter().any(|&piece| {
        let mut promoted = draft.clone();
        promoted.apply(Effect::Change { sq, man: book.promoted(man, piece), why: Why::Move });
        end_or_go_on(&mut promoted, next)
    })
}

fn end_or_go_on(draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
    if next(&mut draft.clone()) {
        return true;
    }
    let Some((_, sq)) = draft.arrived() else { return false };
    // With a check the series ends, whoever gives it.
    if draft.after.is_in_check(!draft.side) {
        return false;
    }
    let mut steps: Vec<Step> = Vec::new();
    draft.after.steps(draft.side, sq, None, &mut |step| {
        if !step.kind.is_castling() {
            steps.push(step);
        }
        false
    });
    steps.into_iter().any(|step| {
        let mut further = draft.clone();
        if let Some(taken) = step.taken {
            further.captured = Some((draft.after.board().man(taken), taken));
            further.apply(Effect::Remove { sq: taken, why: Why::Onward });
        }
        further.apply(Effect::Go { from: sq, to: step.to, why: Why::Onward });
        if step.taken.is_some() { go_on(&mut further, next) } else { next(&mut further) }
    })
}
