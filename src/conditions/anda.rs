//! Anda: units become neutral by giving check (or by not giving it). A neutral unit joins the side that moves it.

use super::{Condition, ConditionDef};
use crate::fairy::stages::Moment;
use crate::fairy::{Anda, RuleBook};

pub const ANDA: ConditionDef = ConditionDef::new(
    "Anda",
    "a man (not a king) that attacks the king after its move becomes neutral; a neutral man that does so takes the \
     colour of the side that moved it",
    install,
);
pub const INVERSE: ConditionDef = ConditionDef::new(
    "AndaInverse",
    "a man (not a king) that does not attack the king after its move becomes neutral; a neutral man that does not \
     takes the colour of the side that moved it",
    install,
)
.called("AndaInvers", "AndaInverse");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let anda = Anda { by_check: condition.def.name == "Anda", concerns: |man| !man.is_royal() };
    book.stages.follow(Moment::Observed, anda);
    Ok(())
}
