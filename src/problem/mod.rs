//! A problem: position, stipulation, rules, options, twins, and the author's intention.
//!
//! The module is plain data. [`crate::syntax`] parses and writes problems; [`crate::solve`](mod@crate::solve)
//! solves them.

mod applicability;
mod apply;
mod options;
mod play;
mod schedule;
mod stipulation;
mod twin;

pub use apply::{BadTwin, Single};
pub use options::{Arguments, Duplex, OPTIONS, OptionDef, Options, Values};
pub use play::{Branch, Mode, Play, Reply};
pub use schedule::Schedule;
pub use stipulation::{KINDS, Kind, KindDef, SERIES, Series, SeriesDef, Stipulation, Traditional};
pub use twin::{Change, Mirror, Rotation, Twin};

use crate::rules::RuleSet;
use crate::units::Diagram;

/// A problem as entered, with all names resolved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Problem {
    pub heading: Heading,
    pub diagram: Diagram,
    /// `None` only while a problem is being parsed, or if a file has no stipulation, which is an error when it is
    /// solved.
    pub stipulation: Option<Stipulation>,
    pub rules: RuleSet,
    pub options: Options,
    pub twins: Vec<Twin>,
    /// Whether the diagram itself is not solved; the first twin is then a).
    pub zeroposition: bool,
    pub intent: Intent,
}

/// The text above a diagram.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    pub id: Option<String>,
    pub authors: Vec<String>,
    pub source: Option<String>,
    pub title: Option<String>,
    pub award: Option<String>,
    pub remarks: Vec<String>,
}

/// The author's statements about the solution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Intent {
    /// The author's solution as it was written.
    pub solution: Option<String>,
    /// The intended number of solutions (`2`), or of branches at each ply (`2.1.1`).
    pub counts: Vec<u32>,
    /// The intended numbers of twins, by label without the parenthesis.
    pub twin_counts: Vec<(String, Vec<u32>)>,
}
