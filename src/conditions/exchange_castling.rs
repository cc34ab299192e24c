use super::ConditionDef;
use crate::fairy::stages::Extra;
use crate::fairy::{Effect, FairyPosition, MoveBuilder, Step, StepKind};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "ExchangeCastling",
    "once in the game, a side may exchange the places of its king and one of its other men (not a pawn); there is no \
     other castling",
    |_, book| {
        book.geometry.castlings.clear();
        let slots = [book.stages.slot(0), book.stages.slot(0)];
        book.stages.extra.push(Box::new(Exchange { slots }));
        Ok(())
    },
)
.called("PlatzwechselRochade", "EchangeRoque");

struct Exchange {
    /// For each side, the index of a slot, a number kept with the position, that is 1 after the side's exchange
    /// castling.
    slots: [u8; 2],
}

impl Extra for Exchange {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let side: Color = position.side();
        let slot = self.slots[side as usize];
        let board = position.board();
        let Some(king) = board.royals(side).first() else { return false };
        if position.slot(slot) != 0 {
            return false;
        }
        board.of(side).iter().filter(|&from| from != king && !board.man(from).piece().is_pawn()).any(|from| {
            let step = Step { origin: from, to: king, taken: None, kind: StepKind::Exchange };
            if !position.may_make(side, from, &step) {
                return false;
            }
            let mut draft = MoveBuilder::new(position, from, step);
            draft.play_step();
            draft.apply(Effect::Slot { slot, value: 1 });
            next(&mut draft)
        })
    }
}
