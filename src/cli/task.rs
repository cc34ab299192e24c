//! The task of a run: to solve problems or to check them.

use super::status::Status;
use crate::solution::{Cut, Solution, Verdict};
use serde::{Deserialize, Serialize};

/// The task that a run performs for each problem: solving or checking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Task {
    /// `keymove solve`.
    Solve,
    /// `keymove check`.
    Check {
        /// Whether all findings are printed below each verdict.
        verbose: bool,
        /// Whether a problem with duals counts as sound.
        allow_duals: bool,
    },
}

impl Task {
    /// Whether the task is `check`, which prints verdicts and not only solutions.
    pub fn is_check(self) -> bool {
        self != Task::Solve
    }

    /// Whether the task counts a problem with duals as sound.
    pub fn allows_duals(self) -> bool {
        matches!(self, Task::Check { allow_duals: true, .. })
    }

    /// Returns a name of the task that differs for tasks with different answers to the same problem.
    pub fn name(self) -> &'static str {
        match self {
            Task::Solve => "solve",
            Task::Check { allow_duals: false, .. } => "check",
            Task::Check { allow_duals: true, .. } => "check, duals allowed",
        }
    }

    /// Returns the exit status for a problem with this verdict and solution.
    pub fn status(self, verdict: Verdict, solution: &Solution) -> Status {
        match self {
            Task::Solve if verdict == Verdict::Invalid => Status::BadInput,
            Task::Solve if is_cut(solution) => Status::Undecided,
            Task::Solve => Status::Good,
            Task::Check { .. } => Status::from(verdict),
        }
    }
}

/// Whether a limit of time or memory, the number of solutions or a signal has cut the search. Restrictions by the
/// options about move numbers and short solutions do not count.
pub fn is_cut(solution: &Solution) -> bool {
    let is_limit = |cut: Cut| !matches!(cut, Cut::MoveNumbers | Cut::ShortSolutions);
    solution.twins.iter().any(|twin| twin.cut.is_some_and(is_limit))
}
