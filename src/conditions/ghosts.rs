//! Ghost chess and haunted chess: a captured man waits beneath its capturer and returns when the capturer leaves.

use super::ConditionDef;
use crate::fairy::footprint::{Captures, Footprint};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step, Uncapturable, Why};
use crate::units::{Color, Traits};

pub const GHOST: ConditionDef = ConditionDef::new(
    "GhostChess",
    "a captured man reappears as soon as its square of capture is vacated, as a ghost that cannot be captured",
    |_, book| install(book, Traits::UNCAPTURABLE),
)
.called("Geisterschach", "EchecsGhost");

pub const HAUNTED: ConditionDef = ConditionDef::new(
    "HauntedChess",
    "a captured man reappears as soon as its square of capture is vacated",
    |_, book| install(book, Traits::NONE),
)
.called("SpukSchach", "EchecsHantes");

fn install(book: &mut RuleBook, traits: Traits) -> Result<(), String> {
    book.stages.follow(Moment::Elsewhere, Haunted(traits));
    book.stages.restrictions.push(Box::new(Uncapturable));
    Ok(())
}

/// Puts each captured man beneath its capturer, with these traits added.
struct Haunted(Traits);

impl Aftermath for Haunted {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        draft.surface(draft.from);
        if let Some((victim, sq)) = draft.captured
            && !victim.is_royal()
        {
            let man = victim.with_traits(self.0);
            if draft.after.board().is_empty(sq) {
                draft.apply(Effect::Put { sq, man, why: Why::Condition });
            } else {
                draft.apply(Effect::Under { sq, man });
            }
        }
        next(draft)
    }

    fn spares(&self, position: &FairyPosition, _: Color, from: Sq, _: Man, _: &Step) -> bool {
        position.beneath(from).is_none()
    }

    fn footprint(&self) -> Footprint {
        Footprint { captures: Captures::Wait, ..Footprint::default() }
    }
}
