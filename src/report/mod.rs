//! Solutions told: as text for people, as the text that Popeye prints, as JSON lines. No search, no rules.

mod notation;
mod popeye;

pub use notation::{Letters, long_algebraic};
pub use popeye::popeye_text;
