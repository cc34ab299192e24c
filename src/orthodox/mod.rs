//! The engine for orthodox men on the 8x8 board: bitboards, copied at each move.
//!
//! Knows the rules of chess, Madrasi and Isardam; knows nothing of stipulations or solutions.

pub(crate) mod bitboard;
pub(crate) mod board;
pub(crate) mod bound;
mod isardam;
mod kernel;
mod legal;
mod legality;
mod madrasi;
mod mate;
mod movegen;
mod moves;
mod parry;
mod pins;
mod position;
mod reach;
mod refutation_pruning;
mod reply_pruning;
mod rules;
mod selfmate;
#[cfg(test)]
mod slow_tests;
mod stalemate;
mod zobrist;

pub use board::Board;
pub use isardam::Isardam;
pub use madrasi::Madrasi;
pub use moves::Move;
pub use position::OrthodoxPosition;
pub use reach::{Target, assignment};
pub use rules::Rules;
