//! The solution as data, and what it says about the soundness of the problem.
//!
//! `tree` is what solving finds. `verdict` compares it with what was intended: `shape` says what kind of play it is and
//! how long, `keys` and `lines` look at the two styles of play, `author` reads the author's solution, and what they
//! all report is a `finding`. `reading` gives the tree by the names of the field, `kept` brings it
//! into a file and back. No search and no printing in here.

mod tree;

mod author;
mod finding;
mod kept;
mod keys;
mod lines;
mod listener;
mod reading;
mod shape;
mod verdict;

pub use author::{AuthorLine, AuthorMove, AuthorSolution, MoveText, compare, parse};
pub use finding::{DualIn, Finding, FindingKind, FindingSeverity, gathered};
pub use kept::{KeptNode, kept, unkept};
pub use lines::{MOST_LINES, count_solutions, keep_first_line};
pub use listener::Listener;
pub use reading::Move;
pub use shape::Shape;
pub use tree::{Annotation, Cut, FirstMove, Group, Node, Note, Part, Phase, PhaseKind, Solution, Style, TwinSolution};
pub use verdict::{Judgement, Verdict, judge, settings_for_check, settings_for_reading};
