//! One twin on its engine: the sides in duplex, set play and play, and what is told of each.

use super::SearchSettings;
use super::cutting::Root;
use super::limit::Limits;
use super::offers::Teamwork;
use super::others::Others;
use super::seeking::seek;
use super::set_up::{is_traditional_help, top_branches};
use super::solution_tree::Telling;
use super::stream::Stream;
use super::table::Table;
use super::task::{CompiledBranch, TaskId, Tasks};
use super::teamwork::{OFFER_LENGTH, with_helpers};
use super::turn::Turn;
use super::worker::{Memos, Shared, Worker};
use crate::position::Oracle;
use crate::problem::{Branch, Duplex, Mode, Play, Problem, Reply};
use crate::solution::{Annotation, Cut, Group, Listener, Node, Note, Phase, PhaseKind, Shape, Style, TwinSolution};
use crate::units::{Color, Goal, Placement};
use std::sync::Arc;

/// A position to solve, for whichever engine.
pub struct Setting<'a> {
    pub problem: &'a Problem,
    /// The side whose moves are numbered, before the sides are exchanged.
    pub numbered: Color,
    pub settings: &'a SearchSettings,
    pub limits: &'a Limits,
    pub table_bytes: usize,
    pub listener: Option<&'a Arc<dyn Listener>>,
    pub root: Option<&'a Root>,
}

impl Setting<'_> {
    /// Solves for the one side, the other, or both, as the options say. `begin` is the diagram with a side to move.
    pub fn solve_sides<P: Oracle>(
        &self,
        play: &Play,
        twin: &mut TwinSolution,
        begin: &(dyn Fn(Color, bool) -> P + Sync),
    ) {
        let sides: &[bool] = match self.problem.options.duplex {
            Duplex::No => &[false],
            Duplex::Yes => &[false, true],
            Duplex::Half => &[true],
        };
        for &exchanged in sides {
            let numbered = if exchanged { !self.numbered } else { self.numbered };
            let stage = Stage {
                problem: self.problem,
                begin,
                numbered,
                exchanged,
                settings: self.settings,
                limits: self.limits,
                table_bytes: self.table_bytes,
                listener: self.listener,
                root: self.root,
            };
            stage.solve(play, twin);
        }
    }
}

/// One side's attempt at one position.
struct Stage<'a, P> {
    problem: &'a Problem,
    /// The position with this side to move; whether the sides are exchanged.
    begin: &'a (dyn Fn(Color, bool) -> P + Sync),
    numbered: Color,
    exchanged: bool,
    settings: &'a SearchSettings,
    limits: &'a Limits,
    table_bytes: usize,
    listener: Option<&'a Arc<dyn Listener>>,
    root: Option<&'a Root>,
}

