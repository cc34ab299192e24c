//! Passes each part of a solution to a function as soon as the part is found.

use crate::solution::{FirstMove, Group, Listener, Node, Phase, TwinSolution};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A part of a solution: a first move with the play after it, or a line of help or series play.
///
/// ```
/// use keymove::{Problem, Solver};
/// use std::sync::mpsc;
///
/// let problem = Problem::parse(r##"7k/5K1p/8/8/8/8/8/7R b - - stip "h#1";"##)?.into_problem();
/// let (sender, receiver) = mpsc::channel();
/// Solver::new().run(&problem).solve_with(move |found| drop(sender.send(found)))?;
/// let first = receiver.recv()?;
/// let line: Vec<String> = first.phase.lines().flatten().map(|move_| move_.to_string()).collect();
/// assert_eq!(line, ["h7-h5", "Rh1xh5#"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// Label of the twin, such as `b)`; empty without twins.
    pub twin: String,
    /// The phase of the solution (set play or actual play) to which the part belongs. It contains only this part.
    pub phase: Phase,
}

/// A listener of the search that passes each part of the solution to the function `found`.
pub(super) struct Finder<F> {
    found: F,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    twin: String,
    /// Whether [`Listener::node`] has already passed on the parts of the current phase one by one. If so, the call of
    /// [`Listener::phase`] at the end of the phase passes on nothing.
    is_by_moves: bool,
}

impl<F: Fn(Found) + Send + Sync> Finder<F> {
    pub(super) fn new(found: F) -> Finder<F> {
        Finder { found, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pass_on(&self, phase: &Phase, group: &Group, node: Node) {
        let twin = self.state().twin.clone();
        let group = Group { nodes: vec![node], dropped: 0, first_moves: Vec::new(), ..group.clone() };
        let phase = Phase { groups: vec![group], ..phase.clone() };
        (self.found)(Found { twin, phase });
    }
}

impl<F: Fn(Found) + Send + Sync> Listener for Finder<F> {
    fn twin(&self, twin: &TwinSolution) {
        self.state().twin.clone_from(&twin.label);
    }

    fn first_move(&self, _: &Phase, _: &Group, _: &FirstMove) {}

    fn node(&self, phase: &Phase, group: &Group, before: &[Node], node: &Node) {
        self.state().is_by_moves = true;
        let whole =
            before.iter().rev().fold(node.clone(), |after, move_| Node { children: vec![after], ..move_.clone() });
        self.pass_on(phase, group, whole);
    }

    fn phase(&self, phase: &Phase) {
        if std::mem::take(&mut self.state().is_by_moves) {
            return;
        }
        let head = Phase { groups: Vec::new(), ..phase.clone() };
        for group in &phase.groups {
            let empty = Group { nodes: Vec::new(), ..group.clone() };
            for node in &group.nodes {
                self.pass_on(&head, &empty, node.clone());
            }
        }
    }

    fn end_twin(&self, _: &TwinSolution) {}
}

impl<F> fmt::Debug for Finder<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finder").finish_non_exhaustive()
    }
}
