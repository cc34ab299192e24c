//! Anda: a man that gives check becomes neutral. AndaInverse: a man that gives no check becomes neutral. A man that is
//! neutral already takes the colour of the side that moved it.

use super::{Condition, ConditionDef};
use crate::fairy::stages::Moment;
use crate::fairy::{Anda, RuleBook};

pub const ANDA: ConditionDef = ConditionDef::new(
    "Anda",
    "a man (not a king) that attacks the enemy king after its move becomes neutral; a neutral man that does so takes \
     the colour of the side that moved it",
    install,
);
pub const INVERSE: ConditionDef = ConditionDef::new(
    "AndaInverse",
    "a man (not a king) that does not attack the enemy king after its move becomes neutral; a neutral man that does \
     not attack it takes the colour of the side that moved it",
    install,
)
.called("AndaInvers", "AndaInverse");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let anda = Anda { by_check: condition.def.name == "Anda", concerns: |man| !man.is_royal() };
    book.stages.follow(Moment::Observed, anda);
    Ok(())
}
