//! The exit status of the program.

use crate::solution::Verdict;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The exit status of a run. If problems have different statuses, the run has the worst of them, in the order of
/// `rank`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub enum Status {
    #[default]
    Good = 0,
    Unsound = 1,
    BadInput = 2,
    Undecided = 3,
    /// An internal error: the program panicked, usually while it solved a problem.
    Internal = 4,
    /// A unit of a distributed run is incomplete, and must be run again.
    Again = 75,
    /// A signal ended the run before it was complete.
    Interrupted = 130,
}

impl Status {
    fn rank(self) -> u8 {
        match self {
            Status::Good => 0,
            Status::Undecided => 1,
            Status::Unsound => 2,
            Status::BadInput => 3,
            Status::Internal => 4,
            Status::Again => 5,
            Status::Interrupted => 6,
        }
    }

    /// Returns the status with this code. A code that is not written to files becomes `Interrupted`.
    pub fn from_code(code: u8) -> Status {
        match code {
            0 => Status::Good,
            1 => Status::Unsound,
            2 => Status::BadInput,
            3 => Status::Undecided,
            4 => Status::Internal,
            _ => Status::Interrupted,
        }
    }

    /// Returns the worse of the two statuses.
    pub fn and(self, other: Status) -> Status {
        if other.rank() > self.rank() { other } else { self }
    }
}

impl From<u8> for Status {
    fn from(code: u8) -> Status {
        Status::from_code(code)
    }
}

impl From<Status> for u8 {
    fn from(status: Status) -> u8 {
        status as u8
    }
}

impl From<Verdict> for Status {
    fn from(verdict: Verdict) -> Status {
        match verdict {
            Verdict::Sound => Status::Good,
            Verdict::Unsound => Status::Unsound,
            Verdict::Undecided => Status::Undecided,
            Verdict::Invalid => Status::BadInput,
        }
    }
}

/// Writes a message to standard error. Does nothing if standard error is closed, because the exit status has the same
/// information.
pub fn complain(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
