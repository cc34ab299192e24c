//! Moves: from a man's step to a legal move and its record.
//!
//! * `effect`: a move as a list of effects
//! * `move_builder`: a step becomes a move; the stages of the rules add effects
//! * `movegen`: all legal moves, or the part that the caller wants (`wanted`); `castlings` and `null_move` are its
//!   special cases
//! * `record`: a move as data for the output

pub mod castlings;
pub mod effect;
pub mod move_builder;
pub mod movegen;
pub mod null_move;
pub mod record;
pub mod wanted;
