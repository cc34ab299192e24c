use super::ConditionDef;
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, MoveBuilder, Step, StepKind, Why, file, rank};
use crate::units::print_order;

pub const DEF: ConditionDef = ConditionDef::new(
    "SeriesCapture",
    "a man that has captured may continue in the same move as long as it captures; a step without a capture ends the \
     series, and so does a check",
    |_, book| {
        book.stages.follow(Moment::Again, Series);
        Ok(())
    },
)
.called("SerienSchlag", "SerieCapture");

/// Lets a capturing move end, or go on with further steps of the same man.
struct Series;

impl Aftermath for Series {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if draft.captured.is_none() {
            return next(draft);
        }
        // The capturing side may not be in check after any capture.
        if draft.after.is_in_check(draft.side) {
            return false;
        }
        next(&mut draft.clone()) || go_on(draft, next)
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, ..Footprint::default() }
    }
}

/// Continues the series with each possible step of the capturing man. Each step has the effects of a move of its own,
/// and may be followed by further steps.
fn go_on(draft: &MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
    let Some((_, sq)) = draft.arrived().filter(|(man, _)| man.is_of(draft.side)) else { return false };
    // A check ends the series, whichever man gives it.
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
    // In the order in which moves are printed.
    let piece = draft.after.board().man(sq).piece();
    let bounds = |step: &Step| (i32::from(file(step.to) - file(sq)), i32::from(rank(step.to) - rank(sq)));
    steps.sort_by_cached_key(|step| print_order(piece, bounds(step), None, false));
    steps.into_iter().any(|step| {
        let mut leg = MoveBuilder::new(&draft.after, sq, step);
        leg.play_step();
        draft.after.ends_of(&mut leg, &mut |end| next(&mut joined(draft, end)))
    })
}

/// Returns the move that consists of `draft`, the series of captures until now, followed by the step `leg`.
fn joined<'a>(draft: &MoveBuilder<'a>, leg: &MoveBuilder) -> MoveBuilder<'a> {
    let mut whole = draft.clone();
    let taken = leg.step.taken.map(|sq| Effect::Remove { sq, why: Why::Move });
    let step = Effect::Go { from: leg.from, to: leg.step.to, why: Why::Move };
    for &effect in leg.effects.iter() {
        whole.apply(match effect {
            Effect::Remove { sq, .. } if Some(effect) == taken => Effect::Remove { sq, why: Why::Onward },
            Effect::Go { from, to, .. } if effect == step => Effect::Go { from, to, why: Why::Onward },
            other => other,
        });
    }
    if let StepKind::Passing(squares, count) = leg.step.kind
        && leg.at == Some(leg.step.to)
    {
        whole.apply(Effect::Passing { squares, count, pawn: leg.step.to });
    }
    (whole.captured, whole.at) = (leg.captured, leg.at);
    whole
}
