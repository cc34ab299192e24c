//! Battle play at its root: every first move is a key, a try, or neither.

use super::cutting::told_of;
use super::origins::Legal;
use super::parallel::in_parallel;
use super::solution_tree::Telling;
use super::stream::Spot;
use super::task::{CompiledBranch, Task, TaskId};
use super::turn::{Beginning, Turn};
use super::worker::{Answer, Worker};
use crate::position::Oracle;
use crate::problem::{Branch, Mode, Reply};
use crate::solution::{Annotation, Node, Part, Style};
use std::ops::RangeInclusive;

impl<P: Oracle> Worker<'_, P> {
    /// Keys and tries, in the order of the moves. Where lines are told, every first move that succeeds in time begins some.
    pub fn first_moves(&mut self, position: &mut P, stretch: &CompiledBranch, tell: Telling) -> Vec<Node> {
        let turn = Turn::first(stretch);
        // The goals that the defender's moves have to reach or to miss are not asked for before there is one.
        let is_about_defences = stretch.constraints[1].is_some_and(|it| self.tasks().is_of_goals(it.task));
        if !is_about_defences && let Some(nodes) = self.broken(position, turn) {
            return nodes;
        }
        let root = self.root.take();
        let mut moves = self.wanted_moves(position, turn);
        if root.is_none()
            && self.is_for_proof_numbers(turn)
            && let Ok(Some(key)) = self.key_by_proof_numbers(position, turn)
        {
            moves = vec![key];
        }
        let position = &*position;
        self.begin_first_moves(position, turn);
        let progress = &self.shared.limits.progress;
        progress.expect(moves.len());
        let legal = Legal::default();
        let before = self.first_moves_before(position, &moves);
        let split = self.stream.clone().map(|stream| {
            stream.number(&self.first_moves, before);
            (stream.split(Spot::Root, moves.len()), stream)
        });
        let first_move = |worker: &mut Self, i: usize| {
            let look = || worker.first_move(&mut position.clone(), turn, moves[i], tell).ok().flatten();
            let node = told_of(root.as_ref(), self.shared.limits, (turn.n, i), look);
            let node = node.map(|node| Node { origin: worker.origin(position, &legal, moves[i]), ..node });
            // A line of help play is a solution, however many of them begin with the move.
            let in_lines = tell == Telling::Lines && turn.stretch.branch.reply == Reply::Moves;
            let found = node.as_ref().map_or(0, |node| if in_lines { node.lines() } else { 1 });
            progress.advance();
            match &split {
                Some((places, stream)) => {
                    stream.done(places.place(i), node);
                    (found, None)
                }
                None => (found, node),
            }
        };
        let mut found = Vec::new();
        if self.shared.settings.max_solutions.is_some() {
            // Which first moves are told must not be chance, so they are judged one after the other.
            for i in (0..moves.len()).take_while(|_| !self.is_cut()) {
                let (lines, node) = first_move(&mut self.for_thread(), i);
                self.count_lines(lines);
                found.extend(node);
            }
        } else {
            self.lend_memos();
            let (worker, indices): (&Self, Vec<usize>) = (self, (0..moves.len()).collect());
            let judged = in_parallel(self.shared.limits, &indices, |&i| first_move(&mut worker.for_thread(), i));
            found.extend(judged.into_iter().filter_map(|(_, node)| node));
        }
        if let Some((places, stream)) = split {
            found = stream.taken(places);
        }
        if let Some(root) = &root {
            root.help_others(self.shared.limits, (turn.n, moves.len()), |i| {
                let mut worker = self.for_thread();
                let node = worker.first_move(&mut position.clone(), turn, moves[i], tell).ok().flatten()?;
                Some(Node { origin: worker.origin(position, &legal, moves[i]), ..node })
            });
        }
        self.place_first_moves(&found, 0);
        found
    }

    /// The moves between StartMoveNumber and UpToMoveNumber, in the order in which they are told. Moves that leave
    /// the own king in check have numbers, too.
    pub fn wanted_moves(&self, position: &P, turn: Turn<'_>) -> Vec<P::Move> {
        let moves = self.told_moves(position, turn.allows_self_check());
        let wanted = self.wanted();
        if wanted.is_open() {
            return moves;
        }
        let (start, end) = wanted.bounds(self.shared.settings);
        let numbered = self.told_moves(position, true).into_iter().take(end).skip(start - 1);
        numbered.filter(|m| moves.contains(m)).collect()
    }

    /// Some moves are not tried, so that nothing follows from finding nothing.
    pub fn leaves_out_moves(&self) -> bool {
        !self.wanted().is_open()
    }

    /// Play that the defender begins: a threat or zugzwang, the defences with their answers, and those that refute.
    /// `None` where the move before would have been refuted outright.
    pub fn post_key_play(&mut self, position: &mut P, turn: Turn<'_>) -> Option<(Annotation, Vec<Node>)> {
        let Turn { stretch, letter, n, .. } = turn;
        if let Some(nodes) = self.forced_end(position, stretch, 1 - letter) {
            return Some((Annotation::None, nodes));
        }
        if n == 0 || self.has_too_many_flights(position, n) {
            return Some((Annotation::None, Vec::new()));
        }
        if !matches!(self.may_be_the_position_after_a_key(position, turn), Ok(true)) {
            return None;
        }
        let (annotation, mut nodes) = self.replies_in_full_length(position, turn, Telling::Tree).unwrap_or_default();
        nodes.extend(self.refutations_of_diagram(position, turn));
        Some((annotation, nodes))
    }

    /// A key that leaves more that is not met than the option allows would have been refuted outright. What it threatens is
    /// not asked.
    fn may_be_the_position_after_a_key(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        let quick = self.quickly(turn).filter(|_| self.counts_refutations(turn.n));
        Ok(self.additional_non_trivial(position, turn, quick)?.is_some())
    }

    /// All moves that refute the diagram.
    fn refutations_of_diagram(&mut self, position: &mut P, turn: Turn<'_>) -> Vec<Node> {
        let is_met = turn.stretch.branch.reply == Reply::Parries && !position.is_check();
        if is_met || !matches!(self.may_go_on(position, turn), Ok(true)) {
            return Vec::new();
        }
        let refutations = self.refuting_moves(position, turn, usize::MAX);
        refutations.ok().flatten().unwrap_or_default()
    }

    /// The same told as lines; where the play is not solved, a tree of what refutes it.
    pub fn lines_after_key(&mut self, position: &mut P, stretch: &CompiledBranch) -> (Style, Vec<Node>) {
        if let Some(nodes) = self.forced_end(position, stretch, 0) {
            return (Style::Lines, nodes);
        }
        let turn = Turn::first(stretch).next();
        if stretch.branch.reply == Reply::Parries && !position.is_check() {
            // What the key threatens is not asked.
            let told = self.replies(position, turn, Telling::Lines);
            return (Style::Lines, told.map(|(_, nodes)| nodes).unwrap_or_default());
        }
        match self.shortest(position, turn) {
            Ok(Some(length)) => {
                let told = self.replies(position, turn.within(length), Telling::Lines);
                (Style::Lines, told.map(|(_, nodes)| nodes).unwrap_or_default())
            }
            Ok(None) if turn.n > 0 => (Style::Tree, self.refutations_of_diagram(position, turn)),
            _ => (Style::Lines, Vec::new()),
        }
    }

    /// Help play whose first move is forced already: all moves, if each of them reaches the goal.
    pub fn forced_moves(&mut self, position: &mut P, stretch: &CompiledBranch) -> Vec<Node> {
        let turn = Turn::first(stretch);
        let nodes = match self.battle(position, turn) {
            Ok(true) => self.defences(position, turn, None, Telling::Lines),
            _ => Vec::new(),
        };
        self.count_lines(nodes.iter().map(Node::lines).sum());
        nodes
    }

    /// What the side to move has to do because the fork before it is solved (it can mate, so it must).
    pub fn forced_end(&mut self, position: &mut P, stretch: &CompiledBranch, fork_letter: usize) -> Option<Vec<Node>> {
        let fork = stretch.forks[fork_letter]?;
        if self.tasks().is_of_goals(fork) || !matches!(self.holds(position, fork), Ok(true)) {
            return None;
        }
        let mut nodes = self.unfold(position, fork, Telling::Lines);
        nodes.iter_mut().for_each(|node| node.part = Part::Defence);
        Some(nodes)
    }

    /// Lines that begin with the second letter: set play, and play whose first half-move is left out.
    pub fn lines_from_reply(&mut self, position: &mut P, stretch: &CompiledBranch) -> Vec<Node> {
        if let Some(nodes) = self.forced_end(position, stretch, 0) {
            // Who must end the play at once ends it too early for one of an exact length.
            if stretch.branch.min > 1 {
                return Vec::new();
            }
            if stretch.branch.max > 1 && !nodes.is_empty() && self.shared.settings.stop_on_short_solutions {
                self.shared.limits.stop_short();
            }
            self.count_lines(nodes.iter().map(Node::lines).sum());
            return nodes;
        }
        let lengths = stretch.branch.min.saturating_sub(1).max(1)..=stretch.branch.max.saturating_sub(1);
        self.lines_of_lengths(position, Turn::of_help(stretch, 1, 0), lengths)
    }

    /// Lines without their first two half-moves.
    pub fn lines_after_reply(&mut self, position: &mut P, stretch: &CompiledBranch) -> Vec<Node> {
        if let Some(nodes) = self.broken(position, Turn::first(stretch)) {
            return nodes;
        }
        let lengths = stretch.branch.min.saturating_sub(2).max(1)..=stretch.branch.max.saturating_sub(2);
        self.lines_of_lengths(position, Turn::of_help(stretch, 0, 0), lengths)
    }

    /// Shorter lines first, and only those where short solutions are enough.
    fn lines_of_lengths(&mut self, position: &mut P, turn: Turn<'_>, lengths: RangeInclusive<u16>) -> Vec<Node> {
        let mut nodes = Vec::new();
        let longest = *lengths.end();
        // Numbers of first moves are about the play in full length.
        let is_wanted = |n: &u16| *n == longest || !self.shared.settings.numbers_first_moves();
        let root = self.root.take();
        for n in lengths.filter(is_wanted) {
            let short = nodes.len();
            if n == longest {
                self.begin_first_moves(position, turn.within(n));
            }
            self.spot = self.stream.clone().map(|stream| (stream, Spot::Root));
            self.counts_progress = true;
            self.root = root.clone();
            nodes.extend(self.lines(position, turn.within(n), Telling::Lines));
            self.spot = None;
            self.counts_progress = false;
            self.place_first_moves(&nodes, short);
            if self.is_cut() {
                break;
            }
            if n < longest && Node::are_solution(&nodes) && self.shared.settings.stop_on_short_solutions {
                self.shared.limits.stop_short();
                break;
            }
        }
        nodes
    }

    /// Lines of help play of all lengths, shorter ones first.
    pub fn root_lines(&mut self, position: &mut P, stretch: &CompiledBranch) -> Vec<Node> {
        if let Some(nodes) = self.broken(position, Turn::first(stretch)) {
            return nodes;
        }
        let mut nodes = match self.beginning(position, stretch) {
            Ok(Beginning::Over) => return Vec::new(),
            Ok(beginning) if !self.shared.settings.numbers_first_moves() => {
                self.lines_without_help(position, stretch, beginning, Telling::Lines)
            }
            _ => Vec::new(),
        };
        // Play without any help is numbered by who begins it.
        let begins_otherwise = |node: &&mut Node| node.record.mover.color != position.side_to_move();
        nodes.iter_mut().filter(begins_otherwise).for_each(|node| node.renumbered = true);
        if let Some(stream) = &self.stream {
            nodes.iter().for_each(|node| stream.tell(node));
        }
        let ends = self.shared.settings.stop_on_short_solutions || stretch.fork_ends[1];
        if nodes.is_empty() || !self.is_cut() && !ends {
            nodes.extend(self.lines_of_lengths(
                position,
                Turn::of_help(stretch, 0, 0),
                stretch.branch.min..=stretch.branch.max,
            ));
        } else if self.shared.settings.stop_on_short_solutions {
            self.shared.limits.stop_short();
        }
        nodes
    }

    fn first_move(&mut self, position: &mut P, turn: Turn<'_>, m: P::Move, tell: Telling) -> Answer<Option<Node>> {
        // To tell a move may take long.
        self.is_sure()?;
        let plight = self.plight(position, turn);
        let record = position.record(m);
        let next = turn.next();
        self.playing(position, m, |worker, after| {
            let exposed = turn.allows_self_check() && after.can_capture_king();
            let checks = record.check;
            let tells_lines = tell == Telling::Lines;
            let mut node = Node::new(if tells_lines { Part::Continuation } else { Part::Key }, record);
            if worker.ends_by_wrong_side(after, turn) {
                return Ok(None);
            }
            if let Some(fork) = turn.fork()
                && next.least == 0
                && worker.fork_holds(after, turn, exposed, plight)?
            {
                return worker.end_node(node, after, fork, tell).map(Some);
            }
            if exposed || turn.n < 2 || !next.stretch.can_end_within(next.letter, next.n) {
                return Ok(None);
            }
            // Limits are asked in full length first: what breaks them is refuted outright, be it solved in fewer moves.
            if worker.within_limits(after, next, |_, _| Ok(()))?.is_err() {
                return Ok(None);
            }
            // What a key that solves in fewer moves threatens, and what parries it, is measured by its own length.
            let length = match worker.is_known_to_succeed(after, next) && !tell.is_deep() {
                true => Some(next.n),
                false => worker.shortest(after, next)?,
            };
            let most = worker.shared.settings.refutations.filter(|_| !tells_lines);
            let refutations = match (length, most) {
                (Some(_), _) => Vec::new(),
                (None, None) => return Ok(None),
                (None, Some(most)) => match worker.refutations(after, next, most)? {
                    Some(refutations) => refutations,
                    None => return Ok(None),
                },
            };
            if !refutations.is_empty() {
                if worker.shared.settings.trivial_tries_avoid && checks {
                    return Ok(None);
                }
                node.part = Part::Try;
            }
            worker.is_sure()?;
            if tell.is_deep() {
                let mut length = length.unwrap_or(next.n);
                // All of it is told as what ends with the attacker's move, if that is enough after each defence.
                if refutations.is_empty() && worker.ends_with_attack(after, next.within(length))? {
                    length -= 1;
                }
                (node.annotation, node.children) = worker.replies(after, next.within(length), tell)?;
            }
            node.children.extend(refutations);
            Ok(Some(node))
        })
    }

    /// The defences that refute, empty for a key; `None` when there are more than `most`, no legal move at all, or when
    /// the move before breaks a limit: that refutes it outright.
    fn refutations(&mut self, after: &mut P, turn: Turn<'_>, most: usize) -> Answer<Option<Vec<Node>>> {
        if !self.may_go_on(after, turn)? {
            return Ok(None);
        }
        if turn.stretch.branch.reply == Reply::Parries && !after.is_check() {
            return Ok(self.battle(after, turn)?.then(Vec::new));
        }
        // Whatever refutes is not met within some moves.
        let most = match self.counts_refutations(turn.n) {
            true => most.min(usize::from(self.non_trivial_left) + 1),
            false => most,
        };
        Ok(self.within_limits(after, turn, |worker, after| worker.refuting_moves(after, turn, most))?.unwrap_or(None))
    }

    fn refuting_moves(&mut self, after: &mut P, turn: Turn<'_>, most: usize) -> Answer<Option<Vec<Node>>> {
        let plight = self.plight(after, turn);
        let mut refutations = Vec::new();
        let mut legal = 0;
        for m in self.told_moves(after, turn.allows_self_check()) {
            let record = after.record(m);
            let succeeds = self.playing(after, m, |worker, position| -> Answer<Option<bool>> {
                let exposed = turn.allows_self_check() && position.can_capture_king();
                let held = worker.succeeds_after(position, turn, exposed, plight)?;
                Ok((held || !exposed).then_some(held))
            })?;
            match succeeds {
                None => {}
                Some(true) => legal += 1,
                Some(false) => {
                    legal += 1;
                    if refutations.len() == most {
                        return Ok(None);
                    }
                    let node = Node::new(Part::Refutation, record);
                    self.count_told();
                    refutations.push((m, node));
                }
            }
        }
        if legal == 0 {
            return Ok(None);
        }
        for (m, node) in &mut refutations {
            self.playing(after, *m, |worker, position| worker.explain_refutation(position, turn, node));
        }
        let nodes = self.with_origins(after, refutations);
        self.is_sure()?;
        Ok(Some(nodes))
    }

    /// Shows a goal that the refutation reaches, or the obligation that it imposes on the attacker.
    fn explain_refutation(&mut self, position: &mut P, turn: Turn<'_>, node: &mut Node) {
        turn.stretch.for_each_goal_after(turn.letter, self.tasks(), &mut |goal| {
            if position.reached(goal, &self.path) && !node.goals.contains(goal) {
                node.goals.push(goal.clone());
            }
        });
        if let Some(nodes) = self.broken(position, turn.next()) {
            node.children = nodes;
        }
    }

    /// Play that follows this one may begin where its constraint is broken. That is told, and is no solution.
    pub fn may_be_broken_after(&self, stretch: &CompiledBranch) -> bool {
        let breaks = |fork: &TaskId| match self.tasks().get(*fork) {
            Task::Branch(next) => next.constraints[1].is_some() && tells_violations(&next.branch),
            _ => false,
        };
        stretch.forks.iter().flatten().any(breaks)
    }

    /// The moves by which the side to move breaks the constraint with which the play `fork` begins.
    pub fn violations_of(&mut self, position: &mut P, fork: TaskId) -> Vec<Node> {
        let Task::Branch(next) = self.tasks().get(fork) else { return Vec::new() };
        if !tells_violations(&next.branch) {
            return Vec::new();
        }
        let broken =
            self.in_turn(position, next, None, |worker, position| Ok(worker.broken(position, Turn::first(next))));
        let mut nodes = broken.ok().flatten().unwrap_or_default();
        nodes.iter_mut().for_each(|node| node.renumbered = next.branch.renumbered);
        nodes
    }

    /// Where the constraint does not let the play go on: the moves by which the side to move breaks it, since it must reach
    /// the goal at once.
    fn broken(&mut self, position: &mut P, turn: Turn<'_>) -> Option<Vec<Node>> {
        match self.may_go_on(position, turn) {
            Ok(true) => return None,
            Ok(false) => {}
            Err(_) => return Some(Vec::new()),
        }
        let constraint = turn.stretch.constraints[1 - turn.letter]?;
        let mut nodes = match self.tasks().get(constraint.task) {
            Task::Not(refused) => self.unfold(position, *refused, Telling::Lines),
            _ => Vec::new(),
        };
        for node in &mut nodes {
            node.violation = true;
            node.annotation = Annotation::None;
        }
        Some(nodes)
    }
}

/// Of play after other play, help play that its first letter begins.
fn tells_violations(branch: &Branch) -> bool {
    branch.mode == Mode::Help && !branch.begun_by_reply
}
