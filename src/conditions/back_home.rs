use super::ConditionDef;
use crate::fairy::stages::{CheckRule, Selection};
use crate::fairy::{FairyPosition, Sq, Step};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "BackHome",
    "a side that can legally return a man to its square in the diagram must do so. A king is in check only from \
     captures that this rule allows",
    |_, book| {
        book.keeps_origins = true;
        book.stages.selection.push(Box::new(Return));
        book.stages.checks.push(Box::new(Return));
        Ok(())
    },
)
.called("NachHause", "Retour");

struct Return;

fn goes_home(position: &FairyPosition, from: Sq, to: Sq) -> bool {
    position.origin(from) == Some(to)
}

impl Selection for Return {
    fn concerns(&self, position: &FairyPosition) -> bool {
        position.may_step(&|from| position.origin(from))
    }

    fn rank(&self, position: &FairyPosition, from: Sq, step: &Step) -> i32 {
        i32::from(goes_home(position, from, step.to))
    }
}

impl CheckRule for Return {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let by = !side;
        let Some(thought) = position.in_thought(by).filter(|_| attacked) else { return attacked };
        let returns_by_capture = position.board().royals(side).iter().any(|royal| {
            let men = position.board().of(by);
            men.iter().any(|from| goes_home(position, from, royal) && position.attacks(by, from, royal))
        });
        // If there is a return, only returns are legal, so the first one ends the search.
        returns_by_capture
            || !self.concerns(&thought)
            || !thought.each_legal_move(&mut |m| goes_home(position, m.from, m.step.to))
    }

    fn needs_attack(&self) -> bool {
        true
    }
}
