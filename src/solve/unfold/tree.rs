//! The play after a move: continuations, threats, zugzwang and defences, and how much of them is printed.

use crate::position::Oracle;
use crate::problem::{Mode, Reply};
use crate::solution::{Annotation, Node, Part};
use crate::solve::limits::Interrupted;
use crate::solve::prove::{Answer, MoverState, in_turn};
use crate::solve::setup::task::{Stage, Task, TaskId};
use crate::solve::setup::turn::{Beginning, Turn};
use crate::solve::threads::in_order::map_in_order;
use crate::solve::unfold::Unfolder;
use crate::units::Goal;

/// Least number of plies left, in this branch and the following ones, at which several threads share the moves of a
/// turn.
const PARALLEL_LENGTH: u16 = 4;

impl<'a, P: Oracle> Unfolder<'a, P> {
    /// Returns the printed moves of play that is known to succeed in this position. Returns none for a goal, or for a
    /// branch whose moves are hidden.
    pub fn unfold(&mut self, position: &mut P, task: TaskId, form: PrintForm) -> Vec<Node> {
        match self.prover.tasks().get(task) {
            Task::Goal(_) | Task::Not(_) => Vec::new(),
            Task::And(a, b) => {
                let mut nodes = self.unfold(position, *a, form);
                nodes.extend(self.unfold(position, *b, form));
                nodes
            }
            // Only the first alternative that succeeds is printed.
            Task::Or(a, b) => match self.prover.holds(position, *a) {
                Ok(true) => self.unfold(position, *a, form),
                _ => self.unfold(position, *b, form),
            },
            Task::Stage(stage) if stage.branch.hidden => Vec::new(),
            // Lines are not printed below threats and variations.
            Task::Stage(stage) if stage.branch.mode == Mode::Help && form != PrintForm::Lines => Vec::new(),
            Task::Stage(stage) => {
                let branch = &stage.branch;
                let nodes = in_turn(position, stage, Vec::new(), |position| self.unfold_branch(position, stage, form));
                let mut nodes = nodes.unwrap_or_default();
                for node in &mut nodes {
                    node.renumbered |= branch.renumbered;
                }
                nodes
            }
        }
    }

    /// Returns the printed moves of a branch that begins with the side to move.
    fn unfold_branch(&mut self, position: &mut P, stage: &Stage, form: PrintForm) -> Answer<Vec<Node>> {
        let branch = &stage.branch;
        Ok(match branch.mode {
            Mode::Attack => {
                let turn = Turn::first(stage);
                match self.prover.shortest(position, turn)? {
                    Some(n) => self.attacks(position, turn.within(n), form),
                    None => Vec::new(),
                }
            }
            Mode::Defence => self.defences(position, Turn::first(stage), None, form),
            Mode::Help => {
                let beginning = self.prover.beginning(position, stage)?;
                let mut nodes = self.lines_without_help(position, stage, beginning, form);
                let ends = beginning == Beginning::Over || !nodes.is_empty() && stage.fork_ends[1];
                if branch.max > 1 && Node::are_solution(&nodes) {
                    self.stop_if_short_is_enough();
                }
                for n in (branch.min..=branch.max).filter(|_| !ends) {
                    nodes.extend(self.lines(position, Turn::of_help(stage, 0, n), form));
                    if n < branch.max && Node::are_solution(&nodes) {
                        self.stop_if_short_is_enough();
                    }
                    if self.is_cut() {
                        break;
                    }
                }
                nodes
            }
        })
    }

    /// Returns the goals that the move just made has reached. `task` is what is tested after the move: a goal, several
    /// goals joined by `and` or `or`, or other play.
    pub fn goals_reached(&mut self, after: &mut P, task: TaskId) -> Vec<Goal> {
        match self.prover.tasks().get(task) {
            Task::Goal(goal) if after.reached(goal, &self.prover.path) => vec![goal.clone()],
            Task::And(a, b) => {
                let mut goals = self.goals_reached(after, *a);
                goals.extend(self.goals_reached(after, *b));
                goals
            }
            // Only the first alternative that is reached is printed.
            Task::Or(a, b) => match self.goals_reached(after, *a) {
                goals if goals.is_empty() => self.goals_reached(after, *b),
                goals => goals,
            },
            _ => Vec::new(),
        }
    }

    /// Returns the node of a move that is followed by play or reaches a goal. Returns an error if a limit has cut all
    /// of this play: such a node would look like the end of a solution.
    pub fn followed(&self, node: Node) -> Answer<Node> {
        let is_bare = node.children.is_empty() && node.goals.is_empty();
        if is_bare && self.is_cut() { Err(Interrupted) } else { Ok(node) }
    }

