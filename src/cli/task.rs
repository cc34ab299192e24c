//! What is wanted of each problem.

use super::status::Status;
use crate::solution::{Cut, Solution, Verdict};
use serde::{Deserialize, Serialize};

/// What a run does with its problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Task {
    /// `keymove solve`.
    Solve,
    /// `keymove check`.
    Check {
        /// The findings are shown below each verdict.
        verbose: bool,
        /// Duals make no problem unsound.
        allow_duals: bool,
    },
}

impl Task {
    /// The verdict on each problem is asked for, and not its solution alone.
    pub fn is_check(self) -> bool {
        self != Task::Solve
    }

    /// Duals make no problem unsound.
    pub fn allows_duals(self) -> bool {
        matches!(self, Task::Check { allow_duals: true, .. })
    }

    /// Stands for all that an answer depends on besides the problem.
    pub fn name(self) -> &'static str {
        match self {
            Task::Solve => "solve",
            Task::Check { allow_duals: false, .. } => "check",
            Task::Check { allow_duals: true, .. } => "check, duals allowed",
        }
    }

    /// The exit status of one problem.
    pub fn status(self, verdict: Verdict, solution: &Solution) -> Status {
        match self {
            Task::Solve if verdict == Verdict::Invalid => Status::BadInput,
            Task::Solve if is_cut(solution) => Status::Undecided,
            Task::Solve => Status::Good,
            Task::Check { .. } => Status::from(verdict),
        }
    }
}

/// By a limit; what an option leaves out was not asked for.
pub fn is_cut(solution: &Solution) -> bool {
    let is_limit = |cut: Cut| !matches!(cut, Cut::MoveNumbers | Cut::ShortSolutions);
    solution.twins.iter().any(|twin| twin.cut.is_some_and(is_limit))
}
