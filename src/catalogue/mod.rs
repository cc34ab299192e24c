//! The words that a problem can use, with their meanings: lists, and explanations.

mod explain;
mod list;

pub use explain::explain;
pub use list::{Catalogue, CatalogueItem, CatalogueKind, CatalogueSection};
