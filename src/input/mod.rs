//! Reads problems from files: detects the format of a file and splits it into problems.
//!
//! Files are read piece by piece in bounded memory, even a file of a million problems. A line that is too long is
//! reported and skipped.

mod lines;
mod reader;

pub use reader::{Entry, FilePosition, ProblemReader};
