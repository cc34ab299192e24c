//! Solves one twin with its engine: set play and play, for one side or for both (duplex). Chooses the groups of moves
//! that are printed.

use crate::position::Oracle;
use crate::problem::{Branch, Duplex, Mode, Play, Problem, Reply};
use crate::solution::{Annotation, Cut, Group, Listener, Node, Note, Phase, PhaseKind, PlayShape, Style, TwinSolution};
use crate::solve::division::others::SharedFacts;
use crate::solve::division::parts::Root;
use crate::solve::limits::Limits;
use crate::solve::prove::seeking::seek;
use crate::solve::prove::table::{SpareTable, Table};
use crate::solve::prove::{Memos, Shared};
use crate::solve::settings::SearchSettings;
use crate::solve::setup::task::{Stage, TaskId, Tasks};
use crate::solve::setup::turn::Turn;
use crate::solve::setup::{is_traditional_help, top_branches};
use crate::solve::techniques::Technique;
use crate::solve::threads::marks::Marks;
use crate::solve::unfold::Unfolder;
use crate::solve::unfold::stream::Stream;
use crate::solve::unfold::tree::PrintForm;
use crate::units::{Color, Goal, Placement};
use std::sync::Arc;

/// A problem with everything that is needed to solve it, whichever engine solves it.
pub struct Setting<'a> {
    pub problem: &'a Problem,
    /// The side whose moves are numbered if the sides are not exchanged.
    pub numbered: Color,
    pub settings: &'a SearchSettings,
    pub limits: &'a Limits,
    pub table_bytes: usize,
    /// Keeps the transposition table of a thread that solves many problems. `None` if the problem has a thread of its
    /// own.
    pub spare: Option<&'a SpareTable>,
    pub listener: Option<&'a Arc<dyn Listener>>,
    pub root: Option<&'a Root>,
}

impl Setting<'_> {
    /// Solves the diagram for one side, for the other side, or for both, as option Duplex requires. `begin(side,
    /// exchanged)` returns the diagram with `side` to move; `exchanged` is whether the sides are exchanged.
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
            let pass = SidePass { setting: self, begin, numbered, exchanged };
            pass.solve(play, twin);
        }
    }
}

/// Solves one diagram for one of the sides.
struct SidePass<'a, P> {
    setting: &'a Setting<'a>,
    /// Returns the diagram with the given side to move. The second argument is whether the sides are exchanged.
    begin: &'a (dyn Fn(Color, bool) -> P + Sync),
    numbered: Color,
    exchanged: bool,
}

