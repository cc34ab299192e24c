//! The error of a problem that cannot be solved.

use crate::rules::Conflict;
use std::fmt;

/// The reason why a problem cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    NoStipulation,
    /// The conditions contradict each other or do not suit the diagram.
    Rules(Conflict),
    /// The problem uses this feature, which Keymove can read but not solve.
    Unsupported(&'static str),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::NoStipulation => f.write_str("the problem has no stipulation"),
            SolveError::Unsupported(what) => write!(f, "{what} is not supported yet"),
            SolveError::Rules(conflict) => conflict.fmt(f),
        }
    }
}

impl std::error::Error for SolveError {}
