//! Finds the assignments of one side: each of its men gets a different square of the target, or is captured.

use super::super::Target;
use super::super::army_budget::ArmyBudget;
use super::super::assignment::{Costs, MOST, cheapest};
use super::super::needs::{ArrivalPlan, NEVER};
use crate::orthodox::board::Right;
use crate::orthodox::board::bitboard::Sq;
use crate::units::Piece;

/// One assignment: for each man of the side its final piece and square, or `None` if it is captured; and the castling
/// move, if the side castles.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    pub ends: Vec<Option<(Piece, Sq)>>,
    pub castling: Option<Right>,
}

/// The greatest number of steps in one search for assignments. More work than this does not pay.
const MOST_STEPS: u32 = 50_000;
const MOST_CASTS: usize = 10_000;

struct AssignmentSearch<'a> {
    plan: &'a ArrivalPlan,
    moves: i32,
    tasks: Vec<usize>,
    steps: u32,
    found: &'a mut Vec<Assignment>,
}

impl Target {
    /// Returns all assignments for which the side has enough moves, or `None` if there are too many. Men are captured
    /// only on the squares `losses`.
    pub(super) fn casts(&self, stage: &ArmyBudget, losses: u64) -> Option<Vec<Assignment>> {
        let (mut found, mut are_all) = (Vec::new(), true);
        self.for_each_plan(stage, losses, |plan| {
            let moves = stage.moves as i32 - i32::from(plan.castling.is_some());
            let has_tasks = plan.n > 0 || stage.army.all() & !stage.standing == 0;
            are_all &= has_tasks
                && AssignmentSearch { plan, moves, tasks: Vec::new(), steps: 0, found: &mut found }
                    .cast_next(0, 0)
                    .is_some();
        });
        are_all.then_some(found)
    }
}

impl AssignmentSearch<'_> {
    /// Gives each free task in turn to the next man, and goes on with the men after it. `used` has a bit for each task
    /// that is no longer free, and `spent` is the number of moves of the men before. Returns `None` if there are too
    /// many assignments.
    fn cast_next(&mut self, used: u32, spent: i32) -> Option<()> {
        let (n, m) = (self.plan.n, self.tasks.len());
        if m == n {
            let ends = self.tasks.iter().map(|&task| self.plan.goal(task)).collect();
            self.found.push(Assignment { ends, castling: self.plan.castling });
            return (self.found.len() <= MOST_CASTS).then_some(());
        }
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        let free = |task: &usize| used & 1 << task == 0;
        // All tasks in which the man is captured are the same, so one of them suffices.
        let lost = (self.plan.kept..n).find(free);
        for task in (0..self.plan.kept).filter(free).chain(lost) {
            let (used, spent) = (used | 1 << task, spent + self.plan.costs[task][m]);
            if spent <= self.moves && spent + self.rest(used, m + 1) <= self.moves {
                self.tasks.push(task);
                self.cast_next(used, spent)?;
                self.tasks.pop();
            }
        }
        Some(())
    }

    /// Returns the least number of moves in which the men from number `m` on can do the free tasks, those without a bit
    /// in `used`.
    fn rest(&self, used: u32, m: usize) -> i32 {
        let n = self.plan.n;
        let mut costs: Costs = [[NEVER; MOST]; MOST];
        let open = (0..n).filter(|task| used & 1 << task == 0);
        for (row, task) in costs.iter_mut().zip(open) {
            row[..n - m].copy_from_slice(&self.plan.costs[task][m..n]);
        }
        cheapest(&costs, n - m).total
    }
}
