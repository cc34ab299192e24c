//! A problem: position, stipulation, rules, options, twins, and the author's intention.
//!
//! The module is plain data. [`crate::syntax`] parses and writes problems; [`crate::solve`](mod@crate::solve)
//! solves them.

mod applicability;
mod apply;
mod men;
mod options;
mod play;
mod schedule;
mod stipulation;
mod twin;

pub use apply::{BadTwin, Single};
pub use men::{Man, Men};
pub use options::{Arguments, Duplex, OPTIONS, OptionDef, Options, Values};
pub use play::{Branch, Mode, Play, Reply};
pub use schedule::Schedule;
pub use stipulation::{KINDS, Kind, KindDef, SERIES, Series, SeriesDef, Stipulation, Traditional};
pub use twin::{Change, Mirror, Rotation, Twin};

use crate::rules::RuleSet;
use crate::units::Diagram;

/// A problem as entered, after parsing: pieces, conditions and options are values instead of names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Problem {
    /// Author, source and other text above the diagram.
    pub heading: Heading,
    /// The position, with castling and en passant rights.
    pub diagram: Diagram,
    /// The stipulation. `None` occurs while a problem is being parsed; if it remains, solving is an error.
    pub stipulation: Option<Stipulation>,
    /// The game, the conditions, and the pieces that the problem defines.
    pub rules: RuleSet,
    /// The options for solving and output.
    pub options: Options,
    /// The twins, each as a list of changes.
    pub twins: Vec<Twin>,
    /// Whether the diagram itself is not solved, so that the first twin gets the label `a)`.
    pub zeroposition: bool,
    /// The author's statements about the solution.
    pub intent: Intent,
}

/// The text above a diagram: author, source, title and award.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    /// The name or number that identifies the problem.
    pub id: Option<String>,
    pub authors: Vec<String>,
    pub source: Option<String>,
    pub title: Option<String>,
    pub award: Option<String>,
    pub remarks: Vec<String>,
}

/// The author's statements about the solution, with which the found solution is compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Intent {
    /// The author's solution as it was written.
    pub solution: Option<String>,
    /// The intended number of solutions (`2`), or of branches at each ply (`2.1.1`).
    pub counts: Vec<u32>,
    /// The intended numbers for each twin, with the label without its parenthesis.
    pub twin_counts: Vec<(String, Vec<u32>)>,
    /// The names of the themes that the problem is to show.
    pub themes: Vec<String>,
}
