//! Finds all lines of help and series play, and returns them as a tree.

use crate::position::Oracle;
use crate::problem::{Mode, Reply};
use crate::solution::{Node, Part};
use crate::solve::division::parts::{Root, play_of_first_move};
use crate::solve::prove::{Answer, MoverState, help_pass};
use crate::solve::setup::pending_goals::GoalRegions;
use crate::solve::setup::task::{Stage, Task, TaskId};
use crate::solve::setup::turn::{Beginning, Turn};
use crate::solve::threads::in_order::map_in_order;
use crate::solve::unfold::Unfolder;
use crate::solve::unfold::origins::Legal;
use crate::solve::unfold::stream::{MovePlace, OutputSlot, Stream};
use crate::solve::unfold::tree::PrintForm;
use std::sync::Arc;

/// A move to be searched, with the legal moves of its position and the state of its mover.
struct Next<'l, P: Oracle> {
    m: P::Move,
    legal: &'l Legal,
    mover_state: MoverState,
}

/// Number of plies from the diagram within which the moves of a turn are searched one by one. Later, the prover is
/// first queried whether there are any lines.
const SPLIT_DEPTH: usize = 2;
/// Least number of plies left at which the moves of a turn are searched one by one.
const SPLIT_LENGTH: u16 = 4;

