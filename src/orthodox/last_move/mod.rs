//! The last move of a play: answers about mates and stalemates that need no search and play few moves.
//!
//! Start with `mate` ("Does some move mate?", "Does every move mate?"). `stalemate` asks the first of stalemates, and
//! `selfmate` asks whether a move forces the other side to mate. `parry` and `spare_moves` help them: which checks are
//! plainly parried, and which moves of the other side the last move has to prevent.
//!
//! Each answer leaves out only moves that are proved not to matter; each file holds its proof.

pub(in crate::orthodox) mod mate;
mod parry;
pub(in crate::orthodox) mod selfmate;
mod spare_moves;
pub(in crate::orthodox) mod stalemate;
