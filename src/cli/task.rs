//! The tasks of a run.

use super::status::Status;
use crate::solution::{Cut, Solution, Verdict};
use serde::{Deserialize, Serialize};

/// The task of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Task {
    /// `keymove solve`.
    Solve,
    /// `keymove check`.
    Check {
        /// Whether the findings are printed below each verdict.
        verbose: bool,
        /// Whether a problem with duals is sound.
        allow_duals: bool,
    },
}

impl Task {
    /// Whether the task prints verdicts, not only solutions.
    pub fn is_check(self) -> bool {
        self != Task::Solve
    }

    /// Whether a problem with duals is sound.
    pub fn allows_duals(self) -> bool {
        matches!(self, Task::Check { allow_duals: true, .. })
    }

    /// Returns a name that identifies everything, except the problem, that an answer depends on.
    pub fn name(self) -> &'static str {
        match self {
            Task::Solve => "solve",
            Task::Check { allow_duals: false, .. } => "check",
            Task::Check { allow_duals: true, .. } => "check, duals allowed",
        }
    }

    /// Returns the exit status of one problem.
    pub fn status(self, verdict: Verdict, solution: &Solution) -> Status {
        match self {
            Task::Solve if verdict == Verdict::Invalid => Status::BadInput,
            Task::Solve if is_cut(solution) => Status::Undecided,
            Task::Solve => Status::Good,
            Task::Check { .. } => Status::from(verdict),
        }
    }
}

/// Whether a limit has cut the search. Restrictions by an option do not count.
pub fn is_cut(solution: &Solution) -> bool {
    let is_limit = |cut: Cut| !matches!(cut, Cut::MoveNumbers | Cut::ShortSolutions);
    solution.twins.iter().any(|twin| twin.cut.is_some_and(is_limit))
}
