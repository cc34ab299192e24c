//! What the traits of units do; each takes hold in the stages like a condition, when the diagram has such a unit.

use super::draft::Draft;
use super::effect::{Effect, Step, Why};
use super::man::Man;
use super::position::FairyPosition;
use super::squares::Sq;
use super::stages::{Aftermath, Mobility, Moment, Restriction, Stages};
use crate::problem::Diagram;
use crate::units::{Color, Piece, Traits};

pub fn install(diagram: &Diagram, stages: &mut Stages) {
    let has = |traits: Traits| diagram.placement.iter().any(|(_, unit)| unit.traits.has(traits));
    if has(Traits::KAMIKAZE) {
        stages.follow(Moment::RebornChanged, Kamikaze);
    }
    if has(Traits::PARALYSING) {
        stages.mobility.push(Box::new(Paralysis));
        stages.restrictions.push(Box::new(ParalysingDoesNotCapture));
    }
    if has(Traits::UNCAPTURABLE) {
        stages.restrictions.push(Box::new(Uncapturable));
    }
    if has(Traits::CHAMELEON) {
        stages.follow(Moment::Changed, Chameleon);
    }
}

struct Kamikaze;

impl Aftermath for Kamikaze {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        if draft.captured.is_some()
            && let Some((man, sq)) = draft.arrived()
            && man.has(Traits::KAMIKAZE)
            // A condition may have reborn it already.
            && sq == draft.step.to
        {
            draft.apply(Effect::Remove { sq, why: Why::Condition });
        }
        next(draft)
    }
}

struct Paralysis;

impl Mobility for Paralysis {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, _: Man) -> bool {
        let board = position.board();
        !board.of(!side).iter().any(|sq| board.man(sq).has(Traits::PARALYSING) && position.observes(!side, sq, from))
    }
}

struct ParalysingDoesNotCapture;

impl Restriction for ParalysingDoesNotCapture {
    fn allows(&self, _: &FairyPosition, _: Color, _: Sq, man: Man, step: &Step) -> bool {
        step.taken.is_none() || !man.has(Traits::PARALYSING)
    }
}

/// Nobody captures it.
pub struct Uncapturable;

impl Restriction for Uncapturable {
    fn allows(&self, position: &FairyPosition, _: Color, _: Sq, _: Man, step: &Step) -> bool {
        step.taken.is_none_or(|sq| !position.board().man(sq).has(Traits::UNCAPTURABLE))
    }
}

struct Chameleon;

impl Aftermath for Chameleon {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && man.has(Traits::CHAMELEON)
            && let Some(piece) = successor(man.piece())
        {
            draft.apply(Effect::Change { sq, man: man.with_piece(piece), why: Why::Condition });
        }
        next(draft)
    }
}

/// Knight, bishop, rook, queen, and again.
fn successor(piece: Piece) -> Option<Piece> {
    match piece {
        Piece::KNIGHT => Some(Piece::BISHOP),
        Piece::BISHOP => Some(Piece::ROOK),
        Piece::ROOK => Some(Piece::QUEEN),
        Piece::QUEEN => Some(Piece::KNIGHT),
        _ => None,
    }
}
