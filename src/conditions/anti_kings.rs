use super::ConditionDef;
use super::lese_majeste::NoRegicide;
use crate::fairy::FairyPosition;
use crate::fairy::stages::CheckRule;
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "AntiKings",
    "a king is in check when it is not attacked. Kings neither capture each other nor are captured",
    |_, book| {
        book.stages.checks.push(Box::new(Unattacked));
        book.stages.legality.push(Box::new(NoRegicide));
        Ok(())
    },
)
.called("AntiKoenige", "AntiRois");

struct Unattacked;

impl CheckRule for Unattacked {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        !attacked && !position.board().royals(side).is_empty()
    }
}
