//! The lines of help and series play as a tree.

use super::ahead::Scopes;
use super::cutting::{Root, told_of};
use super::origins::Legal;
use super::parallel::in_parallel;
use super::solution_tree::Telling;
use super::stream::{Place, Spot, Stream};
use super::task::{CompiledBranch, Task, TaskId};
use super::turn::{Beginning, Turn};
use super::worker::{Answer, Plight, Worker};
use crate::position::Oracle;
use crate::problem::{Mode, Reply};
use crate::solution::{Node, Part};
use std::sync::Arc;

/// With which of the legal moves a line goes on, and how its mover stood before it.
struct Next<'l, P: Oracle> {
    m: P::Move,
    legal: &'l Legal,
    plight: Plight,
}

impl<P: Oracle> Worker<'_, P> {
    /// What is told of help play that is solved without any move.
    pub fn lines_without_help(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        beginning: Beginning,
        tell: Telling,
    ) -> Vec<Node> {
        match stretch.forks[1] {
            Some(fork) if beginning == Beginning::Solved => {
                let nodes = self.unfold(position, fork, tell);
                self.count_lines(nodes.iter().map(Node::lines).sum());
                nodes
            }
            _ => Vec::new(),
        }
    }

    /// What follows is play of this mode.
    pub fn leads_to(&self, task: TaskId, mode: Mode) -> bool {
        match self.tasks().get(task) {
            Task::And(a, b) | Task::Or(a, b) => self.leads_to(*a, mode) || self.leads_to(*b, mode),
            Task::Branch(stretch) => stretch.branch.mode == mode,
            Task::Goal(_) | Task::Not(_) => false,
        }
    }

    /// All lines of exactly the half-moves of the turn, as a tree.
    pub fn lines(&mut self, position: &mut P, turn: Turn<'_>, tell: Telling) -> Vec<Node> {
        let Turn { stretch, letter, n, .. } = turn;
        let root = self.root.take();
        let root = root.as_ref();
        if !stretch.can_end_at(letter, n) || self.is_cut() || !matches!(self.may_go_on(position, turn), Ok(true)) {
            return Vec::new();
        }
        if letter == 1
            && stretch.branch.reply != Reply::Moves
            && !(stretch.branch.reply == Reply::Parries && position.is_check())
        {
            let passed =
                self.help_pass(position, turn, Vec::new(), |worker, after| Ok(worker.lines(after, turn.next(), tell)));
            return passed.unwrap_or_default();
        }
        let plight = self.plight(position, turn);
        if self.may_be_broken_after(stretch) {
            return self.lines_of_moves(position, turn, plight, tell, root);
        }
        if self.is_worth_splitting(stretch, n) {
            return self.lines_not_known_empty(position, turn, root, |worker, position| {
                let Some(scopes) = worker.within_reach(position, turn) else { return Vec::new() };
                worker.looking_within(scopes, |worker| worker.lines_of_moves(position, turn, plight, tell, root))
            });
        }
        // On the way to a given position few moves lead on, so there is no use in asking first; but most last moves fail, and
        // those that ask play them sooner than those that tell.
        if self.shared.target.is_some() && (n > 1 || !self.tries_all_moves(root)) {
            return self.lines_not_known_empty(position, turn, root, |worker, position| {
                worker.lines_of_moves(position, turn, plight, tell, root)
            });
        }
        // Of a problem that is cut, asking would look at the moves of all parts; so it would where only some are wanted.
        if !self.tries_all_moves(root) {
            return self.lines_of_moves(position, turn, plight, tell, root);
        }
        // Asking first is quick where there is nothing to tell, which is nearly everywhere.
        if !matches!(self.help_exists(position, turn), Ok(true)) {
            return Vec::new();
        }
        self.lines_of_moves(position, turn, plight, tell, None)
    }

    /// No move is left to other parts of the problem, or not wanted.
    fn tries_all_moves(&self, root: Option<&Root>) -> bool {
        root.is_none() && !self.leaves_out_moves()
    }

    /// The lines that `find` finds, if the table does not know that there are none. What fails is remembered.
    fn lines_not_known_empty(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        root: Option<&Root>,
        find: impl FnOnce(&mut Self, &mut P) -> Vec<Node>,
    ) -> Vec<Node> {
        let key = self.help_key(position, turn);
        if self.is_known_empty(key, turn.n) {
            return Vec::new();
        }
        let before = self.meter.visited();
        let nodes = find(self, position);
        if nodes.is_empty() && !self.is_cut() && self.tries_all_moves(root) {
            self.remember_empty(key, turn.n, before);
        }
        nodes
    }

    /// Where the play may be told at once, it is told from here.
    fn lines_of_moves(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        plight: Plight,
        tell: Telling,
        root: Option<&Root>,
    ) -> Vec<Node> {
        let spot = self.spot.take();
        let moves = self.moves_to_try(position, turn);
        let progress = &self.shared.limits.progress;
        let limits = self.shared.limits;
        let is_first = std::mem::take(&mut self.counts_progress);
        if is_first {
            progress.expect(moves.len());
        }
        let legal = Legal::default();
        if let Some((stream, Spot::Root)) = &spot
            && !self.first_moves.is_empty()
        {
            stream.number(&self.first_moves, self.first_moves_before(position, &moves));
        }
        let split = spot.map(|(stream, spot)| (stream.split(spot, moves.len()), stream));
        let line_of = |worker: &mut Self, position: &mut P, i: usize| {
            let place = split.as_ref().map(|(places, stream)| (stream.clone(), places.place(i)));
            let outer = worker.portion.clone();
            if let Some((stream, place)) = &place {
                worker.portion = stream.clone().portion(*place);
            }
            let line = || worker.line(position, turn, Next { m: moves[i], legal: &legal, plight }, tell, place.clone());
            let node = told_of(root, limits, (turn.n, i), line);
            worker.portion = outer;
            if is_first {
                progress.advance();
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
        let found: Vec<Option<Node>> = if self.tells_in_parallel(turn.stretch, turn.n) {
            self.lend_memos();
            let (position, worker) = (&*position, &*self);
            let line_of = |&i: &usize| {
                let mut thread = worker.for_thread();
                thread.scopes.clone_from(&worker.scopes);
                line_of(&mut thread, &mut position.clone(), i)
            };
            in_parallel(self.shared.limits, &indices, line_of)
        } else {
            indices.into_iter().map(|i| line_of(self, position, i)).collect()
        };
        if let Some(root) = root {
            root.help_others(limits, (turn.n, moves.len()), |i| {
                self.line(position, turn, Next { m: moves[i], legal: &legal, plight }, tell, None)
            });
        }
        match split {
            Some((places, stream)) => stream.taken(places),
            None => found.into_iter().flatten().collect(),
        }
    }

    fn moves_to_try(&self, position: &P, turn: Turn<'_>) -> Vec<P::Move> {
        if self.path.is_empty() || self.leaves_out_moves() {
            self.wanted_moves(position, turn)
        } else if let (Some(target), Some(left), false) =
            (&self.shared.target, self.moves_left(position, turn), turn.allows_self_check())
        {
            let mut moves = Vec::new();
            // What this takes may be most of the time, and many positions have no move towards the target.
            if self.meter.look_at_clock().is_err() {
                return moves;
            }
            position.moves_towards(target, left, &mut moves);
            moves.sort_by_key(|&m| position.order(m));
            moves
        } else {
            self.told_moves(position, turn.allows_self_check())
        }
    }

    /// The lines that go on with this move. `place`: where they are told.
    fn line(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        Next { m, legal, plight }: Next<'_, P>,
        tell: Telling,
        place: Option<(Arc<Stream>, Place)>,
    ) -> Option<Node> {
        if self.is_cut() || self.meter.tick().is_err() {
            return None;
        }
        let before = position.clone();
        let outer = self.window;
        self.window = self.window_after(&before, m);
        let told = |worker: &Self| Node {
            origin: worker.origin(&before, legal, m),
            ..Node::new(Part::Help, before.record(m))
        };
        let line = self
            .playing(position, m, |worker, after| -> Answer<Option<Node>> {
                let exposed = turn.allows_self_check() && after.can_capture_king();
                if !worker.move_is_allowed(after, turn)? {
                    return Ok(None);
                }
                if turn.n == 1 {
                    // What follows has goals of its own.
                    return worker.looking_within(Scopes::default(), |worker| {
                        worker.last_of_line(after, turn, (exposed, plight), tell, &told)
                    });
                }
                if exposed || worker.ends_here(after, turn)? || worker.ends_by_wrong_side(after, turn) {
                    return Ok(None);
                }
                worker.is_sure()?;
                worker.spot = place
                    .filter(|(_, place)| place.may_be_split())
                    .map(|(stream, place)| (stream, Spot::Below(place, Box::new(told(worker)))));
                let mut children = worker.lines(after, turn.next(), tell);
                worker.spot = None;
                if children.is_empty() {
                    return Ok(None);
                }
                children.shrink_to_fit();
                let mut node = told(worker);
                if worker.is_sure().is_err() {
                    // The time may have run out since the position was asked. What has been found is told all the same.
                    node = told(worker);
                }
                let node = Node { children, ..node };
                worker.count_told();
                Ok(Some(node))
            })
            .unwrap_or(None);
        self.window = outer;
        line
    }

    /// The last move of a line, which is `told`, if what it leads to succeeds, with what follows.
    fn last_of_line(
        &mut self,
        after: &mut P,
        turn: Turn<'_>,
        (exposed, plight): (bool, Plight),
        tell: Telling,
        told: &dyn Fn(&Self) -> Node,
    ) -> Answer<Option<Node>> {
        let Some(fork) = turn.fork() else { return Ok(None) };
        if self.ends_by_wrong_side(after, turn) {
            return Ok(None);
        }
        if !self.fork_holds(after, turn, exposed, plight)? {
            let children = if exposed { Vec::new() } else { self.violations_of(after, fork) };
            let node = Node { children, ..told(self) };
            return Ok((!node.children.is_empty()).then_some(node));
        }
        let mut node = self.end_node(told(self), after, fork, tell)?;
        if self.leads_to(fork, Mode::Attack) {
            // Each of the attacker's moves is a solution of its own.
            let (mut left, mut children) = (self.solutions_left(), std::mem::take(&mut node.children));
            children.retain(|child| {
                let is_wanted = left > 0;
                left = left.saturating_sub(child.lines());
                is_wanted
            });
            node.children = children;
        }
        // The lines of help play that follow have been counted there.
        if !self.leads_to(fork, Mode::Help) {
            self.count_lines(node.lines());
        }
        self.count_told();
        Ok(Some(node))
    }
}
