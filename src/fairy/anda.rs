//! Andernach-like rules that depend on check: men that become neutral by giving check, or by not giving check.

use super::effect::{Step, Why};
use super::man::Man;
use super::move_builder::MoveBuilder;
use super::position::FairyPosition;
use super::squares::Sq;
use super::stages::Aftermath;
use crate::units::Color;

/// A moving man that fulfils the condition becomes neutral; a neutral one becomes a man of the moving side.
pub struct Anda {
    /// Whether the man changes when it attacks a king (`true`) or when it does not (`false`).
    pub by_check: bool,
    /// The men that the rule applies to.
    pub concerns: fn(Man) -> bool,
}

/// Whether the man on `sq` itself attacks an enemy king. Checks that its move has uncovered do not count.
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
