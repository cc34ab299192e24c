//! Total invisible men: so many men stand somewhere on the board, and nobody sees which and where. A *world* is one way in
//! which they may stand. A move filters the worlds and carries them on; it can be played if a world is left, and a goal is
//! reached if it is reached in every one.

mod search;
#[cfg(test)]
mod tests;
mod world;

pub use search::{Hidden, Ply, Revealed, Told, solve};
pub use world::{BISHOP, BLACK, HOLE, KING, KNIGHT, PAWN, QUEEN, ROOK};
