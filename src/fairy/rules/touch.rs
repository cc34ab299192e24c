//! Touches: upper bounds on the changes that a step makes with all its consequences, known before the step is played.
//!
//! A rule that adds consequences declares them in [`Aftermath::touch`](super::stages::Aftermath::touch). A touch is
//! *complete* if, for each outcome of the step,
//!
//! 1. each square that the outcome empties is in `vacates`;
//! 2. each square that is occupied afterwards, and was empty before or is the departure square, is in `fills` or in
//!    `landings`;
//! 3. each man that the mover's side has afterwards either was on its square before, as the same piece of that side, or
//!    is on a square of `landings` as one of `lands_as`, or is one of `comes`;
//! 4. the other side has its royal man on the same square as before, and this man is one of `kings`;
//! 5. squares, planes and men beneath squares stay as they are.
//!
//! Slots may change, because no line of attack depends on them. A touch may name more than happens. The touches of
//! several rules that act on one step are not combined: one rule might act on what another has done.

use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::moves::effect::{Step, StepKind};
use crate::fairy::position::FairyPosition;
use crate::units::Color;
use smallvec::{SmallVec, smallvec};

/// The changes that a step may make with all its consequences, and the step itself.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The side that makes the step.
    pub side: Color,
    pub from: Sq,
    /// The moving man before the step.
    pub man: Man,
    pub step: Step,
    /// Squares that may be emptied.
    pub vacates: Squares,
    /// Squares, other than those of `landings`, on which men may be after the step although they were empty before or
    /// the moving man left them.
    pub fills: Squares,
    /// Squares on which the moving man may end.
    pub landings: Squares,
    /// The men as which the moving man may end, if it stays on its side.
    pub lands_as: SmallVec<[Man; 5]>,
    /// Other men, with their squares, that may attack in a new way: men that come to the moving side, change their
    /// piece or appear on a square.
    pub comes: SmallVec<[(Sq, Man); 4]>,
    /// The men that the other side's royal man may have become after the step.
    pub kings: SmallVec<[Man; 2]>,
}

impl Touch {
    /// Lets the moving man end on one of `squares` instead of the squares in `landings`, which may be empty afterwards.
    pub fn moves_on(&mut self, squares: Squares) {
        self.vacates = self.vacates.or(&self.landings);
        self.landings = squares;
    }

    /// Returns the man that the step captures in `position`; `None` if it is no capture.
    pub fn victim(&self, position: &FairyPosition) -> Option<Man> {
        self.step.taken.map(|sq| position.board().man(sq))
    }
}

impl FairyPosition<'_> {
    /// Returns a complete touch of the step of the man on `from`, which the side to move makes. `None` if a rule with
    /// consequences does not declare them, or if the other side has several royal men or a neutral one.
    pub fn touch(&self, from: Sq, step: &Step) -> Option<Touch> {
        let (book, board, side) = (self.book(), self.board(), self.side());
        let stages = &book.stages;
        let man = board.man(from);
        let royals = board.royals(!side);
        let king = board.man(royals.first()?);
        let is_told =
            matches!(step.kind, StepKind::Plain | StepKind::Passing(..) | StepKind::EnPassant | StepKind::Over(_))
                && step.origin == from
                && step.to != from
                && step.taken.is_none_or(|sq| !board.man(sq).is_royal())
                && royals.count() == 1
                && king.is_only_of(!side);
        if !is_told {
            return None;
        }
        let mut touch = Touch {
            side,
            from,
            man,
            step: *step,
            vacates: Squares::NONE,
            fills: Squares::NONE,
            landings: Squares::NONE,
            lands_as: smallvec![man],
            comes: SmallVec::new(),
            kings: smallvec![king],
        };
        touch.landings.add(step.to);
        touch.vacates.add(from);
        step.taken.filter(|&sq| sq != step.to).into_iter().for_each(|sq| touch.vacates.add(sq));
        let promotes = book.promotes(side, man, step.to);
        if promotes {
            // Other choices and attributes are not listed.
            if !stages.promoting.is_empty() || !book.promoted_attributes.is_empty() {
                return None;
            }
            touch.lands_as = book.promotions_of(man).iter().map(|&piece| book.promoted(man, piece)).collect();
            touch.lands_as.push(man);
        }
        let is_quiet = step.taken.is_none() && !promotes;
        let mut is_alone = true;
        for (_, rule) in &stages.aftermath {
            let is_spared = rule.footprint().keeps_to_chess || is_quiet && rule.spares(self, side, from, man, step);
            if is_spared {
                continue;
            }
            if !std::mem::take(&mut is_alone) || !rule.touch(self, &mut touch) {
                return None;
            }
        }
        let promotes_later =
            |sq: Sq| sq != step.to && touch.lands_as.iter().any(|&other| book.promotes(side, other, sq));
        (!touch.landings.iter().any(promotes_later)).then_some(touch)
    }
}
