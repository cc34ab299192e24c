use super::{ConditionDef, VariantDef};
use crate::fairy::Man;
use crate::fairy::stages::Moment;
use crate::fairy::traits::Protean;

pub const DEF: ConditionDef = ConditionDef {
    variants: &[VariantDef { name: "RexExclusive", aliases: &[], doc: "kings stay kings" }],
    ..ConditionDef::new(
        "ProteanChess",
        "a unit that captures becomes what it has captured; a king becomes a royal unit of that kind. What captures a pawn \
         becomes a pawn that goes the other way, as its victim did",
        |condition, book| {
            let concerns = if condition.has("RexExclusive") { |man: Man| !man.is_royal() } else { |_: Man| true };
            book.stages.follow(Moment::Arrived, Protean { concerns });
            Ok(())
        },
    )
}.called("ProteischesSchach", "EchecsProtee");
