use super::ConditionDef;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Draft, Effect, Sq, StepKind, Why};
use crate::pieces::QUEEN;
use crate::units::Piece;

pub const DEF: ConditionDef = ConditionDef::new(
    "Influencer",
    "the adverse units (not kings) beside the square where a unit arrives become pawns, and on their last rank units of \
     its kind",
    |_, book| {
        if book.diagram.iter().any(|(_, unit)| unit.is_neutral()) {
            return Err("what neutral units do to others is not settled".into());
        }
        book.stages.follow(Moment::Elsewhere, Influence);
        Ok(())
    },
);

struct Influence;

impl Influence {
    /// The man on the square influences its neighbours.
    fn spread(draft: &mut Draft, at: Sq) {
        let mover = draft.after.board().man(at);
        if mover.is_royal() {
            return;
        }
        let book = draft.before.book();
        for &vector in QUEEN {
            let Some(sq) = book.geometry.step(at, vector) else { continue };
            let man = draft.after.board().man(sq);
            if !man.is_only_of(!draft.side) || man.is_royal() {
                continue;
            }
            let pawn = man.with_piece(Piece::PAWN);
            let piece = if book.promotes(!draft.side, pawn, sq) { mover.piece() } else { Piece::PAWN };
            draft.apply(Effect::Change { sq, man: man.with_piece(piece), why: Why::Condition });
        }
    }
}

impl Aftermath for Influence {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        if let Some(at) = draft.at {
            Influence::spread(draft, at);
        }
        if let StepKind::Castling(index) = draft.step.kind {
            Influence::spread(draft, draft.before.book().geometry.castlings[usize::from(index)].rook_to);
        }
        next(draft)
    }
}
