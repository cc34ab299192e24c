//! Divides a long problem among several runs of the program, at its first moves. Each run searches some first moves. A
//! final run combines the results as if it had searched all first moves itself.
//!
//! In each phase, a run calls [`FirstMoves::known`] for each first move to learn whether to search it, and reports the
//! play that it finds. Every run does all other work itself: notes on the diagram, bounds, and the legal moves for
//! short notation. Each run also searches play that cannot be divided. This takes longer and is never wrong.

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
    /// Length of the play in plies. Help play may be searched for several lengths.
    pub length: u16,
    /// Index among the moves of the position, in output order.
    pub index: usize,
}

impl FirstMoveId {
    /// Returns the number, from 0, of the part that searches this first move if the problem has `of` parts. Consecutive
    /// moves go to different parts in turn: often they are moves of the same man and take about equally long.
    pub fn part(self, of: usize) -> usize {
        (self.twin + usize::from(self.length) + usize::from(self.set_play) + self.index) % of.max(1)
    }
}

/// What a run learns about one first move: whether to search it.
#[derive(Debug)]
pub enum Known {
    /// This run has to search the first move.
    Nothing,
    /// Another run searches the first move, so this run leaves it out.
    Elsewhere,
    /// The first move has been searched. Contains all nodes of its play, or none if no play is printed.
    Found(Vec<Node>),
}

/// Interface through which a run of a divided problem learns which first moves to search, and reports its results.
pub trait FirstMoves: Debug + Send + Sync {
    /// Returns whether this run has to search the first move, leaves it to another run, or gets its play from an
    /// earlier search. Called once for each first move.
    fn known(&self, first: FirstMoveId) -> Known;

    /// Returns the index in `first_moves` of a move that this run should search for another run, or `None`. Called
    /// after [`FirstMoves::known`] has been called for all of `first_moves`.
    fn left(&self, _first_moves: &[FirstMoveId]) -> Option<usize> {
        None
    }

    /// Reports the play found for a first move. `is_all` is `false` if a limit has cut the search of this move.
    fn found(&self, first: FirstMoveId, nodes: &[Node], is_all: bool);

    /// Reports a fact that this run has proved and that other runs may use.
    fn proved(&self, _: &Fact) {}

    /// Calls `learn` with each fact about table `_table` that other runs have proved since the last call.
    fn others_proved(&self, _table: u32, _learn: &mut dyn FnMut(&Fact)) {}

    /// Returns the limit that has cut the search of this twin in another run, or `None` if no search was cut.
    fn cut(&self, twin: usize) -> Option<Cut>;
}

/// Whether the problem can be divided at its first moves. It can if no first move affects whether another one is
/// printed.
pub fn can_be_divided(problem: &Problem) -> bool {
    let options = &problem.options;
    let is_cut_otherwise = options.max_solutions.is_some()
        || options.stop_on_short_solutions
        || !options.start_move_number.is_empty()
        || !options.up_to_move_number.is_empty()
        // The results of a run do not contain the numbered moves of this option.
        || options.move_numbers;
    let is_whole = |single: &Problem| {
        let Some(stipulation @ Stipulation::Traditional(_)) = &single.stipulation else { return false };
        let play = stipulation.schedule(&single.options).play;
        // The search with invisible men does not use [`FirstMoves`].
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

/// Returns the play of a first move. If `root` divides the problem and has the play already, returns this play;
/// otherwise calls `look` and returns the result. Returns `None` if there is no play to print or if another run
/// searches the move.
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

    /// Searches first moves that no run has begun. Called when this run has finished its own first moves. `length` is
    /// the length of the play in plies, `count` the number of first moves; `look` searches the first move with the
    /// given index.
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

    /// Returns the play of a first move, which may have several nodes: the known play or the result of `look`. Returns
    /// an empty list if another run searches the move.
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
