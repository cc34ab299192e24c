//! Conditions under which moves do something to kings.

use super::ConditionDef;
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, MoveBuilder, Sq, Why};
use crate::units::{Color, Piece};

pub const KOBUL: ConditionDef = ConditionDef::new(
    "KobulKings",
    "when a unit is captured, the king of its side becomes a royal unit of its kind; when a pawn is captured, an ordinary \
     king again",
    |_, book| {
        book.stages.follow(Moment::Changed, Kobul);
        Ok(())
    },
);

pub const SWAPPING: ConditionDef =
    ConditionDef::new("SwappingKings", "when a move gives check, the kings change places", |_, book| {
        book.stages.follow(Moment::Beside, Swapping);
        Ok(())
    });

/// The king of a side that has one.
fn king(draft: &MoveBuilder, side: Color) -> Option<Sq> {
    let royals = draft.after.board().royals(side);
    royals.first().filter(|_| royals.count() == 1)
}

struct Kobul;

impl Aftermath for Kobul {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((victim, _)) = draft.captured
            && !victim.is_royal()
            && let Some(sq) = king(draft, victim.color_or(!draft.side))
        {
            let man = draft.after.board().man(sq);
            let piece = if victim.piece().is_pawn() { Piece::KING } else { victim.piece() };
            if piece != man.piece() {
                draft.apply(Effect::Change { sq, man: man.with_piece(piece), why: Why::Condition });
            }
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, ..Footprint::default() }
    }
}

struct Swapping;

impl Aftermath for Swapping {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let (Some(black), Some(white)) = (king(draft, Color::Black), king(draft, Color::White))
            && draft.after.is_in_check(!draft.side)
        {
            draft.apply(Effect::Swap { a: black, b: white });
        }
        next(draft)
    }
}
