//! Rules for two planes, as in Alice Chess. Men with the attribute AliceB are on the second plane; men of different
//! planes do not affect each other's moves.
//!
//! A man moves on its plane as if the other plane did not exist, to a square that is empty on the other plane. After
//! the move it is on the other plane.

use super::footprint::{Brings, Footprint};
use super::rulebook::RuleBook;
use super::stages::{Aftermath, Legality, Moment, Source};
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::moves::effect::{Effect, Step, StepKind, Why};
use crate::fairy::moves::move_builder::MoveBuilder;
use crate::fairy::position::FairyPosition;
use crate::units::{Color, Diagram, Piece, Traits};
use std::cell::OnceCell;

/// The attributes that are defined on two planes; men with others are refused.
const SUITABLE: Traits = Traits::ALICE_A.with(Traits::ALICE_B).with(Traits::ROYAL).with(Traits::NEUTRAL);

/// Adds the rules for two planes to the rule book if a man of the diagram has the attribute AliceA or AliceB. Returns
/// an error as [`install`] does.
pub fn install_for(diagram: &Diagram, book: &mut RuleBook) -> Result<(), String> {
    let says = |attribute| diagram.placement.iter().any(|(_, unit)| unit.traits.has(attribute));
    if !says(Traits::ALICE_A) && !says(Traits::ALICE_B) {
        return Ok(());
    }
    book.stages.by(Source::Attribute(Traits::ALICE_B));
    install(book)
}

/// Installs two planes, unless that has been done.
///
/// # Errors
///
/// Returns a message if men of the diagram have attributes that are not defined on two planes.
pub fn install(book: &mut RuleBook) -> Result<(), String> {
    if book.stages.has_planes {
        return Ok(());
    }
    if book.diagram.iter().any(|(_, unit)| unit.traits.without(SUITABLE) != Traits::NONE) {
        return Err("men with other attributes are not supported on two boards".into());
    }
    book.stages.has_planes = true;
    book.stages.follow(Moment::Changed, Crossing);
    book.stages.legality.push(Box::new(SafeBefore));
    Ok(())
}

pub(in crate::fairy) fn is_beyond(man: Man) -> bool {
    man.has(Traits::ALICE_B)
}

/// Returns the man as a man of the other plane.
pub(in crate::fairy) fn crossed(man: Man) -> Man {
    if is_beyond(man) { man.without_traits(Traits::ALICE_B) } else { man.with_traits(Traits::ALICE_B) }
}

impl<'r> FairyPosition<'r> {
    /// Returns this position with only the men on the plane of `man`. `None` if the rules know one plane only, or if
    /// this position already holds the men of one plane only.
    #[inline]
    pub(in crate::fairy) fn plane_of(&self, man: Man) -> Option<Box<FairyPosition<'r>>> {
        (self.book().stages.has_planes && !self.is_one_plane()).then(|| self.own_plane(man))
    }

    /// The rare part of [`FairyPosition::plane_of`], which is called at every attack: nearly all problems have one
    /// plane.
    #[cold]
    fn own_plane(&self, man: Man) -> Box<FairyPosition<'r>> {
        Box::new(self.one_plane(&self.squares_of_plane(man)))
    }

    /// Whether a man of `by` attacks the target on the target's plane; `None` if the rules know one plane only, or if
    /// this position already holds the men of one plane only.
    #[inline]
    pub(in crate::fairy) fn is_attacked_on_plane(&self, target: Sq, by: Color) -> Option<bool> {
        let has_planes = self.book().stages.has_planes && !self.is_one_plane();
        has_planes.then(|| {
            let man = self.board().man(target);
            self.known_attack_on_plane(target, by).unwrap_or_else(|| self.own_plane(man).is_attacked(target, by))
        })
    }

    /// Like [`FairyPosition::is_attacked_on_plane`], but without a copy of the position. `None` if the ranges and lines
    /// of the men do not decide the question.
    #[cold]
    fn known_attack_on_plane(&self, target: Sq, by: Color) -> Option<bool> {
        let (book, board) = (self.book(), self.board());
        let stages = &book.stages;
        let is_told = self.captures_in_range(target)
            && self.is_whole()
            && !stages.checks_are_played
            && stages.mobility.is_empty()
            && stages.restrictions.is_empty()
            && stages.ways.is_empty();
        if !is_told {
            return None;
        }
        let plane = self.squares_of_plane(board.man(target));
        for from in board.of(by).and(&plane).iter().filter(|&from| from != target) {
            let range = self.range(board.man(from).piece(), by);
            let known = self.with_sightlines(range.capture(from, target), by, from, target);
            if known.is_fulfilled(from, target, |sq| !plane.has(sq), || plane)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns the squares of the men that are on the plane of `man`.
    fn squares_of_plane(&self, man: Man) -> Squares {
        let board = self.board();
        board.occupied().iter().filter(|&sq| is_beyond(board.man(sq)) == is_beyond(man)).collect()
    }

    /// Whether the men that move in the step can cross to the other plane afterwards: their target squares are empty
    /// there. Must be asked in the position with the men of both planes.
    pub(in crate::fairy) fn is_free_beyond(&self, step: &Step) -> bool {
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

/// The planes of a position, each copied when first needed, to generate the steps of several men.
pub(in crate::fairy) struct Planes<'p, 'r> {
    position: &'p FairyPosition<'r>,
    copies: [OnceCell<Box<FairyPosition<'r>>>; 2],
}

impl<'p, 'r> Planes<'p, 'r> {
    pub fn new(position: &'p FairyPosition<'r>) -> Planes<'p, 'r> {
        Planes { position, copies: Default::default() }
    }

    /// Calls `take` with the steps of the man on `from` when the side to move moves it. Returns what
    /// [`FairyPosition::steps`] returns.
    pub fn steps(&self, from: Sq, take: &mut dyn FnMut(Step) -> bool) -> bool {
        let position = self.position;
        let side = position.side();
        if !position.book().stages.has_planes || position.is_one_plane() {
            return position.steps(side, from, None, take);
        }
        let man = position.board().man(from);
        let plane = self.copies[usize::from(is_beyond(man))].get_or_init(|| position.own_plane(man));
        plane.steps(side, from, None, &mut |step| position.is_free_beyond(&step) && take(step))
    }
}

/// Aftermath: the moving man crosses to the other plane; in castling, king and rook do.
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

/// Legality: a king that moves must be safe not only after it has crossed, but also on its target square of the plane
/// that it leaves.
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
