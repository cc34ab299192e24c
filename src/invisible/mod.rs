//! Play with total invisible men: of them nothing is known but how many there are. They may be of either side and any
//! orthodox kind, a king where its side has none on the board, and stand anywhere. A play solves a problem when it can
//! have been played with some such men, and ends in mate with all with whom it can have been played.
//!
//! * `men`: squares, men, sets of men; `view`: what is seen, and the moves as they are told; `line`: moves told so far
//! * `trails`: how many men a line takes at least
//! * `team`: some assumed men, played along a line; `escape`: whether they leave a way out of the mate; `query`: whether
//!   there are men as they are asked for; `escapes`: those who left a way out before
//! * `world`: a position with all men known; `play`: the search

mod escape;
mod escapes;
mod line;
mod men;
mod play;
mod query;
mod team;
mod trails;
mod view;
mod world;

#[cfg(test)]
mod tests;

pub use line::Line;
pub use men::{Board, Kind, Man, Sq, Squares, bit, passed_pawn};
pub use play::{Beginning, Cut, Play, Played};
pub use team::MOST_PLIES;
pub use view::{Castling, Told, View};
