//! Parses problems from text and writes them as text, with diagnostics: the format with one problem per line,
//! and Popeye's.
//!
//! Each grammar reads a whole text or reports where and why it fails. No grammar guesses a meaning, solves a
//! problem or judges whether a position is legal. The results are plain values without positions in the text.

// Spans in a text, and diagnostics about them.
mod diagnostic;
mod findings;
mod source;

// Shared by all grammars.
mod grammar;
mod known;
mod lookalike;
mod on_board;
mod piece_letters;
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

// The one-line form.
mod counts;
mod epd;
mod fields;
mod line_parts;
mod opcode;
mod together;
mod write;

// Popeye's input files.
pub mod popeye;

#[cfg(test)]
mod tests;

pub use board::{board, board_in, man};
pub use condition::{ConditionSpan, conditions, conditions_in};
pub use diagnostic::{Diagnostic, Severity, nearest, quoted};
pub use epd::line;
pub use fields::{position, position_in};
pub use game::game;
pub use line_parts::{condition_spans_of as condition_spans, named, solution_span};
pub use option::{options, options_on};
pub use piece::own_pieces;
pub use piece_letters::PieceLetters;
pub use source::{Source, Span};
pub use stipulation::{stipulation, stipulation_on};
pub use structured::{structured, structured_on};
pub use together::contradictions;
pub use twin::{twins, twins_on};
pub use write::{LineParts, changes, epd, line_parts, operation};
pub use xbetza::xbetza;
