use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::{Extra, Immobility};
use crate::fairy::{Effect, FairyPosition, MoveBuilder, RuleBook, Step, StepKind};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef {
    arguments: Arguments::Numbers,
    ..ConditionDef::new(
        "RoleExchange",
        "instead of moving, White may exchange the roles: the board is turned by 180 degrees, each side continues \
         with the other's men, and Black moves. A number sets how often White may do so",
        install,
    )
}
.called("Rollentausch", "EchangeRole");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let most = condition.numbers.first().copied().unwrap_or(u32::MAX);
    let exchange = Exchange { left: book.stages.slot(most) };
    book.stages.extra.push(Box::new(exchange));
    book.stages.immobility.push(Box::new(NothingElse));
    Ok(())
}

struct Exchange {
    /// Index of the slot, a number kept with the position, that counts the role exchanges which remain for White;
    /// [`u32::MAX`] means no limit.
    left: u8,
}

impl Extra for Exchange {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let left = position.slot(self.left);
        if position.side() == Color::Black || left == 0 {
            return false;
        }
        let nowhere = 0;
        let step = Step { origin: nowhere, to: nowhere, taken: None, kind: StepKind::RoleExchange };
        let mut draft = MoveBuilder::new(position, nowhere, step);
        draft.at = None;
        draft.apply(Effect::Turned);
        if left != u32::MAX {
            draft.apply(Effect::Slot { slot: self.left, value: left - 1 });
        }
        next(&mut draft)
    }
}

/// Treats a side as mated or stalemated if its only moves are role exchanges, as Popeye does. Play may go on
/// nevertheless.
struct NothingElse;

impl Immobility for NothingElse {
    fn is_immobile(&self, position: &FairyPosition, without_moves: bool) -> bool {
        without_moves || !position.each_legal_move(&mut |m| m.step.kind.is_made_by_a_man())
    }
}
