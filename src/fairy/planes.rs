//! Two planes: men with the attribute AliceB and men without it do not see each other. A man goes on its plane as if the
//! other were not there, but to no square on which somebody stands there, and crosses to the other plane by its move.

use super::effect::{Effect, Step, StepKind, Why};
use super::footprint::{Brings, Footprint};
use super::man::Man;
use super::move_builder::MoveBuilder;
use super::position::FairyPosition;
use super::rulebook::RuleBook;
use super::squares::Sq;
use super::stages::{Aftermath, Legality, Moment};
use crate::units::{Diagram, Piece, Traits};

/// What else men may be.
const SUITABLE: Traits = Traits::ALICE_A.with(Traits::ALICE_B).with(Traits::ROYAL).with(Traits::NEUTRAL);

/// Where men are said to be on one of the planes there are two.
pub fn install_for(diagram: &Diagram, book: &mut RuleBook) -> Result<(), String> {
    let says = |attribute| diagram.placement.iter().any(|(_, unit)| unit.traits.has(attribute));
    if says(Traits::ALICE_A) || says(Traits::ALICE_B) { install(book) } else { Ok(()) }
}

/// Makes two planes of the board, once. The error says what does not go together.
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

/// The man on the other plane.
pub(super) fn crossed(man: Man) -> Man {
    if is_beyond(man) { man.without_traits(Traits::ALICE_B) } else { man.with_traits(Traits::ALICE_B) }
}

impl<'r> FairyPosition<'r> {
    /// The plane of the man alone; `None` where there is only one, or where this is one already.
    #[inline]
    pub(super) fn plane_of(&self, man: Man) -> Option<Box<FairyPosition<'r>>> {
        (self.book().stages.has_planes && !self.is_one_plane()).then(|| self.own_plane(man))
    }

    /// Apart, since nearly all problems have one plane and ask at every attack.
    #[cold]
    fn own_plane(&self, man: Man) -> Box<FairyPosition<'r>> {
        Box::new(self.one_plane(|other| is_beyond(other) == is_beyond(man)))
    }

    /// A man that goes on its plane may make the step: nobody stands on the other where it arrives.
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

/// Who has moved crosses to the other plane; both, when king and rook have castled.
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

/// A king is safe where he arrives on the plane that he leaves, too.
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
