//! Writes a solution part by part, during the search or afterwards.

use crate::solution::{FirstMove, Group, Listener, Node, Phase, Solution, TwinSolution};
use std::fmt::{self, Debug, Write};

/// Writes a solution in some format, one part per call. The text does not depend on whether moves are reported one by
/// one during the search or at the end of their phase. Each `Err` is an error of `out`.
pub trait SolutionWriter: Debug + Send {
    /// Writes the beginning of a twin. Before the first twin, also writes the text above the solution.
    fn twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result;

    /// Writes the number of a first move before it is searched, if option MoveNumbers is set.
    fn first_move(&mut self, _: &mut dyn Write, _: &Phase, _: &Group, _: &FirstMove) -> fmt::Result {
        Ok(())
    }

    /// Writes `node`, which is a first move or a line, when all play after it is known. `before` are the moves that
    /// lead to it. `phase` has no groups yet, and `group` has no moves yet.
    fn node(&mut self, out: &mut dyn Write, phase: &Phase, group: &Group, before: &[Node], node: &Node) -> fmt::Result;

    /// Writes those parts of a complete phase that have not been written.
    fn phase(&mut self, out: &mut dyn Write, phase: &Phase) -> fmt::Result;

    fn end_twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result;

    fn end(&self, out: &mut dyn Write, solution: &Solution) -> fmt::Result;
}

/// Writes a whole solution, part by part.
pub fn write_all(writer: &mut dyn SolutionWriter, out: &mut dyn Write, solution: &Solution) -> fmt::Result {
    for twin in &solution.twins {
        writer.twin(out, twin)?;
        for phase in &twin.phases {
            writer.phase(out, phase)?;
        }
        writer.end_twin(out, twin)?;
    }
    writer.end(out, solution)
}

/// Owns a [`SolutionWriter`] and the text that it writes. Every implementation is also a [`Listener`], which writes the
/// solution during the search.
pub trait LiveWriter: Debug + Send + Sync {
    /// Calls `write` with the writer and the text to append to.
    fn write(&self, write: &dyn Fn(&mut dyn SolutionWriter, &mut String) -> fmt::Result);

    /// Whether the caller no longer needs the solution after it has been written. Then the solver may drop parts of it.
    fn forgets(&self) -> bool {
        false
    }
}

impl<T: LiveWriter> Listener for T {
    fn twin(&self, twin: &TwinSolution) {
        self.write(&|writer, out| writer.twin(out, twin));
    }

    fn first_move(&self, phase: &Phase, group: &Group, first: &FirstMove) {
        self.write(&|writer, out| writer.first_move(out, phase, group, first));
    }

    fn node(&self, phase: &Phase, group: &Group, before: &[Node], node: &Node) {
        self.write(&|writer, out| writer.node(out, phase, group, before, node));
    }

    fn phase(&self, phase: &Phase) {
        self.write(&|writer, out| writer.phase(out, phase));
    }

    fn end_twin(&self, twin: &TwinSolution) {
        self.write(&|writer, out| writer.end_twin(out, twin));
    }

    fn lets_go(&self) -> bool {
        self.forgets()
    }
}
