//! When to make pictures: as often as the work that they may save is worth the steps that it takes to find them.

use super::super::memo::Memo;
use super::super::{LONGEST, Question};
use super::Effort;
use super::living::Living;
use super::victims::enumerated;
use crate::clock::Clock;
use crate::orthodox::board::Board;
use crate::position::{Left, Means};
use crate::units::Color;
use std::sync::Arc;

/// Steps for the first attempt, at the diagram, where the shortest play is that is asked about; twice as many with each
/// half-move more, but not more than these.
const FIRST_STEPS: [u64; 2] = [1 << 13, 4_000_000];
/// For each question that was answered without pictures.
const STEPS_A_QUESTION: u64 = 30;
/// So many are at hand before anything is tried.
const LEAST_STEPS: u64 = 1 << 12;

/// Shorter play is searched as it is.
const LEAST_PLIES: usize = 4;

/// With more pictures it takes longer to look through them than to do without.
const MOST_PICTURES: usize = 20_000;
/// What a picture takes while it is made and on all plies of a line.
const PICTURE_BYTES: usize = 512;

/// What one thread spends on pictures.
pub struct Attempts {
    /// Whether to make any.
    is_on: bool,
    clock: Arc<Clock>,
    most_pictures: usize,
    has_begun: bool,
    credit: u64,
    /// By half-moves left: so much has to be at hand for another attempt.
    least: [u64; 2 * LONGEST + 1],
}

impl Attempts {
    pub fn new(means: &Means) -> Attempts {
        let most_pictures = (means.bytes / 8 / PICTURE_BYTES).min(MOST_PICTURES);
        Attempts {
            is_on: means.pictures,
            clock: means.clock.clone(),
            most_pictures,
            has_begun: false,
            credit: 0,
            least: [LEAST_STEPS; 2 * LONGEST + 1],
        }
    }

    /// A question was answered without pictures.
    pub fn earn(&mut self) {
        self.credit += STEPS_A_QUESTION;
    }

    /// The pictures of the position, if it is worth while to look for them now. `scope`: where the king may be stalemated.
    pub fn pictures(
        &mut self,
        board: &Board,
        mover: Color,
        left: Left,
        scope: u64,
        memo: &mut Memo,
    ) -> Option<Arc<Living>> {
        let plies = usize::from(left.moves[0]) + usize::from(left.moves[1]);
        if !self.is_on || !(LEAST_PLIES..=2 * LONGEST).contains(&plies) {
            return None;
        }
        if !std::mem::replace(&mut self.has_begun, true) {
            self.credit = (FIRST_STEPS[0] << (plies - LEAST_PLIES).min(16)).min(FIRST_STEPS[1]);
        }
        if self.credit < self.least[plies] {
            return None;
        }
        let question = Question::new(board, mover, Left::at_most(left.moves))?;
        let is_over = || self.clock.has_rung();
        let mut effort = Effort { steps: self.credit, most_pictures: self.most_pictures, is_over: &is_over };
        let captures = usize::from(left.moves[mover as usize]);
        let found = enumerated(board, &question, captures, scope, memo, &mut effort);
        let spent = self.credit - effort.steps;
        self.credit = effort.steps;
        if found.is_none() {
            self.least.iter_mut().skip(plies).for_each(|least| *least = (*least).max(2 * spent));
        }
        found.map(|found| Arc::new(Living::new(Arc::new(found), board, left.moves)))
    }
}
