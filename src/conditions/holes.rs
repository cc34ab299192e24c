//! Squares that are missing from the board from the start, or vanish during play.

use super::{Arguments, Condition, ConditionDef, Following};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, MoveBuilder, RuleBook, StepKind, from_square};

pub const HOLE: ConditionDef = ConditionDef {
    arguments: Arguments::Squares,
    follows: Following::Shifts,
    ..ConditionDef::new("Hole", "these squares are missing from the board", |condition, book| {
        for &square in &condition.squares {
            book.geometry.squares.remove(from_square(square));
        }
        Ok(())
    })
}
.called("Loch", "Trou");

pub const HAANER: ConditionDef = ConditionDef::new(
    "HaanerChess",
    "the square that a man leaves becomes a hole; from then on no man can enter or cross it",
    install,
)
.called("HaanerSchach", "Haan");

fn install(_: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.follow(Moment::Left, Holes);
    Ok(())
}

/// Turns every square that a move leaves into a hole.
struct Holes;

impl Aftermath for Holes {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let left: Vec<_> = draft
            .effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::Go { from, .. } => Some(*from),
                _ => None,
            })
            .collect();
        // A pawn captured en passant leaves its square too.
        let passed = draft.step.taken.filter(|_| draft.step.kind == StepKind::EnPassant);
        for sq in left.into_iter().chain(passed) {
            draft.apply(Effect::Hole { sq });
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { only_makes_holes: true, ..Footprint::default() }
    }
}
