//! The rules of a problem: what was chosen of games, men and conditions, what of it goes together, and the rule book
//! of the fairy engine that it makes.

mod assemble;
mod combinations;
mod conflict;
mod set;

pub use assemble::{assemble, assemble_unverified};
pub use conflict::Conflict;
pub use set::RuleSet;
