use super::ConditionDef;
use crate::fairy::stages::Legality;
use crate::fairy::{FairyPosition, MoveBuilder, Sq, Step};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "LeseMajeste",
    "the king of the side not to move may be in check in the diagram; it is not captured",
    |_, book| {
        book.stages.kings_are_spared = true;
        book.stages.legality.push(Box::new(NoRegicide));
        Ok(())
    },
);

/// Forbids the capture of kings, for conditions under which an attacked king is not always in check.
pub struct NoRegicide;

impl Legality for NoRegicide {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        draft.captured.is_none_or(|(man, _)| !man.is_royal())
    }

    fn forbids(&self, position: &FairyPosition, _: Color, _: Sq, step: Option<&Step>) -> bool {
        step.and_then(|step| step.taken).is_some_and(|sq| position.board().man(sq).is_royal())
    }

    fn judges_plain_steps(&self) -> bool {
        true
    }

    fn binds_kings(&self, _: Color) -> bool {
        false
    }
}