    /// Completes the node of a move that ends its branch: adds the goals that it reaches, and the play that follows.
    pub fn end_node(&mut self, mut node: Node, after: &mut P, fork: TaskId, form: PrintForm) -> Answer<Node> {
        node.goals = self.goals_reached(after, fork);
        self.prover.is_sure()?;
        if form.is_deep() {
            node.children = self.unfold(after, fork, form);
            node = self.followed(node)?;
        }
        Ok(node)
    }

    /// Whether several threads may search the printed moves of a turn. They may if each move takes enough work and no
    /// option depends on the order of the moves.
    pub fn unfolds_in_parallel(&self, stage: &Stage, n: u16) -> bool {
        n.saturating_add(stage.rest) >= PARALLEL_LENGTH
            && self.prover.shared.settings.max_solutions.is_none()
            // The unfolder of another thread does not have the count that is left of option NonTrivial.
            && self.prover.shared.settings.non_trivial.is_none()
            // The solutions of the later branch decide how far this one is searched.
            && !(self.prover.shared.settings.stop_on_short_solutions && stage.rest > 0)
            && self.prover.shared.limits.share.is_shared()
    }

    /// Returns the attacker's moves that succeed within `turn.n` plies.
    pub fn attacks(&mut self, position: &mut P, turn: Turn<'_>, form: PrintForm) -> Vec<Node> {
        let mover_state = self.prover.mover_state(position, turn);
        self.collect_nodes(position, turn, |unfolder, position, m| {
            let record = position.record(m);
            unfolder.playing(position, m, |unfolder, after| {
                unfolder.attack(after, turn, mover_state, Node::new(Part::Continuation, record), form)
            })
        })
    }

    /// Like [`Unfolder::attacks`], for a position in which some move is known to succeed. Returns an error if a limit
    /// has cut all of these moves.
    fn all_attacks(&mut self, position: &mut P, turn: Turn<'_>, form: PrintForm) -> Answer<Vec<Node>> {
        let nodes = self.attacks(position, turn, form);
        if nodes.is_empty() && self.is_cut() { Err(Interrupted) } else { Ok(nodes) }
    }

    /// Calls `unfold_move` for each move of the turn, and returns the resulting nodes in the order of the moves.
    /// Stops when a limit is reached.
    fn collect_nodes(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        unfold_move: impl Fn(&mut Self, &mut P, P::Move) -> Answer<Option<Node>> + Sync,
    ) -> Vec<Node> {
        let unfold_move = |unfolder: &mut Self, position: &mut P, m: P::Move| -> Answer<Option<Node>> {
            if unfolder.prover.shared.limits.is_expired() {
                return Err(Interrupted);
            }
            Ok(unfold_move(unfolder, position, m)?.inspect(|_| unfolder.count_printed()))
        };
        let moves = self.moves_in_order(position, turn.allows_self_check());
        if self.unfolds_in_parallel(turn.stage, turn.n) {
            self.prover.lend_memos();
            let position = &*position;
            let nodes = map_in_order(self.prover.shared.limits, &moves, |&m| {
                unfold_move(&mut self.for_thread(), &mut position.clone(), m)
            });
            let nodes = moves.into_iter().zip(nodes).map_while(|(m, nodes)| Some((m, nodes.ok()?)));
            let nodes = nodes.filter_map(|(m, node)| Some((m, node?))).collect();
            return self.with_origins(position, nodes);
        }
        let nodes = moves.into_iter().map_while(|m| Some((m, unfold_move(self, position, m).ok()?)));
        let nodes = nodes.filter_map(|(m, node)| Some((m, node?))).collect();
        self.with_origins(position, nodes)
    }

    /// Completes the node of an attacking move. `None` if the attacker does not succeed within `turn.n` plies. The
    /// position is that after the move.
    fn attack(
        &mut self,
        after: &mut P,
        turn: Turn<'_>,
        mover_state: MoverState,
        mut node: Node,
        form: PrintForm,
    ) -> Answer<Option<Node>> {
        let exposed = turn.allows_self_check() && after.can_capture_king();
        if self.prover.ends_by_wrong_side(after, turn) {
            return Ok(None);
        }
        if let Some(fork) = turn.fork()
            && turn.next().least == 0
            && self.prover.fork_holds(after, turn, exposed, mover_state)?
        {
            return self.end_node(node, after, fork, form).map(Some);
        }
        if exposed || !self.prover.battle(after, turn.next())? {
            return Ok(None);
        }
        self.prover.is_sure()?;
        if form.is_deep() {
            (node.annotation, node.children) = self.replies(after, turn.next(), form)?;
        }
        if form == PrintForm::Lines { self.followed(node).map(Some) } else { Ok(Some(node)) }
    }

