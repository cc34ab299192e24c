//! Places messages about a problem at the words of its text that they are about.
//!
//! The code that parses, solves and judges does not know these places. Here the [`Entry`](crate::input::Entry) supplies
//! them for errors of the solver, for twins that cannot be made, for warnings about rules, and for findings about the
//! author's solution.

mod findings;
mod json;
mod refusal;
mod themes;
mod twins;
mod words;

pub use findings::{about_author, about_rules, finding_diagnostic};
pub use json::{diagnostics_json, located_finding_json, problem_identity};
pub use refusal::refusal;
pub use themes::unknown_theme_at;
pub use twins::bad_twins;
pub use words::place_of;
