//! The last move of a play: questions about mates and stalemates, answered without a search and with few moves played.
//!
//! Start with `mate` ("Does some move mate?", "Does every move mate?"). `stalemate` answers the first question for
//! stalemates; `selfmate` asks whether a move forces the other side to mate. `parry` finds checks with an obvious
//! parry, and `spare_moves` finds moves of the other side that the last move has to prevent.
//!
//! Each answer leaves out only moves that are proved irrelevant; each file holds its proof.

pub(in crate::orthodox) mod mate;
mod parry;
pub(in crate::orthodox) mod selfmate;
mod spare_moves;
pub(in crate::orthodox) mod stalemate;
