//! The engine for everything beyond orthodox men on the 8x8 board: every piece of the table, neutral men,
//! conditions, and boards up to 16 by 16.
//!
//! `walk` generates the steps of a man. The conditions put objects into the [`stages`], which restrict steps and
//! add consequences. A move is the list of its `effect`s. The engine knows nothing of stipulations.

mod anda;
mod board;
mod bound;
mod castlings;
mod check_info;
mod chess;
mod effect;
mod engine;
pub mod footprint;
mod geometry;
mod goals;
mod hurdles;
mod line_walk;
mod man;
mod mating_net;
mod move_builder;
mod movegen;
pub mod null_move;
mod observation;
mod planes;
mod position;
mod range;
mod rays;
mod record;
mod repetition;
mod reply_pruning;
mod routes;
mod rulebook;
mod shortcuts;
mod siege;
mod squares;
pub mod stages;
mod target;
mod touch;
pub mod traits;
mod volage;
mod walk;
mod wanted;

pub use anda::Anda;
pub use board::Board;
pub use effect::{Effect, LongMoves, Move, Step, StepKind, Why};
pub use geometry::{Castling, Geometry};
pub use man::Man;
pub use move_builder::{MoveBuilder, Promotion, TrialBoard};
pub use planes::install as two_planes;
pub use position::FairyPosition;
pub use rulebook::{RuleBook, next_in};
pub use siege::Refutation;
pub use squares::{Sq, Squares, at, file, from_square, rank, to_square};
pub use touch::Touch;
pub use traits::{ChameleonMen, Uncapturable};
pub use volage::{Volage, Wavering, waver};
pub use wanted::Wanted;
