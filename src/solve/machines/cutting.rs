//! A long problem cut at its first moves: each of several runs looks at some of them, and one more puts together what they
//! have found, as if it had looked itself.
//!
//! Where the first moves of a phase are gone through, a run asks of each whether it is to be looked at here, and tells what
//! was found. All else is done by every run: what is said of the diagram, bounds, what short notation has to know of the
//! other moves. So play that is not cut is looked at by each run, which takes longer and is never wrong.

use crate::problem::{Mode, Play, Problem, Stipulation};
use crate::solution::{Cut, Node};
use crate::solve::limits::Limits;
use crate::solve::prove::facts::Fact;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::sync::Arc;

/// Where a first move stands in a problem, or play that is not cut, as its first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FirstMove {
    /// From 0.
    pub twin: usize,
    /// Duplex: the sides are exchanged.
    pub exchanged: bool,
    pub set_play: bool,
    /// Half-moves of the play, of which help play may have several numbers.
    pub length: u16,
    /// Among the moves of the position, in the order in which they are told.
    pub index: usize,
}

impl FirstMove {
    /// Which of so many parts looks at it, from 0. Moves of the same man stand together, and take about as long as each
    /// other: so the parts take turns.
    pub fn part(self, of: usize) -> usize {
        (self.twin + usize::from(self.length) + usize::from(self.set_play) + self.index) % of.max(1)
    }
}

/// What is to be done about a first move.
#[derive(Debug)]
pub enum Known {
    /// It is looked at here.
    Nothing,
    /// Somebody else looks at it.
    Elsewhere,
    /// This is all that is to be told of it.
    Told(Vec<Node>),
}

/// Knows which run looks at which first moves.
pub trait FirstMoves: Debug + Send + Sync {
    /// Asked once for each of them.
    fn known(&self, first: FirstMove) -> Known;

    /// After all of these have been asked about: the one that is to be looked at for others.
    fn left(&self, _first_moves: &[FirstMove]) -> Option<usize> {
        None
    }

    /// What was found, which is all unless a limit has cut it.
    fn found(&self, first: FirstMove, told: &[Node], is_all: bool);

    /// A fact that others may want.
    fn proved(&self, _: &Fact) {}

    /// Tells what others have proved since it was asked last.
    fn others_proved(&self, _table: u32, _learn: &mut dyn FnMut(&Fact)) {}

    /// The limit that has cut what others looked at.
    fn cut(&self, twin: usize) -> Option<Cut>;
}

/// The problem can be cut: no first move decides whether another is told.
pub fn can_be_cut(problem: &Problem) -> bool {
    let options = &problem.options;
    let is_cut_otherwise = options.max_solutions.is_some()
        || options.stop_on_short_solutions
        || !options.start_move_number.is_empty()
        || !options.up_to_move_number.is_empty()
        // What is told of all first moves is not kept.
        || options.move_numbers;
    let is_whole = |single: &Problem| {
        let Some(stipulation @ Stipulation::Traditional(_)) = &single.stipulation else { return false };
        let play = stipulation.schedule(&single.options).play;
        // Play with invisible men does not ask which first moves are looked at.
        single.diagram.invisible == 0 && matches!(play, Play::Branch(branch) if branch.mode != Mode::Defence)
    };
    !is_cut_otherwise
        && !options.post_key_play
        && problem.singles().iter().all(|single| single.as_ref().is_ok_and(|single| is_whole(&single.problem)))
}

/// The beginning of a phase of a problem that is cut.
#[derive(Clone, Debug)]
pub struct Root {
    pub moves: Arc<dyn FirstMoves>,
    pub twin: usize,
    pub exchanged: bool,
    pub set_play: bool,
}

/// What is told of a first move: what `look` finds, unless others look at it.
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
    fn first_move(&self, length: u16, index: usize) -> FirstMove {
        let &Root { twin, exchanged, set_play, .. } = self;
        FirstMove { twin, exchanged, set_play, length, index }
    }

    /// Looks at first moves that others have not begun with, once all own ones have been looked at.
    pub fn help_others(
        &self,
        limits: &Limits,
        (length, count): (u16, usize),
        mut look: impl FnMut(usize) -> Option<Node>,
    ) {
        let first_moves: Vec<FirstMove> = (0..count).map(|index| self.first_move(length, index)).collect();
        while limits.are_answers_sure().is_ok()
            && let Some(index) = self.moves.left(&first_moves)
        {
            let node = look(index);
            self.moves.found(first_moves[index], node.as_slice(), !limits.is_expired());
        }
    }

    /// The same of play that is not cut.
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
