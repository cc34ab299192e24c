use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::{Aftermath, Extra, Moment};
use crate::fairy::{Draft, Effect, FairyPosition, RuleBook, Step, StepKind};

pub const DEF: ConditionDef = ConditionDef {
    arguments: Arguments::Numbers,
    ..ConditionDef::new(
        "RoleExchange",
        "instead of moving, a side may let the sides exchange their roles: the board is turned by half, each side goes on \
         with what were the other's men, and the other side moves. That may not be answered by another exchange. A number \
         says how often a side may do so",
        install,
    )
};

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let most = condition.numbers.first().copied().unwrap_or(u32::MAX);
    let exchange = Exchange { just_done: book.stages.slot(0), left: [book.stages.slot(most), book.stages.slot(most)] };
    book.stages.follow(Moment::Last, Forget(exchange.just_done));
    book.stages.extra.push(Box::new(exchange));
    Ok(())
}

struct Exchange {
    just_done: u8,
    left: [u8; 2],
}

impl Extra for Exchange {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        let slot = self.left[position.side() as usize];
        let left = position.slot(slot);
        if position.slot(self.just_done) != 0 || left == 0 {
            return false;
        }
        let nowhere = 0;
        let step = Step { origin: nowhere, to: nowhere, taken: None, kind: StepKind::RoleExchange };
        let mut draft = Draft::new(position, nowhere, step);
        draft.at = None;
        draft.apply(Effect::Turned);
        draft.apply(Effect::Slot { slot: self.just_done, value: 1 });
        if left != u32::MAX {
            draft.apply(Effect::Slot { slot, value: left - 1 });
        }
        next(&mut draft)
    }
}

struct Forget(u8);

impl Aftermath for Forget {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        if draft.step.kind != StepKind::RoleExchange && draft.after.slot(self.0) != 0 {
            draft.apply(Effect::Slot { slot: self.0, value: 0 });
        }
        next(draft)
    }
}
