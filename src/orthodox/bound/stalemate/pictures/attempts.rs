//! When to make pictures: as often as the work that they may save is worth the steps that it takes to find them.

use super::super::LONGEST;
use super::living::Living;
use super::{Effort, Pictures};
use crate::clock::Clock;
use crate::orthodox::board::Board;
use crate::position::{Left, Means, Tries};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Steps for the attempt at the first position of play that is longer than all before.
struct Allowance {
    /// Where that is the shortest play; twice as many with each half-move more.
    shortest: u64,
    /// But not more than these.
    most: u64,
    /// So many times the work on all play before: longer play takes more than that as it is, so that little is lost if
    /// the attempt fails.
    growth: u64,
    /// And these at most then.
    most_grown: u64,
}

/// What pictures of a goal are worth.
pub struct Costs {
    in_turn: Allowance,
    in_series: Allowance,
    /// The steps that a question takes that is answered without pictures.
    a_question: u64,
    /// With more pictures it takes longer to look through them than to do without.
    most_pictures: usize,
}

/// Play in turn is worth seconds: without pictures it takes longer with each move than they do. In series other bounds leave
/// less to do.
pub const STALEMATES: Costs = Costs {
    in_turn: Allowance { shortest: 1 << 16, most: 8_000_000, growth: 32, most_grown: 96_000_000 },
    in_series: Allowance { shortest: 1 << 13, most: 1_000_000, growth: 8, most_grown: 96_000_000 },
    a_question: 30,
    most_pictures: 20_000,
};

/// The bound on mates answers sooner than that on stalemates, so only few pictures are worth looking through.
pub const MATES: Costs = Costs {
    in_turn: Allowance { shortest: 1 << 10, most: 1_000_000, growth: 8, most_grown: 96_000_000 },
    in_series: Allowance { shortest: 0, most: 0, growth: 0, most_grown: 0 },
    a_question: 4,
    most_pictures: 20_000,
};

impl Allowance {
    fn steps(&self, plies: usize, work: u64) -> u64 {
        let by_length = (self.shortest << (plies - LEAST_PLIES)).min(self.most);
        by_length.max((self.growth * work).min(self.most_grown))
    }
}

/// So many are at hand before anything is tried.
const LEAST_STEPS: u64 = 1 << 12;

/// Shorter play is searched as it is.
const LEAST_PLIES: usize = 4;

/// What a picture takes while it is made, and on all plies of a line: roles twice, and an entry a ply.
const PICTURE_BYTES: usize = 384;

/// Steps that one thread keeps to itself before it tells the others.
const STEPS_APART: u64 = 1 << 12;

/// What one thread spends on pictures. What it may spend at first on longer play depends on what all threads have done.
pub struct Attempts {
    /// Whether to make any.
    is_on: bool,
    costs: &'static Costs,
    clock: Arc<Clock>,
    most_pictures: usize,
    tries: Arc<Tries>,
    /// What questions and attempts took of which the others do not know yet, in steps.
    work: u64,
    credit: u64,
    /// By half-moves left: so much has to be at hand for another attempt.
    least: [u64; 2 * LONGEST + 1],
}

impl Attempts {
    pub fn new(costs: &'static Costs, tries: Arc<Tries>, means: &Means) -> Attempts {
        let most_pictures = (means.bytes / 8 / PICTURE_BYTES).min(costs.most_pictures);
        Attempts {
            costs,
            is_on: means.pictures,
            clock: means.clock.clone(),
            most_pictures,
            tries,
            work: 0,
            credit: 0,
            least: [LEAST_STEPS; 2 * LONGEST + 1],
        }
    }

    /// A question is asked without pictures.
    pub fn ask(&mut self) {
        self.spend(self.costs.a_question);
    }

    fn spend(&mut self, steps: u64) {
        self.work += steps;
        if self.work >= STEPS_APART {
            self.tries.work.fetch_add(std::mem::take(&mut self.work), Relaxed);
        }
    }

    /// Its answer was that the goal may be within reach.
    pub fn earn(&mut self) {
        if !self.tries.has_given_up.load(Relaxed) {
            self.credit += self.costs.a_question;
        }
    }

    /// The pictures that `find` makes of the position, if it is worth while to look for them now.
    pub fn pictures(
        &mut self,
        board: &Board,
        left: Left,
        find: impl FnOnce(&mut Effort<'_>) -> Option<Pictures>,
    ) -> Option<Arc<Living>> {
        let plies = usize::from(left.moves[0]) + usize::from(left.moves[1]);
        if !self.is_on || !(LEAST_PLIES..=2 * LONGEST).contains(&plies) {
            return None;
        }
        let is_first = plies > self.tries.longest.fetch_max(plies, Relaxed);
        if is_first {
            self.tries.has_given_up.store(false, Relaxed);
            let allowance = if left.in_turn { &self.costs.in_turn } else { &self.costs.in_series };
            self.credit = allowance.steps(plies, self.tries.work.load(Relaxed) + self.work);
        }
        if self.tries.has_given_up.load(Relaxed) || !is_first && self.credit < self.least[plies] {
            return None;
        }
        let is_over = || self.clock.has_rung();
        let mut effort = Effort { steps: self.credit, most_pictures: self.most_pictures, is_over: &is_over };
        let found = find(&mut effort);
        let spent = self.credit - effort.steps;
        self.credit = effort.steps;
        self.spend(spent);
        if found.is_none() {
            if is_first {
                self.tries.has_given_up.store(true, Relaxed);
            }
            self.least.iter_mut().skip(plies).for_each(|least| *least = (*least).max(2 * spent));
        }
        found.map(|found| Arc::new(Living::new(Arc::new(found), board, left.moves)))
    }
}
