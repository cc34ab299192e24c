use super::ConditionDef;
use crate::fairy::FairyPosition;
use crate::fairy::stages::CheckRule;
use crate::units::Color;

pub const DEF: ConditionDef =
    ConditionDef::new("Bicolores", "kings are also in check from men of their own side", |_, book| {
        book.stages.checks.push(Box::new(OwnChecks));
        Ok(())
    });

struct OwnChecks;

impl CheckRule for OwnChecks {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        attacked || position.board().royals(side).iter().any(|king| position.is_attacked(king, side))
    }
}
