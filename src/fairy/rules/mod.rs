//! The changes that rules can make. The files of `conditions` and `games` put their objects into the [`stages`] of a [`rulebook`].
//!
//! * `stages`: the moments at which a rule takes part in a move; start here
//! * `rulebook`: the rules of a problem, prepared once
//! * `footprint`, `touch`: promises of a rule, on which shortcuts rely
//! * `traits`: the attributes of men, which are rules of single men; `anda`, `hurdles`, `planes` and `volage` are those
//!   that need a file of their own

pub mod anda;
pub mod footprint;
pub mod hurdles;
pub mod planes;
pub mod rulebook;
pub mod stages;
pub mod touch;
pub mod traits;
pub mod volage;
