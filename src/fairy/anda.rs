//! Men that become neutral by giving check, or by giving none.

use super::effect::{Step, Why};
use super::man::Man;
use super::move_builder::MoveBuilder;
use super::position::FairyPosition;
use super::squares::Sq;
use super::stages::Aftermath;
use crate::units::Color;

/// A man that has moved becomes neutral; a neutral one becomes a man of the side that has moved it.
pub struct Anda {
    /// When it attacks the king, or when it does not.
    pub by_check: bool,
    /// Whom this concerns.
    pub concerns: fn(Man) -> bool,
}

/// The man itself gives check: what it has uncovered does not count.
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
