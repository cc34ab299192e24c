//! The last move of a play: finds moves that mate, stalemate or force a mate without a search, and plays few moves
//! for it.
//!
//! Start with `mate` ("Does some move mate?", "Does every move mate?"). `stalemate` answers the first question for
//! stalemates; `selfmate` asks whether a move forces the other side to mate. `parry` finds checks with an obvious
//! parry, and `spare_moves` finds moves of the other side that the last move has to prevent.
//!
//! Each file leaves out only moves that are proved irrelevant, and holds the proof.

pub(in crate::orthodox) mod mate;
mod parry;
pub(in crate::orthodox) mod selfmate;
mod spare_moves;
pub(in crate::orthodox) mod stalemate;
