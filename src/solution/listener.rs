//! Reports a solution while the search finds it.

use super::tree::{FirstMove, Group, Node, Phase, TwinSolution};
use std::fmt::Debug;

/// Receives a solution part by part in output order. The parts are the same for any number of threads, and
/// calls never overlap.
pub trait Listener: Debug + Send + Sync {
    /// A twin begins. `twin` has its label and the notes made before the search.
    fn twin(&self, twin: &TwinSolution);

    /// A first move is about to be searched, if option MoveNumbers is set. Everything before it in output order
    /// has been reported. `first.at` is not known yet.
    fn first_move(&self, phase: &Phase, group: &Group, first: &FirstMove);

    /// A move whose play is complete and whose place in the order is final, after the moves `before`. `phase`
    /// has no groups yet, and `group` no moves. Either all moves of a phase are reported this way, or none.
    fn node(&self, phase: &Phase, group: &Group, before: &[Node], node: &Node);

    /// A phase is complete.
    fn phase(&self, phase: &Phase);

    /// A twin is complete.
    fn end_twin(&self, twin: &TwinSolution);

    /// Whether the solver may drop reported lines beyond the first [`MOST_LINES`](super::MOST_LINES), and only
    /// count them.
    fn lets_go(&self) -> bool {
        false
    }
}
