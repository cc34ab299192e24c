use super::ConditionDef;
use crate::fairy::FairyPosition;
use crate::fairy::stages::Selection;
use crate::fairy::{Sq, Step};

pub const DEF: ConditionDef = ConditionDef::new(
    "LosingChess",
    "captures are compulsory; the king is an ordinary man: it is never in check, can be captured, may castle while \
     attacked, and pawns promote to it",
    |_, book| {
        book.stages.selection.push(Box::new(Captures));
        book.stages.kings_are_common = true;
        book.promote_to_kings_too();
        Ok(())
    },
)
.called("Schlagschach", "QuiPerdGagne");

struct Captures;

impl Selection for Captures {
    fn rank(&self, _: &FairyPosition, _: Sq, step: &Step) -> i32 {
        i32::from(step.taken.is_some())
    }
}
