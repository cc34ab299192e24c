//! Contact: units side by side, diagonally too.

use super::{Condition, ConditionDef};
use crate::fairy::stages::Legality;
use crate::fairy::{Draft, FairyPosition, RuleBook, Sq};
use crate::pieces::QUEEN;

pub const KOEKO: ConditionDef =
    ConditionDef::new("KoeKo", "a unit may move only to where it stands beside another unit", install);
pub const NEW_KOEKO: ConditionDef = ConditionDef::new(
    "NewKoeko",
    "a unit that stands beside another moves only to where it does so again, one that does not only to where it does not",
    install,
);
pub const ANTI_KOEKO: ConditionDef =
    ConditionDef::new("AntiKoeko", "a unit may move only to where it stands beside no other unit", install);

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let rule = match condition.def.name {
        "KoeKo" => Contact::Compulsory,
        "NewKoeko" => Contact::Kept,
        _ => Contact::Forbidden,
    };
    book.stages.checks_are_played = true;
    book.stages.legality.push(Box::new(rule));
    Ok(())
}

enum Contact {
    Compulsory,
    Kept,
    Forbidden,
}

fn touches(position: &FairyPosition, sq: Sq) -> bool {
    QUEEN.iter().any(|&vector| position.step(sq, vector).is_some_and(|beside| !position.board().is_empty(beside)))
}

impl Legality for Contact {
    fn is_legal(&self, draft: &Draft) -> bool {
        let Some(sq) = draft.at else { return true };
        touches(&draft.after, sq)
            == match self {
                Contact::Compulsory => true,
                Contact::Kept => touches(draft.before, draft.from),
                Contact::Forbidden => false,
            }
    }

    fn binds_checks(&self) -> bool {
        true
    }
}
