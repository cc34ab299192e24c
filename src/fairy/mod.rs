//! The engine for everything beyond orthodox men on the 8x8 board: every piece of the table, neutral men,
//! conditions, and boards up to 16 by 16.
//!
//! `steps` generates the steps of a man. The conditions put objects into the [`stages`], which restrict steps and
//! add consequences. A move is the list of its effects. The engine knows nothing of stipulations.
//!
//! Start with `engine.rs`, which answers the questions of the search.
//!
//! * `board`: squares, men, sets of squares
//! * `steps`: how men move, before any rule is asked
//! * `rules`: the stages at which conditions and attributes take effect, and the rule book
//! * `moves`: from a step to a legal move and its record
//! * `position`: a position, attacks and checks in it, goals
//! * `shortcuts`: facts that are known without playing a move, and bounds
//! * `target`: lower bounds for proof games

mod board;
mod engine;
mod moves;
mod position;
mod rules;
mod shortcuts;
mod steps;
mod target;

pub use board::Board;
pub use board::geometry::{Castling, Geometry};
pub use board::man::Man;
pub use board::squares::{Sq, Squares, at, file, from_square, rank, to_square};
pub use moves::effect::{Effect, LongMoves, Move, Step, StepKind, Why};
pub use moves::move_builder::{MoveBuilder, Promotion, TrialBoard};
pub use moves::null_move;
pub use moves::wanted::Wanted;
pub use position::FairyPosition;
pub use rules::anda::Anda;
pub use rules::planes::install as two_planes;
pub use rules::rulebook::{RuleBook, next_in};
pub use rules::touch::Touch;
pub use rules::traits::{ChameleonMen, Uncapturable};
pub use rules::volage::{Volage, Wavering, waver};
pub use rules::{footprint, stages, traits};
pub use shortcuts::siege::Refutation;
