use super::{ConditionDef, VariantDef};
use crate::fairy::Man;
use crate::fairy::stages::Moment;
use crate::fairy::traits::Protean;

pub const DEF: ConditionDef = ConditionDef {
    variants: &[VariantDef { name: "RexExclusive", aliases: &[], doc: "kings stay kings" }],
    ..ConditionDef::new(
        "ProteanChess",
        "a capturing man becomes the captured piece; a king becomes a royal man of that kind. A man that captures a \
         pawn becomes a pawn that moves in the direction of the captured one",
        |condition, book| {
            let concerns = if condition.has("RexExclusive") { |man: Man| !man.is_royal() } else { |_: Man| true };
            book.stages.follow(Moment::Arrived, Protean { concerns });
            Ok(())
        },
    )
}
.called("ProteischesSchach", "EchecsProtee");
