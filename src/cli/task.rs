//! The task of a run: to solve problems or to check them.

use super::status::Status;
use crate::solution::{Cut, Solution, Verdict};
use serde::{Deserialize, Serialize};

/// The task that a run performs for each problem: solving or checking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RunTask {
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

impl RunTask {
    /// Whether the task is `check`, which prints verdicts in addition to solutions.
    pub fn is_check(self) -> bool {
        self != RunTask::Solve
    }

    /// Whether the task counts a problem with duals as sound.
    pub fn allows_duals(self) -> bool {
        matches!(self, RunTask::Check { allow_duals: true, .. })
    }

    /// Returns a name of the task for the keys of recorded results. Tasks that may give different answers to a problem
    /// have different names.
    pub fn name(self) -> &'static str {
        match self {
            RunTask::Solve => "solve",
            RunTask::Check { allow_duals: false, .. } => "check",
            RunTask::Check { allow_duals: true, .. } => "check, duals allowed",
        }
    }

    /// Returns the exit status for a problem with this verdict and solution.
    pub fn status(self, verdict: Verdict, solution: &Solution) -> Status {
        match self {
            RunTask::Solve if verdict == Verdict::Invalid => Status::BadInput,
            RunTask::Solve if is_cut(solution) => Status::Undecided,
            RunTask::Solve => Status::Good,
            RunTask::Check { .. } => Status::from(verdict),
        }
    }
}

/// Whether the search was cut by the time, by the memory, by the number of solutions, or by a signal. The limits that
/// the options about move numbers and short solutions set do not count.
pub fn is_cut(solution: &Solution) -> bool {
    let is_limit = |cut: Cut| !matches!(cut, Cut::MoveNumbers | Cut::ShortSolutions);
    solution.twins.iter().any(|twin| twin.cut.is_some_and(is_limit))
}
