//! The solution as data, and the verdict whether the problem is sound.
//!
//! `tree` defines the result of solving. `verdict` compares it with what was intended: `shape` describes the kind and
//! length of the play, `keys` judges battle play, `lines` judges help play, and `author` reads the author's solution;
//! all of them record findings (`finding`). `reading` gives access by composition terms. `steps` compares moves by
//! their squares. `kept` converts the tree to a serializable form and back. `played` replays its moves on a board.
//! Search and output are done by other modules.

mod tree;

mod author;
mod finding;
mod kept;
mod keys;
mod lines;
mod listener;
mod played;
mod reading;
mod shape;
mod steps;
mod verdict;

pub use author::{AuthorLine, AuthorMove, AuthorSolution, MoveText, compare, parse};
pub use finding::{DualIn, Finding, FindingKind, FindingSeverity, gathered};
pub use kept::{KeptNode, kept, unkept};
pub use lines::{MOST_LINES, count_solutions, keep_first_line};
pub use listener::Listener;
pub use played::{Also, BoardAfter, Content, Moved};
pub use reading::Move;
pub use shape::PlayShape;
pub use steps::{Path, Step};
pub use tree::{Annotation, Cut, FirstMove, Group, Node, Note, Part, Phase, PhaseKind, Solution, Style, TwinSolution};
pub use verdict::{Judgement, Verdict, judge, settings_for_check, settings_for_reading};
