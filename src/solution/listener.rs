//! Who hears of a solution while it is found.

use super::tree::{FirstMove, Group, Node, Phase, TwinSolution};
use std::fmt::Debug;

/// Hears of a solution piece by piece, in the order in which it is told. Whatever the number of threads, the pieces are
/// the same, and they come one after the other.
pub trait Listener: Debug + Send + Sync {
    /// A twin begins: its label, and what is to be said of it before it is solved.
    fn twin(&self, twin: &TwinSolution);

    /// A first move is looked at, where option MoveNumbers asks for them; all that is told before it has been told. Where it
    /// stands among what is found is not known.
    fn first_move(&self, phase: &Phase, group: &Group, first: &FirstMove);

    /// A move whose play is complete, and whose place in the order is settled. `before`: the moves that lead to it. The phase
    /// has no groups yet, and the group no moves. A phase is told so from its first move to its last, or not at all.
    fn node(&self, phase: &Phase, group: &Group, before: &[Node], node: &Node);

    /// A phase is complete.
    fn phase(&self, phase: &Phase);

    /// A twin is complete.
    fn end_twin(&self, twin: &TwinSolution);

    /// Of lines that have been told only the first ones are needed ([`MOST_LINES`](super::MOST_LINES)), and how many there
    /// are.
    fn lets_go(&self) -> bool {
        false
    }
}
