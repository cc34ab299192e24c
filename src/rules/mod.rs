//! The rules of a problem: what was chosen of games, men and conditions, what of it goes together, and the rule book
//! of the fairy engine that it makes.

mod assemble;
mod castles;
mod conflict;
mod set;
mod together;
mod unsettled;

pub use assemble::{assemble, assemble_unverified};
pub use conflict::Conflict;
pub use set::RuleSet;
