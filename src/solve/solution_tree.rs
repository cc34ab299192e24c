//! From "does it hold?" to the moves that are told: keys, tries, threats, variations, lines.
//!
//! Every move that is told was asked about with [`Worker`]'s questions first; nothing here decides anything anew.
//! When a limit cuts the search, what was found so far is kept, and nothing is remembered of what was not finished.

use super::limit::Interrupted;
use super::parallel::in_parallel;
use super::task::{CompiledBranch, Task, TaskId};
use super::worker::{Answer, Plight, Worker};
use crate::position::Position;
use crate::problem::{Goal, Mode, Reply};
use crate::solution::{Annotation, Node, Part};
use crate::units::MoveRecord;

impl<P: Position> Worker<'_, P> {
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
            Task::Branch(stretch) => {
                let branch = &stretch.branch;
                let mut nodes = self
                    .in_turn(position, stretch, Vec::new(), |worker, position| {
                        Ok(match branch.mode {
                            Mode::Attack => match worker.shortest(position, stretch, 0, branch.max, branch.min)? {
                                Some(n) => worker.attacks(position, stretch, 0, n, branch.min, tell),
                                None => Vec::new(),
                            },
                            Mode::Defence => worker.defences(position, stretch, 0, branch.max, branch.min, None, tell),
                            Mode::Help => {
                                let mut nodes = worker.lines_without_help(position, stretch, tell)?;
                                let ends =
                                    !nodes.is_empty() && stretch.fork_ends[1] || worker.has_ended(position, stretch)?;
                                for n in (branch.min..=branch.max).filter(|_| !ends) {
                                    nodes.extend(worker.lines(position, stretch, 0, n, tell));
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

    // ── battle play ──────────────────────────────────────────────────────────────────────────────────────

    /// The attacker's moves that succeed within `n` half-moves.
    pub fn attacks(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        least: u16,
        tell: Telling,
    ) -> Vec<Node> {
        let plight = self.plight(position, stretch, letter);
        self.told(position, stretch, letter, n, |worker, position, m| {
            let record = position.record(m);
            worker.playing(position, m, |worker, after| {
                worker.attack(after, stretch, letter, n, least, plight, Node::new(Part::Continuation, record), tell)
            })
        })
    }

    /// What `tell_move` has to tell of the moves of the letter, in their order, until a limit cuts it.
    fn told(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        tell_move: impl Fn(&mut Self, &mut P, P::Move) -> Answer<Option<Node>> + Sync,
    ) -> Vec<Node> {
        let tell_move = |worker: &mut Self, position: &mut P, m: P::Move| -> Answer<Option<Node>> {
            if worker.shared.limits.is_expired() {
                return Err(Interrupted);
            }
            Ok(tell_move(worker, position, m)?.inspect(|_| worker.count_told()))
        };
        let moves = self.told_moves(position, stretch.self_check[letter]);
        if self.tells_in_parallel(stretch, n) {
            self.lend_memos();
            let position = &*position;
            let told = in_parallel(self.shared.limits, &moves, |&m| {
                tell_move(&mut self.for_thread(), &mut position.clone(), m)
            });
            return told.into_iter().map_while(Answer::ok).flatten().collect();
        }
        moves.into_iter().map_while(|m| tell_move(self, position, m).ok()).flatten().collect()
    }

    /// The node of an attacking move that succeeds within `n` half-moves (itself included), seen from after it.
    #[allow(clippy::too_many_arguments)]
    fn attack(
        &mut self,
        after: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        least: u16,
        plight: Plight,
        mut node: Node,
        tell: Telling,
    ) -> Answer<Option<Node>> {
        let exposed = stretch.self_check[letter] && after.can_capture_king();
        let least = least.saturating_sub(1);
        if self.ends_by_wrong_side(after, stretch, letter) {
            return Ok(None);
        }
        if let Some(fork) = stretch.forks[letter]
            && least == 0
            && self.fork_holds(after, stretch, letter, exposed, plight)?
        {
            return self.end_node(node, after, fork, tell).map(Some);
        }
        if exposed || !self.battle(after, stretch, 1 - letter, n - 1, least)? {
            return Ok(None);
        }
        self.is_sure()?;
        if tell.is_deep() {
            (node.annotation, node.children) = self.replies(after, stretch, 1 - letter, n - 1, least, tell)?;
        }
        Ok(Some(node))
    }

    /// What follows an attacking move: threat or zugzwang, and the defences.
    pub fn replies(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        least: u16,
        tell: Telling,
    ) -> Answer<(Annotation, Vec<Node>)> {
        if stretch.branch.reply == Reply::Parries && !position.is_check() {
            return position.with_pass(|after| {
                let Some(length) = self.shortest(after, stretch, 1 - letter, n - 1, least.saturating_sub(1))? else {
                    return Ok((Annotation::None, Vec::new()));
                };
                Ok((Annotation::None, self.attacks(after, stretch, 1 - letter, length, least.saturating_sub(1), tell)))
            });
        }
        let n = self.length_of_replies(position, stretch, letter, n, least)?;
        let threat = if tell == Telling::Tree { self.threat(position, stretch, letter, n, least)? } else { None };
        self.is_sure()?;
        let mut nodes = Vec::new();
        let annotation = match &threat {
            None => Annotation::None,
            Some(None) => Annotation::Zugzwang,
            Some(Some(length)) => {
                nodes = position.with_null_move(|passed| {
                    self.attacks(passed, stretch, 1 - letter, *length, least.saturating_sub(1), tell)
                });
                for node in &mut nodes {
                    node.part = Part::Threat;
                }
                Annotation::Threat
            }
        };
        nodes.extend(self.defences(position, stretch, letter, n, least, threat.flatten(), tell));
        Ok((annotation, nodes))
    }

    /// Where every defence reaches the goal at once, nothing longer is to be told.
    pub fn length_of_replies(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        least: u16,
    ) -> Answer<u16> {
        let at_once = n > 1 && stretch.forks[letter].is_some() && self.battle(position, stretch, letter, 1, least)?;
        Ok(if at_once { 1 } else { n })
    }

    /// The length of the threat: `None` when none is looked for (check, last move, option NoThreat), `Some(None)`
    /// for zugzwang.
    fn threat(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        least: u16,
    ) -> Answer<Option<Option<u16>>> {
        if self.shared.settings.no_threat || n < 2 || position.is_check() || !stretch.can_end_within(1 - letter, n - 1)
        {
            return Ok(None);
        }
        position.with_null_move(|passed| {
            Ok(Some(self.shortest(passed, stretch, 1 - letter, n - 1, least.saturating_sub(1))?))
        })
    }

    /// The defender's moves that are met, each with all shortest answers; those that leave every threat as it is,
    /// or allow something shorter, are not told.
    #[allow(clippy::too_many_arguments)]
    pub fn defences(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        least: u16,
        threat: Option<u16>,
        tell: Telling,
    ) -> Vec<Node> {
        let next_least = least.saturating_sub(1);
        let threats = match threat {
            Some(length) => position
                .with_null_move(|passed| self.succeeding(passed, stretch, 1 - letter, length, next_least))
                .unwrap_or_default(),
            None => Vec::new(),
        };
        let plight = self.plight(position, stretch, letter);
        self.told(position, stretch, letter, n, |worker, position, m| {
            let record = position.record(m);
            worker.playing(position, m, |worker, after| -> Answer<Option<Node>> {
                let exposed = stretch.self_check[letter] && after.can_capture_king();
                let node = Node::new(Part::Defence, record);
                if let Some(fork) = stretch.forks[letter]
                    && next_least == 0
                    && worker.fork_holds(after, stretch, letter, exposed, plight)?
                {
                    let settings = worker.shared.settings;
                    let is_short = n >= 2 && !settings.mates_in_1 || n > 2 && settings.no_short_variations;
                    let is_told = !is_short || tell == Telling::Lines && stretch.branch.reply != Reply::Moves;
                    return if is_told { worker.end_node(node, after, fork, tell).map(Some) } else { Ok(None) };
                }
                if exposed || n < 2 || worker.ends_by_wrong_side(after, stretch, letter) {
                    return Ok(None);
                }
                if next_least > 0 && worker.is_too_early(after, stretch, letter)? {
                    return Ok(None);
                }
                let Some(length) = worker.shortest(after, stretch, 1 - letter, n - 1, next_least)? else {
                    return Ok(None);
                };
                if worker.shared.settings.no_short_variations && tell != Telling::Lines && length + 2 < n {
                    return Ok(None);
                }
                if let Some(threat) = threat
                    && (length < threat
                        || length == threat
                            && worker.all_succeed(after, stretch, 1 - letter, length, next_least, &threats)?)
                {
                    return Ok(None);
                }
                worker.is_sure()?;
                let children = worker.attacks(after, stretch, 1 - letter, length, next_least, tell);
                Ok(Some(Node { children, ..node }))
            })
        })
    }

    /// The attacker's moves that succeed within `n` half-moves.
    fn succeeding(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        least: u16,
    ) -> Answer<Vec<P::Move>> {
        let mut moves = Vec::new();
        for m in self.told_moves(position, stretch.self_check[letter]) {
            if self.attack_succeeds(position, stretch, letter, n, least, m)? {
                moves.push(m);
            }
        }
        Ok(moves)
    }

    fn all_succeed(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        least: u16,
        moves: &[P::Move],
    ) -> Answer {
        let legal = self.told_moves(position, stretch.self_check[letter]);
        for m in moves {
            let mut succeeds = false;
            for &same in legal.iter().filter(|&&other| P::is_same_way(*m, other)) {
                succeeds = succeeds || self.attack_succeeds(position, stretch, letter, n, least, same)?;
            }
            if !succeeds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn attack_succeeds(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        least: u16,
        m: P::Move,
    ) -> Answer {
        let plight = self.plight(position, stretch, letter);
        self.playing(position, m, |worker, after| {
            let exposed = stretch.self_check[letter] && after.can_capture_king();
            worker.succeeds_after(after, stretch, letter, n - 1, least.saturating_sub(1), exposed, plight)
        })
    }

    // ── help and series play ─────────────────────────────────────────────────────────────────────────────

    /// What is told where [`Worker::needs_no_help`].
    pub fn lines_without_help(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        tell: Telling,
    ) -> Answer<Vec<Node>> {
        match stretch.forks[1] {
            Some(fork) if self.needs_no_help(position, stretch)? => {
                let nodes = self.unfold(position, fork, tell);
                self.count_lines(nodes.iter().map(Node::lines).sum());
                Ok(nodes)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// What follows is help play.
    fn is_help(&self, task: TaskId) -> bool {
        match self.tasks().get(task) {
            Task::And(a, b) | Task::Or(a, b) => self.is_help(*a) || self.is_help(*b),
            Task::Branch(stretch) => stretch.branch.mode == Mode::Help,
            Task::Goal(_) | Task::Not(_) => false,
        }
    }

    /// All lines of exactly `n` half-moves, as a tree.
    pub fn lines(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        tell: Telling,
    ) -> Vec<Node> {
        let after_null = std::mem::take(&mut self.after_null);
        if !stretch.can_end_at(letter, n)
            || self.is_cut()
            || !matches!(self.may_go_on(position, stretch, letter), Ok(true))
        {
            return Vec::new();
        }
        if letter == 1
            && stretch.branch.reply != Reply::Moves
            && !(stretch.branch.reply == Reply::Parries && position.is_check())
        {
            let passed = self.help_pass(position, stretch, n, Vec::new(), |worker, after| {
                Ok(worker.lines(after, stretch, 0, n - 1, tell))
            });
            return passed.unwrap_or_default();
        }
        let plight = self.plight(position, stretch, letter);
        if self.may_be_broken_after(stretch) {
            return self.lines_of_moves(position, stretch, letter, n, plight, tell);
        }
        if self.is_worth_splitting(stretch, n) && !self.shared.settings.null_moves {
            if self.is_known_empty(position, stretch, letter, n)
                || self.within_reach(position, stretch, letter, n).is_none()
            {
                return Vec::new();
            }
            let before = self.meter.visited();
            let nodes = self.lines_of_moves(position, stretch, letter, n, plight, tell);
            if nodes.is_empty() && !self.is_cut() && !self.leaves_out_moves() {
                self.remember_empty(position, stretch, letter, n, before);
            }
            return nodes;
        }
        if self.shared.target.is_some() && !self.shared.settings.null_moves {
            return self.lines_towards(position, stretch, letter, n, plight, tell);
        }
        // Asking first is quick where there is nothing to tell, which is nearly everywhere.
        self.after_null = after_null;
        if !matches!(self.help_exists(position, stretch, letter, n), Ok(true)) {
            return Vec::new();
        }
        let mut nodes = if after_null { Vec::new() } else { self.null_line(position, stretch, letter, n, tell) };
        nodes.extend(self.lines_of_moves(position, stretch, letter, n, plight, tell));
        nodes
    }

    #[allow(clippy::too_many_arguments)]
    fn lines_of_moves(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        plight: Plight,
        tell: Telling,
    ) -> Vec<Node> {
        let moves = self.moves_to_try(position, stretch, letter, n);
        if !self.tells_in_parallel(stretch, n) {
            return moves
                .into_iter()
                .filter_map(|m| self.line(position, stretch, letter, n, m, plight, tell))
                .collect();
        }
        self.lend_memos();
        let position = &*position;
        let line_of = |&m: &P::Move| self.for_thread().line(&mut position.clone(), stretch, letter, n, m, plight, tell);
        in_parallel(self.shared.limits, &moves, line_of).into_iter().flatten().collect()
    }

    /// The lines that begin with a null move, where option NullMoves allows it.
    fn null_line(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        tell: Telling,
    ) -> Vec<Node> {
        if !self.may_play_null(position, stretch, n) {
            return Vec::new();
        }
        let side = position.side_to_move();
        self.after_null = true;
        let children = position.with_null_move(|after| self.lines(after, stretch, 1 - letter, n - 1, tell));
        if children.is_empty() {
            return Vec::new();
        }
        vec![Node { children, ..Node::new(Part::Help, MoveRecord::null(side)) }]
    }

    /// On the way to a given position few moves lead on, so there is no use in asking first.
    #[allow(clippy::too_many_arguments)]
    fn lines_towards(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        plight: Plight,
        tell: Telling,
    ) -> Vec<Node> {
        if self.is_known_empty(position, stretch, letter, n) {
            return Vec::new();
        }
        let before = self.meter.visited();
        let nodes = self.lines_of_moves(position, stretch, letter, n, plight, tell);
        if nodes.is_empty() && !self.is_cut() && !self.leaves_out_moves() {
            self.remember_empty(position, stretch, letter, n, before);
        }
        nodes
    }

    fn moves_to_try(&self, position: &P, stretch: &CompiledBranch, letter: usize, n: u16) -> Vec<P::Move> {
        if self.path.is_empty() {
            self.wanted_first_moves(position, stretch, letter)
        } else if let (Some(target), Some(left), false) =
            (&self.shared.target, self.moves_left(position, stretch, n), stretch.self_check[letter])
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
            self.told_moves(position, stretch.self_check[letter])
        }
    }

    /// The lines that begin with `m`.
    #[allow(clippy::too_many_arguments)]
    pub fn line(
        &mut self,
        position: &mut P,
        stretch: &CompiledBranch,
        letter: usize,
        n: u16,
        m: P::Move,
        plight: Plight,
        tell: Telling,
    ) -> Option<Node> {
        if self.is_cut() || self.meter.tick().is_err() {
            return None;
        }
        let before = position.clone();
        self.playing(position, m, |worker, after| -> Answer<Option<Node>> {
            let exposed = stretch.self_check[letter] && after.can_capture_king();
            if !worker.move_is_allowed(after, stretch, letter, n)? {
                return Ok(None);
            }
            if n == 1 {
                let Some(fork) = stretch.forks[letter] else { return Ok(None) };
                if worker.ends_by_wrong_side(after, stretch, letter) {
                    return Ok(None);
                }
                if !worker.fork_holds(after, stretch, letter, exposed, plight)? {
                    let children = if exposed { Vec::new() } else { worker.violations_of(after, fork) };
                    let node = Node { children, ..Node::new(Part::Help, before.record(m)) };
                    return Ok((!node.children.is_empty()).then_some(node));
                }
                let node = worker.end_node(Node::new(Part::Help, before.record(m)), after, fork, tell)?;
                // The lines of help play that follow have been counted there.
                if !worker.is_help(fork) {
                    worker.count_lines(node.lines());
                }
                worker.count_told();
                return Ok(Some(node));
            }
            if exposed || worker.ends_here(after, stretch, letter)? || worker.ends_by_wrong_side(after, stretch, letter)
            {
                return Ok(None);
            }
            worker.is_sure()?;
            let mut children = worker.lines(after, stretch, 1 - letter, n - 1, tell);
            if children.is_empty() {
                return Ok(None);
            }
            children.shrink_to_fit();
            let mut record = before.record(m);
            if worker.is_sure().is_err() {
                // The time may have run out since the position was asked. What has been found is told all the same.
                record = before.record(m);
            }
            let node = Node { children, ..Node::new(Part::Help, record) };
            worker.count_told();
            Ok(Some(node))
        })
        .unwrap_or(None)
    }
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
