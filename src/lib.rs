//! Keymove solves chess problems and checks compositions: exhaustively, in parallel, exactly.
//!
//! A problem is given as text; its solution and a verdict are returned:
//!
//! ```
//! use keymove::{Problem, Verdict};
//!
//! let line = r##"2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi";"##;
//! let parsed = Problem::parse(line)?;
//! let checked = parsed.problem().check()?;
//! assert_eq!(checked.verdict, Verdict::Sound);
//! assert_eq!(checked.solution.keys().next().unwrap().to_string(), "Ba1-e5+");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * A [`Problem`] is [`Parsed`] from a text, with warnings, or built by a [`ProblemBuilder`].
//! * A [`Solver`] has the settings: time, memory, threads. A [`Run`] is one search, which other threads can observe and
//!   cancel.
//! * A [`Solution`] has twins ([`TwinSolution`]), a twin has phases ([`Phase`]), and a phase has keys, tries and lines,
//!   made of [`Move`]s. [`Checked`] adds the [`Verdict`] and its [`Finding`]s.
//! * A [`Diagnostic`] states what is wrong with a text, and where.
//! * A [`Catalogue`] lists the stipulations, conditions, games, options, pieces and themes. [`explain`] returns the
//!   meaning of a term.
//!
//! `docs/examples/keys.rs` is a small program that uses them. No function prints, and none ends the program.
//!
//! # Features
//!
//! * `cli`, on by default: the command-line program. A program that uses the library does not need it:
//!   `default-features = false` leaves it out with its dependencies.
//! * `yaml`, part of `cli`: collections of Olive and YACPDB.
//! * `png`: diagrams as PNG.
//!
//! The library also works in WebAssembly in a browser. It then searches on the calling thread, so it should be called
//! from a worker. The worker needs a stack that is deep enough for long play.
//!
//! The modules are public for the program and its tests. Each module imports only modules that are listed before it;
//! `docs/architecture.md` describes them.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod mishap;

#[doc(hidden)]
pub mod clock;

#[doc(hidden)]
pub mod pool;

#[doc(hidden)]
pub mod board;

#[doc(hidden)]
pub mod pieces;

#[doc(hidden)]
pub mod units;

#[doc(hidden)]
pub mod notation;

#[doc(hidden)]
pub mod position;

#[doc(hidden)]
pub mod orthodox;

#[doc(hidden)]
pub mod fairy;

#[doc(hidden)]
pub mod conditions;

#[doc(hidden)]
pub mod games;

#[doc(hidden)]
pub mod rules;

#[doc(hidden)]
pub mod problem;

#[doc(hidden)]
pub mod syntax;

#[doc(hidden)]
pub mod exchange;

#[doc(hidden)]
pub mod input;

#[doc(hidden)]
pub mod solution;

#[doc(hidden)]
pub mod invisible;

#[doc(hidden)]
pub mod solve;

#[doc(hidden)]
pub mod explore;

#[doc(hidden)]
pub mod themes;

#[doc(hidden)]
pub mod report;

#[doc(hidden)]
pub mod located;

#[doc(hidden)]
pub mod catalogue;

#[doc(hidden)]
pub mod embed;

#[doc(hidden)]
pub mod studio;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

pub use catalogue::{Catalogue, CatalogueItem, CatalogueKind, CatalogueSection, explain};
pub use embed::{Checked, Found, ParseError, Parsed, ProblemBuilder, Run, RunProgress, Solver};
pub use exchange::{Format, WriteError, Written};
pub use notation::Letters;
pub use problem::{Heading, Intent, Problem};
pub use report::Notation;
pub use solution::{
    Cut, DualIn, Finding, FindingKind, FindingSeverity, Move, Note, Part, Phase, PhaseKind, Solution, TwinSolution,
    Verdict,
};
pub use solve::SolveError;
pub use syntax::{Diagnostic, Severity, Span};
pub use units::{Color, Square, Tongue};
