//! Volage men: they change sides by coming to a square of the other colour.

use super::{Condition, ConditionDef};
use crate::fairy::stages::Moment;
use crate::fairy::{RuleBook, Volage, Wavering};
use crate::units::Traits;

pub const VOLAGE: ConditionDef = ConditionDef {
    excludes: &[("Hypervolage", "a man changes sides once or each time"), EXCHANGED, TRANSFORMED],
    ..ConditionDef::new(
        "Volage",
        "all men (not royal ones) are volage: each changes sides once, when it first comes to a square of the other colour",
        |condition, book| install(condition, book, Volage::Everyone),
    )
};

pub const HYPERVOLAGE: ConditionDef = ConditionDef {
    excludes: &[EXCHANGED, TRANSFORMED],
    ..ConditionDef::new(
        "Hypervolage",
        "a man (not a royal one) changes sides whenever it comes to a square of the other colour",
        |condition, book| install(condition, book, Volage::Always),
    )
};

const EXCHANGED: (&str, &str) = ("MessignyChess", "how men that change places are volage is not settled");
const TRANSFORMED: (&str, &str) = ("KobulKings", "whether kings that become other men are volage is not settled");

fn install(_: &Condition, book: &mut RuleBook, volage: Volage) -> Result<(), String> {
    let has = |traits: Traits| book.diagram.iter().any(|(_, unit)| unit.traits.has(traits));
    if has(Traits::NEUTRAL) || has(Traits::HALF_NEUTRAL) {
        return Err("how neutral men are volage is not settled".into());
    }
    if !has(Traits::VOLAGE) {
        book.stages.follow(Moment::Volage, Wavering);
    }
    book.volage = volage;
    Ok(())
}
