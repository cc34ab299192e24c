//! The solution as data, and what it says about the soundness of the problem.

mod tree;

pub use tree::{Annotation, Cut, Group, Node, Note, Part, Phase, PhaseKind, Solution, Style, TriedMove, TwinSolution};