impl<P: Oracle> Stage<'_, P> {
    fn solve(&self, play: &Play, twin: &mut TwinSolution) {
        let mut tasks = Tasks::default();
        let mut branches = Vec::new();
        top_branches(play, &mut |branch| branches.push(tasks.add_at_root(branch)));
        let mut target = target(play)
            .filter(|_| self.settings.bounds)
            .and_then(|placement| (self.begin)(self.numbered, self.exchanged).target(&placement));
        let mut solve = |target| self.solve_towards(target, (play, &tasks, &branches), twin);
        if self.seek(&mut target, play, &branches, &tasks) && self.limits.is_expired() {
            // What has been found until now is told.
            let cut = self.limits.cut();
            self.limits.in_grace(|| solve(target));
            twin.cut = cut;
        } else {
            solve(target);
        }
    }

    /// Looks for the games of a proof game; whether the target knows them now.
    fn seek(&self, target: &mut Option<P::Target>, play: &Play, branches: &[(TaskId, bool)], tasks: &Tasks) -> bool {
        let (Some(target), Play::Branch(_), &[(id, other)]) = (target, play, branches) else { return false };
        // Set play and parts of a problem lead from elsewhere.
        if !self.settings.strategies || self.settings.set_play || self.root.is_some() {
            return false;
        }
        let position = (self.begin)(if other { !self.numbered } else { self.numbered }, self.exchanged);
        seek(&position, tasks.stretch(id), target, (self.limits, self.table_bytes))
    }

    fn solve_towards(
        &self,
        target: Option<P::Target>,
        (play, tasks, branches): (&Play, &Tasks, &[(TaskId, bool)]),
        twin: &mut TwinSolution,
    ) {
        let table = Table::new(self.table_bytes);
        let shared = Shared {
            tasks,
            target,
            table: &table,
            limits: self.limits,
            settings: self.settings,
            memos: Memos::default(),
            tries: Default::default(),
            teamwork: Teamwork::default(),
            others: self.root.map(|root| Others::new(root.moves.clone(), root.twin, self.exchanged)),
            is_joined: !matches!(play, Play::Branch(_)),
        };
        if let Some(others) = &shared.others {
            others.learn(&table);
        }
        if self.limits.permits.threads() > 1 && tasks.longest() > OFFER_LENGTH {
            with_helpers(&shared, || self.solve_play(play, branches, &shared, twin));
        } else {
            self.solve_play(play, branches, &shared, twin);
        }
    }

    fn solve_play(&self, play: &Play, branches: &[(TaskId, bool)], shared: &Shared<P>, twin: &mut TwinSolution) {
        // After the key there is no set play any more.
        if self.settings.set_play && !branches.iter().any(|&(id, _)| self.begins_after_key(shared.tasks.stretch(id))) {
            self.limits.progress.begin(format!("{} set play", twin.label).trim().to_string());
            let (mut groups, mut is_illegal) = (Vec::new(), false);
            for &(id, other) in branches {
                let mut position = self.before_set_play(&shared.tasks.stretch(id).branch, other);
                if position.can_capture_king() {
                    is_illegal = true;
                } else {
                    groups.extend(self.set_play(shared, id, other, &mut position));
                }
            }
            let is_illegal = is_illegal && self.limits.are_answers_sure().is_ok();
            // What is left of a series that leads to reciprocal play is begun by the side that plays the series: by its
            // second half-move.
            let begins = groups.first().and_then(|group| group.nodes.first()).map(|node| node.record.mover.color);
            let is_series = |&(id, _): &(TaskId, bool)| shared.tasks.stretch(id).branch.reply != Reply::Moves;
            let is_begun_by_series = branches.iter().any(is_series) && begins == Some(self.numbered);
            let numbered = if is_begun_by_series { !self.numbered } else { self.numbered };
            self.add_phase(Phase { groups, numbered, is_illegal, ..self.phase(PhaseKind::SetPlay) }, twin);
        }
        self.limits.progress.begin(format!("{} play", twin.label).trim().to_string());
        let mut groups = Vec::new();
        let cut_before = twin.cut;
        for &(id, other) in branches {
            let stretch = shared.tasks.stretch(id);
            let other = other || stretch.branch.begun_by_reply || self.begins_after_key(stretch);
            let mover = if other { !self.numbered } else { self.numbered };
            let mut position = (self.begin)(mover, self.exchanged);
            let is_captured = position.can_capture_king();
            if self.limits.are_answers_sure().is_err() {
                return;
            }
            if is_captured {
                twin.notes.push(Note::KingCanBeCaptured(position.king_capture()));
                return;
            }
            groups.push(self.play(shared, id, &mut position));
            // Each of the joined branches needs solutions, so the number that is asked for is asked of each.
            if self.limits.max_solutions_reached() {
                twin.cut = Some(Cut::MaxSolutions);
                self.limits.begin_phase();
            }
        }
        let (holds, groups) = told_groups(play, &mut groups.into_iter());
        if !holds && twin.cut == Some(Cut::MaxSolutions) {
            // A branch with as many solutions as asked for has some, so it is another one that fails.
            twin.cut = cut_before;
        }
        self.add_phase(Phase { groups, ..self.phase(PhaseKind::Play) }, twin);
    }

    fn add_phase(&self, phase: Phase, twin: &mut TwinSolution) {
        if self.limits.max_solutions_reached() {
            let has_stopped_short = self.limits.has_stopped_short();
            twin.cut = Some(if has_stopped_short { Cut::ShortSolutions } else { Cut::MaxSolutions });
        }
        self.limits.begin_phase();
        let is_cut_elsewhere = self.root.is_some_and(|root| root.moves.cut(root.twin).is_some());
        let is_cut = twin.cut.is_some() || self.limits.is_expired() || is_cut_elsewhere;
        let phase = Phase { is_cut, ..phase };
        if let Some(listener) = self.listener {
            listener.phase(&phase);
        }
        twin.phases.push(phase);
    }

    fn phase(&self, kind: PhaseKind) -> Phase {
        Phase { exchanged: self.exchanged, ..Phase::empty(kind, self.numbered) }
    }

    /// Where the play is told while it is found. Of branches that are joined it is known at the end only what is told.
    fn stream(&self, shared: &Shared<P>, kind: PhaseKind, group: &Group) -> Option<Arc<Stream>> {
        let listener = self.listener.filter(|_| !shared.is_joined)?;
        let stream = Stream::new(listener.clone(), self.phase(kind), group.clone());
        // Those who look at a part of a problem keep it, and where a solution has several ends all of them are counted.
        let is_plain = || Shape::of(self.problem).is_some_and(|shape| !shape.is_joined);
        let lets_go = listener.lets_go() && self.root.is_none() && is_plain();
        Some(Arc::new(if lets_go { stream.letting_go(self.limits.let_go.clone()) } else { stream }))
    }

    /// `hs#1` and `hr#1` have no help play in them, but are told as if they had.
    fn is_help(&self) -> bool {
        is_traditional_help(self.problem)
    }

    /// Option PostKeyPlay: the diagram is the position after the key, and the defender is to move.
    fn begins_after_key(&self, stretch: &CompiledBranch) -> bool {
        self.problem.options.post_key_play && stretch.branch.mode == Mode::Attack && !self.is_help()
    }

    fn telling(&self, stretch: &CompiledBranch) -> (Style, Telling) {
        if self.is_help() || stretch.branch.mode == Mode::Help || stretch.branch.reply != Reply::Moves {
            (Style::Lines, Telling::Lines)
        } else if self.problem.options.variations {
            (Style::Tree, Telling::Tree)
        } else {
            (Style::Tree, Telling::Keys)
        }
    }

    /// The beginning of a phase, where the problem is cut.
    fn root(&self, set_play: bool) -> Option<Root> {
        self.root.map(|root| Root { exchanged: self.exchanged, set_play, ..root.clone() })
    }

    fn play(&self, shared: &Shared<P>, id: TaskId, position: &mut P) -> Group {
        let stretch = shared.tasks.stretch(id);
        let mut worker = Worker::new(shared, Vec::new());
        let (style, tell) = self.telling(stretch);
        let branch = &stretch.branch;
        let after_key = self.begins_after_key(stretch);
        worker.root = self.root(false).filter(|_| !after_key && branch.mode != Mode::Defence);
        let mut group = Group::empty(style);
        worker.stream = self.stream(shared, PhaseKind::Play, &group).filter(|_| !after_key);
        match branch.mode {
            Mode::Help if branch.begun_by_reply => group.nodes = worker.lines_from_reply(position, stretch),
            Mode::Attack if after_key && style == Style::Lines => {
                (group.style, group.nodes) = worker.lines_after_key(position, stretch);
                // The defender has passed when there was nothing to parry.
                let begins = group.nodes.first().map(|node| node.record.mover.color);
                group.first_number = if begins == Some(self.numbered) { 2 } else { 1 };
            }
            Mode::Attack if after_key => {
                let Some(told) = worker.post_key_play(position, Turn::first(stretch).next()) else { return group };
                (group.annotation, group.nodes) = told;
            }
            Mode::Attack => group.nodes = worker.first_moves(position, stretch, tell),
            Mode::Defence if style == Style::Lines => group.nodes = worker.forced_moves(position, stretch),
            // Without variations nothing is left to be told: there is no key.
            Mode::Defence if tell == Telling::Tree => {
                let Some(told) = worker.post_key_play(position, Turn::first(stretch)) else { return group };
                (group.annotation, group.nodes) = told;
            }
            Mode::Defence => {}
            Mode::Help => group.nodes = worker.root_lines(position, stretch),
        }
        worker.end_told(&mut group);
        let tells_check = (after_key || branch.mode == Mode::Defence) && branch.reply == Reply::Moves;
        if tells_check && group.style == Style::Tree && group.annotation == Annotation::None && position.is_check() {
            group.annotation = Annotation::Check;
        }
        group
    }

    /// The defences of set play; `None` where a limit cuts it.
    fn set_play_of_battle(
        &self,
        worker: &mut Worker<'_, P>,
        position: &mut P,
        stretch: &CompiledBranch,
    ) -> Option<Vec<Node>> {
        let is_attack = |fork| ![Mode::Help, Mode::Defence].iter().any(|&mode| worker.leads_to(fork, mode));
        if stretch.forks[0].is_some_and(is_attack)
            && let Some(mut nodes) = worker.forced_end(position, stretch, 0)
        {
            if !self.problem.options.variations {
                nodes.iter_mut().for_each(|node| node.children.clear());
            }
            return Some(nodes);
        }
        if stretch.branch.max < 2 {
            return Some(Vec::new());
        }
        let tell = if self.problem.options.variations { Telling::Tree } else { Telling::TreeWithoutThreats };
        let turn = Turn::first(stretch).next();
        if worker.is_restricted_out(position, turn).ok()? {
            return Some(Vec::new());
        }
        let mut n = worker.length_of_replies(position, turn).ok()?;
        if n == turn.n && self.problem.options.no_short_variations {
            // As with keys, how short a variation is, is measured by how long the whole takes.
            n = worker.shortest(position, turn).ok()?.unwrap_or(n);
        }
        Some(worker.defences(position, turn.within(n), None, tell))
    }

    /// The side that does not begin has the move.
    fn before_set_play(&self, branch: &Branch, other: bool) -> P {
        // Play that leaves out its first half-move leaves out one more.
        let mover = if other || branch.begun_by_reply { self.numbered } else { !self.numbered };
        (self.begin)(mover, self.exchanged)
    }

    /// The play from there.
    fn set_play(&self, shared: &Shared<P>, id: TaskId, other: bool, position: &mut P) -> Option<Group> {
        let stretch = shared.tasks.stretch(id);
        let branch = &stretch.branch;
        let mut worker = Worker::new(shared, Vec::new());
        let (style, _) = self.telling(stretch);
        let mut group = Group::empty(style);
        worker.stream = self.stream(shared, PhaseKind::SetPlay, &group);
        let is_help = (branch.mode, branch.reply) == (Mode::Help, Reply::Moves);
        worker.root = self.root(true).filter(|_| is_help);
        match (branch.mode, branch.reply) {
            (Mode::Help, Reply::Moves) if branch.begun_by_reply => {
                group.nodes = worker.lines_after_reply(position, stretch);
            }
            (Mode::Help, Reply::Moves) => {
                group.nodes = worker.lines_from_reply(position, stretch);
            }
            (_, Reply::Passes | Reply::Parries) => {
                let fork = stretch.forks[0].filter(|&fork| !shared.tasks.is_of_goals(fork))?;
                group.nodes = match worker.holds(position, fork) {
                    Ok(true) => worker.unfold(position, fork, Telling::Lines),
                    Ok(false) => worker.violations_of(position, fork),
                    Err(_) => Vec::new(),
                };
                if group.nodes.is_empty() {
                    return None;
                }
                // The half-move before it is the series, whose moves are the numbered ones.
                group.nodes.iter_mut().for_each(|node| node.renumbered = false);
            }
            (Mode::Attack, Reply::Moves) => {
                // Play that the other side begins is told as the answer to a first move.
                group.first_number = if other { 2 } else { 1 };
                let mut look = || self.set_play_of_battle(&mut worker, position, stretch);
                group.nodes = match self.root(true) {
                    None => look()?,
                    Some(root) => root.told(self.limits, (branch.max, 0), || look().unwrap_or_default()),
                };
            }
            (Mode::Defence, Reply::Moves) => return None,
        }
        worker.end_told(&mut group);
        Some(group)
    }
}

