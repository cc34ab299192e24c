//! Receives the parts of a solution during the search.

use super::tree::{FirstMove, Group, Node, Phase, TwinSolution};
use std::fmt::Debug;

/// Receiver of the parts of a solution during the search, in output order. The calls are the same for any
/// number of threads, and never overlap.
pub trait Listener: Debug + Send + Sync {
    /// Called when a twin begins. `twin` contains its label and the notes made before the search.
    fn twin(&self, twin: &TwinSolution);

    /// Called before a first move is searched, if option MoveNumbers is set. Everything before this move in the
    /// output has been reported. `first.at` is not known yet.
    fn first_move(&self, phase: &Phase, group: &Group, first: &FirstMove);

    /// Called for a first move or line whose play is complete and whose place in the output is final. `before`
    /// are the moves that lead to `node`; `phase` has no groups yet, and `group` no moves. A phase is reported
    /// move by move completely, or not at all.
    fn node(&self, phase: &Phase, group: &Group, before: &[Node], node: &Node);

    /// Called when a phase is complete.
    fn phase(&self, phase: &Phase);

    /// Called when a twin is complete.
    fn end_twin(&self, twin: &TwinSolution);

    /// Whether the solver may drop lines that it has reported. If so, it keeps only the first
    /// [`MOST_LINES`](super::MOST_LINES) of them and counts the others.
    fn lets_go(&self) -> bool {
        false
    }
}
