//! Reads problems from files: detects the format of a file and splits it into problems.
//!
//! A file is read in small portions, so that a file of a million problems needs little memory. A line that is too long
//! is reported and skipped.

mod lines;
mod reader;

pub use reader::{Entry, FilePosition, ProblemReader};
