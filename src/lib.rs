//! Keymove solves chess problems and checks compositions: exhaustively, in parallel, exactly.
//!
//! A problem goes in as text, its solution and a verdict come out:
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
//! * A [`Problem`] is [`Parsed`] from a text, with warnings, or put together by a [`ProblemBuilder`].
//! * A [`Solver`] has the settings: time, memory, threads. A [`Run`] is one search, which other threads watch and cancel.
//! * A [`Solution`] has twins ([`TwinSolution`]), these have phases ([`Phase`]), and these have keys, tries and lines,
//!   made of [`Move`]s. [`Checked`] adds the [`Verdict`] and its [`Finding`]s.
//! * A [`Diagnostic`] says what is wrong with a text, and where.
//! * A [`Catalogue`] lists what a problem can ask for; [`explain`] gives the meaning of a word.
//!
//! `docs/examples/keys.rs` is a small program that uses them. Nothing here prints, and nothing ends the program.
//!
//! # Features
//!
//! * `cli`, on by default: the program. A library needs neither it nor its dependencies: use
//!   `default-features = false`.
//! * `yaml`, part of `cli`: collections of Olive and YACPDB.
//! * `png`: diagrams as PNG.
//!
//! The library also works in WebAssembly in a browser. There it searches on the calling thread, so a worker should call
//! it, with a stack as large as long play needs.
//!
//! The modules are for the program and its tests. Each module imports only modules above it; `docs/architecture.md`
//! describes them.

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
