//! Partial paralysis: a man may not make a move that it could also make as the piece of an enemy man that observes it.

use super::ConditionDef;
use crate::fairy::stages::{Restriction, Way};
use crate::fairy::{FairyPosition, Man, Sq, Step, StepKind};
use crate::pieces::{Mode, Piece};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "PartialParalysis",
    "a man observed by an enemy man may not make moves, nor give check by them, that a man of the enemy's kind could \
     also make from its square",
    |_, book| {
        book.stages.restrictions.push(Box::new(NotAsTheOther));
        Ok(())
    },
)
.called("PartielleParalyse", "ParalysePartielle");

struct NotAsTheOther;

impl Restriction for NotAsTheOther {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, step: &Step) -> bool {
        let mut kinds: Vec<Piece> = Vec::new();
        for by in position.board().of(!side).iter().filter(|&by| by != from) {
            let piece = position.board().man(by).piece();
            if !kinds.contains(&piece) && position.observes(!side, by, from) {
                kinds.push(piece);
            }
        }
        !kinds.into_iter().any(|piece| {
            let way = Way { origin: step.origin, piece, mode: Mode::Both };
            // En passant, the other piece could reach the square without a capture.
            let taken = step.taken.filter(|_| step.kind != StepKind::EnPassant);
            position.steps_as(side, from, way, &mut |other| (other.to, other.taken) == (step.to, taken))
        })
    }
}
