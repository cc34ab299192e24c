use super::sides::Sides;
use super::{Condition, ConditionDef};
use crate::fairy::stages::Selection;
use crate::fairy::{FairyPosition, RuleBook, Sq, Step, file, rank};

const DOC: &str = "of the men that can move, the one on the first square in the order a1, a2 … h8 must move; checks \
                   are as usual";

pub const ALPHABETIC: ConditionDef =
    ConditionDef::new("AlphabeticChess", DOC, install).called("AlphabetischesSchach", "EchecsAlphabetiques");
pub const BLACK_ALPHABETIC: ConditionDef = ConditionDef::new("BlackAlphabeticChess", DOC, install)
    .of(Sides::Black)
    .called("SchwarzesAlphabetischesSchach", "NoirEchecsAlphabetiques");
pub const WHITE_ALPHABETIC: ConditionDef = ConditionDef::new("WhiteAlphabeticChess", DOC, install)
    .of(Sides::White)
    .called("WeissesAlphabetischesSchach", "BlancEchecsAlphabetiques");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.selection.push(Box::new(FirstOfAll(condition.def.sides)));
    Ok(())
}

struct FirstOfAll(Sides);

impl Selection for FirstOfAll {
    fn concerns(&self, position: &FairyPosition) -> bool {
        self.0.has(position.side())
    }

    fn rank(&self, _: &FairyPosition, from: Sq, _: &Step) -> i32 {
        -(i32::from(file(from)) << 4 | i32::from(rank(from)))
    }

    /// Returns the preference of a null move. It is greater than that of a move from any square.
    fn rank_of_null_move(&self) -> i32 {
        1
    }
}
