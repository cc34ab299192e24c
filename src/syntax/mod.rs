//! Text to problems, problems to text: the one-line language, and how its errors are told.
//!
//! Every grammar reads all of a text or says where and why it does not; none of them guesses, solves, or judges
//! whether a position can arise. Plain values come out, without places in the text.

// Places in a text, and what is said of them.
mod diagnostic;
mod findings;
mod source;

// What the grammars share.
mod cast;
mod grammar;
mod known;
mod lookalike;
mod on_board;
mod words;

// The parts of a problem.
mod board;
mod condition;
mod game;
mod option;
mod piece;
mod stipulation;
mod structured;
mod twin;
mod xbetza;

// The line.
mod counts;
mod epd;
mod fields;
mod line_parts;
mod opcode;
mod together;
mod write;

// Popeye's own files.
pub mod popeye;

#[cfg(test)]
mod tests;

pub use board::{board, board_in};
pub use cast::Cast;
pub use condition::{ConditionSpan, conditions, conditions_in};
pub use diagnostic::{Diagnostic, Severity, nearest, quoted};
pub use epd::line;
pub use fields::{position, position_in};
pub use game::game;
pub use line_parts::{condition_spans_of as condition_spans, named, solution_span};
pub use option::{options, options_on};
pub use piece::own_pieces;
pub use source::{Source, Span};
pub use stipulation::{stipulation, stipulation_on};
pub use structured::{structured, structured_on};
pub use together::contradictions;
pub use twin::{twins, twins_on};
pub use write::{epd, operation};
pub use xbetza::xbetza;
