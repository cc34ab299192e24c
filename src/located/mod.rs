//! Messages about a problem that was read from a text, at their places in it.
//!
//! Parsing, solving and judging know no places in a text. Here the [`Entry`](crate::input::Entry) gives them: to
//! refusals, to twins that cannot be made, to warnings about rules, and to findings about the author's solution.

mod findings;
mod json;
mod refusal;
mod twins;
mod words;

pub use findings::{about_author, about_rules, finding_diagnostic};
pub use json::{diagnostics_json, located_finding_json, problem_identity};
pub use refusal::refusal;
pub use twins::bad_twins;
pub use words::place_of;
