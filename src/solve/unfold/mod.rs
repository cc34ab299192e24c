//! Turns the answers of the prover into the moves that are printed: keys, tries, threats, variations, lines.
//!
//! The [`Prover`] decides which moves are printed; the unfolder only queries it and collects them. When a limit cuts
//! the search, all moves found until then are kept, and nothing is stored about unfinished work.
//!
//! Start with [`first_moves`] for keys and tries, with [`lines`] for help play, and with [`tree`] for the play below
//! them.

mod first_move_numbers;
mod first_moves;
mod lines;
mod origins;
pub mod stream;
pub mod tree;
pub mod window;

use crate::position::Oracle;
use crate::solution::{FirstMove, Node};
use crate::solve::division::parts::Root;
use crate::solve::prove::{Prover, Shared};
use crate::solve::setup::pending_goals::GoalRegions;
use std::sync::Arc;
use stream::{OutputQuota, OutputSlot, Stream};
use window::Window;

/// Collects the moves that are printed. Queries its prover to learn which moves these are.
pub struct Unfolder<'a, P: Oracle> {
    pub prover: Prover<'a, P>,
    /// The stream that reports moves while they are found. `None` if the play of the branch is not reported in this
    /// way.
    pub stream: Option<Arc<Stream>>,
    /// Option MoveNumbers: the numbered first moves of the play.
    numbered_moves: Vec<FirstMove>,
    /// The stream, and its slot for the position that is searched next. Set if the moves of this position may be
    /// reported one by one.
    spot: Option<(Arc<Stream>, OutputSlot)>,
    /// Whether the moves of help play that are searched next are first moves. The progress display counts first moves.
    counts_progress: bool,
    /// Counts the memory of the moves that are found now and wait to be reported. `None` if this memory is not limited
    /// separately.
    portion: Option<Arc<OutputQuota>>,
    /// Set if the moves that are searched next are first moves of a problem divided among several runs.
    pub root: Option<Root>,
    /// Selects moves by StartMoveNumber and UpToMoveNumber; see [`Unfolder::wanted`].
    window: Window,
}

impl<'a, P: Oracle> Unfolder<'a, P> {
    /// Returns an unfolder for the position after the moves of `path`.
    pub fn new(shared: &'a Shared<'a, P>, path: Vec<P::Move>) -> Unfolder<'a, P> {
        Unfolder {
            prover: Prover::new(shared, path),
            stream: None,
            numbered_moves: Vec::new(),
            spot: None,
            counts_progress: false,
            portion: None,
            root: None,
            window: Window::at_root(shared.settings),
        }
    }

    /// Returns an unfolder for another thread, at this point of the play.
    pub fn for_thread(&self) -> Unfolder<'a, P> {
        let mut unfolder = Unfolder::new(self.prover.shared, self.prover.path.clone());
        unfolder.portion.clone_from(&self.portion);
        unfolder.window = self.window;
        unfolder
    }

    /// Plays `m`, appends it to the path, and calls `f` in the position after `m`.
    fn playing<R>(&mut self, position: &mut P, m: P::Move, f: impl FnOnce(&mut Self, &mut P) -> R) -> R {
        self.prover.path.push(m);
        let result = position.with_move(m, |after| f(self, after));
        self.prover.path.pop();
        result
    }

    /// Calls `f` with `scopes` as the current goal regions, and restores the previous ones afterwards.
    fn looking_within<R>(&mut self, scopes: GoalRegions<P::Scope>, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.prover.scopes, scopes);
        let found = f(self);
        self.prover.scopes = outer;
        found
    }

    /// Whether the search has to end: a limit is reached, or the wanted number of solutions is found.
    pub fn is_cut(&self) -> bool {
        self.prover.shared.limits.is_expired() || self.prover.shared.limits.max_solutions_reached()
    }

    /// Ends the phase if option StopOnShortSolutions is set. Called when short solutions were found in the play after
    /// an introductory series.
    pub fn stop_if_short_is_enough(&self) {
        if self.prover.shared.settings.stop_on_short_solutions {
            self.prover.shared.limits.end_short();
        }
    }

    /// Adds the memory of one printed move to that of the solution.
    pub fn count_printed(&self) {
        self.prover.shared.limits.add_printed(Node::PRINTED_BYTES);
        if let Some(portion) = &self.portion {
            portion.grow(Node::PRINTED_BYTES, self.prover.shared.limits);
        }
    }

    pub fn count_lines(&self, found: usize) {
        if let Some(wanted) = self.prover.shared.settings.max_solutions {
            self.prover.shared.limits.count_solutions(found as u64, wanted);
        }
    }

    /// Returns how many more solutions are wanted.
    pub fn solutions_left(&self) -> usize {
        let left =
            self.prover.shared.settings.max_solutions.map(|wanted| self.prover.shared.limits.solutions_left(wanted));
        left.unwrap_or(usize::MAX)
    }

    /// Returns the legal moves in output order. With `self_check`, includes moves that leave the mover's king in
    /// check.
    pub fn moves_in_order(&self, position: &P, self_check: bool) -> Vec<P::Move> {
        let mut moves = Vec::new();
        if self_check {
            position.self_check_moves(&mut moves);
        } else {
            position.legal_moves(&mut moves);
        }
        moves.sort_by_cached_key(|&m| position.order(m));
        moves
    }
}
