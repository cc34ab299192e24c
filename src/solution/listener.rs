//! Receives the parts of a solution during the search.

use super::tree::{FirstMove, Group, Node, Phase, TwinSolution};
use std::fmt::Debug;

/// Receives the parts of a solution during the search, in output order. The calls never overlap, and do not depend on
/// the number of threads.
pub trait Listener: Debug + Send + Sync {
    /// Called when a twin begins. `twin` has its label and the notes that were made before the search.
    fn twin(&self, twin: &TwinSolution);

    /// Called before a first move is searched, if option MoveNumbers is set. Everything that precedes this move in the
    /// output has been reported. `first.at` is not known yet.
    fn first_move(&self, phase: &Phase, group: &Group, first: &FirstMove);

    /// Called for a first move or line when its play is complete and its place in the output is final. `before` are the
    /// moves that lead to `node`. `phase` has no groups yet, and `group` has no moves yet. In a phase, either all moves
    /// are reported in this way or none.
    fn node(&self, phase: &Phase, group: &Group, before: &[Node], node: &Node);

    /// Called when a phase is complete.
    fn phase(&self, phase: &Phase);

    /// Called when a twin is complete.
    fn end_twin(&self, twin: &TwinSolution);

    /// Whether the solver may drop lines after it has reported them. If so, it keeps only the first
    /// [`MOST_LINES`](super::MOST_LINES) lines and counts the others.
    fn lets_go(&self) -> bool {
        false
    }
}
