//! Conditions that compel a side to play its longest or shortest moves.

use super::lese_majeste::NoRegicide;
use super::sides::Sides;
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{CheckRule, Legality, Selection};
use crate::fairy::{FairyPosition, MoveBuilder, RuleBook, Sq, Step, StepKind, file, rank};
use crate::units::Color;

const ULTRA: &[VariantDef] = &[VariantDef {
    name: "ultra",
    aliases: &[],
    doc: "the length is compared with that of all moves, including those that leave the king in check, and the king \
          is in check only from captures that would be played",
}];

const LONGEST: &str = "plays only the geometrically longest of its legal moves, measured from centre to centre of the \
                       squares; castling counts as the moves of king and rook together";
const SHORTEST: &str = "plays only the geometrically shortest of its legal moves";

const fn longest(name: &'static str, sides: Sides) -> ConditionDef {
    let install = |condition: &Condition, book: &mut RuleBook| install(condition, book, true);
    ConditionDef { variants: ULTRA, ..ConditionDef::new(name, LONGEST, install).of(sides) }
}

const fn shortest(name: &'static str, sides: Sides) -> ConditionDef {
    let install = |condition: &Condition, book: &mut RuleBook| install(condition, book, false);
    ConditionDef { variants: ULTRA, ..ConditionDef::new(name, SHORTEST, install).of(sides) }
}

pub const MAXIMUMMER: ConditionDef =
    ConditionDef { exchanged: Some(&WHITE_MAXIMUMMER), ..longest("Maximummer", Sides::Black) }
        .called("Laengstzueger", "Maximum");
pub const BLACK_MAXIMUMMER: ConditionDef =
    longest("BlackMaximummer", Sides::Black).called("SchwarzerLaengstzueger", "NoirMaximum");
pub const WHITE_MAXIMUMMER: ConditionDef =
    longest("WhiteMaximummer", Sides::White).called("WeisserLaengstzueger", "BlancMaximum");
pub const BLACK_MINIMUMMER: ConditionDef =
    shortest("BlackMinimummer", Sides::Black).called("SchwarzerKuerzestzueger", "NoirMinimum");
pub const WHITE_MINIMUMMER: ConditionDef =
    shortest("WhiteMinimummer", Sides::White).called("WeisserKuerzestzueger", "BlancMinimum");

fn install(condition: &Condition, book: &mut RuleBook, longest: bool) -> Result<(), String> {
    let rule = Extreme { sides: condition.def.sides, longest };
    if condition.has("ultra") {
        book.stages.legality.push(Box::new(NoRegicide));
        book.stages.legality.push(Box::new(rule));
        book.stages.checks.push(Box::new(rule));
    } else {
        book.stages.selection.push(Box::new(rule));
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Extreme {
    sides: Sides,
    longest: bool,
}

impl Extreme {
    /// Returns the preference for a step: its squared length, negated if the condition compels the shortest moves. A
    /// side must play a step of greatest preference.
    fn worth(self, book: &RuleBook, from: Sq, step: &Step) -> i32 {
        let length = length(book, from, step);
        if self.longest { length } else { -length }
    }
}

/// Returns the squared length of a step. The length of castling is the sum of the distances that king and rook move.
fn length(book: &RuleBook, from: Sq, step: &Step) -> i32 {
    let distance = |from: Sq, to: Sq| (i32::from(file(to) - file(from)), i32::from(rank(to) - rank(from)));
    if let StepKind::Castling(index) = step.kind {
        let castling = &book.geometry.castlings[usize::from(index)];
        let files = |from, to| distance(from, to).0.abs();
        let sum = files(castling.king, castling.king_to) + files(castling.rook, castling.rook_to);
        return sum * sum;
    }
    let (files, ranks) = distance(from, step.to);
    files * files + ranks * ranks
}

impl Selection for Extreme {
    fn concerns(&self, position: &FairyPosition) -> bool {
        self.sides.has(position.side())
    }

    fn rank(&self, position: &FairyPosition, from: Sq, step: &Step) -> i32 {
        self.worth(position.book(), from, step)
    }
}

impl Extreme {
    /// Whether the side has a step with a greater preference (see [`worth`](Extreme::worth)) than `worth`.
    fn is_outdone(self, position: &FairyPosition, side: Color, worth: i32) -> bool {
        let book = position.book();
        let outdoes = |from| position.steps(side, from, None, &mut |step| self.worth(book, from, &step) > worth);
        position.board().of(side).iter().any(outdoes)
    }

    /// Returns the greatest preference (see [`worth`](Extreme::worth)) of a side's steps, and whether a step of that
    /// preference captures an enemy royal man. Steps that leave the side's king in check count too.
    fn best(self, position: &FairyPosition, side: Color) -> (i32, bool) {
        let mut best = (i32::MIN, false);
        for from in position.board().of(side).iter() {
            position.steps(side, from, None, &mut |step| {
                let rank = self.worth(position.book(), from, &step);
                let is_royal = |sq| {
                    let man = position.board().man(sq);
                    man.is_royal() && man.is_of(!side)
                };
                if rank >= best.0 {
                    best = (rank, best.0 == rank && best.1 || step.taken.is_some_and(is_royal));
                }
                false
            });
        }
        best
    }
}

/// Ultra variants: the compelled moves are chosen among all moves, including those that leave the side's king in check.
/// A capture of a king must be one of the compelled moves, too.
impl Legality for Extreme {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        !self.sides.has(draft.side)
            || !self.is_outdone(draft.before, draft.side, self.worth(draft.before.book(), draft.from, &draft.step))
    }

    fn binds_kings(&self, side: Color) -> bool {
        self.sides.has(side)
    }

    fn allows_null_move(&self, position: &FairyPosition) -> bool {
        !self.sides.has(position.side()) || !self.is_outdone(position, position.side(), 0)
    }
}

impl CheckRule for Extreme {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        attacked && (!self.sides.has(!side) || self.best(position, !side).1)
    }

    fn needs_attack(&self) -> bool {
        true
    }
}
