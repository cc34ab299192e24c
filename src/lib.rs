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
//! The modules in reading order; each depends on those above it only:
//!
//! * [`mishap`]: what panics over one problem costs no other;
//! * [`units`]: colours, squares, pieces, moves as they are told;
//! * [`conditions`]: the conditions that can be chosen; [`games`]: other games, as sets of rules;
//! * [`problem`]: what a problem is, and the tree of play that a stipulation asks for;
//! * [`syntax`]: text to problems and back, with errors that point into the text;
//! * [`input`]: problems out of files;
//! * [`clock`]: when to stop;
//! * [`position`]: what search asks of an engine; [`orthodox`]: the bitboard engine;
//! * [`solution`]: what was found, as data, and the verdict on it;
//! * [`solve`]: the search;
//! * [`report`]: solutions told;
//! * [`cli`]: the command line.

#![forbid(unsafe_code)]

pub mod mishap;

pub mod pieces;

pub mod board;

pub mod units;

pub mod notation;

pub mod conditions;

pub mod games;

pub mod rules;

pub mod problem;

pub mod syntax;

pub mod input;

pub mod clock;

pub mod position;

pub mod orthodox;

pub mod fairy;

pub mod solution;

pub mod solve;

pub mod report;

pub mod cli;
