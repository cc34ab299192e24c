//! Conditions that restrict moves by their arrival squares: to the edge, to a colour, or to given squares.

use super::lese_majeste::NoRegicide;
use super::sides::Sides;
use super::{Arguments, Condition, ConditionDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{CheckRule, Legality, Restriction, Selection};
use crate::fairy::{FairyPosition, Man, MoveBuilder, RuleBook, Sq, Squares, Step, StepKind, file, from_square, rank};
use crate::units::Color;

pub const MONOCHROM: ConditionDef =
    ConditionDef::new("MonochromChess", "men move only between squares of the same colour", |_, book| {
        book.stages.restrictions.push(Box::new(Between(|from, to| colour(from) == colour(to))));
        Ok(())
    })
    .called("MonochromesSchach", "Monochromatique");
pub const BICHROM: ConditionDef =
    ConditionDef::new("BichromChess", "men move only between squares of different colours", |_, book| {
        book.stages.restrictions.push(Box::new(Between(|from, to| colour(from) != colour(to))));
        Ok(())
    })
    .called("BichromesSchach", "Bichromatique");

const EDGE: &str = "moves only to squares on the edge of the board";
pub const BLACK_EDGE_MOVER: ConditionDef = ConditionDef::new("BlackEdgeMover", EDGE, install_edge)
    .of(Sides::Black)
    .called("SchwarzerRandzueger", "NoirBordCoup");
pub const WHITE_EDGE_MOVER: ConditionDef = ConditionDef::new("WhiteEdgeMover", EDGE, install_edge)
    .of(Sides::White)
    .called("WeisserRandzueger", "BlancBordCoup");

const FORCED: &str = "must move to one of these squares if it can";
pub const BLACK_FORCED_SQUARE: ConditionDef =
    forced("BlackForcedSquare").of(Sides::Black).called("SchwarzesZwangsfeld", "NoirCaseForce");
pub const WHITE_FORCED_SQUARE: ConditionDef =
    forced("WhiteForcedSquare").of(Sides::White).called("WeissesZwangsfeld", "BlancCaseForce");
pub const BLACK_CONSEQUENT_FORCED_SQUARE: ConditionDef = consequent("BlackConsequentForcedSquare")
    .of(Sides::Black)
    .called("SchwarzesKonsequentesZwangsfeld", "NoirCaseForceConsequent");
pub const WHITE_CONSEQUENT_FORCED_SQUARE: ConditionDef = consequent("WhiteConsequentForcedSquare")
    .of(Sides::White)
    .called("WeissesKonsequentesZwangsfeld", "BlancCaseForceConsequent");

const fn forced(name: &'static str) -> ConditionDef {
    ConditionDef { arguments: Arguments::Squares, ..ConditionDef::new(name, FORCED, install_forced) }
}

const fn consequent(name: &'static str) -> ConditionDef {
    ConditionDef { arguments: Arguments::Squares, ..ConditionDef::new(name, FORCED, install_consequent) }
}

fn colour(sq: Sq) -> i8 {
    (file(sq) + rank(sq)) & 1
}

/// Allows only moves for which the function accepts the pair of departure and arrival square. In castling, it must
/// accept the rook's squares too.
pub struct Between<F>(pub F);

impl<F: Fn(Sq, Sq) -> bool + Send + Sync> Restriction for Between<F> {
    fn allows(&self, position: &FairyPosition, _: Color, from: Sq, _: Man, step: &Step) -> bool {
        let rook = match step.kind {
            StepKind::Castling(index) => Some(&position.book().geometry.castlings[usize::from(index)]),
            _ => None,
        };
        self.0(from, step.to) && rook.is_none_or(|castling| self.0(castling.rook, castling.rook_to))
    }

    fn binds_observation(&self) -> bool {
        true
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: true, settles_plain_steps: true, ..Footprint::default() }
    }
}

fn install_edge(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.restrictions.push(Box::new(ToTheEdge(condition.def.sides)));
    Ok(())
}

struct ToTheEdge(Sides);

impl Restriction for ToTheEdge {
    fn allows(&self, position: &FairyPosition, side: Color, _: Sq, _: Man, step: &Step) -> bool {
        let geometry = &position.book().geometry;
        let (file, rank) = (file(step.to), rank(step.to));
        !self.0.has(side) || file == 0 || rank == 0 || file == geometry.files - 1 || rank == geometry.ranks - 1
    }

    fn binds_observation(&self) -> bool {
        true
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: true, settles_plain_steps: true, ..Footprint::default() }
    }
}

fn install_forced(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.selection.push(Box::new(Forced::of(condition)));
    Ok(())
}

fn install_consequent(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let rule = Forced::of(condition);
    book.stages.checks.push(Box::new(rule));
    book.stages.legality.push(Box::new(NoRegicide));
    book.stages.legality.push(Box::new(rule));
    Ok(())
}

#[derive(Clone, Copy)]
struct Forced(Sides, Squares);

impl Forced {
    fn of(condition: &Condition) -> Forced {
        Forced(condition.def.sides, condition.squares.iter().map(|&square| from_square(square)).collect())
    }
}

impl Selection for Forced {
    fn concerns(&self, position: &FairyPosition) -> bool {
        self.0.has(position.side())
    }

    fn rank(&self, _: &FairyPosition, _: Sq, step: &Step) -> i32 {
        i32::from(self.1.has(step.to))
    }
}

impl Forced {
    fn can_move_there(self, position: &FairyPosition, side: Color) -> bool {
        let men = position.board().of(side);
        men.iter().any(|from| position.steps(side, from, None, &mut |step| self.1.has(step.to)))
    }
}

/// Consequent variants: a side must move to one of the squares named in the condition if it can, even if all such moves
/// would expose its own king.
impl Legality for Forced {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        !self.0.has(draft.side) || self.1.has(draft.step.to) || !self.can_move_there(draft.before, draft.side)
    }

    fn binds_kings(&self, side: Color) -> bool {
        self.0.has(side)
    }

    fn allows_null_move(&self, position: &FairyPosition) -> bool {
        !self.0.has(position.side()) || !self.can_move_there(position, position.side())
    }
}

/// Consequent variants: while a side can move to one of the squares named in the condition, it attacks an enemy king
/// only if that king is on such a square.
impl CheckRule for Forced {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let royals = position.board().royals(side);
        attacked
            && (!self.0.has(!side)
                || royals.iter().any(|sq| self.1.has(sq) && position.is_attacked(sq, !side))
                || !self.can_move_there(position, !side))
    }

    fn needs_attack(&self) -> bool {
        true
    }
}
