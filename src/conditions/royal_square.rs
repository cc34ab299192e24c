//! A royal square takes the place of a king.

use super::sides::Sides;
use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::CheckRule;
use crate::fairy::{FairyPosition, RuleBook, Sq, from_square};
use crate::units::Color;

const DOC: &str = "has no king; it is in check while the other side attacks this square, occupied or not";
pub const BLACK: ConditionDef =
    def("BlackRoyalSquare").of(Sides::Black).called("SchwarzesKoeniglichesFeld", "NoirCaseRoyal");
pub const WHITE: ConditionDef =
    def("WhiteRoyalSquare").of(Sides::White).called("WeissesKoeniglichesFeld", "BlancCaseRoyal");

const fn def(name: &'static str) -> ConditionDef {
    ConditionDef { arguments: Arguments::Squares, ..ConditionDef::new(name, DOC, install) }
}

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let [square] = condition.squares[..] else {
        return Err(format!("{} needs one square", condition.def.name));
    };
    let sides = condition.def.sides;
    let is_royal =
        |(_, unit): &(_, crate::units::Unit)| unit.is_royal() && (unit.is_neutral() || sides.has(unit.color));
    if book.diagram.iter().any(|man| is_royal(&man)) {
        return Err("a side with a royal square has no king".into());
    }
    book.stages.checks.push(Box::new(RoyalSquare { sides, square: from_square(square) }));
    Ok(())
}

struct RoyalSquare {
    sides: Sides,
    square: Sq,
}

impl CheckRule for RoyalSquare {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        attacked || self.sides.has(side) && position.is_attacked(self.square, !side)
    }
}
