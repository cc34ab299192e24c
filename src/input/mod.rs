//! Reads problems from files: detects the format of a file and splits it into problems.
//!
//! Reading is incremental and takes bounded memory: a file of a million problems is never held as a whole, and
//! a line too long to be a problem is reported and skipped. Nothing is solved here.

mod lines;
mod reader;

pub use reader::{Entry, FilePosition, ProblemReader};