    /// Returns the play printed after an attacking move: threat or zugzwang, and the defences with their answers.
    pub fn replies(&mut self, position: &mut P, turn: Turn<'_>, form: PrintForm) -> Answer<(Annotation, Vec<Node>)> {
        let passes = turn.stage.branch.reply == Reply::Parries && !position.is_check();
        let length = if passes { turn.n } else { self.length_of_replies(position, turn)? };
        self.replies_in_full_length(position, turn.within(length), form)
    }

    /// Like [`Unfolder::replies`], but with the full length even if every defence reaches the goal at once.
    pub fn replies_in_full_length(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        form: PrintForm,
    ) -> Answer<(Annotation, Vec<Node>)> {
        if turn.stage.branch.reply == Reply::Parries && !position.is_check() {
            return position.with_null_move(|after| {
                let Some(length) = self.prover.shortest(after, turn.next())? else {
                    return Ok((Annotation::None, Vec::new()));
                };
                Ok((Annotation::None, self.all_attacks(after, turn.next().within(length), form)?))
            });
        }
        let threat = if form == PrintForm::Tree { self.threat(position, turn)? } else { None };
        self.prover.is_sure()?;
        let mut nodes = Vec::new();
        let annotation = match &threat {
            None => Annotation::None,
            Some(None) => Annotation::Zugzwang,
            Some(Some(threat)) => {
                nodes = position.with_null_move(|passed| self.attacks(passed, turn.next().within(threat.length), form));
                let idle = position.idle_consequences();
                for node in &mut nodes {
                    node.part = Part::Threat;
                    node.record.idle.clone_from(&idle);
                }
                Annotation::Threat
            }
        };
        nodes.extend(self.defences(position, turn, threat.flatten(), form));
        Ok((annotation, nodes))
    }