/// The position that a proof game has to reach; `None` if something else is asked for, too.
fn target(play: &Play) -> Option<Arc<Placement>> {
    let (mut found, mut is_only) = (None, true);
    play.for_each_goal(&mut |goal| match goal {
        Goal::Diagram(placement) | Goal::AToB(placement) => found = Some(placement.clone()),
        _ => is_only = false,
    });
    found.filter(|_| is_only)
}

/// Whether the joined branches hold together, and those of their groups that are told: of `and` all or none, of `or`
/// the first that holds, of `not` what speaks against it. A group that was empty is told as such where it decides.
fn told_groups(play: &Play, groups: &mut impl Iterator<Item = Group>) -> (bool, Vec<Group>) {
    match play {
        Play::Branch(_) => groups.next().map_or((false, Vec::new()), |group| (!group.nodes.is_empty(), vec![group])),
        Play::Goal(_) => (true, Vec::new()),
        Play::Not(play) => {
            let (holds, told) = told_groups(play, groups);
            (!holds, told)
        }
        Play::And(a, b) => {
            let ((first, mut told), (second, others)) = (told_groups(a, groups), told_groups(b, groups));
            told.extend(others);
            if first && second {
                return (true, told);
            }
            // One of them is told as without solutions, as the whole is.
            told.truncate(1);
            told.iter_mut().for_each(|group| *group = Group::empty(group.style));
            (false, told)
        }
        Play::Or(a, b) => {
            let (first, second) = (told_groups(a, groups), told_groups(b, groups));
            if first.0 { first } else { second }
        }
    }
}
