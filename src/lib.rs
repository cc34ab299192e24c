//! Keymove solves chess problems and checks compositions: exhaustively, in parallel, exactly.
//!
//! A problem goes in as text, its solution and a verdict come out:
//!
//! ```
//! use keymove::{Problem, Verdict};
//!
//! let line = r##"2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi";"##;
//! let problem: Problem = line.parse()?;
//! let checked = keymove::check(&problem)?;
//! assert_eq!(checked.verdict, Verdict::Sound);
//! assert_eq!(checked.solution.keys().next().unwrap().to_string(), "Ba1-e5+");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The feature `cli`, which is on by default, is the program; a library needs it as little as the packages that come with
//! it: `default-features = false`. The features `yaml` and `png` add collections in YAML and diagrams as PNG.
//!
//! What stands here at the root is made for other programs. The modules are open for the program and its tests; what is
//! hidden among them changes with the engines. They stand in their order: each imports only those above it, and
//! `docs/architecture.md` says what each is for.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod mishap;

#[doc(hidden)]
pub mod clock;

#[doc(hidden)]
pub mod pool;

pub mod board;

pub mod pieces;

pub mod units;

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

pub mod problem;

pub mod syntax;

pub mod exchange;

#[doc(hidden)]
pub mod input;

pub mod solution;

#[doc(hidden)]
pub mod invisible;

pub mod solve;

pub mod report;

#[doc(hidden)]
pub mod located;

#[doc(hidden)]
pub mod catalogue;

pub mod embed;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

pub use catalogue::{Catalogue, CatalogueItem, CatalogueKind, CatalogueSection, explain};
pub use embed::{
    Checked, Diagnostic, Finding, Node, ParseError, Problem, ProblemBuilder, Solution, SolveError, Solver,
};
pub use embed::{Verdict, check, read, solve};
pub use exchange::Format;
