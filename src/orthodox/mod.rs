//! The engine for orthodox men on the 8x8 board: bitboards, copied at each move.
//!
//! The engine implements the rules of chess, Madrasi and Isardam. It has nothing to do with stipulations or
//! solutions.
//!
//! Start with `position.rs`: [`OrthodoxPosition`] answers the queries of the search. `board` and `rules` are used for
//! all queries. Each of the other folders answers one kind of query without a search:
//!
//! * `board`: men on squares, bitboards, moves, keys
//! * `rules`: legal moves in chess, Madrasi and Isardam
//! * `last_move`: whether one move mates, stalemates, or forces the other side to mate
//! * `two_mover`: whether the side to move mates in two
//! * `bound`: whether a goal is out of reach with the moves that are left
//! * `proof_game`: which moves may lead to a given position

pub(crate) mod board;
pub(crate) mod bound;
mod last_move;
mod position;
mod proof_game;
mod rules;
#[cfg(test)]
mod slow_tests;
mod two_mover;

pub use board::Board;
pub use board::moves::Move;
pub use position::OrthodoxPosition;
pub use proof_game::{Target, assignment};
pub use rules::Rules;
pub use rules::isardam::Isardam;
pub use rules::madrasi::Madrasi;
