//! Volage men, which change sides when they come to a square of the other colour.

use super::footprint::{Brings, Footprint};
use super::stages::Aftermath;
use super::touch::Touch;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, file, rank};
use crate::fairy::moves::effect::{Effect, Step, Why};
use crate::fairy::moves::move_builder::MoveBuilder;
use crate::fairy::position::FairyPosition;
use crate::units::{Color, Traits};

/// The rule for the men that change sides when they come to a square of the other colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Volage {
    /// Men with the attribute Volage change sides, the first time only.
    #[default]
    Marked,
    /// All men except royal ones change sides, the first time only.
    Everyone,
    /// All men except royal ones change sides each time.
    Always,
}

impl Volage {
    fn is_volage(self, man: Man) -> bool {
        !man.is_neutral()
            && match self {
                Volage::Marked => man.has(Traits::VOLAGE),
                Volage::Everyone => !man.is_royal() && !man.has(Traits::SETTLED),
                Volage::Always => !man.is_royal(),
            }
    }

    /// Returns the man as it is after it has changed sides.
    fn turned(self, man: Man) -> Man {
        let man = man.with_color(!man.color());
        match self {
            Volage::Marked => man.without_traits(Traits::VOLAGE),
            Volage::Everyone => man.with_traits(Traits::SETTLED),
            Volage::Always => man,
        }
    }
}

fn shade(sq: Sq) -> i8 {
    (file(sq) + rank(sq)) % 2
}

/// Makes the man on `sq` change sides if it is a volage man of `side` and a square of `way`, from which it has come,
/// has another colour than `sq`. If another rule has already made it change sides, it is no longer of `side` and stays
/// as it is.
pub fn waver(draft: &mut MoveBuilder, side: Color, way: &[Sq], sq: Sq) {
    let volage = draft.before.book().volage;
    let man = draft.after.board().man(sq);
    if way.iter().any(|&other| shade(other) != shade(sq)) && man.is_only_of(side) && volage.is_volage(man) {
        draft.change(sq, volage.turned(man), Why::Condition);
    }
}

/// Aftermath: the moving man changes sides if it is volage and its final square has another colour than its departure
/// square or, if it is reborn after its capture, than the capture square.
pub struct Wavering;

impl Aftermath for Wavering {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((_, sq)) = draft.arrived() {
            // A capturing man that is reborn has also been on the capture square.
            let is_reborn = draft.captured.is_some() && draft.before.book().stages.capturers_are_reborn();
            let captured_on = draft.effects.iter().find_map(|effect| match *effect {
                Effect::Go { from, to, why: Why::Condition } if is_reborn && to == sq => Some(from),
                _ => None,
            });
            waver(draft, draft.side, &[draft.from, captured_on.unwrap_or(sq)], sq);
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { brings: Brings::ItsColour, spares_by_man: true, ..Footprint::default() }
    }

    /// Adds nothing to the touch: a man that changes sides no longer attacks for its mover.
    fn touch(&self, _: &FairyPosition, touch: &mut Touch) -> bool {
        !touch.man.is_royal()
    }

    fn spares(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, step: &Step) -> bool {
        shade(from) == shade(step.to) || !man.is_only_of(side) || !position.book().volage.is_volage(man)
    }
}
