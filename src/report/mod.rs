//! Writes solutions: as text for people, as Popeye's text, as JSON lines, as pages. Search and rules are
//! elsewhere.

// For people.
mod changed;
mod definitions;
mod diagram;
mod grouping;
mod lines;
mod page;
mod paint;
mod picture;
mod style;
mod surroundings;
mod teller;
mod terms;
mod text;
mod text_teller;
mod variations;

// For programs.
mod jsonl;
mod play_json;
mod popeye;

#[cfg(test)]
mod played_tests;
#[cfg(test)]
pub(crate) mod schema_check;
#[cfg(test)]
mod tests;

pub use definitions::{Definition, definitions, meaning};
pub use jsonl::{
    Extra, FORMAT, INTERNAL_ERROR, ProblemIdentity, RecordMark, SCHEMA, finding_json, json_error_line, json_line,
    themes_json, write_json_line,
};
pub use page::{About, Drawn, PageKind, Told};
#[cfg(feature = "png")]
pub use picture::png;
pub use picture::{svg, unicode};
pub use popeye::{PopeyeForm, PopeyeTeller, PopeyeWords, SolvingTime, popeye_text, write_popeye_text};
pub use style::{BoardStyle, Notation, TextStyle};
pub use teller::{LiveTelling, Teller};
pub use terms::{TERMS, Term, terms};
pub use text::{text, write_text};
pub use text_teller::TextTeller;
