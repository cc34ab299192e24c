//! The interface for programs that embed Keymove: problems read from texts or built from parts, solvers, runs, and
//! solutions in composition terms. No function prints, and none ends the program.

#![deny(missing_docs)]

mod builder;
mod found;
mod parsed;
mod play;
mod position;
mod run;

pub use builder::ProblemBuilder;
pub use found::Found;
pub use parsed::{ParseError, Parsed};
pub use run::{Checked, Run, RunProgress, Solver};
