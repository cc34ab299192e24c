use super::ConditionDef;
use crate::fairy::stages::Mobility;
use crate::fairy::{FairyPosition, Man, Sq};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "FunctionaryChess",
    "a man (kings included) moves, captures and gives check only while the other side observes it",
    |_, book| {
        book.stages.mobility.push(Box::new(Observed));
        Ok(())
    },
)
.called("BeamtenSchach", "EchecsFonctionnaire");

struct Observed;

impl Mobility for Observed {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, _: Man) -> bool {
        position.board().of(!side).iter().any(|sq| sq != from && position.observes(!side, sq, from))
    }
}
