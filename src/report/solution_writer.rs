//! Writes a solution in small parts (twin, move, phase), during the search or afterwards.

use crate::solution::{FirstMove, Group, Listener, Node, Phase, Solution, TwinSolution};
use std::fmt::{self, Debug, Write};

/// Writes a solution in some format, one part per call. The moves of a phase may be written one by one during the
/// search by `node`, or all together by `phase`. The text is the same. Each `Err` is an error of `out`.
pub trait SolutionWriter: Debug + Send {
    /// Writes what precedes the play of a twin, such as its label. Before the first twin, also writes the text above
    /// the solution.
    fn twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result;

    /// Writes the number of a first move before it is searched, if option MoveNumbers is set.
    fn first_move(&mut self, _: &mut dyn Write, _: &Phase, _: &Group, _: &FirstMove) -> fmt::Result {
        Ok(())
    }

    /// Writes a first move of battle play, or a line of help or series play, as soon as all play after it is known.
    /// `before` are the moves that lead to `node`. `phase` has no groups yet, and `group` has no moves yet.
    fn node(&mut self, out: &mut dyn Write, phase: &Phase, group: &Group, before: &[Node], node: &Node) -> fmt::Result;

    /// Writes what `node` has not yet written of a complete phase: all its moves, or only the text after them.
    fn phase(&mut self, out: &mut dyn Write, phase: &Phase) -> fmt::Result;

    fn end_twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result;

    fn end(&self, out: &mut dyn Write, solution: &Solution) -> fmt::Result;
}

/// Writes a whole solution, with one call for each twin and phase.
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

/// A [`SolutionWriter`] together with the text that it has written. Every implementation is also a [`Listener`], so the
/// text grows during the search.
pub trait LiveWriter: Debug + Send + Sync {
    /// Calls `write` with the writer and the text to which it must append.
    fn write(&self, write: &dyn Fn(&mut dyn SolutionWriter, &mut String) -> fmt::Result);

    /// Whether the caller does not need the solution after it has been written. If so, the solver may drop lines that
    /// were written.
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