    /// Returns the number of plies that are printed after an attacking move: 1 if every defence reaches the goal at
    /// once, otherwise `turn.n`.
    pub fn length_of_replies(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<u16> {
        let at_once = turn.n > 1 && turn.fork().is_some() && self.prover.battle(position, turn.within(1))?;
        Ok(if at_once { 1 } else { turn.n })
    }

    /// Returns `Some(Some(threat))` if there is a threat, `Some(None)` for zugzwang, and `None` if no threat is
    /// searched (after a check, before the last move, or with option NoThreat).
    fn threat(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Option<Option<Threat>>> {
        let Turn { stage, side_index, n, .. } = turn;
        if self.prover.shared.settings.no_threat
            || n < 2
            || position.is_check()
            || !stage.can_end_within(1 - side_index, n - 1)
        {
            return Ok(None);
        }
        position.with_null_move(|passed| {
            let Some(length) = self.prover.shortest(passed, turn.next())? else { return Ok(Some(None)) };
            let is_direct = self.ends_with_attack(passed, turn.next().within(length))?;
            Ok(Some(Some(Threat { length, left: length - u16::from(is_direct) })))
        })
    }

    /// Whether the attacker reaches its own goal without forcing the other side to reach a goal (option Quodlibet).
    pub fn ends_with_attack(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        let has_both_ends = turn.stage.forks.iter().all(Option::is_some);
        Ok(has_both_ends && turn.n > 1 && self.prover.battle(position, turn.within(turn.n - 1))?)
    }

    /// Returns the defender's moves to which the attacker has an answer, each with all shortest answers. Omits moves
    /// that leave all threats in place, and moves after which shorter play succeeds.
    pub fn defences(&mut self, position: &mut P, turn: Turn<'_>, threat: Option<Threat>, form: PrintForm) -> Vec<Node> {
        let Turn { stage, n, .. } = turn;
        let next_least = turn.next().least;
        let threats = match threat {
            Some(threat) => position
                .with_null_move(|passed| self.succeeding(passed, turn.next().within(threat.length)))
                .unwrap_or_default(),
            None => Vec::new(),
        };
        let mover_state = self.prover.mover_state(position, turn);
        // If the play is printed as lines, short play beside longer play is omitted only if the attacker has begun.
        let is_begun_by_attacker = stage.branch.mode == Mode::Attack && stage.branch.reply == Reply::Moves;
        let may_leave_out =
            form != PrintForm::Lines || is_begun_by_attacker && self.prover.shared.settings.leaves_out_in_lines;
        self.collect_nodes(position, turn, |unfolder, position, m| {
            let record = position.record(m);
            unfolder.playing(position, m, |unfolder, after| -> Answer<Option<Node>> {
                let exposed = turn.allows_self_check() && after.can_capture_king();
                let node = Node::new(Part::Defence, record);
                if let Some(fork) = turn.fork()
                    && next_least == 0
                    && unfolder.prover.fork_holds(after, turn, exposed, mover_state)?
                {
                    let settings = unfolder.prover.shared.settings;
                    let is_short = n >= 2 && !settings.mates_in_1 || n > 2 && settings.no_short_variations;
                    let is_printed = !(is_short && may_leave_out);
                    return if is_printed { unfolder.end_node(node, after, fork, form).map(Some) } else { Ok(None) };
                }
                if exposed || n < 2 || unfolder.prover.ends_by_wrong_side(after, turn) {
                    return Ok(None);
                }
                if next_least > 0 && unfolder.prover.is_too_early(after, turn)? {
                    return Ok(None);
                }
                let Some(length) = unfolder.prover.shortest(after, turn.next())? else {
                    return Ok(None);
                };
                let leaves_out_short = may_leave_out || stage.branch.reply == Reply::Parries;
                if unfolder.prover.shared.settings.no_short_variations
                    && leaves_out_short
                    && (length + 2 < n || unfolder.is_met_too_early(after, turn.next())?)
                {
                    return Ok(None);
                }
                if let Some(threat) = threat
                    && (length < threat.length
                        || length == threat.length
                            && unfolder.all_succeed(after, turn.next().within(threat.left), &threats)?)
                {
                    return Ok(None);
                }
                unfolder.prover.is_sure()?;
                let children = unfolder.all_attacks(after, turn.next().within(length), form)?;
                Ok(Some(Node { children, ..node }))
            })
        })
    }

    /// In play of an exact length: whether the attacker also succeeds in fewer moves.
    fn is_met_too_early(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        Ok(turn.least > 1 && turn.n > 2 && self.prover.battle(position, turn.shortened(turn.n - 2))?)
    }

    /// Returns the attacker's moves that succeed within `turn.n` plies.
    fn succeeding(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Vec<ThreatMove<P::Move>>> {
        let legal = self.moves_in_order(position, turn.allows_self_check());
        let mut threats = Vec::new();
        for &m in &legal {
            if self.attack_succeeds(position, turn, m)? {
                let is_choice = legal.iter().any(|&other| other != m && position.is_same_way(m, other));
                threats.push(ThreatMove { m, is_choice });
            }
        }
        Ok(threats)
    }

    /// Whether each threat can still be carried out, and succeeds.
    fn all_succeed(&mut self, position: &mut P, turn: Turn<'_>, threats: &[ThreatMove<P::Move>]) -> Answer {
        let legal = self.moves_in_order(position, turn.allows_self_check());
        for &ThreatMove { m, is_choice } in threats {
            let mut alike: Vec<P::Move> =
                legal.iter().copied().filter(|&other| position.is_same_way(m, other)).collect();
            let is_choice = is_choice || alike.len() > 1;
            alike.retain(|&other| position.has_same_effects(m, other, is_choice));
            let mut succeeds = false;
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
        let mover_state = self.prover.mover_state(position, turn);
        self.playing(position, m, |unfolder, after| {
            let exposed = turn.allows_self_check() && after.can_capture_king();
            unfolder.prover.succeeds_after(after, turn, exposed, mover_state)
        })
    }
}

/// How long the threats of a position take, in plies.
#[derive(Clone, Copy)]
pub struct Threat {
    /// Length of the threats that are printed. It is counted in whole moves.
    length: u16,
    /// Number of plies within which a threat has to succeed after a defence; a defence is omitted if every threat does.
    /// The number is less than `length` if a threat ends with the attacker's move (option Quodlibet). Then a defence is
    /// printed even if it parries only threats that force the other side to reach the goal.
    left: u16,
}

/// A move that succeeds if the defender passes.
#[derive(Clone, Copy)]
struct ThreatMove<M> {
    m: M,
    /// Whether the rules let the attacker choose among several effects of this move.
    is_choice: bool,
}

/// How much is printed, and in which form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrintForm {
    /// First moves only.
    Keys,
    /// Keys with threats and variations.
    Tree,
    /// Keys with variations but without threats: every defence that has an answer is printed.
    TreeWithoutThreats,
    /// Every sequence of moves that leads to the goal.
    Lines,
}

impl PrintForm {
    pub fn is_deep(self) -> bool {
        self != PrintForm::Keys
    }
}
