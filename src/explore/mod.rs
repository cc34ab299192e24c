//! Variants of a problem (the base): numbers them, judges them, and compares their solutions with that of the base.
//!
//! 1. `written` parses the changes that a user writes, and `space` numbers all variants ([`Space`]); `matrix` numbers
//!    placements.
//! 2. `standard` judges one variant ([`Standard`]), and `sameness` compares its solution with that of the base.
//! 3. `run` judges ranges of variants on several threads, and `ranking` orders the sound variants.
//! 4. `board_map` collects, for one man, the results on each square.
//!
//! No module here prints.

mod board_map;
mod matrix;
mod ranking;
mod run;
mod sameness;
mod space;
mod standard;
mod stated;
mod symmetry;
pub mod usual;
mod values;
mod variant;
mod written;

pub use board_map::{BoardMap, board_maps};
pub use ranking::{Rank, ranked};
pub use run::{Chunk, Find, Limits, Progress, TABLE_BYTES, explore};
pub use sameness::{BasePlay, Relation, is_retro};
pub use space::{MOST_STEPS, Request, Space};
pub use standard::{Filters, Judged, Standard, Status, Wanted, unsupported};
pub use stated::stated;
pub use values::{material, promoted, value};
pub use variant::Variant;
pub use written::{Men, Named, Placed, Selected, changes_named, men, parts, places, squares};
