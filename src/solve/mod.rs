//! Solving: takes a problem and returns its solution, complete or marked as cut by a limit.
//!
//! One problem goes through these files:
//!
//! 1. `solver` makes its twins and chooses an engine for each.
//! 2. `setup` prepares the diagram and compiles the play into stages.
//! 3. `phases` solves one twin: set play and play, for one side or for both.
//! 4. `prove` answers whether play succeeds: yes, no, or cut by a limit. It collects no moves.
//! 5. `unfold` queries the prover about each move, and collects the moves that are printed.
//!
//! `threads` shares the work among threads, `limits` ends searches that take too long, `division` divides a problem
//! among several runs, `session` solves many small problems one after another, and `invisible` solves problems with
//! invisible men.

mod deep_thread;
mod division;
mod error;
mod invisible;
mod limits;
mod phases;
mod prove;
mod session;
mod settings;
mod setup;
mod solver;
mod stats;
mod techniques;
mod threads;
#[cfg(test)]
mod toy_engine_tests;
mod unfold;

pub use deep_thread::DeepThread;
pub use division::parts::{FirstMoveId, FirstMoves, Known, can_be_divided};
pub use error::SolveError;
pub use limits::{Allowance, Limits, PhaseProgress, Progress};
pub use prove::facts::{Fact, Proved};
pub use session::{ExpectedLine, Replayed, Session};
pub use settings::SearchSettings;
pub use setup::{beginning, first_board};
pub use solver::{Control, Outcome, Solver};
pub use stats::{QueryCount, Stats};
pub use techniques::{Technique, Techniques};
pub use threads::{STACK_BYTES, Threads};