impl<P: Oracle> SidePass<'_, P> {
    fn solve(&self, play: &Play, twin: &mut TwinSolution) {
        let mut tasks = Tasks::default();
        let mut branches = Vec::new();
        top_branches(play, &mut |branch| branches.push(tasks.add_at_root(branch)));
        let mut target = target(play)
            .filter(|_| self.setting.settings.has(Technique::Bounds))
            .and_then(|placement| (self.begin)(self.numbered, self.exchanged).target(&placement));
        let mut solve = |target| self.solve_towards(target, (play, &tasks, &branches), twin);
        if self.seek(&mut target, play, &branches, &tasks) && self.setting.limits.is_expired() {
            // The time is over, but what has been found is printed.
            let cut = self.setting.limits.cut();
            self.setting.limits.in_grace(|| solve(target));
            twin.cut = cut;
        } else {
            solve(target);
        }
    }

    /// For a proof game, lets the engine search for all games in advance. Returns whether `target` now contains the
    /// games.
    fn seek(&self, target: &mut Option<P::Target>, play: &Play, branches: &[(TaskId, bool)], tasks: &Tasks) -> bool {
        let (Some(target), Play::Branch(_), &[(id, other)]) = (target, play, branches) else { return false };
        // Set play, and play of a problem divided among runs, begin in other positions.
        if !self.setting.settings.has(Technique::Strategies)
            || self.setting.settings.set_play
            || self.setting.root.is_some()
        {
            return false;
        }
        let position = (self.begin)(if other { !self.numbered } else { self.numbered }, self.exchanged);
        seek(&position, tasks.stage(id), target, (self.setting.limits, self.setting.table_bytes))
    }

    fn solve_towards(
        &self,
        target: Option<P::Target>,
        (play, tasks, branches): (&Play, &Tasks, &[(TaskId, bool)]),
        twin: &mut TwinSolution,
    ) {
        let bytes = self.setting.table_bytes;
        let table = self.setting.spare.map_or_else(|| Table::new(bytes), |spare| spare.take(bytes));
        let shared = Shared {
            tasks,
            target,
            table: &table,
            limits: self.setting.limits,
            settings: self.setting.settings,
            memos: Memos::default(),
            tries: Default::default(),
            marks: Marks::default(),
            others: self.setting.root.map(|root| SharedFacts::new(root.moves.clone(), root.twin, self.exchanged)),
            is_joined: !matches!(play, Play::Branch(_)),
        };
        if let Some(others) = &shared.others {
            others.learn(&table);
        }
        self.solve_play(play, branches, &shared, twin);
        drop(shared);
        if let Some(spare) = self.setting.spare {
            spare.put(bytes, table);
        }
    }

    fn solve_play(&self, play: &Play, branches: &[(TaskId, bool)], shared: &Shared<P>, twin: &mut TwinSolution) {
        // Play that begins after the key has no set play.
        if self.setting.settings.set_play
            && !branches.iter().any(|&(id, _)| self.begins_after_key(shared.tasks.stage(id)))
        {
            self.setting.limits.progress.begin(format!("{} set play", twin.label).trim().to_string());
            let (mut groups, mut is_illegal) = (Vec::new(), false);
            for &(id, other) in branches {
                let mut position = self.before_set_play(&shared.tasks.stage(id).branch, other);
                if position.can_capture_king() {
                    is_illegal = true;
                } else {
                    groups.extend(self.set_play(shared, id, other, &mut position));
                }
            }
            let is_illegal = is_illegal && self.setting.limits.are_answers_sure().is_ok();
            // The play that follows a series with a reciprocal goal is begun by the side of the series, with the second
            // ply of a move.
            let begins = groups.first().and_then(|group| group.nodes.first()).map(|node| node.record.mover.color);
            let is_series = |&(id, _): &(TaskId, bool)| shared.tasks.stage(id).branch.reply != Reply::Moves;
            let is_begun_by_series = branches.iter().any(is_series) && begins == Some(self.numbered);
            let numbered = if is_begun_by_series { !self.numbered } else { self.numbered };
            self.add_phase(Phase { groups, numbered, is_illegal, ..self.phase(PhaseKind::SetPlay) }, twin);
        }
        self.setting.limits.progress.begin(format!("{} play", twin.label).trim().to_string());
        let mut groups = Vec::new();
        let cut_before = twin.cut;
        for &(id, other) in branches {
            let stage = shared.tasks.stage(id);
            let other = other || stage.branch.begun_by_reply || self.begins_after_key(stage);
            let mover = if other { !self.numbered } else { self.numbered };
            let mut position = (self.begin)(mover, self.exchanged);
            let is_captured = position.can_capture_king();
            if self.setting.limits.are_answers_sure().is_err() {
                return;
            }
            if is_captured {
                twin.notes.push(Note::KingCanBeCaptured(position.king_capture()));
                return;
            }
            groups.push(self.play(shared, id, &mut position));
            // Each of the joined branches needs solutions, so MaxSolutions applies to each branch separately.
            if self.setting.limits.max_solutions_reached() {
                twin.cut = Some(Cut::MaxSolutions);
                self.setting.limits.begin_phase();
            }
        }
        let (holds, groups) = printed_groups(play, &mut groups.into_iter());
        if !holds && twin.cut == Some(Cut::MaxSolutions) {
            // The branch that reached MaxSolutions has succeeded, so another branch has failed.
            twin.cut = cut_before;
        }
        self.add_phase(Phase { groups, ..self.phase(PhaseKind::Play) }, twin);
    }

    fn add_phase(&self, phase: Phase, twin: &mut TwinSolution) {
        if self.setting.limits.max_solutions_reached() {
            let has_stopped_short = self.setting.limits.has_stopped_short();
            twin.cut = Some(if has_stopped_short { Cut::ShortSolutions } else { Cut::MaxSolutions });
        }
        self.setting.limits.begin_phase();
        let is_cut_elsewhere = self.setting.root.is_some_and(|root| root.moves.cut(root.twin).is_some());
        let is_cut = twin.cut.is_some() || self.setting.limits.is_expired() || is_cut_elsewhere;
        let phase = Phase { is_cut, ..phase };
        if let Some(listener) = self.setting.listener {
            listener.phase(&phase);
        }
        twin.phases.push(phase);
    }

    fn phase(&self, kind: PhaseKind) -> Phase {
        Phase { exchanged: self.exchanged, ..Phase::empty(kind, self.numbered) }
    }

    /// Returns the stream that reports moves while they are found. Returns `None` if there is no listener, or if
    /// branches are joined by `and` or `or`: it is known only at the end which of their groups are printed.
    fn stream(&self, shared: &Shared<P>, kind: PhaseKind, group: &Group) -> Option<Arc<Stream>> {
        let listener = self.setting.listener.filter(|_| !shared.is_joined)?;
        let stream = Stream::new(listener.clone(), self.phase(kind), group.clone());
        // Runs that share a problem keep their lines. If a solution has several ends, its lines have to be counted at
        // the end.
        let is_plain = || PlayShape::of(self.setting.problem).is_some_and(|shape| !shape.is_joined);
        let lets_go = listener.lets_go() && self.setting.root.is_none() && is_plain();
        Some(Arc::new(if lets_go { stream.letting_go(self.setting.limits.let_go.clone()) } else { stream }))
    }

    /// Whether the solution is printed in the style of help play. `hs#1` and `hr#1` are printed in this style, too,
    /// although they contain no help move.
    fn is_help(&self) -> bool {
        is_traditional_help(self.setting.problem)
    }

    /// Whether option PostKeyPlay applies, so that the diagram is the position after the key and the defender is to
    /// move.
    fn begins_after_key(&self, stage: &Stage) -> bool {
        self.setting.problem.options.post_key_play && stage.branch.mode == Mode::Attack && !self.is_help()
    }

    fn print_form(&self, stage: &Stage) -> (Style, PrintForm) {
        if self.is_help() || stage.branch.mode == Mode::Help || stage.branch.reply != Reply::Moves {
            (Style::Lines, PrintForm::Lines)
        } else if self.setting.problem.options.variations {
            (Style::Tree, PrintForm::Tree)
        } else {
            (Style::Tree, PrintForm::Keys)
        }
    }

    /// Returns the description of a phase by which the runs of a divided problem identify its first moves. Returns
    /// `None` if the problem is not divided.
    fn root(&self, set_play: bool) -> Option<Root> {
        self.setting.root.map(|root| Root { exchanged: self.exchanged, set_play, ..root.clone() })
    }

    fn play(&self, shared: &Shared<P>, id: TaskId, position: &mut P) -> Group {
        let stage = shared.tasks.stage(id);
        let mut unfolder = Unfolder::new(shared, Vec::new());
        let (style, form) = self.print_form(stage);
        let branch = &stage.branch;
        let after_key = self.begins_after_key(stage);
        unfolder.root = self.root(false).filter(|_| !after_key && branch.mode != Mode::Defence);
        let mut group = Group::empty(style);
        unfolder.stream = self.stream(shared, PhaseKind::Play, &group).filter(|_| !after_key);
        match branch.mode {
            Mode::Help if branch.begun_by_reply => group.nodes = unfolder.lines_from_reply(position, stage),
            Mode::Attack if after_key && style == Style::Lines => {
                (group.style, group.nodes) = unfolder.lines_after_key(position, stage);
                // The defender passed because there was no check to parry.
                let begins = group.nodes.first().map(|node| node.record.mover.color);
                group.first_number = if begins == Some(self.numbered) { 2 } else { 1 };
            }
            Mode::Attack if after_key => {
                let Some(printed) = unfolder.post_key_play(position, Turn::first(stage).next()) else { return group };
                (group.annotation, group.nodes) = printed;
            }
            Mode::Attack => group.nodes = unfolder.first_moves(position, stage, form),
            Mode::Defence if style == Style::Lines => group.nodes = unfolder.forced_moves(position, stage),
            // There is no key, so if no variations are wanted, nothing is printed.
            Mode::Defence if form == PrintForm::Tree => {
                let Some(printed) = unfolder.post_key_play(position, Turn::first(stage)) else { return group };
                (group.annotation, group.nodes) = printed;
            }
            Mode::Defence => {}
            Mode::Help => group.nodes = unfolder.root_lines(position, stage),
        }
        unfolder.end_printed(&mut group);
        let prints_check = (after_key || branch.mode == Mode::Defence) && branch.reply == Reply::Moves;
        if prints_check && group.style == Style::Tree && group.annotation == Annotation::None && position.is_check() {
            group.annotation = Annotation::Check;
        }
        group
    }

    /// Returns the defences of set play, or `None` if a limit has cut the search.
    fn set_play_of_battle(&self, unfolder: &mut Unfolder<'_, P>, position: &mut P, stage: &Stage) -> Option<Vec<Node>> {
        let is_attack = |fork| ![Mode::Help, Mode::Defence].iter().any(|&mode| unfolder.leads_to(fork, mode));
        if stage.forks[0].is_some_and(is_attack)
            && let Some(mut nodes) = unfolder.forced_end(position, stage, 0)
        {
            if !self.setting.problem.options.variations {
                nodes.iter_mut().for_each(|node| node.children.clear());
            }
            return Some(nodes);
        }
        if stage.branch.max < 2 {
            return Some(Vec::new());
        }
        let form =
            if self.setting.problem.options.variations { PrintForm::Tree } else { PrintForm::TreeWithoutThreats };
        let turn = Turn::first(stage).next();
        if unfolder.prover.is_restricted_out(position, turn).ok()? {
            return Some(Vec::new());
        }
        let mut n = unfolder.length_of_replies(position, turn).ok()?;
        if n == turn.n && self.setting.problem.options.no_short_variations {
            // As with keys, the length of the whole play decides which variations are short.
            n = unfolder.prover.shortest(position, turn).ok()?.unwrap_or(n);
        }
        Some(unfolder.defences(position, turn.within(n), None, form))
    }

    /// Returns the position in which set play begins: the diagram, with the side to move that does not begin the play.
    fn before_set_play(&self, branch: &Branch, other: bool) -> P {
        // If the play omits its first ply, its set play omits one more ply.
        let mover = if other || branch.begun_by_reply { self.numbered } else { !self.numbered };
        (self.begin)(mover, self.exchanged)
    }

    /// Returns the printed set play of the branch `id`, or `None` if there is none or a limit has cut the search.
    /// `other` is whether the side that does not begin in the diagram begins the branch.
    fn set_play(&self, shared: &Shared<P>, id: TaskId, other: bool, position: &mut P) -> Option<Group> {
        let stage = shared.tasks.stage(id);
        let branch = &stage.branch;
        let mut unfolder = Unfolder::new(shared, Vec::new());
        let (style, _) = self.print_form(stage);
        let mut group = Group::empty(style);
        unfolder.stream = self.stream(shared, PhaseKind::SetPlay, &group);
        let is_help = (branch.mode, branch.reply) == (Mode::Help, Reply::Moves);
        unfolder.root = self.root(true).filter(|_| is_help);
        match (branch.mode, branch.reply) {
            (Mode::Help, Reply::Moves) if branch.begun_by_reply => {
                group.nodes = unfolder.lines_after_reply(position, stage);
            }
            (Mode::Help, Reply::Moves) => {
                group.nodes = unfolder.lines_from_reply(position, stage);
            }
            (_, Reply::Passes | Reply::Parries) => {
                let fork = stage.forks[0].filter(|&fork| !shared.tasks.is_of_goals(fork))?;
                group.nodes = match unfolder.prover.holds(position, fork) {
                    Ok(true) => unfolder.unfold(position, fork, PrintForm::Lines),
                    Ok(false) => unfolder.violations_of(position, fork),
                    Err(_) => Vec::new(),
                };
                if group.nodes.is_empty() {
                    return None;
                }
                // The preceding ply belongs to the series, and the moves of the series are the numbered ones.
                group.nodes.iter_mut().for_each(|node| node.renumbered = false);
            }
            (Mode::Attack, Reply::Moves) => {
                // Play begun by the other side is printed as the answer to a first move.
                group.first_number = if other { 2 } else { 1 };
                let mut look = || self.set_play_of_battle(&mut unfolder, position, stage);
                group.nodes = match self.root(true) {
                    None => look()?,
                    Some(root) => root.play_of(self.setting.limits, (branch.max, 0), || look().unwrap_or_default()),
                };
            }
            (Mode::Defence, Reply::Moves) => return None,
        }
        unfolder.end_printed(&mut group);
        Some(group)
    }
}

