//! What can be written in a problem, with its meaning: lists, and explanations of words.

mod explain;
mod list;

pub use explain::explain;
pub use list::{Catalogue, CatalogueItem, CatalogueKind, CatalogueSection};
