//! Play with total invisible men, of which only the number is known. They may be of either side and any orthodox
//! piece, on any square; one is a king if its side has none on the board. A play solves a problem if some invisible
//! men allow it, and if it ends in mate for all that do.
//!
//! * `men`: squares, men, sets of men; `view`: the visible part of a position, and printed moves; `line`: the moves
//!   made
//! * `trails`: how many men a line takes at least
//! * `team`: some assumed men, played along a line; `escape`: whether they escape from the mate; `query`: whether
//!   there are men as requested; `escapes`: men that parried earlier mates
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
pub use play::{InvisiblePlay, PlayedMove, SearchPart, TimeIsOver};
pub use team::MOST_PLIES;
pub use view::{Castling, PrintedMove, View};
