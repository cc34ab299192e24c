//! Battle play at its root: decides whether each first move is a key, a try or neither.

use crate::position::Oracle;
use crate::problem::{Branch, Mode, Reply};
use crate::solution::{Annotation, Node, Part, Style};
use crate::solve::division::parts::play_of_first_move;
use crate::solve::prove::{Answer, in_turn};
use crate::solve::setup::task::{Stage, Task, TaskId};
use crate::solve::setup::turn::{Beginning, Turn};
use crate::solve::threads::in_order::map_in_order;
use crate::solve::unfold::Unfolder;
use crate::solve::unfold::origins::Legal;
use crate::solve::unfold::stream::OutputSlot;
use crate::solve::unfold::tree::PrintForm;
use std::ops::RangeInclusive;

impl<P: Oracle> Unfolder<'_, P> {
    /// Returns keys and tries in the order of the moves. If the play is printed as lines, returns every first move that
    /// succeeds within the length.
    pub fn first_moves(&mut self, position: &mut P, stage: &Stage, form: PrintForm) -> Vec<Node> {
        let turn = Turn::first(stage);
        // Constraints on goals of the defender's moves are not tested before the defender has moved.
        let is_about_defences = stage.constraints[1].is_some_and(|it| self.prover.tasks().is_of_goals(it.task));
        if !is_about_defences && let Some(nodes) = self.broken(position, turn) {
            return nodes;
        }
        let root = self.root.take();
        let mut moves = self.wanted_moves(position, turn);
        if root.is_none()
            && self.prover.is_for_proof_numbers(turn)
            && let Ok(Some(key)) = self.prover.key_by_proof_numbers(position, turn)
        {
            moves = vec![key];
        }
        let position = &*position;
        self.begin_first_moves(position, turn);
        let limits = self.prover.shared.limits;
        let progress = &limits.progress;
        progress.expect(moves.len());
        let legal = Legal::default();
        let before = self.first_moves_before(position, &moves);
        let split = self.stream.clone().map(|stream| {
            stream.number(&self.numbered_moves, before);
            (stream.split(OutputSlot::Root, moves.len()), stream)
        });
        let first_move = |unfolder: &mut Self, i: usize| {
            let look = || unfolder.first_move(&mut position.clone(), turn, moves[i], form).ok().flatten();
            let node = play_of_first_move(root.as_ref(), limits, (turn.n, i), look);
            let node = node.map(|node| Node { origin: unfolder.origin(position, &legal, moves[i]), ..node });
            // In help play each line is a solution, even if several lines begin with the same move.
            let in_lines = form == PrintForm::Lines && turn.stage.branch.reply == Reply::Moves;
            let found = node.as_ref().map_or(0, |node| if in_lines { node.lines() } else { 1 });
            progress.advance(limits.nodes());
            match &split {
                Some((places, stream)) => {
                    stream.done(places.place(i), node);
                    (found, None)
                }
                None => (found, node),
            }
        };
        let mut found = Vec::new();
        if self.prover.shared.settings.max_solutions.is_some() {
            // The first moves are searched one after another, so that timing does not decide which of them are printed.
            for i in (0..moves.len()).take_while(|_| !self.is_cut()) {
                let (lines, node) = first_move(&mut self.for_thread(), i);
                self.count_lines(lines);
                found.extend(node);
            }
        } else {
            self.prover.lend_memos();
            let (unfolder, indices): (&Self, Vec<usize>) = (self, (0..moves.len()).collect());
            let judged =
                map_in_order(self.prover.shared.limits, &indices, |&i| first_move(&mut unfolder.for_thread(), i));
            found.extend(judged.into_iter().filter_map(|(_, node)| node));
        }
        if let Some((places, stream)) = split {
            found = stream.taken(places);
        }
        if let Some(root) = &root {
            root.help_others(self.prover.shared.limits, (turn.n, moves.len()), |i| {
                let mut unfolder = self.for_thread();
                let node = unfolder.first_move(&mut position.clone(), turn, moves[i], form).ok().flatten()?;
                Some(Node { origin: unfolder.origin(position, &legal, moves[i]), ..node })
            });
        }
        self.place_first_moves(&found, 0);
        found
    }

    /// Returns the moves that options StartMoveNumber and UpToMoveNumber select, in output order. In the numbering,
    /// moves that leave the mover's king in check are counted, too.
    pub fn wanted_moves(&self, position: &P, turn: Turn<'_>) -> Vec<P::Move> {
        let moves = self.moves_in_order(position, turn.allows_self_check());
        let wanted = self.wanted();
        if wanted.is_open() {
            return moves;
        }
        let (start, end) = wanted.bounds(self.prover.shared.settings);
        let numbered = self.moves_in_order(position, true).into_iter().take(end).skip(start - 1);
        numbered.filter(|m| moves.contains(m)).collect()
    }

    /// Whether options exclude some moves. If so, an empty result is no proof that there is no solution.
    pub fn leaves_out_moves(&self) -> bool {
        !self.wanted().is_open()
    }

    /// Returns the play if the defender begins: threat or zugzwang, the defences with their answers, and the
    /// refutations. Returns `None` if more defences have no quick answer than option NonTrivial allows, or if a limit
    /// cuts the search.
    pub fn post_key_play(&mut self, position: &mut P, turn: Turn<'_>) -> Option<(Annotation, Vec<Node>)> {
        let Turn { stage, side_index, n, .. } = turn;
        if let Some(nodes) = self.forced_end(position, stage, 1 - side_index) {
            return Some((Annotation::None, nodes));
        }
        if n == 0 || self.prover.has_too_many_flights(position, n) {
            return Some((Annotation::None, Vec::new()));
        }
        if !matches!(self.may_be_the_position_after_a_key(position, turn), Ok(true)) {
            return None;
        }
        let (annotation, mut nodes) = self.replies_in_full_length(position, turn, PrintForm::Tree).unwrap_or_default();
        nodes.extend(self.refutations_of_diagram(position, turn));
        Some((annotation, nodes))
    }

    /// Whether option NonTrivial permits that the position arose from a key: a key must not leave too many defences
    /// without a quick answer. Option Threat is not tested.
    fn may_be_the_position_after_a_key(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        let quick = self.prover.quickly(turn).filter(|_| self.prover.counts_refutations(turn.n));
        Ok(self.prover.additional_non_trivial(position, turn, quick)?.is_some())
    }

    /// Returns all moves that refute the attack, if the defender begins in the diagram.
    fn refutations_of_diagram(&mut self, position: &mut P, turn: Turn<'_>) -> Vec<Node> {
        let is_met = turn.stage.branch.reply == Reply::Parries && !position.is_check();
        if is_met || !matches!(self.prover.may_go_on(position, turn), Ok(true)) {
            return Vec::new();
        }
        let refutations = self.refuting_moves(position, turn, usize::MAX);
        refutations.ok().flatten().unwrap_or_default()
    }

    /// Returns, as lines, the play if the defender begins. If the attacker does not succeed, returns the refutations as
    /// a tree.
    pub fn lines_after_key(&mut self, position: &mut P, stage: &Stage) -> (Style, Vec<Node>) {
        if let Some(nodes) = self.forced_end(position, stage, 0) {
            return (Style::Lines, nodes);
        }
        let turn = Turn::first(stage).next();
        if stage.branch.reply == Reply::Parries && !position.is_check() {
            // Whether the key threatens anything is not tested.
            let replies = self.replies(position, turn, PrintForm::Lines);
            return (Style::Lines, replies.map(|(_, nodes)| nodes).unwrap_or_default());
        }
        match self.prover.shortest(position, turn) {
            Ok(Some(length)) => {
                let replies = self.replies(position, turn.within(length), PrintForm::Lines);
                (Style::Lines, replies.map(|(_, nodes)| nodes).unwrap_or_default())
            }
            Ok(None) if turn.n > 0 => (Style::Tree, self.refutations_of_diagram(position, turn)),
            _ => (Style::Lines, Vec::new()),
        }
    }

    /// Returns the play if every move of the side to move has to reach the goal: all its moves if each of them does,
    /// otherwise nothing.
    pub fn forced_moves(&mut self, position: &mut P, stage: &Stage) -> Vec<Node> {
        let turn = Turn::first(stage);
        let nodes = match self.prover.battle(position, turn) {
            Ok(true) => self.defences(position, turn, None, PrintForm::Lines),
            _ => Vec::new(),
        };
        self.count_lines(nodes.iter().map(Node::lines).sum());
        nodes
    }

    /// Returns the moves of a side that is obliged to end the play, because the play that follows a move of the side
    /// with index `side_index` already succeeds (in reflex mates, a side that can mate must mate). Returns `None` if
    /// there is no obligation.
    pub fn forced_end(&mut self, position: &mut P, stage: &Stage, side_index: usize) -> Option<Vec<Node>> {
        let fork = stage.forks[side_index]?;
        if self.prover.tasks().is_of_goals(fork) || !matches!(self.prover.holds(position, fork), Ok(true)) {
            return None;
        }
        let mut nodes = self.unfold(position, fork, PrintForm::Lines);
        nodes.iter_mut().for_each(|node| node.part = Part::Defence);
        Some(nodes)
    }

    /// Returns the lines of help play that begin with the second side: in set play, or if the stipulation omits the
    /// first ply.
    pub fn lines_from_reply(&mut self, position: &mut P, stage: &Stage) -> Vec<Node> {
        if let Some(nodes) = self.forced_end(position, stage, 0) {
            // A side that is obliged to end the play ends it at once, which is too early in play of an exact length.
            if stage.branch.min > 1 {
                return Vec::new();
            }
            if stage.branch.max > 1 && !nodes.is_empty() && self.prover.shared.settings.stop_on_short_solutions {
                self.prover.shared.limits.stop_short();
            }
            self.count_lines(nodes.iter().map(Node::lines).sum());
            return nodes;
        }
        let lengths = stage.branch.min.saturating_sub(1).max(1)..=stage.branch.max.saturating_sub(1);
        self.lines_of_lengths(position, Turn::of_help(stage, 1, 0), lengths)
    }

    /// Returns the lines of help play without its first two plies: the set play of a stipulation that already omits the
    /// first ply.
    pub fn lines_after_reply(&mut self, position: &mut P, stage: &Stage) -> Vec<Node> {
        if let Some(nodes) = self.broken(position, Turn::first(stage)) {
            return nodes;
        }
        let lengths = stage.branch.min.saturating_sub(2).max(1)..=stage.branch.max.saturating_sub(2);
        self.lines_of_lengths(position, Turn::of_help(stage, 0, 0), lengths)
    }

    /// Returns the lines of each of these lengths, shorter ones first. With option StopOnShortSolutions, stops after
    /// the first length that has lines.
    fn lines_of_lengths(&mut self, position: &mut P, turn: Turn<'_>, lengths: RangeInclusive<u16>) -> Vec<Node> {
        let mut nodes = Vec::new();
        let longest = *lengths.end();
        // Move numbers refer to first moves of the play of full length.
        let is_wanted = |n: &u16| *n == longest || !self.prover.shared.settings.numbers_first_moves();
        let root = self.root.take();
        for n in lengths.filter(is_wanted) {
            let short = nodes.len();
            if n == longest {
                self.begin_first_moves(position, turn.within(n));
            }
            self.spot = self.stream.clone().map(|stream| (stream, OutputSlot::Root));
            self.counts_progress = true;
            self.root = root.clone();
            nodes.extend(self.lines(position, turn.within(n), PrintForm::Lines));
            self.spot = None;
            self.counts_progress = false;
            self.place_first_moves(&nodes, short);
            if self.is_cut() {
                break;
            }
            if n < longest && Node::are_solution(&nodes) && self.prover.shared.settings.stop_on_short_solutions {
                self.prover.shared.limits.stop_short();
                break;
            }
        }
        nodes
    }

    /// Returns the lines of help play of all lengths, shorter ones first.
    pub fn root_lines(&mut self, position: &mut P, stage: &Stage) -> Vec<Node> {
        if let Some(nodes) = self.broken(position, Turn::first(stage)) {
            return nodes;
        }
        let mut nodes = match self.prover.beginning(position, stage) {
            Ok(Beginning::Over) => return Vec::new(),
            Ok(beginning) if !self.prover.shared.settings.numbers_first_moves() => {
                self.lines_without_help(position, stage, beginning, PrintForm::Lines)
            }
            _ => Vec::new(),
        };
        // If the play contains no help move, its moves are numbered from the side that begins it.
        let begins_otherwise = |node: &&mut Node| node.record.mover.color != position.side_to_move();
        nodes.iter_mut().filter(begins_otherwise).for_each(|node| node.renumbered = true);
        if let Some(stream) = &self.stream {
            nodes.iter().for_each(|node| stream.report(node));
        }
        let ends = self.prover.shared.settings.stop_on_short_solutions || stage.fork_ends[1];
        if nodes.is_empty() || !self.is_cut() && !ends {
            nodes.extend(self.lines_of_lengths(
                position,
                Turn::of_help(stage, 0, 0),
                stage.branch.min..=stage.branch.max,
            ));
        } else if self.prover.shared.settings.stop_on_short_solutions {
            self.prover.shared.limits.stop_short();
        }
        nodes
    }

    fn first_move(&mut self, position: &mut P, turn: Turn<'_>, m: P::Move, form: PrintForm) -> Answer<Option<Node>> {
        // The check is made here, because building the node may take long.
        self.prover.is_sure()?;
        let mover_state = self.prover.mover_state(position, turn);
        let record = position.record(m);
        let next = turn.next();
        self.playing(position, m, |unfolder, after| {
            let exposed = turn.allows_self_check() && after.can_capture_king();
            let checks = record.check;
            let prints_lines = form == PrintForm::Lines;
            let mut node = Node::new(if prints_lines { Part::Continuation } else { Part::Key }, record);
            if unfolder.prover.ends_by_wrong_side(after, turn) {
                return Ok(None);
            }
            if let Some(fork) = turn.fork()
                && next.least == 0
                && unfolder.prover.fork_holds(after, turn, exposed, mover_state)?
            {
                return unfolder.end_node(node, after, fork, form).map(Some);
            }
            if exposed || turn.n < 2 || !next.stage.can_end_within(next.side_index, next.n) {
                return Ok(None);
            }
            // The options are tested with the full length first: a move that violates them is refuted, even if it
            // solves in fewer moves.
            if unfolder.prover.asked_by_options(after, next)?.is_err() {
                return Ok(None);
            }
            // If a key solves in fewer moves, its threats and defences are computed with its own length.
            let length = match unfolder.prover.is_known_to_succeed(after, next) && !form.is_deep() {
                true => Some(next.n),
                false => unfolder.prover.shortest(after, next)?,
            };
            let most = unfolder.prover.shared.settings.refutations.filter(|_| !prints_lines);
            let refutations = match (length, most) {
                (Some(_), _) => Vec::new(),
                (None, None) => return Ok(None),
                (None, Some(most)) => match unfolder.refutations(after, next, most)? {
                    Some(refutations) => refutations,
                    None => return Ok(None),
                },
            };
            if !refutations.is_empty() {
                if unfolder.prover.shared.settings.trivial_tries_avoid && checks {
                    return Ok(None);
                }
                node.part = Part::Try;
            }
            unfolder.prover.is_sure()?;
            if form.is_deep() {
                let mut length = length.unwrap_or(next.n);
                // If, after each defence, play that ends with the attacker's move is enough, only such play is printed.
                if refutations.is_empty() && unfolder.ends_with_attack(after, next.within(length))? {
                    length -= 1;
                }
                (node.annotation, node.children) = unfolder.replies(after, next.within(length), form)?;
            }
            node.children.extend(refutations);
            if form == PrintForm::Lines { unfolder.followed(node).map(Some) } else { Ok(Some(node)) }
        })
    }

    /// Returns the refutations of a move; a key has none. Returns `None` if there are more than `most`, if the defender
    /// has no legal move, or if the move violates an option or a constraint.
    fn refutations(&mut self, after: &mut P, turn: Turn<'_>, most: usize) -> Answer<Option<Vec<Node>>> {
        if !self.prover.may_go_on(after, turn)? {
            return Ok(None);
        }
        if turn.stage.branch.reply == Reply::Parries && !after.is_check() {
            return Ok(self.prover.battle(after, turn)?.then(Vec::new));
        }
        // A refutation also counts as a defence without a quick answer.
        let most = match self.prover.counts_refutations(turn.n) {
            true => most.min(usize::from(self.prover.non_trivial_left) + 1),
            false => most,
        };
        let Ok(additional) = self.prover.asked_by_options(after, turn)? else { return Ok(None) };
        self.prover.non_trivial_left -= additional;
        let refutations = self.refuting_moves(after, turn, most);
        self.prover.non_trivial_left += additional;
        refutations
    }

    fn refuting_moves(&mut self, after: &mut P, turn: Turn<'_>, most: usize) -> Answer<Option<Vec<Node>>> {
        let mover_state = self.prover.mover_state(after, turn);
        let mut refutations = Vec::new();
        let mut legal = 0;
        for m in self.moves_in_order(after, turn.allows_self_check()) {
            let record = after.record(m);
            let succeeds = self.playing(after, m, |unfolder, position| -> Answer<Option<bool>> {
                let exposed = turn.allows_self_check() && position.can_capture_king();
                let held = unfolder.prover.succeeds_after(position, turn, exposed, mover_state)?;
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
                    self.count_printed();
                    refutations.push((m, node));
                }
            }
        }
        if legal == 0 {
            return Ok(None);
        }
        for (m, node) in &mut refutations {
            self.playing(after, *m, |unfolder, position| unfolder.explain_refutation(position, turn, node));
        }
        let nodes = self.with_origins(after, refutations);
        self.prover.is_sure()?;
        Ok(Some(nodes))
    }

    /// Adds to the node of a refutation the goal that the refutation reaches, or the moves that the attacker is obliged
    /// to make after it.
    fn explain_refutation(&mut self, position: &mut P, turn: Turn<'_>, node: &mut Node) {
        turn.stage.for_each_goal_after(turn.side_index, self.prover.tasks(), &mut |goal| {
            if position.reached(goal, &self.prover.path) && !node.goals.contains(goal) {
                node.goals.push(goal.clone());
            }
        });
        if let Some(nodes) = self.broken(position, turn.next()) {
            node.children = nodes;
        }
    }

    /// Whether the play that follows this branch begins with a constraint that may be violated. Violations are printed,
    /// but are no solutions.
    pub fn may_be_broken_after(&self, stage: &Stage) -> bool {
        let breaks = |fork: &TaskId| match self.prover.tasks().get(*fork) {
            Task::Stage(next) => next.constraints[1].is_some() && prints_violations(&next.branch),
            _ => false,
        };
        stage.forks.iter().flatten().any(breaks)
    }

    /// Returns the moves that show the violation of the constraint at the beginning of the play `fork`. Returns an
    /// empty list if the constraint is satisfied.
    pub fn violations_of(&mut self, position: &mut P, fork: TaskId) -> Vec<Node> {
        let Task::Stage(next) = self.prover.tasks().get(fork) else { return Vec::new() };
        if !prints_violations(&next.branch) {
            return Vec::new();
        }
        let broken = in_turn(position, next, None, |position| Ok(self.broken(position, Turn::first(next))));
        let mut nodes = broken.ok().flatten().unwrap_or_default();
        nodes.iter_mut().for_each(|node| node.renumbered = next.branch.renumbered);
        nodes
    }

    /// If the constraint before this turn is violated, returns the moves that show it: the moves with which the side to
    /// move reaches a goal that the constraint forbids. Returns `None` if the constraint is satisfied.
    fn broken(&mut self, position: &mut P, turn: Turn<'_>) -> Option<Vec<Node>> {
        match self.prover.may_go_on(position, turn) {
            Ok(true) => return None,
            Ok(false) => {}
            Err(_) => return Some(Vec::new()),
        }
        let constraint = turn.stage.constraints[1 - turn.side_index]?;
        let mut nodes = match self.prover.tasks().get(constraint.task) {
            Task::Not(refused) => self.unfold(position, *refused, PrintForm::Lines),
            _ => Vec::new(),
        };
        for node in &mut nodes {
            node.violation = true;
            node.annotation = Annotation::None;
        }
        Some(nodes)
    }
}

/// Whether a violation of the constraint at the beginning of the branch is printed. It is printed in help play that its
/// first side begins.
fn prints_violations(branch: &Branch) -> bool {
    branch.mode == Mode::Help && !branch.begun_by_reply
}
