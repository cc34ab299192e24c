//! The last move of a play: finds, without a search, the moves that mate, stalemate or force a mate, and plays few
//! moves for that.
//!
//! Start with `mate` ("Does some move mate?", "Does every move mate?"). `stalemate` tests whether some move
//! stalemates. `selfmate` tests whether a move forces the other side to mate. `parry` recognises checks that have an
//! obvious parry, and `spare_moves` finds moves of the other side that the last move has to prevent.
//!
//! Each file leaves out only moves that are proved irrelevant, and holds the proof.

pub(in crate::orthodox) mod mate;
mod parry;
pub(in crate::orthodox) mod selfmate;
mod spare_moves;
pub(in crate::orthodox) mod stalemate;
