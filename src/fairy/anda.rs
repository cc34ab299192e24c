//! Men that become neutral by giving check, or by giving none.

use super::effect::{Step, Why};
use super::man::Man;
use super::move_builder::MoveBuilder;
use super::position::FairyPosition;
use super::squares::Sq;
use super::stages::Aftermath;
use crate::units::Color;

/// A moving man becomes neutral; a neutral one becomes a man of the moving side.
pub struct Anda {
    /// `true`: if the man attacks a king; `false`: if it does not.
    pub by_check: bool,
    /// Men to which the rule applies.
    pub concerns: fn(Man) -> bool,
}

/// Whether the man itself attacks a king. Checks that its move uncovers do not count.
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
