use super::ConditionDef;
use crate::fairy::footprint::{Brings, Footprint};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, FairyPosition, MoveBuilder, Sq, Wanted, Why};

pub const DEF: ConditionDef = ConditionDef::new(
    "LostPieces",
    "after a move, an attacked enemy man (not a king) vanishes at once if no reply could save it from attack",
    |_, book| {
        book.stages.follow(Moment::Last, Lost);
        Ok(())
    },
)
.called("VerloreneSteine", "PiecesPerdues");

struct Lost;

/// Whether the side to move can save its man on `sq`: some move leaves this man unattacked. Moves that expose the
/// side's king count too, and losses by this condition are not applied.
fn can_be_saved(position: &FairyPosition, sq: Sq) -> bool {
    let by = !position.side();
    position.drafts(Wanted::Positions, &mut |draft| {
        let at = draft.effects.iter().try_fold(sq, |at, effect| effect.carry(Some(at)));
        at.is_some_and(|at| !draft.after.is_attacked(at, by))
    })
}

impl Aftermath for Lost {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if draft.before.thought() > 0 {
            return next(draft);
        }
        let (side, board) = (draft.side, draft.after.board());
        let attacked: Vec<Sq> = board
            .of(!side)
            .iter()
            .filter(|&sq| !board.man(sq).is_royal() && draft.after.is_attacked(sq, side))
            .collect();
        if attacked.is_empty() {
            return next(draft);
        }
        if let Some(answering) = draft.finished().in_thought(!side) {
            // If all men of a side are paralysed, none is lost, as in Popeye.
            if answering.is_suffocated() {
                return next(draft);
            }
            for sq in attacked {
                if !can_be_saved(&answering, sq) {
                    draft.apply(Effect::Remove { sq, why: Why::Condition });
                }
            }
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { only_removes: true, brings: Brings::Nothing, ..Footprint::default() }
    }

    /// Returns `true`: as in Popeye, the rule also applies after the null move of a threat.
    fn follows_null_moves(&self) -> bool {
        true
    }
}
