//! Writes a solution part by part.

use crate::solution::{FirstMove, Group, Listener, Node, Phase, Solution, TwinSolution};
use std::fmt::{self, Debug, Write};

/// Writes the parts of a solution as they arrive. The text is the same whether moves arrive singly during the
/// search or with their phase. Errors are those of `out`.
pub trait Teller: Debug + Send {
    /// Begins a twin; before the first one, writes whatever is above the solution.
    fn twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result;

    /// Writes a first move that is about to be searched, if option MoveNumbers is set.
    fn first_move(&mut self, _: &mut dyn Write, _: &Phase, _: &Group, _: &FirstMove) -> fmt::Result {
        Ok(())
    }

    /// Writes a move whose play is complete, after the moves `before`. `phase` has no groups yet, and `group`
    /// no moves.
    fn node(&mut self, out: &mut dyn Write, phase: &Phase, group: &Group, before: &[Node], node: &Node) -> fmt::Result;

    /// Completes a phase with the parts of it that are not written yet.
    fn phase(&mut self, out: &mut dyn Write, phase: &Phase) -> fmt::Result;

    fn end_twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result;

    fn end(&self, out: &mut dyn Write, solution: &Solution) -> fmt::Result;
}

/// Writes a whole solution.
pub fn tell_all(teller: &mut dyn Teller, out: &mut dyn Write, solution: &Solution) -> fmt::Result {
    for twin in &solution.twins {
        teller.twin(out, twin)?;
        for phase in &twin.phases {
            teller.phase(out, phase)?;
        }
        teller.end_twin(out, twin)?;
    }
    teller.end(out, solution)
}

/// Owner of a [`Teller`] and its output. Each implementation is a [`Listener`] that writes the solution during
/// the search.
pub trait LiveTelling: Debug + Send + Sync {
    /// Calls `tell` with the teller and its output.
    fn tell(&self, tell: &dyn Fn(&mut dyn Teller, &mut String) -> fmt::Result);

    /// Whether the solution is not needed after it has been written.
    fn forgets(&self) -> bool {
        false
    }
}

impl<T: LiveTelling> Listener for T {
    fn twin(&self, twin: &TwinSolution) {
        self.tell(&|teller, out| teller.twin(out, twin));
    }

    fn first_move(&self, phase: &Phase, group: &Group, first: &FirstMove) {
        self.tell(&|teller, out| teller.first_move(out, phase, group, first));
    }

    fn node(&self, phase: &Phase, group: &Group, before: &[Node], node: &Node) {
        self.tell(&|teller, out| teller.node(out, phase, group, before, node));
    }

    fn phase(&self, phase: &Phase) {
        self.tell(&|teller, out| teller.phase(out, phase));
    }

    fn end_twin(&self, twin: &TwinSolution) {
        self.tell(&|teller, out| teller.end_twin(out, twin));
    }

    fn lets_go(&self) -> bool {
        self.forgets()
    }
}
