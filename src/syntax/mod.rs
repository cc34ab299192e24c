//! Text to problems, problems to text: the one-line language, and how its errors are told.
//!
//! Every grammar reads all of a text or says where and why it does not; none of them guesses, solves, or judges
//! whether a position can arise. Plain values come out, without places in the text.

// Places in a text, and what is said of them.
mod diagnostic;
mod findings;
mod source;

// What the grammars share.
mod grammar;
mod known;
mod lookalike;
mod words;

// The parts of a problem.
mod board;
mod condition;
mod option;
mod stipulation;
mod structured;
mod twin;

// The line.
mod epd;
mod fields;
mod opcode;
mod write;

// Popeye's own files.
pub mod popeye;

#[cfg(test)]
mod tests;

pub use board::board;
pub use condition::conditions;
pub use diagnostic::{Diagnostic, Severity, nearest, quoted};
pub use epd::line;
pub use fields::position;
pub use option::options;
pub use source::{Source, Span};
pub use stipulation::stipulation;
pub use structured::structured;
pub use twin::twins;
pub use write::{epd, option_words};
