//! Decides when to enumerate final positions. An enumeration costs steps, and its candidates save search work; it is
//! made when the saving is likely to be larger.

use super::candidate_set::{CandidateSet, Entry};
use super::{Candidates, Effort, FinalRole, MOST_MEN};
use crate::clock::Clock;
use crate::orthodox::board::Board;
use crate::orthodox::bound::stalemate::LONGEST;
use crate::pool::Pool;
use crate::position::{FinalPositionBudget, Left, Resources};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The limit of steps when an enumeration is tried for play with more plies than all play before. It is the larger of
/// two amounts: one depends on the number of plies, the other on the work already done.
struct StepLimit {
    /// The amount for the shortest play that is enumerated. Each further ply doubles it.
    shortest: u64,
    /// Upper limit of the amount that depends on the number of plies.
    most: u64,
    /// The second amount is this multiple of the work on all earlier play. Longer play takes more work than that
    /// anyway, so little is lost if the enumeration fails.
    growth: u64,
    /// Upper limit of the amount that depends on the work.
    most_grown: u64,
}

/// Costs and limits of candidates (partial descriptions of possible final positions) for one kind of goal.
pub struct CandidateCosts {
    in_turn: StepLimit,
    in_series: StepLimit,
    /// Steps charged for one query that is answered without candidates.
    a_question: u64,
    /// The most candidates of a position. With more, going through them takes longer than a search without
    /// candidates.
    most_pictures: usize,
}

/// Costs and limits for stalemates. In alternating play seconds of enumeration pay, because the time of a search
/// without candidates grows with each move far beyond that. In series play, other bounds leave less search work to
/// save.
pub const STALEMATES: CandidateCosts = CandidateCosts {
    in_turn: StepLimit { shortest: 1 << 16, most: 8_000_000, growth: 32, most_grown: 96_000_000 },
    in_series: StepLimit { shortest: 1 << 13, most: 1_000_000, growth: 8, most_grown: 96_000_000 },
    a_question: 30,
    most_pictures: 20_000,
};

/// Costs and limits for mates. The bound on mates is faster than that on stalemates, so candidates are worth fewer
/// steps.
pub const MATES: CandidateCosts = CandidateCosts {
    in_turn: StepLimit { shortest: 1 << 10, most: 1_000_000, growth: 8, most_grown: 96_000_000 },
    in_series: StepLimit { shortest: 0, most: 0, growth: 0, most_grown: 0 },
    a_question: 4,
    most_pictures: 20_000,
};

impl StepLimit {
    fn steps(&self, plies: usize, work: u64) -> u64 {
        let by_length = (self.shortest << (plies - LEAST_PLIES)).min(self.most);
        by_length.max((self.growth * work).min(self.most_grown))
    }
}

/// The least credit, in steps, with which an enumeration starts. The first enumeration for a new greatest number of
/// plies has no such minimum.
const LEAST_STEPS: u64 = 1 << 12;

/// The least number of plies for which candidates are enumerated; shorter play is searched without them.
const LEAST_PLIES: usize = 4;

/// Returns the bytes of memory for one candidate: its roles, room for twice as many during the enumeration, and its
/// entries in the candidate sets of all threads.
fn bytes_of_picture(threads: usize) -> usize {
    3 * size_of::<[FinalRole; MOST_MEN]>() + 3 * size_of::<Entry>() * threads
}

/// Steps that a thread counts locally before it adds them to the counter shared by all threads.
const STEPS_APART: u64 = 1 << 12;

/// One thread's part of the search budget of final positions.
pub struct Attempts {
    /// Whether enumeration of final positions is switched on.
    is_on: bool,
    costs: &'static CandidateCosts,
    clock: Arc<Clock>,
    pool: Arc<Pool>,
    threads: usize,
    tries: Arc<FinalPositionBudget>,
    /// Steps that this thread has spent on queries and enumerations and has not yet added to the shared counter.
    work: u64,
    /// Credit, in steps, that this thread has earned by queries without candidates and has not yet added to the
    /// shared credit.
    earned: u64,
}

