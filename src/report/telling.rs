//! A solution told piece by piece.

use crate::solution::{FirstMove, Group, Listener, Node, Phase, Solution, TwinSolution};
use std::fmt::{self, Debug, Write};

/// Writes the pieces of a solution as they come. The text is the same whether moves come one by one, while the problem is
/// solved, or with their phase. Errors are those of `out`.
pub trait Teller: Debug + Send {
    /// A twin begins, the first one below what stands above the solution.
    fn twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result;

    /// A first move is looked at, where option MoveNumbers asks for them.
    fn first_move(&mut self, _: &mut dyn Write, _: &Phase, _: &Group, _: &FirstMove) -> fmt::Result {
        Ok(())
    }

    /// A move whose play is complete, below the moves `before`. The phase has no groups yet, and the group no moves.
    fn node(&mut self, out: &mut dyn Write, phase: &Phase, group: &Group, before: &[Node], node: &Node) -> fmt::Result;

    /// A phase is complete: what has not been told of it yet.
    fn phase(&mut self, out: &mut dyn Write, phase: &Phase) -> fmt::Result;

    /// A twin is complete.
    fn end_twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result;

    /// All is told.
    fn end(&self, out: &mut dyn Write, solution: &Solution) -> fmt::Result;
}

/// Tells a whole solution.
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

/// Who has a [`Teller`] write what it hears of a solution, and so is a [`Listener`].
pub trait LiveTelling: Debug + Send + Sync {
    /// Hands the teller over, and where its text goes.
    fn tell(&self, tell: &dyn Fn(&mut dyn Teller, &mut String) -> fmt::Result);

    /// The solution is not looked at when it has been told.
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
