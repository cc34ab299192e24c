//! Problems out of files: which format a file has, where one problem ends and the next begins.
//!
//! Reads as it goes, in bounded memory: a file of a million problems is never held as a whole, and a line too long to
//! be a problem is reported and skipped. Nothing is solved here.

mod lines;
mod reader;

pub use reader::{Entry, Place, Reader};
