//! Writes solutions: as text for people, as Popeye's text, as JSON lines, and as pages. Searching and judging are done
//! by other modules.

// For people.
mod answer;
mod changed;
mod definitions;
mod diagram;
mod grouping;
mod lines;
mod page;
mod paint;
mod picture;

mod solution_writer;
mod style;
mod surroundings;
mod terms;
mod text;
mod text_writer;
mod variations;
mod words;

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

pub use answer::answer_text;
pub use definitions::{Definition, definitions, meanings};
pub use jsonl::{
    FORMAT, INTERNAL_ERROR, ProblemIdentity, RecordMark, ResultExtras, SCHEMA, finding_json, json_error_line,
    json_line, themes_json, write_json_line,
};
pub use page::{ManDrawings, PageKind, PageProblem, ProblemInfo};
#[cfg(feature = "png")]
pub use picture::png;
pub use picture::{BoardDrawing, ManDrawing, map_svg, map_text, maps_page, svg, unicode};
pub use popeye::{PopeyeForm, PopeyeWords, PopeyeWriter, SolvingTime, popeye_text, write_popeye_text};
pub use solution_writer::{LiveWriter, SolutionWriter};
pub use style::{BoardStyle, Notation, TextStyle};
pub use terms::{TERMS, Term, terms};
pub use text::{text, write_text};
pub use text_writer::TextWriter;
pub use words::Words;