impl Attempts {
    pub fn new(costs: &'static CandidateCosts, tries: Arc<FinalPositionBudget>, means: &Resources) -> Attempts {
        Attempts {
            costs,
            is_on: means.pictures,
            clock: means.clock.clone(),
            pool: means.pool.clone(),
            threads: means.threads,
            tries,
            work: 0,
            earned: 0,
        }
    }

    /// Charges this thread with the cost of one query without candidates.
    pub fn ask(&mut self) {
        self.spend(self.costs.a_question);
    }

    fn spend(&mut self, steps: u64) {
        self.work += steps;
        if self.work >= STEPS_APART {
            self.tries.work.fetch_add(std::mem::take(&mut self.work), Relaxed);
        }
    }

    /// Adds credit for a later enumeration, after a query that did not exclude the goal.
    pub fn earn(&mut self) {
        if !self.tries.has_given_up.load(Relaxed) {
            self.earned += self.costs.a_question;
        }
    }

    /// Calls `find` to enumerate the candidates and returns the candidate set of the position. Returns `None` if an
    /// enumeration does not pay now, or if it fails.
    pub fn pictures(
        &mut self,
        board: &Board,
        left: Left,
        find: impl FnOnce(&mut Effort<'_>) -> Option<Candidates>,
    ) -> Option<Arc<CandidateSet>> {
        let plies = usize::from(left.moves[0]) + usize::from(left.moves[1]);
        if !self.is_on || !(LEAST_PLIES..=2 * LONGEST).contains(&plies) {
            return None;
        }
        let tries = self.tries.clone();
        let is_first = plies > tries.longest.fetch_max(plies, Relaxed);
        if is_first {
            tries.has_given_up.store(false, Relaxed);
            let in_turn = left.moves[0].abs_diff(left.moves[1]) <= 1;
            let allowance = if in_turn { &self.costs.in_turn } else { &self.costs.in_series };
            self.earned = 0;
            tries.credit.store(allowance.steps(plies, tries.work.load(Relaxed) + self.work), Relaxed);
        }
        let least = if is_first { 0 } else { tries.least[plies].load(Relaxed).max(LEAST_STEPS) };
        if tries.has_given_up.load(Relaxed) {
            return None;
        }
        let credit = self.take_credit(least)?;
        let is_over = || self.clock.has_rung();
        let bytes = bytes_of_picture(self.threads);
        let most_pictures = (self.pool.left() / bytes).min(self.costs.most_pictures);
        let mut effort = Effort { steps: credit, most_pictures, is_over: &is_over };
        let found = find(&mut effort);
        let spent = credit - effort.steps;
        tries.credit.fetch_add(effort.steps, Relaxed);
        self.spend(spent);
        if found.is_none() {
            if is_first {
                tries.has_given_up.store(true, Relaxed);
            }
            tries.least.iter().skip(plies).for_each(|least| {
                least.fetch_max(2 * spent, Relaxed);
            });
        }
        found.map(|mut found| {
            found.share = Some(self.pool.clone().take(found.count() * bytes));
            Arc::new(CandidateSet::new(Arc::new(found), board, left.moves))
        })
    }

    /// Takes the whole shared credit and returns it, or returns `None` if the credit is less than `least`. No other
    /// thread can enumerate until the caller gives the unused credit back.
    fn take_credit(&mut self, least: u64) -> Option<u64> {
        let credit = &self.tries.credit;
        if self.earned < STEPS_APART && credit.load(Relaxed) + self.earned < least {
            return None;
        }
        credit.fetch_add(std::mem::take(&mut self.earned), Relaxed);
        credit.fetch_update(Relaxed, Relaxed, |steps| (steps >= least).then_some(0)).ok()
    }
}
