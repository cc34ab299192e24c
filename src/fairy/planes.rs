//! Two planes, as in Alice Chess. Men with the attribute AliceB do not see the others, and are not seen by them.
//!
//! A man moves on its plane as if the other did not exist, to a square that is empty on the other. The move takes
//! it there.

use super::effect::{Effect, Step, StepKind, Why};
use super::footprint::{Brings, Footprint};
use super::man::Man;
use super::move_builder::MoveBuilder;
use super::position::FairyPosition;
use super::rulebook::RuleBook;
use super::squares::Sq;
use super::stages::{Aftermath, Legality, Moment};
use crate::units::{Diagram, Piece, Traits};

/// Other attributes are not defined on two planes.
const SUITABLE: Traits = Traits::ALICE_A.with(Traits::ALICE_B).with(Traits::ROYAL).with(Traits::NEUTRAL);

/// Installs two planes if the diagram puts a man on one of them.
pub fn install_for(diagram: &Diagram, book: &mut RuleBook) -> Result<(), String> {
    let says = |attribute| diagram.placement.iter().any(|(_, unit)| unit.traits.has(attribute));
    if says(Traits::ALICE_A) || says(Traits::ALICE_B) { install(book) } else { Ok(()) }
}

/// Installs two planes, once.
///
/// # Errors
///
/// Returns what cannot be combined with them.
pub fn install(book: &mut RuleBook) -> Result<(), String> {
    if book.stages.has_planes {
        return Ok(());
    }
    if book.diagram.iter().any(|(_, unit)| unit.traits.without(SUITABLE) != Traits::NONE) {
        return Err("men of other attributes on two boards are not defined".into());
    }
    book.stages.has_planes = true;
    book.stages.follow(Moment::Changed, Crossing);
    book.stages.legality.push(Box::new(SafeBefore));
    Ok(())
}

pub(super) fn is_beyond(man: Man) -> bool {
    man.has(Traits::ALICE_B)
}

/// Returns the man on the other plane.
pub(super) fn crossed(man: Man) -> Man {
    if is_beyond(man) { man.without_traits(Traits::ALICE_B) } else { man.with_traits(Traits::ALICE_B) }
}

impl<'r> FairyPosition<'r> {
    /// Returns the plane of this man. `None` if there is only one plane, or if this position is one already.
    #[inline]
    pub(super) fn plane_of(&self, man: Man) -> Option<Box<FairyPosition<'r>>> {
        (self.book().stages.has_planes && !self.is_one_plane()).then(|| self.own_plane(man))
    }

    /// Apart, because nearly all problems have one plane and ask for it at every attack.
    #[cold]
    fn own_plane(&self, man: Man) -> Box<FairyPosition<'r>> {
        Box::new(self.one_plane(|other| is_beyond(other) == is_beyond(man)))
    }

    /// Whether the target square of a step on one plane is empty on the other.
    pub(super) fn is_free_beyond(&self, step: &Step) -> bool {
        let board = self.board();
        match step.kind {
            StepKind::Castling(index) => {
                let castling = &self.book().geometry.castlings[usize::from(index)];
                let is_free = |sq: Sq| sq == castling.king || sq == castling.rook || board.is_empty(sq);
                is_free(castling.king_to) && is_free(castling.rook_to)
            }
            _ => board.is_empty(step.to) || step.taken == Some(step.to),
        }
    }
}

/// The moving man crosses to the other plane; in castling, king and rook do.
struct Crossing;

impl Aftermath for Crossing {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        for sq in [draft.at, draft.castled_rook()].into_iter().flatten() {
            let man = crossed(draft.after.board().man(sq));
            draft.apply(Effect::Change { sq, man, why: Why::Crossing });
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { brings: Brings::Nothing, only_crosses: true, ..Footprint::default() }
    }
}

/// A king must be safe on its target square of its old plane, too.
struct SafeBefore;

impl Legality for SafeBefore {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        let Some((man, sq)) = draft.arrived() else { return true };
        if man.piece() != Piece::KING || !man.is_royal() {
            return true;
        }
        let mut before = draft.after.clone();
        before.apply(Effect::Change { sq, man: crossed(man), why: Why::Silent });
        !before.is_in_check(draft.side)
    }
}
