use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{Aftermath, Extra, Moment};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step, StepKind};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef {
    variants: &[VariantDef { name: "RexExclusive", aliases: &[], doc: "kings do not change places" }],
    ..ConditionDef::new(
        "MessignyChess",
        "instead of moving a man, a side may exchange the places of one of its men and an enemy man of the same kind; \
         men that have just been exchanged may not be exchanged by the next move",
        install,
    )
}
.called("MessignySchach", "EchecsMessigny");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let messigny = Messigny { kings: !condition.has("RexExclusive"), slot: book.stages.slot(0) };
    book.stages.lapsing.push((messigny.slot, 0));
    book.stages.follow(Moment::Last, Forget(messigny.slot));
    book.stages.extra.push(Box::new(messigny));
    Ok(())
}

struct Messigny {
    kings: bool,
    /// Index of the slot, a number kept with the position, that holds the two squares whose men the last move has
    /// exchanged. It is 0 if the last move was not an exchange.
    slot: u8,
}

fn word(a: Sq, b: Sq) -> u32 {
    1 << 16 | u32::from(a.min(b)) << 8 | u32::from(a.max(b))
}

impl Extra for Messigny {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let board = position.board();
        let side = position.side();
        let last = position.slot(self.slot);
        let is_tired = |sq: Sq| last != 0 && (last as u8 == sq || (last >> 8) as u8 == sq);
        // A neutral man changes places as a man of either side, even with another neutral man.
        let fresh = |color: Color| board.of(color).iter().filter(move |&sq| !is_tired(sq));
        fresh(side).any(|from| {
            let man = board.man(from);
            fresh(!side).any(|to| {
                let other = board.man(to);
                if from == to || other.piece() != man.piece() || man.is_royal() && !self.kings {
                    return false;
                }
                let step = Step { origin: from, to, taken: None, kind: StepKind::Exchange };
                let back = Step { origin: to, to: from, ..step };
                let restrictions = &position.book().stages.restrictions;
                if !position.may_make(side, from, &step)
                    || !restrictions.iter().all(|stage| stage.allows(position, !side, to, other, &back))
                {
                    return false;
                }
                let mut draft = MoveBuilder::new(position, from, step);
                draft.play_step();
                draft.apply(Effect::Slot { slot: self.slot, value: word(from, to) });
                next(&mut draft)
            })
        })
    }
}

struct Forget(u8);

impl Aftermath for Forget {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if draft.step.kind != StepKind::Exchange && draft.after.slot(self.0) != 0 {
            draft.apply(Effect::Slot { slot: self.0, value: 0 });
        }
        next(draft)
    }

    fn spares(&self, position: &FairyPosition, _: Color, _: Sq, _: Man, _: &Step) -> bool {
        position.slot(self.0) == 0
    }
}