/// Returns the final position of a proof game, or `None` if the play has another goal.
fn target(play: &Play) -> Option<Arc<Placement>> {
    let (mut found, mut is_only) = (None, true);
    play.for_each_goal(&mut |goal| match goal {
        Goal::Diagram(placement) | Goal::AToB(placement) => found = Some(placement.clone()),
        _ => is_only = false,
    });
    found.filter(|_| is_only)
}

/// Returns whether play joined by `and`, `or` or `not` succeeds, and the groups of moves that are printed:
///
/// * `and`: all groups, or one empty group if a part fails;
/// * `or`: the groups of the first alternative that succeeds, or those of the second alternative if none does;
/// * `not`: the groups of the negated play, which refute the whole play.
///
/// An empty group is printed if it decides the result.
fn printed_groups(play: &Play, groups: &mut impl Iterator<Item = Group>) -> (bool, Vec<Group>) {
    match play {
        Play::Branch(_) => groups.next().map_or((false, Vec::new()), |group| (!group.nodes.is_empty(), vec![group])),
        Play::Goal(_) => (true, Vec::new()),
        Play::Not(play) => {
            let (holds, printed) = printed_groups(play, groups);
            (!holds, printed)
        }
        Play::And(a, b) => {
            let ((first, mut printed), (second, others)) = (printed_groups(a, groups), printed_groups(b, groups));
            printed.extend(others);
            if first && second {
                return (true, printed);
            }
            // One group is printed as "no solution", because the whole play has none.
            printed.truncate(1);
            printed.iter_mut().for_each(|group| *group = Group::empty(group.style));
            (false, printed)
        }
        Play::Or(a, b) => {
            let (first, second) = (printed_groups(a, groups), printed_groups(b, groups));
            if first.0 { first } else { second }
        }
    }
}
