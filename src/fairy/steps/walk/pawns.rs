//! The verbs for the moves and captures of all kinds of pawns.

use super::Walk;
use crate::fairy::board::squares::Sq;
use crate::fairy::moves::effect::StepKind;
use crate::pieces::{Mode, PawnRange, Seen, Vector};
use crate::units::Color;

impl Walk<'_, '_> {
    pub(super) fn pawn_capture(&mut self, vector: Vector, range: PawnRange) {
        let mut sq = self.origin;
        while let Some(to) = self.next(sq, vector) {
            match range {
                PawnRange::Locust => {
                    if let Some(beyond) = self.next(to, vector).filter(|&beyond| self.is_empty(beyond)) {
                        match self.passed(to) {
                            Some(victim) => self.pass_on(beyond, Some(victim), StepKind::EnPassant),
                            None if self.look(to) == Seen::Adverse => self.pass_on(beyond, Some(to), StepKind::Plain),
                            None => {}
                        }
                    }
                }
                _ => {
                    self.arrive(to, Mode::Capture);
                    let takes_passing = matches!(range, PawnRange::Step | PawnRange::Initial(_) | PawnRange::Always(_));
                    if let (Some(victim), true) = (self.passed(to), takes_passing)
                        // A pawn does not guard its own side's pawns in this way.
                        && self.man(victim).is_of(!self.side)
                    {
                        self.pass_on(to, Some(victim), StepKind::EnPassant);
                    }
                }
            }
            if self.done || range != PawnRange::Rider || !self.is_empty(to) {
                return;
            }
            sq = to;
        }
    }

    /// Returns the square of the pawn that the man can capture en passant by moving to the empty square `sq`, or
    /// `None`. An orphan (a man that borrows the moves of enemy men) does not capture en passant, as in Popeye; a
    /// friend (which borrows those of its own side) does.
    fn passed(&self, sq: Sq) -> Option<Sq> {
        let victim = self.position.passing().victim(sq)?;
        if self.position.board().man(self.home).piece().borrows() == Some(false) {
            return None;
        }
        (self.is_empty(sq) && self.look(victim) == Seen::Adverse).then_some(victim)
    }

    pub(super) fn pawn_move(&mut self, vector: Vector, range: PawnRange, towards: Color) {
        let Some(to) = self.next(self.origin, vector).filter(|&to| self.is_empty(to)) else { return };
        self.pass_on(to, None, StepKind::Plain);
        if range == PawnRange::Rider {
            let mut sq = to;
            while let Some(to) = self.next(sq, vector).filter(|&to| self.is_empty(to)) {
                self.pass_on(to, None, StepKind::Plain);
                sq = to;
            }
            return;
        }
        let most = self.position.book().geometry.most_pawn_steps(range, towards, self.origin);
        // Men that move as pawns among other ways cannot be captured en passant.
        let can_be_passed = self.piece.is_pawn() || self.heading.is_some();
        let (mut sq, mut passed) = (to, [to; 2]);
        for steps in 1..most.min(3) {
            let Some(further) = self.next(sq, vector).filter(|&further| self.is_empty(further)) else { return };
            passed[usize::from(steps) - 1] = sq;
            self.pass_on(further, None, if can_be_passed { StepKind::Passing(passed, steps) } else { StepKind::Plain });
            sq = further;
        }
    }
}