impl<P: Oracle> Unfolder<'_, P> {
    /// Whether the moves of a turn are searched one by one, without first querying the prover whether there are lines.
    /// They are not if only some solutions are wanted: these are counted in order, so that timing does not decide which
    /// are printed.
    fn is_worth_splitting(&self, stage: &Stage, n: u16) -> bool {
        n.saturating_add(stage.rest) >= SPLIT_LENGTH
            && self.prover.path.len() < SPLIT_DEPTH
            && self.prover.shared.settings.max_solutions.is_none()
            && !self.prover.shared.settings.stop_on_short_solutions
    }

    /// For help play that is solved without any help move: returns the lines of the play that follows.
    pub fn lines_without_help(
        &mut self,
        position: &mut P,
        stage: &Stage,
        beginning: Beginning,
        form: PrintForm,
    ) -> Vec<Node> {
        match stage.forks[1] {
            Some(fork) if beginning == Beginning::Solved => {
                let nodes = self.unfold(position, fork, form);
                self.count_lines(nodes.iter().map(Node::lines).sum());
                nodes
            }
            _ => Vec::new(),
        }
    }

    /// Whether the play `task`, which follows a branch, has the mode `mode` (attack, defence or help). If it is joined
    /// by `and` or `or`, one of its parts suffices.
    pub fn leads_to(&self, task: TaskId, mode: Mode) -> bool {
        match self.prover.tasks().get(task) {
            Task::And(a, b) | Task::Or(a, b) => self.leads_to(*a, mode) || self.leads_to(*b, mode),
            Task::Stage(stage) => stage.branch.mode == mode,
            Task::Goal(_) | Task::Not(_) => false,
        }
    }

    /// Returns all lines of exactly `turn.n` plies, as a tree.
    pub fn lines(&mut self, position: &mut P, turn: Turn<'_>, form: PrintForm) -> Vec<Node> {
        let Turn { stage, side_index, n, .. } = turn;
        let root = self.root.take();
        let root = root.as_ref();
        if !stage.can_end_at(side_index, n)
            || self.is_cut()
            || !matches!(self.prover.may_go_on(position, turn), Ok(true))
        {
            return Vec::new();
        }
        if side_index == 1
            && stage.branch.reply != Reply::Moves
            && !(stage.branch.reply == Reply::Parries && position.is_check())
        {
            let passed = help_pass(position, turn, Vec::new(), |after| Ok(self.lines(after, turn.next(), form)));
            return passed.unwrap_or_default();
        }
        let mover_state = self.prover.mover_state(position, turn);
        if self.may_be_broken_after(stage) {
            return self.lines_of_moves(position, turn, mover_state, form, root);
        }
        if self.is_worth_splitting(stage, n) {
            return self.lines_not_known_empty(position, turn, root, |unfolder, position| {
                let Some(scopes) = unfolder.prover.within_reach(position, turn) else { return Vec::new() };
                unfolder
                    .looking_within(scopes, |unfolder| unfolder.lines_of_moves(position, turn, mover_state, form, root))
            });
        }
        // In a proof game few moves lead to the target, so a query before the moves saves nothing. The exception is the
        // last move: most last moves fail, and the prover plays them faster than the unfolder.
        if self.prover.shared.target.is_some() && (n > 1 || !self.tries_all_moves(root)) {
            return self.lines_not_known_empty(position, turn, root, |unfolder, position| {
                unfolder.lines_of_moves(position, turn, mover_state, form, root)
            });
        }
        // If several runs share the problem or options select moves, a query would search all moves.
        if !self.tries_all_moves(root) {
            return self.lines_of_moves(position, turn, mover_state, form, root);
        }
        // The query is fast if there are no lines, which is the usual case.
        if !matches!(self.prover.help_exists(position, turn), Ok(true)) {
            return Vec::new();
        }
        self.lines_of_moves(position, turn, mover_state, form, None)
    }

    /// Whether every move of the turn is searched here: no move may be left to another run (`root`), and options
    /// exclude none.
    fn tries_all_moves(&self, root: Option<&Root>) -> bool {
        root.is_none() && !self.leaves_out_moves()
    }

    /// Calls `find` and returns its lines, except if the table proves that there are none. If `find` returns no line,
    /// stores this fact.
    fn lines_not_known_empty(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        root: Option<&Root>,
        find: impl FnOnce(&mut Self, &mut P) -> Vec<Node>,
    ) -> Vec<Node> {
        let key = self.prover.help_key(position, turn);
        if self.prover.is_known_empty(key, turn.n) {
            return Vec::new();
        }
        let before = self.prover.meter.visited();
        let nodes = find(self, position);
        if nodes.is_empty() && !self.is_cut() && self.tries_all_moves(root) {
            self.prover.remember_empty(key, turn.n, before);
        }
        nodes
    }

    /// Returns the lines that begin with the moves of the turn. If the stream has a slot for this position, reports the
    /// lines of each move when they are found.
    fn lines_of_moves(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        mover_state: MoverState,
        form: PrintForm,
        root: Option<&Root>,
    ) -> Vec<Node> {
        let spot = self.spot.take();
        let moves = self.moves_to_try(position, turn);
        let progress = &self.prover.shared.limits.progress;
        let limits = self.prover.shared.limits;
        let is_first = std::mem::take(&mut self.counts_progress);
        if is_first {
            progress.expect(moves.len());
        }
        let legal = Legal::default();
        if let Some((stream, OutputSlot::Root)) = &spot
            && !self.numbered_moves.is_empty()
        {
            stream.number(&self.numbered_moves, self.first_moves_before(position, &moves));
        }
        let split = spot.map(|(stream, spot)| (stream.split(spot, moves.len()), stream));
        let line_of = |unfolder: &mut Self, position: &mut P, i: usize| {
            let place = split.as_ref().map(|(places, stream)| (stream.clone(), places.place(i)));
            let outer = unfolder.portion.clone();
            if let Some((stream, place)) = &place {
                unfolder.portion = stream.clone().portion(*place);
            }
            let line =
                || unfolder.line(position, turn, Next { m: moves[i], legal: &legal, mover_state }, form, place.clone());
            let node = play_of_first_move(root, limits, (turn.n, i), line);
            unfolder.portion = outer;
            if is_first {
                progress.advance(limits.nodes());
            }
            match place {
                Some((stream, place)) => {
                    stream.done(place, node);
                    None
                }
                None => node,
            }
        };
        let indices: Vec<usize> = (0..moves.len()).collect();
        let found: Vec<Option<Node>> = if self.unfolds_in_parallel(turn.stage, turn.n) {
            self.prover.lend_memos();
            let (position, unfolder) = (&*position, &*self);
            let line_of = |&i: &usize| {
                let mut thread = unfolder.for_thread();
                thread.prover.scopes.clone_from(&unfolder.prover.scopes);
                line_of(&mut thread, &mut position.clone(), i)
            };
            map_in_order(self.prover.shared.limits, &indices, line_of)
        } else {
            indices.into_iter().map(|i| line_of(self, position, i)).collect()
        };
        if let Some(root) = root {
            root.help_others(limits, (turn.n, moves.len()), |i| {
                self.line(position, turn, Next { m: moves[i], legal: &legal, mover_state }, form, None)
            });
        }
        match split {
            Some((places, stream)) => stream.taken(places),
            None => found.into_iter().flatten().collect(),
        }
    }

    fn moves_to_try(&self, position: &P, turn: Turn<'_>) -> Vec<P::Move> {
        if self.prover.path.is_empty() || self.leaves_out_moves() {
            self.wanted_moves(position, turn)
        } else if let (Some(target), Some(left), false) =
            (&self.prover.shared.target, self.prover.moves_left(position, turn), turn.allows_self_check())
        {
            let mut moves = Vec::new();
            // Generating these moves may take most of the time, because many positions have no move towards the target.
            if self.prover.meter.look_at_clock().is_err() {
                return moves;
            }
            position.moves_towards(target, left, &mut moves);
            moves.sort_by_key(|&m| position.order(m));
            moves
        } else {
            self.moves_in_order(position, turn.allows_self_check())
        }
    }

    /// Returns the lines that begin with this move, or `None` if there is none. `place` is the place of the move in the
    /// stream, which may report parts of the lines.
    fn line(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        Next { m, legal, mover_state }: Next<'_, P>,
        form: PrintForm,
        place: Option<(Arc<Stream>, MovePlace)>,
    ) -> Option<Node> {
        if self.is_cut() || self.prover.meter.tick().is_err() {
            return None;
        }
        let before = position.clone();
        let outer = self.window;
        self.window = self.window_after(&before, m);
        let make_node = |unfolder: &Self| Node {
            origin: unfolder.origin(&before, legal, m),
            ..Node::new(Part::Help, before.record(m))
        };
        let line = self
            .playing(position, m, |unfolder, after| -> Answer<Option<Node>> {
                let exposed = turn.allows_self_check() && after.can_capture_king();
                if !unfolder.prover.move_is_allowed(after, turn)? {
                    return Ok(None);
                }
                if turn.n == 1 {
                    // The play that follows has its own goals.
                    return unfolder.looking_within(GoalRegions::default(), |unfolder| {
                        unfolder.last_of_line(after, turn, (exposed, mover_state), form, &make_node)
                    });
                }
                if exposed || unfolder.prover.ends_here(after, turn)? || unfolder.prover.ends_by_wrong_side(after, turn)
                {
                    return Ok(None);
                }
                unfolder.prover.is_sure()?;
                unfolder.spot = place
                    .filter(|(_, place)| place.may_be_split())
                    .map(|(stream, place)| (stream, OutputSlot::Below(place, Box::new(make_node(unfolder)))));
                let mut children = unfolder.lines(after, turn.next(), form);
                unfolder.spot = None;
                if children.is_empty() {
                    return Ok(None);
                }
                children.shrink_to_fit();
                let mut node = make_node(unfolder);
                if unfolder.prover.is_sure().is_err() {
                    // The time may have run out after the query. The moves found are printed anyway.
                    node = make_node(unfolder);
                }
                let node = Node { children, ..node };
                unfolder.count_printed();
                Ok(Some(node))
            })
            .unwrap_or(None);
        self.window = outer;
        line
    }

    /// Returns the node of the last move of a line, with the play that follows, or `None` if the move does not solve.
    /// `make_node` makes the node of the move.
    fn last_of_line(
        &mut self,
        after: &mut P,
        turn: Turn<'_>,
        (exposed, mover_state): (bool, MoverState),
        form: PrintForm,
        make_node: &dyn Fn(&Self) -> Node,
    ) -> Answer<Option<Node>> {
        let Some(fork) = turn.fork() else { return Ok(None) };
        if self.prover.ends_by_wrong_side(after, turn) {
            return Ok(None);
        }
        if !self.prover.fork_holds(after, turn, exposed, mover_state)? {
            let children = if exposed { Vec::new() } else { self.violations_of(after, fork) };
            let node = Node { children, ..make_node(self) };
            return Ok((!node.children.is_empty()).then_some(node));
        }
        let mut node = self.end_node(make_node(self), after, fork, form)?;
        if self.leads_to(fork, Mode::Attack) {
            // In battle play that follows, each first move of the attacker is a solution.
            let (mut left, mut children) = (self.solutions_left(), std::mem::take(&mut node.children));
            children.retain(|child| {
                let is_wanted = left > 0;
                left = left.saturating_sub(child.lines());
                is_wanted
            });
            node.children = children;
        }
        // If help play follows, its lines have been counted already.
        if !self.leads_to(fork, Mode::Help) {
            self.count_lines(node.lines());
        }
        self.count_printed();
        Ok(Some(node))
    }
}
