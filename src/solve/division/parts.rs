//! Divides a long problem at its first moves among several runs of the program: each run searches some first moves,
//! and a final run combines the results as if it had searched all of them.
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

/// Identifies a first move of a problem. A phase that is not divided counts as a single first move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FirstMoveId {
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
    /// Returns the number, from 0, of the part that searches this first move, if the problem has `of` parts.
    /// Neighbouring moves are often by the same man and take about equally long, so they go to different parts in
    /// turn.
    pub fn part(self, of: usize) -> usize {
        (self.twin + usize::from(self.length) + usize::from(self.set_play) + self.index) % of.max(1)
    }
}

/// Answer to the question whether a run has to search a first move.
#[derive(Debug)]
pub enum Known {
    /// This run has to search the first move.
    Nothing,
    /// Another run searches the first move, so this run leaves it out.
    Elsewhere,
    /// The first move has been searched already: all nodes of its play, or none if it has no play to print.
    Found(Vec<Node>),
}

/// Interface through which a run of a divided problem learns which first moves to search, and reports its results.
pub trait FirstMoves: Debug + Send + Sync {
    /// Whether this run has to search the first move, or its play if that is known. Called once for each first move.
    fn known(&self, first: FirstMoveId) -> Known;

    /// Returns the index in `first_moves` of a move to search on behalf of another run, if any. Called after
    /// [`FirstMoves::known`] has been called for all of them.
    fn left(&self, _first_moves: &[FirstMoveId]) -> Option<usize> {
        None
    }

    /// Reports the play found for a first move. `is_all` is false if a limit has cut the search of that play.
    fn found(&self, first: FirstMoveId, nodes: &[Node], is_all: bool);

    /// Reports a fact that this run has proved and that other runs may use.
    fn proved(&self, _: &Fact) {}

    /// Calls `learn` with each fact that other runs have proved since the last call.
    fn others_proved(&self, _table: u32, _learn: &mut dyn FnMut(&Fact)) {}

    /// Returns the limit that has cut the search of this twin in another run, or `None` if no limit has.
    fn cut(&self, twin: usize) -> Option<Cut>;
}

/// Whether the problem can be divided at its first moves: no first move affects whether another is printed.
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

/// Identifies a phase of a divided problem, and gives access to the interface that distributes its first moves.
#[derive(Clone, Debug)]
pub struct Root {
    pub moves: Arc<dyn FirstMoves>,
    pub twin: usize,
    pub exchanged: bool,
    pub set_play: bool,
}

/// Returns the play of a first move: the known play if `root` divides the problem and has it, otherwise the result
/// of `look`. `None` if there is no play to print or another run searches the move.
pub fn play_of_first_move(
    root: Option<&Root>,
    limits: &Limits,
    (length, index): (u16, usize),
    look: impl FnOnce() -> Option<Node>,
) -> Option<Node> {
    match root {
        None => look(),
        Some(root) => root.play_of(limits, (length, index), || look().into_iter().collect()).pop(),
    }
}

impl Root {
    fn first_move(&self, length: u16, index: usize) -> FirstMoveId {
        let &Root { twin, exchanged, set_play, .. } = self;
        FirstMoveId { twin, exchanged, set_play, length, index }
    }

    /// Searches first moves that no run has begun. Called after this run has finished its own first moves.
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

    /// Returns the play of a first move, which may have several nodes: the known play, or the result of `look`.
    /// Empty if another run searches the move.
    pub fn play_of(
        &self,
        limits: &Limits,
        (length, index): (u16, usize),
        look: impl FnOnce() -> Vec<Node>,
    ) -> Vec<Node> {
        let (moves, first) = (&self.moves, self.first_move(length, index));
        match moves.known(first) {
            Known::Elsewhere => Vec::new(),
            Known::Found(nodes) => {
                limits.add_printed(nodes.iter().map(Node::count).sum::<usize>() * Node::PRINTED_BYTES);
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
