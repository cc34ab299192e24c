//! Volage men change sides when they come to a square of the other colour.

use super::ConditionDef;
use crate::fairy::stages::Moment;
use crate::fairy::{RuleBook, Volage, Wavering};
use crate::units::Traits;

pub const VOLAGE: ConditionDef = ConditionDef::new(
    "Volage",
    "all men (except royal ones) are volage: each changes sides once, when it first moves to a square of the other \
     colour",
    |_, book| install(book, Volage::Everyone),
);

pub const HYPERVOLAGE: ConditionDef = ConditionDef::new(
    "Hypervolage",
    "a man (except a royal one) changes sides whenever it moves to a square of the other colour",
    |_, book| install(book, Volage::Always),
);

fn install(book: &mut RuleBook, volage: Volage) -> Result<(), String> {
    if !book.diagram.iter().any(|(_, unit)| unit.traits.has(Traits::VOLAGE)) {
        book.stages.follow(Moment::Volage, Wavering);
    }
    book.volage = volage;
    Ok(())
}
