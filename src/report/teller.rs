//! Writes a solution part by part, during the search or afterwards.

use crate::solution::{FirstMove, Group, Listener, Node, Phase, Solution, TwinSolution};
use std::fmt::{self, Debug, Write};

/// Writer of a solution in some format, called for each part. The text is the same whether moves arrive one by
/// one during the search or with their phase. Each `Err` is an error of `out`.
pub trait Teller: Debug + Send {
    /// Writes the beginning of a twin. Before the first twin, also writes what is above the solution.
    fn twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result;

    /// Writes the number of a first move before it is searched, if option MoveNumbers is set.
    fn first_move(&mut self, _: &mut dyn Write, _: &Phase, _: &Group, _: &FirstMove) -> fmt::Result {
        Ok(())
    }

    /// Writes `node`, a first move or a line, once all play after it is known. `before` are the moves that lead to
    /// it. `phase` does not contain its groups yet, and `group` does not contain its moves.
    fn node(&mut self, out: &mut dyn Write, phase: &Phase, group: &Group, before: &[Node], node: &Node) -> fmt::Result;

    /// Writes the parts of a complete phase that are not written yet.
    fn phase(&mut self, out: &mut dyn Write, phase: &Phase) -> fmt::Result;

    fn end_twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result;

    fn end(&self, out: &mut dyn Write, solution: &Solution) -> fmt::Result;
}

/// Writes a whole solution, part by part.
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

/// Owner of a [`Teller`] and of the text that it writes. Each implementation is a [`Listener`], so that it
/// writes the solution during the search.
pub trait LiveTelling: Debug + Send + Sync {
    /// Calls `tell` with the teller and the text to append to.
    fn tell(&self, tell: &dyn Fn(&mut dyn Teller, &mut String) -> fmt::Result);

    /// Whether the caller does not need the solution after it has been written, so that the solver may drop
    /// parts of it.
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
