//! What the exit status of the program says.

use crate::solution::Verdict;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The exit status of a run; of several the worst counts, in the order of `rank`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub enum Status {
    #[default]
    Good = 0,
    Unsound = 1,
    BadInput = 2,
    Undecided = 3,
    /// The program is at fault.
    Internal = 4,
    /// A unit of work that is to be done again, by whoever comes next.
    Again = 75,
    /// Ended by a signal before all was done.
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

    /// As it was recorded. Nothing is recorded of what was interrupted.
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

    /// The worse of two.
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

/// Says it on standard error. Where nobody listens, the exit status has to do.
pub fn complain(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
