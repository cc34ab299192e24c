//! The rules of a problem: the game, pieces and conditions chosen, which of them can be combined, and the rule book of
//! the fairy engine made from them.

mod assemble;
mod combinations;
mod conflict;
mod set;

pub use assemble::{assemble, assemble_unverified};
pub use conflict::Conflict;
pub use set::RuleSet;
