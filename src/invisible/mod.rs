//! Play with total invisible men, of which only the number is known. They may be of either side and any orthodox
//! piece, and on any square; one of them is a king if its side has none on the board.
//!
//! A play solves a problem if some set of invisible men allows it, and if it ends in mate for every set that allows
//! it.
//!
//! * `men`: squares, men, sets of men.
//! * `view`: the visible part of a position, and moves as they are printed.
//! * `line`: the moves played until now.
//! * `trails`: a lower bound on the number of invisible men in a line.
//! * `team`: assumed invisible men, played along a line.
//! * `escape`: whether assumed men allow an escape from the mate.
//! * `query`: the search for invisible men with given properties.
//! * `escapes`: invisible men that parried earlier mates.
//! * `world`: a position in which all men are known.
//! * `play`: the search.

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
