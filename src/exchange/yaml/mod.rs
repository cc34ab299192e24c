//! The YAML format of Olive (`.olv`) and YACPDB: one document per problem, with men and commands in Popeye's words.
//!
//! The forms of old files are read, too: flat keys (`date`, `distinction`, `source-id`, a source that is one string),
//! the number of solutions as text (`2.1...`), `None` for an empty value, a single square after `EnPassant`, `PG` for a
//! proof game. A key for which a problem has no field becomes a remark (`keywords: ["Zilahi"]`). When the problem is
//! written, the remark becomes a key again.

mod keys;
mod node;
#[cfg(feature = "yaml")]
mod parse;
mod publication;
mod read;
#[cfg(not(feature = "yaml"))]
mod unread;
mod write;

#[cfg(feature = "yaml")]
use parse::document;
#[cfg(not(feature = "yaml"))]
use unread::document;

pub use read::{condition_spans, named, problem, solution_span};
pub(super) use write::written;

/// Whether the line is a separator, after which a new document begins.
pub fn begins_document(line: &str) -> bool {
    line.strip_prefix("---").is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}
