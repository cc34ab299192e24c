use super::ConditionDef;
use crate::fairy::FairyPosition;
use crate::fairy::stages::{CheckRule, Selection};
use crate::fairy::{Geometry, Sq, Step};
use crate::pieces::Piece;
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "LosingChess",
    "captures are compulsory; the king is a unit like others: it is not in check, can be captured, and pawns promote to it",
    |_, book| {
        book.stages.selection.push(Box::new(Captures));
        book.stages.checks.push(Box::new(NoCheck));
        book.stages.kings_are_spared = true;
        book.promotions.insert(0, Piece::KING);
        book.geometry = Geometry { castlings: Vec::new(), ..book.geometry.clone() };
        Ok(())
    },
);

struct Captures;

impl Selection for Captures {
    fn rank(&self, _: &FairyPosition, _: Sq, step: &Step) -> i32 {
        i32::from(step.taken.is_some())
    }
}

struct NoCheck;

impl CheckRule for NoCheck {
    fn is_check(&self, _: &FairyPosition, _: Color, _: bool) -> bool {
        false
    }
}
