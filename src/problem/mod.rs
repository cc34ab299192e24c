//! What a problem is: position, stipulation, rules, options, twins, and what its author intended.
//!
//! Plain data; how it is written is [`crate::syntax`]'s business, how it is solved that of [`crate::solve`](mod@crate::solve).

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

/// A problem as it was entered, names resolved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Problem {
    pub heading: Heading,
    pub diagram: Diagram,
    /// `None` only while a problem is being read, or when a file gives none (which is an error when it is solved).
    pub stipulation: Option<Stipulation>,
    pub rules: RuleSet,
    pub options: Options,
    pub twins: Vec<Twin>,
    /// The diagram itself is not solved; the first twin is a).
    pub zeroposition: bool,
    pub intent: Intent,
}

/// What stands above a diagram.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    pub id: Option<String>,
    pub authors: Vec<String>,
    pub source: Option<String>,
    pub title: Option<String>,
    pub award: Option<String>,
    pub remarks: Vec<String>,
}

/// What the author says of the solution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Intent {
    /// The author's solution as it was written.
    pub solution: Option<String>,
    /// Intended number of solutions (`2`), or of branches at each half-move (`2.1.1`).
    pub counts: Vec<u32>,
    /// The same for a twin, by its label without the parenthesis.
    pub twin_counts: Vec<(String, Vec<u32>)>,
}
