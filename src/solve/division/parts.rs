//! Divides a long problem at its first moves: each of several runs searches some of them, and another run combines the
//! results as if it had searched them all.
//!
//! In a phase, a run asks about each first move whether to search it, and reports what it found. All other work is done
//! by every run: notes on the diagram, bounds, the other moves that short notation depends on. Play that cannot be
//! divided is searched by each run, which takes longer and is never wrong.

use crate::problem::{Mode, Play, Problem, Stipulation};
use crate::solution::{Cut, Node};
use crate::solve::limits::Limits;
use crate::solve::prove::facts::Fact;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::sync::Arc;

/// Identifies a first move of a problem, or a phase that is not divided (as its first move).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FirstMoveId {
    /// Index of the twin, from 0.
    pub twin: usize,
    /// Whether the sides are exchanged (duplex).
    pub exchanged: bool,
    pub set_play: bool,
    /// Length of the play in plies; help play may have several lengths.
    pub length: u16,
    /// Index among the moves of the position, in output order.
    pub index: usize,
}

impl FirstMoveId {
    /// Returns which of `of` parts, from 0, searches this move. Neighbouring moves are often by the same man and take
    /// about equally long, so the parts take turns.
    pub fn part(self, of: usize) -> usize {
        (self.twin + usize::from(self.length) + usize::from(self.set_play) + self.index) % of.max(1)
    }
}

/// The answer to whether a run should search a first move.
#[derive(Debug)]
pub enum Known {
    /// This run searches it.
    Nothing,
    /// Another run searches it.
    Elsewhere,
    /// It has been searched; these nodes are its whole play.
    Told(Vec<Node>),
}

/// Distributes first moves among runs.
pub trait FirstMoves: Debug + Send + Sync {
    /// Returns what to do about a first move. Called once for each of them.
    fn known(&self, first: FirstMoveId) -> Known;

    /// Returns the index of a first move to search on behalf of another run, if any. Called after [`FirstMoves::known`]
    /// for all of them.
    fn left(&self, _first_moves: &[FirstMoveId]) -> Option<usize> {
        None
    }

    /// Reports the play found for a first move. `is_all` is false if a limit has cut it.
    fn found(&self, first: FirstMoveId, told: &[Node], is_all: bool);

    /// Reports a fact that other runs may use.
    fn proved(&self, _: &Fact) {}

    /// Passes to `learn` the facts that other runs have proved since the last call.
    fn others_proved(&self, _table: u32, _learn: &mut dyn FnMut(&Fact)) {}

    /// Returns the limit that has cut the work of other runs, if any.
    fn cut(&self, twin: usize) -> Option<Cut>;
}

/// Whether the problem can be divided: no first move affects whether another is printed.
pub fn can_be_divided(problem: &Problem) -> bool {
    let options = &problem.options;
    let is_cut_otherwise = options.max_solutions.is_some()
        || options.stop_on_short_solutions
        || !options.start_move_number.is_empty()
        || !options.up_to_move_number.is_empty()
        // The moves of this option are not kept.
        || options.move_numbers;
    let is_whole = |single: &Problem| {
        let Some(stipulation @ Stipulation::Traditional(_)) = &single.stipulation else { return false };
        let play = stipulation.schedule(&single.options).play;
        // Play with invisible men does not ask which first moves to search.
        single.diagram.invisible == 0 && matches!(play, Play::Branch(branch) if branch.mode != Mode::Defence)
    };
    !is_cut_otherwise
        && !options.post_key_play
        && problem.singles().iter().all(|single| single.as_ref().is_ok_and(|single| is_whole(&single.problem)))
}

/// The beginning of a phase of a divided problem.
#[derive(Clone, Debug)]
pub struct Root {
    pub moves: Arc<dyn FirstMoves>,
    pub twin: usize,
    pub exchanged: bool,
    pub set_play: bool,
}

/// Returns the play of a first move: what `look` finds, or what is known of it if `root` divides the problem.
pub fn told_of(
    root: Option<&Root>,
    limits: &Limits,
    (length, index): (u16, usize),
    look: impl FnOnce() -> Option<Node>,
) -> Option<Node> {
    match root {
        None => look(),
        Some(root) => root.told(limits, (length, index), || look().into_iter().collect()).pop(),
    }
}

impl Root {
    fn first_move(&self, length: u16, index: usize) -> FirstMoveId {
        let &Root { twin, exchanged, set_play, .. } = self;
        FirstMoveId { twin, exchanged, set_play, length, index }
    }

    /// Searches first moves that no other run has begun, after all moves of this run.
    pub fn help_others(
        &self,
        limits: &Limits,
        (length, count): (u16, usize),
        mut look: impl FnMut(usize) -> Option<Node>,
    ) {
        let first_moves: Vec<FirstMoveId> = (0..count).map(|index| self.first_move(length, index)).collect();
        while limits.are_answers_sure().is_ok()
            && let Some(index) = self.moves.left(&first_moves)
        {
            let node = look(index);
            self.moves.found(first_moves[index], node.as_slice(), !limits.is_expired());
        }
    }

    /// Like [`told_of`], for play that is not divided and may have several nodes.
    pub fn told(&self, limits: &Limits, (length, index): (u16, usize), look: impl FnOnce() -> Vec<Node>) -> Vec<Node> {
        let (moves, first) = (&self.moves, self.first_move(length, index));
        match moves.known(first) {
            Known::Elsewhere => Vec::new(),
            Known::Told(nodes) => {
                limits.tell(nodes.iter().map(Node::count).sum::<usize>() * Node::TOLD_BYTES);
                nodes
            }
            Known::Nothing => {
                let nodes = look();
                moves.found(first, &nodes, !limits.is_expired());
                nodes
            }
        }
    }
}
