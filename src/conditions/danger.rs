//! DangerCirce: a man that the other side observes may move to its rebirth square.

use super::ConditionDef;
use super::rebirth::{Event, Rebirth, Subject};
use crate::fairy::stages::{CheckRule, Extra};
use crate::fairy::{FairyPosition, MoveBuilder, RuleBook, Sq, Squares, Step, StepKind};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "DangerCirce",
    "a man (kings included) that the other side observes may also move to its rebirth square, and capture there; by \
     such a move it gives check, but it observes nothing",
    install,
)
.called("GefahrenCirce", "CirceDanger");

fn install(_: &super::Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.extra.push(Box::new(Homewards));
    book.stages.checks.push(Box::new(Homewards));
    Ok(())
}

struct Homewards;

/// Returns the step of the man on `from` to its rebirth square. Returns `None` if this square is not in `homes`, the
/// squares of interest, if the man cannot move there, or if no enemy observes the man. A man is observed even if a rule
/// forbids its capture.
fn way_home(position: &FairyPosition, side: Color, from: Sq, homes: &Squares) -> Option<Step> {
    let man = position.board().man(from);
    let to = Rebirth::default().square(position.book(), Subject { man, side, origin: None }, Event::none(from))?;
    let there = position.board().man(to);
    let goes = homes.has(to) && to != from && !there.is_of(side) && position.has(to);
    if !goes || !position.is_observed(from, !side) {
        return None;
    }
    let step = Step { origin: from, to, taken: there.is_some().then_some(to), kind: StepKind::Plain };
    position.may_make(side, from, &step).then_some(step)
}

impl Extra for Homewards {
    fn are_steps(&self) -> bool {
        true
    }

    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let side = position.side();
        position.board().of(side).iter().any(|from| {
            way_home(position, side, from, &Squares::ALL).is_some_and(|step| {
                let mut draft = MoveBuilder::new(position, from, step);
                draft.play_step();
                next(&mut draft)
            })
        })
    }
}

impl CheckRule for Homewards {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let royals = position.board().royals(side);
        attacked || position.board().of(!side).iter().any(|from| way_home(position, !side, from, &royals).is_some())
    }
}
