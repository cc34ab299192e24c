use super::sides::Sides;
use super::{Condition, ConditionDef};
use crate::fairy::stages::{CheckRule, Selection};
use crate::fairy::{FairyPosition, Move, RuleBook, Sq, file, rank};
use crate::units::Color;

const DOC: &str = "of the units that can move, the one on the square that comes first in the order a1, a2 … h8 has to";

pub const ALPHABETIC: ConditionDef = ConditionDef::new("AlphabeticChess", DOC, install);
pub const BLACK_ALPHABETIC: ConditionDef = ConditionDef::new("BlackAlphabeticChess", DOC, install);
pub const WHITE_ALPHABETIC: ConditionDef = ConditionDef::new("WhiteAlphabeticChess", DOC, install);

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let rule = FirstOfAll(Sides::of(condition));
    book.stages.selection.push(Box::new(rule));
    book.stages.checks.push(Box::new(rule));
    Ok(())
}

#[derive(Clone, Copy)]
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

impl CheckRule for FirstOfAll {
    /// Only the first unit that has a move, whatever becomes of its king, would capture.
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        if !attacked || !self.0.has(!side) {
            return attacked;
        }
        let mut men: Vec<Sq> = position.board().of(!side).iter().collect();
        men.sort_by_key(|&sq| order(sq));
        let first = men.into_iter().find(|&from| position.steps(!side, from, None, &mut |_| true));
        let is_royal = |sq| position.board().man(sq).is_royal() && position.board().man(sq).is_of(side);
        first.is_some_and(|from| position.steps(!side, from, None, &mut |step| step.taken.is_some_and(is_royal)))
    }
}
