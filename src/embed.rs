//! The types for programs that embed Keymove: problems from texts or from parts, solvers, runs, and solutions by the
//! terms of composition. Nothing here prints, and nothing ends the program.

#![deny(missing_docs)]

mod builder;
mod parsed;
mod play;
mod run;

pub use builder::ProblemBuilder;
pub use parsed::{ParseError, Parsed};
pub use run::{Checked, Run, RunProgress, Solver};
