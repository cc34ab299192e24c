//! From "does it hold?" to the moves that are told: keys, tries, threats, variations, lines.
//!
//! Every move that is told was asked about with [`Worker`]'s questions first; nothing here decides anything anew.
//! When a limit cuts the search, what was found so far is kept, and nothing is remembered of what was not finished.

use super::limit::Interrupted;
use super::parallel::in_parallel;
use super::task::{Task, TaskId};
use super::turn::{Beginning, Turn};
use super::worker::{Answer, Plight, Worker};
use crate::position::Oracle;
use crate::problem::{Mode, Reply};
use crate::solution::{Annotation, Node, Part};
use crate::units::Goal;

impl<P: Oracle> Worker<'_, P> {
    /// What is told of a play that holds here; empty where there is nothing to tell (a goal, a hidden branch).
    pub fn unfold(&mut self, position: &mut P, task: TaskId, tell: Telling) -> Vec<Node> {
        match self.tasks().get(task) {
            Task::Goal(_) | Task::Not(_) => Vec::new(),
            Task::And(a, b) => {
                let mut nodes = self.unfold(position, *a, tell);
                nodes.extend(self.unfold(position, *b, tell));
                nodes
            }
            // Of alternatives the first that holds is told.
            Task::Or(a, b) => match self.holds(position, *a) {
                Ok(true) => self.unfold(position, *a, tell),
                _ => self.unfold(position, *b, tell),
            },
            Task::Branch(stretch) if stretch.branch.hidden => Vec::new(),
            // Below threats and variations no lines are told.
            Task::Branch(stretch) if stretch.branch.mode == Mode::Help && tell != Telling::Lines => Vec::new(),
            Task::Branch(stretch) => {
                let branch = &stretch.branch;
                let mut nodes = self
                    .in_turn(position, stretch, Vec::new(), |worker, position| {
                        Ok(match branch.mode {
                            Mode::Attack => {
                                let turn = Turn::first(stretch);
                                match worker.shortest(position, turn)? {
                                    Some(n) => worker.attacks(position, turn.within(n), tell),
                                    None => Vec::new(),
                                }
                            }
                            Mode::Defence => worker.defences(position, Turn::first(stretch), None, tell),
                            Mode::Help => {
                                let beginning = worker.beginning(position, stretch)?;
                                let mut nodes = worker.lines_without_help(position, stretch, beginning, tell);
                                let ends = beginning == Beginning::Over || !nodes.is_empty() && stretch.fork_ends[1];
                                if branch.max > 1 && Node::are_solution(&nodes) {
                                    worker.stop_if_short_is_enough();
                                }
                                for n in (branch.min..=branch.max).filter(|_| !ends) {
                                    nodes.extend(worker.lines(position, Turn::of_help(stretch, 0, n), tell));
                                    if n < branch.max && Node::are_solution(&nodes) {
                                        worker.stop_if_short_is_enough();
                                    }
                                    if worker.is_cut() {
                                        break;
                                    }
                                }
                                nodes
                            }
                        })
                    })
                    .unwrap_or_default();
                for node in &mut nodes {
                    node.renumbered |= branch.renumbered;
                }
                nodes
            }
        }
    }

    /// The goals that the move just made has reached, as the fork names them.
    pub fn goals_reached(&mut self, after: &mut P, task: TaskId) -> Vec<Goal> {
        match self.tasks().get(task) {
            Task::Goal(goal) if after.reached(goal, &self.path) => vec![goal.clone()],
            Task::And(a, b) => {
                let mut goals = self.goals_reached(after, *a);
                goals.extend(self.goals_reached(after, *b));
                goals
            }
            // Of alternatives the first that is reached is told.
            Task::Or(a, b) => match self.goals_reached(after, *a) {
                goals if goals.is_empty() => self.goals_reached(after, *b),
                goals => goals,
            },
            _ => Vec::new(),
        }
    }

    /// The node of a move whose fork holds.
    pub fn end_node(&mut self, mut node: Node, after: &mut P, fork: TaskId, tell: Telling) -> Answer<Node> {
        node.goals = self.goals_reached(after, fork);
        self.is_sure()?;
        if tell.is_deep() {
            node.children = self.unfold(after, fork, tell);
        }
        Ok(node)
    }

    /// Plays `m` and calls `f` in the position after it, with the move on the path.
    pub fn playing<R>(&mut self, position: &mut P, m: P::Move, f: impl FnOnce(&mut Self, &mut P) -> R) -> R {
        self.path.push(m);
        let result = position.with_move(m, |after| f(self, after));
        self.path.pop();
        result
    }

    /// The attacker's moves that succeed within `n` half-moves.
    pub fn attacks(&mut self, position: &mut P, turn: Turn<'_>, tell: Telling) -> Vec<Node> {
        let plight = self.plight(position, turn);
        self.told(position, turn, |worker, position, m| {
            let record = position.record(m);
            worker.playing(position, m, |worker, after| {
                worker.attack(after, turn, plight, Node::new(Part::Continuation, record), tell)
            })
        })
    }

    /// What `tell_move` has to tell of the moves of the letter, in their order, until a limit cuts it.
    fn told(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        tell_move: impl Fn(&mut Self, &mut P, P::Move) -> Answer<Option<Node>> + Sync,
    ) -> Vec<Node> {
        let tell_move = |worker: &mut Self, position: &mut P, m: P::Move| -> Answer<Option<Node>> {
            if worker.shared.limits.is_expired() {
                return Err(Interrupted);
            }
            Ok(tell_move(worker, position, m)?.inspect(|_| worker.count_told()))
        };
        let moves = self.told_moves(position, turn.allows_self_check());
        if self.tells_in_parallel(turn.stretch, turn.n) {
            self.lend_memos();
            let position = &*position;
            let told = in_parallel(self.shared.limits, &moves, |&m| {
                tell_move(&mut self.for_thread(), &mut position.clone(), m)
            });
            let told = moves.into_iter().zip(told).map_while(|(m, told)| Some((m, told.ok()?)));
            let told = told.filter_map(|(m, node)| Some((m, node?))).collect();
            return self.with_origins(position, told);
        }
        let told = moves.into_iter().map_while(|m| Some((m, tell_move(self, position, m).ok()?)));
        let told = told.filter_map(|(m, node)| Some((m, node?))).collect();
        self.with_origins(position, told)
    }

    /// The node of an attacking move that succeeds within `n` half-moves (itself included), seen from after it.
    fn attack(
        &mut self,
        after: &mut P,
        turn: Turn<'_>,
        plight: Plight,
        mut node: Node,
        tell: Telling,
    ) -> Answer<Option<Node>> {
        let exposed = turn.allows_self_check() && after.can_capture_king();
        if self.ends_by_wrong_side(after, turn) {
            return Ok(None);
        }
        if let Some(fork) = turn.fork()
            && turn.next().least == 0
            && self.fork_holds(after, turn, exposed, plight)?
        {
            return self.end_node(node, after, fork, tell).map(Some);
        }
        if exposed || !self.battle(after, turn.next())? {
            return Ok(None);
        }
        self.is_sure()?;
        if tell.is_deep() {
            (node.annotation, node.children) = self.replies(after, turn.next(), tell)?;
        }
        Ok(Some(node))
    }

    /// What follows an attacking move: threat or zugzwang, and the defences.
    pub fn replies(&mut self, position: &mut P, turn: Turn<'_>, tell: Telling) -> Answer<(Annotation, Vec<Node>)> {
        let passes = turn.stretch.branch.reply == Reply::Parries && !position.is_check();
        let length = if passes { turn.n } else { self.length_of_replies(position, turn)? };
        self.replies_in_full_length(position, turn.within(length), tell)
    }

    /// The same, also where every defence reaches the goal at once.
    pub fn replies_in_full_length(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        tell: Telling,
    ) -> Answer<(Annotation, Vec<Node>)> {
        if turn.stretch.branch.reply == Reply::Parries && !position.is_check() {
            return position.with_null_move(|after| {
                let Some(length) = self.shortest(after, turn.next())? else {
                    return Ok((Annotation::None, Vec::new()));
                };
                Ok((Annotation::None, self.attacks(after, turn.next().within(length), tell)))
            });
        }
        let threat = if tell == Telling::Tree { self.threat(position, turn)? } else { None };
        self.is_sure()?;
        let mut nodes = Vec::new();
        let annotation = match &threat {
            None => Annotation::None,
            Some(None) => Annotation::Zugzwang,
            Some(Some(threat)) => {
                nodes = position.with_null_move(|passed| self.attacks(passed, turn.next().within(threat.told), tell));
                let idle = position.idle_consequences();
                for node in &mut nodes {
                    node.part = Part::Threat;
                    node.record.idle.clone_from(&idle);
                }
                Annotation::Threat
            }
        };
        nodes.extend(self.defences(position, turn, threat.flatten(), tell));
        Ok((annotation, nodes))
    }

    /// Where every defence reaches the goal at once, nothing longer is to be told.
    pub fn length_of_replies(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<u16> {
        let at_once = turn.n > 1 && turn.fork().is_some() && self.battle(position, turn.within(1))?;
        Ok(if at_once { 1 } else { turn.n })
    }

    /// What is threatened: `None` when nothing is looked for (check, last move, option NoThreat), `Some(None)` for zugzwang.
    fn threat(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Option<Option<Threat>>> {
        let Turn { stretch, letter, n, .. } = turn;
        if self.shared.settings.no_threat || n < 2 || position.is_check() || !stretch.can_end_within(1 - letter, n - 1)
        {
            return Ok(None);
        }
        position.with_null_move(|passed| {
            let Some(told) = self.shortest(passed, turn.next())? else { return Ok(Some(None)) };
            let is_direct = self.ends_with_attack(passed, turn.next().within(told))?;
            Ok(Some(Some(Threat { told, left: told - u16::from(is_direct) })))
        })
    }

    /// Option Quodlibet: the attacker succeeds without forcing the other side to end the play.
    pub fn ends_with_attack(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        let has_both_ends = turn.stretch.forks.iter().all(Option::is_some);
        Ok(has_both_ends && turn.n > 1 && self.battle(position, turn.within(turn.n - 1))?)
    }

    /// The defender's moves that are met, each with all shortest answers; those that leave every threat as it is,
    /// or allow something shorter, are not told.
    pub fn defences(&mut self, position: &mut P, turn: Turn<'_>, threat: Option<Threat>, tell: Telling) -> Vec<Node> {
        let Turn { stretch, n, .. } = turn;
        let next_least = turn.next().least;
        let threats = match threat {
            Some(threat) => position
                .with_null_move(|passed| self.succeeding(passed, turn.next().within(threat.told)))
                .unwrap_or_default(),
            None => Vec::new(),
        };
        let plight = self.plight(position, turn);
        // In lines what is short is left out beside what is longer only where the attacker has begun.
        let is_begun_by_attacker = stretch.branch.mode == Mode::Attack && stretch.branch.reply == Reply::Moves;
        let may_leave_out = tell != Telling::Lines || is_begun_by_attacker && self.shared.settings.leaves_out_in_lines;
        self.told(position, turn, |worker, position, m| {
            let record = position.record(m);
            worker.playing(position, m, |worker, after| -> Answer<Option<Node>> {
                let exposed = turn.allows_self_check() && after.can_capture_king();
                let node = Node::new(Part::Defence, record);
                if let Some(fork) = turn.fork()
                    && next_least == 0
                    && worker.fork_holds(after, turn, exposed, plight)?
                {
                    let settings = worker.shared.settings;
                    let is_short = n >= 2 && !settings.mates_in_1 || n > 2 && settings.no_short_variations;
                    let is_told = !(is_short && may_leave_out);
                    return if is_told { worker.end_node(node, after, fork, tell).map(Some) } else { Ok(None) };
                }
                if exposed || n < 2 || worker.ends_by_wrong_side(after, turn) {
                    return Ok(None);
                }
                if next_least > 0 && worker.is_too_early(after, turn)? {
                    return Ok(None);
                }
                let Some(length) = worker.shortest(after, turn.next())? else {
                    return Ok(None);
                };
                let leaves_out_short = may_leave_out || stretch.branch.reply == Reply::Parries;
                if worker.shared.settings.no_short_variations
                    && leaves_out_short
                    && (length + 2 < n || worker.is_met_too_early(after, turn.next())?)
                {
                    return Ok(None);
                }
                if let Some(threat) = threat
                    && (length < threat.told
                        || length == threat.told
                            && worker.all_succeed(after, turn.next().within(threat.left), &threats)?)
                {
                    return Ok(None);
                }
                worker.is_sure()?;
                let children = worker.attacks(after, turn.next().within(length), tell);
                Ok(Some(Node { children, ..node }))
            })
        })
    }

    /// What takes an exact number of moves can be had in fewer.
    fn is_met_too_early(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        Ok(turn.least > 1 && turn.n > 2 && self.battle(position, turn.shortened(turn.n - 2))?)
    }

    /// The attacker's moves that succeed within `n` half-moves.
    fn succeeding(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Vec<P::Move>> {
        let mut moves = Vec::new();
        for m in self.told_moves(position, turn.allows_self_check()) {
            if self.attack_succeeds(position, turn, m)? {
                moves.push(m);
            }
        }
        Ok(moves)
    }

    fn all_succeed(&mut self, position: &mut P, turn: Turn<'_>, moves: &[P::Move]) -> Answer {
        let legal = self.told_moves(position, turn.allows_self_check());
        for m in moves {
            let mut succeeds = false;
            let alike: Vec<P::Move> = legal.iter().copied().filter(|&other| position.is_same_way(*m, other)).collect();
            for same in alike {
                succeeds = succeeds || self.attack_succeeds(position, turn, same)?;
            }
            if !succeeds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn attack_succeeds(&mut self, position: &mut P, turn: Turn<'_>, m: P::Move) -> Answer {
        let plight = self.plight(position, turn);
        self.playing(position, m, |worker, after| {
            let exposed = turn.allows_self_check() && after.can_capture_king();
            worker.succeeds_after(after, turn, exposed, plight)
        })
    }
}

/// How long a threat is, in half-moves.
#[derive(Clone, Copy)]
pub struct Threat {
    /// Threats of this length are told, in whole moves.
    told: u16,
    /// A defence is not told that leaves each of them, in so many half-moves. With Quodlibet these are fewer where one of
    /// the threats ends with the attacker's move: then each defence is told that meets a threat to force the other side.
    left: u16,
}

/// How much is told, and in which form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Telling {
    /// First moves only.
    Keys,
    /// Keys with threats and variations.
    Tree,
    /// The same without threats: every defence that is met is told.
    TreeWithoutThreats,
    /// Every sequence of moves that leads to the goal.
    Lines,
}

impl Telling {
    pub fn is_deep(self) -> bool {
        self != Telling::Keys
    }
}
