use super::sides::Sides;
use super::{Condition, ConditionDef};
use crate::fairy::stages::Selection;
use crate::fairy::{FairyPosition, Move, RuleBook, Sq, file, rank};

const DOC: &str = "of the units that can move, the one on the square that comes first in the order a1, a2 … h8 has to; checks are as usual";

pub const ALPHABETIC: ConditionDef = ConditionDef::new("AlphabeticChess", DOC, install);
pub const BLACK_ALPHABETIC: ConditionDef = ConditionDef::new("BlackAlphabeticChess", DOC, install);
pub const WHITE_ALPHABETIC: ConditionDef = ConditionDef::new("WhiteAlphabeticChess", DOC, install);

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.selection.push(Box::new(FirstOfAll(Sides::of(condition))));
    Ok(())
}

struct FirstOfAll(Sides);

fn order(sq: Sq) -> (i8, i8) {
    (file(sq), rank(sq))
}

impl Selection for FirstOfAll {
    fn select(&self, position: &FairyPosition, moves: &mut Vec<Move>) {
        if self.0.has(position.side())
            && let Some(first) = moves.iter().map(|m| order(m.from)).min()
        {
            moves.retain(|m| order(m.from) == first);
        }
    }
}
