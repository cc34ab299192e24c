//! Keymove solves chess problems and checks compositions: exhaustively, in parallel, exactly.
//!
//! A problem goes in as text, the tree of its solution and a verdict come out:
//!
//! ```
//! use keymove::{report, solve::Solver, syntax};
//!
//! let line = r##"2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi";"##;
//! let (problem, diagnostics) = syntax::line(line);
//! assert!(diagnostics.is_empty());
//! let outcome = Solver::default().solve(&problem.unwrap()).unwrap();
//! assert_eq!(report::popeye_text(&outcome.solution), "\n   1.Ba1-e5 + !\n\nsolution finished.\n");
//! ```
//!
//! The modules stand here in their order: each imports only those above it. `docs/architecture.md` says what each is for.

#![forbid(unsafe_code)]

pub mod mishap;

pub mod clock;

pub mod board;

pub mod pieces;

pub mod units;

pub mod notation;

pub mod position;

pub mod orthodox;

pub mod fairy;

pub mod conditions;

pub mod games;

pub mod rules;

pub mod problem;

pub mod syntax;

pub mod input;

pub mod solution;

pub mod solve;

pub mod report;

pub mod cli;
