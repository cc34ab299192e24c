//! The engine for everything beyond orthodox men on eight by eight squares: any piece of the table, neutral men,
//! conditions, boards up to 16 by 16.
//!
//! A man's steps come from `walk`, restrictions and consequences from the [`stages`] into which the conditions put
//! their objects, and a move is the list of its `effect`s. Knows no stipulations.

mod board;
mod chess;
mod draft;
mod effect;
pub mod footprint;
mod geometry;
mod goals;
mod man;
mod movegen;
mod past;
mod position;
mod range;
mod rays;
mod record;
mod rulebook;
mod seam;
mod shortcuts;
mod sight;
mod spare;
mod squares;
pub mod stages;
mod target;
mod track;
mod traits;
mod volage;
mod walk;
mod wanted;

pub use board::Board;
pub use draft::{Draft, Promotion};
pub use effect::{Effect, Move, Step, StepKind, Why};
pub use geometry::{Castling, Geometry};
pub use man::Man;
pub use position::FairyPosition;
pub use rulebook::RuleBook;
pub use squares::{Sq, Squares, at, file, from_square, rank, to_square};
pub use traits::Uncapturable;
pub use volage::{Volage, Wavering, waver};
