//! Anda men, which become neutral by giving check; inverse anda men, by giving none.

use super::stages::Aftermath;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::Sq;
use crate::fairy::moves::effect::{Step, Why};
use crate::fairy::moves::move_builder::MoveBuilder;
use crate::fairy::position::FairyPosition;
use crate::units::Color;

/// Aftermath of anda men: if a moved man gives check (for inverse anda men, if it gives none), it becomes neutral, or
/// a man of the moving side if it was neutral.
pub struct Anda {
    /// Whether a man changes when it attacks a king (`true`), or when it attacks none (`false`).
    pub by_check: bool,
    /// Returns whether the rule applies to a man.
    pub concerns: fn(Man) -> bool,
}

/// Whether the man on `sq` itself attacks an enemy king. Checks that its move uncovers do not count.
fn gives_check(draft: &MoveBuilder, sq: Sq) -> bool {
    draft.after.board().royals(!draft.side).iter().any(|king| draft.after.attacks(draft.side, sq, king))
}

impl Aftermath for Anda {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && (self.concerns)(man)
            && gives_check(draft, sq) == self.by_check
        {
            let man = man.with_neutrality_turned(draft.side);
            draft.change(sq, man, Why::Aside);
        }
        next(draft)
    }

    fn spares(&self, _: &FairyPosition, _: Color, _: Sq, man: Man, _: &Step) -> bool {
        !(self.concerns)(man)
    }
}
