//! A problem from end to end: twins, the sides in duplex, set play and play, and what is said about the diagram.

use super::SearchSettings;
use super::crew::Crew;
use super::cutting::{FirstMoves, Root};
use super::limit::{Allowance, Limits, Progress};
use super::offers::Teamwork;
use super::parallel::STACK_BYTES;
use super::set_up::{
    begins_with_attack, is_traditional_help, notes_on_options, rules_of_sides, set_up, threat_applies, top_branches,
};
use super::solution_tree::Telling;
use super::stats::Stats;
use super::stream::Stream;
use super::table::Table;
use super::task::{CompiledBranch, Task, TaskId, Tasks};
use super::teamwork::{OFFER_LENGTH, with_helpers};
use super::turn::Turn;
use super::worker::{Memos, Shared, Worker};
use crate::clock::Clock;
use crate::fairy::{FairyPosition, RuleBook};
use crate::orthodox::OrthodoxPosition;
use crate::position::Position;
use crate::problem::{Duplex, Goal, Mode, Play, Problem, Reply, Single, Stipulation};
use crate::rules::{RuleSet, assemble};
use crate::solution::{Annotation, Cut, Group, Listener, Node, Note, Phase, PhaseKind, Solution, Style, TwinSolution};
use crate::units::{Color, Placement};
use std::fmt;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How problems are solved: memory, time, what may interrupt.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Size of the table in bytes; 0 for none.
    pub table_bytes: usize,
    /// Memory for the solution.
    pub allowance: Allowance,
    /// For each problem, twins included.
    pub time: Option<Duration>,
    /// Overrides the problem's own MaxSolutions when it is lower.
    pub max_solutions: Option<u32>,
    /// Skip what lower bounds exclude. Changes how long solving takes and nothing else.
    pub bounds: bool,
    /// Let bounds make final pictures and carry them down the play. As for `bounds`.
    pub pictures: bool,
    /// At the last moves look only at those that can reach the goal. As for `bounds`.
    pub checks_only: bool,
    /// With two moves left, leave out first moves that a known reply answers. As for `bounds`.
    pub standing_replies: bool,
    /// With two moves left of a plain direct mate, search without asking anything else. As for `bounds`.
    pub kernel: bool,
    /// Where one solution is enough, look for the key of long play by proof numbers. Of several keys another may be told than
    /// without.
    pub proof_numbers: bool,
    /// Use bitboards where they know the men and the rules. As for `bounds`.
    pub bitboards: bool,
    /// In the engine for fairy chess, answer at once what range and sight answer. As for `bounds`.
    pub shortcuts: bool,
    pub cancelled: Arc<AtomicBool>,
    pub progress: Arc<Progress>,
    /// Who hears of the solution while it is found.
    pub listener: Option<Arc<dyn Listener>>,
    /// The threads, shared by all problems that are solved at the same time.
    pub crew: Arc<Crew>,
    /// Of a problem that is cut ([`can_be_cut`](super::can_be_cut)): which first moves are looked at, and what is known of
    /// the others.
    pub first_moves: Option<Arc<dyn FirstMoves>>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver {
            table_bytes: 64 << 20,
            allowance: Allowance::default(),
            time: None,
            max_solutions: None,
            bounds: true,
            pictures: true,
            checks_only: true,
            standing_replies: true,
            kernel: true,
            proof_numbers: true,
            bitboards: true,
            shortcuts: true,
            cancelled: Arc::default(),
            progress: Arc::default(),
            listener: None,
            crew: Arc::default(),
            first_moves: None,
        }
    }
}

/// Why a problem cannot be solved at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    NoStipulation,
    Twin(String),
    /// The conditions do not go with each other, or with the diagram.
    Rules(String),
    /// Something that is understood, but not supported yet.
    Unsupported(&'static str),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::NoStipulation => f.write_str("the problem has no stipulation"),
            SolveError::Unsupported(what) => write!(f, "{what} is not supported yet"),
            SolveError::Rules(message) => f.write_str(message),
            SolveError::Twin(message) => write!(f, "a twin cannot be made: {message}"),
        }
    }
}

impl std::error::Error for SolveError {}

/// What solving one problem gave, and what it took.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    pub solution: Solution,
    pub nodes: u64,
    /// What the solution counts against the memory that it may take.
    pub told_bytes: usize,
    pub stats: Stats,
    pub seconds: f64,
}

impl Solver {
    /// Solves the problem completely, as far as the limits allow; what they cut is marked in the answer.
    ///
    /// ```
    /// use keymove::{solve::Solver, syntax};
    /// let (problem, errors) = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##);
    /// assert!(errors.is_empty());
    /// let outcome = Solver::default().solve(&problem.unwrap()).unwrap();
    /// let keys = &outcome.solution.twins[0].phases[0].groups[0].nodes;
    /// assert_eq!(keys[0].record.to.to_string(), "h1");
    /// ```
    pub fn solve(&self, problem: &Problem) -> Result<Outcome, SolveError> {
        let time = [self.time, problem.options.max_time.map(|s| Duration::from_secs(u64::from(s)))];
        let clock = Arc::new(Clock::new(time.into_iter().flatten().min(), self.cancelled.clone()));
        // Long play goes deeper than the stack of the caller may be; where no thread can be had, that has to do. Who
        // waits for the answer watches the clock meanwhile.
        thread::scope(|scope| {
            let (working, done) = mpsc::channel::<()>();
            let solving = clock.clone();
            let deep = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                let _working = working;
                self.solve_here(problem, &solving)
            });
            match deep {
                Ok(deep) => {
                    clock.watch(&done);
                    deep.join().unwrap_or_else(|panic| resume_unwind(panic))
                }
                Err(_) => self.solve_here(problem, &clock),
            }
        })
    }

    fn solve_here(&self, problem: &Problem, clock: &Arc<Clock>) -> Result<Outcome, SolveError> {
        let started = Instant::now();
        let mut allowance = self.allowance.clone();
        let mut outcome = Outcome::default();
        if self.listener.is_some() && !problem.twins.is_empty() {
            // Nobody hears of a problem that cannot be solved as a whole.
            for single in problem.singles() {
                self.can_be_set_up(&single.map_err(SolveError::Twin)?.problem)?;
            }
        }
        for (number, single) in problem.singles().into_iter().enumerate() {
            let single = single.map_err(SolveError::Twin)?;
            let limits = Limits::new(clock.clone(), self.progress.clone(), self.crew.clone(), allowance);
            let root =
                self.first_moves.clone().map(|moves| Root { moves, twin: number, exchanged: false, set_play: false });
            let mut twin = self.solve_single(&single, &limits, root.as_ref())?;
            twin.cut = twin.cut.or_else(|| root?.moves.cut(number));
            outcome.solution.twins.push(twin);
            allowance = limits.rest();
            outcome.told_bytes += limits.told();
            outcome.nodes += limits.nodes();
            outcome.stats.add(&limits.stats());
        }
        outcome.seconds = started.elapsed().as_secs_f64();
        Ok(outcome)
    }

    /// Stipulation, options and rules go together.
    fn can_be_solved(&self, problem: &Problem) -> Result<(), SolveError> {
        let stipulation = problem.stipulation.as_ref().ok_or(SolveError::NoStipulation)?;
        if problem.options.white_to_play && !stipulation.can_begin_with_white() {
            return Err(SolveError::Unsupported("option WhiteToPlay in series play, proof games and structured play"));
        }
        let is_plain_help =
            |play: &Play| matches!(play, Play::Branch(b) if b.mode == Mode::Help && b.reply == Reply::Moves);
        if problem.options.null_moves && !is_plain_help(&stipulation.schedule(&problem.options).play) {
            return Err(SolveError::Unsupported("option NullMoves outside help play"));
        }
        Ok(())
    }

    /// The same, and the rules go with each other and with the diagram.
    fn can_be_set_up(&self, problem: &Problem) -> Result<(), SolveError> {
        self.can_be_solved(problem)?;
        let (diagram, _) = set_up(problem)?;
        let is_for_bitboards = diagram.is_for_bitboards() && problem.diagram.is_for_bitboards();
        if problem.rules.bitboards().filter(|_| self.bitboards && is_for_bitboards).is_none() {
            let exchanged = problem.rules.with_sides_exchanged();
            let [rules, rules_exchanged] = rules_of_sides(problem, &exchanged);
            let both = [Some(rules), Some(rules_exchanged).filter(|_| problem.options.duplex != Duplex::No)];
            for rules in both.into_iter().flatten() {
                assemble(&diagram, rules).map_err(|conflict| SolveError::Rules(conflict.into()))?;
            }
        }
        Ok(())
    }

    fn solve_single(&self, single: &Single, limits: &Limits, root: Option<&Root>) -> Result<TwinSolution, SolveError> {
        let problem = &single.problem;
        let stipulation = problem.stipulation.as_ref().ok_or(SolveError::NoStipulation)?;
        self.can_be_solved(problem)?;
        let mut twin =
            TwinSolution { label: single.label.clone(), changes: single.changes.clone(), ..TwinSolution::default() };
        let (diagram, schedule) = set_up(problem)?;
        let ignored = stipulation.inapplicable_options(&problem.options);
        twin.notes.extend(notes_on_options(single, &ignored, &schedule.play));
        twin.notes.extend(diagram.irregularities().into_iter().map(Note::IllegalDiagram));
        let mut settings = SearchSettings::from(&problem.options);
        settings.bounds = self.bounds;
        settings.pictures = self.pictures;
        settings.checks_only = self.checks_only;
        settings.standing_replies = self.standing_replies;
        settings.kernel = self.kernel;
        settings.proof_numbers = self.proof_numbers;
        settings.goal_is_end &= !ignored.contains(&"GoalIsEnd");
        settings.max_threat = settings.max_threat.filter(|&threat| threat_applies(threat, &schedule.play));
        settings.max_solutions = [settings.max_solutions, self.max_solutions].into_iter().flatten().min();
        let first_mover = schedule.first_mover();
        // A diagram that names the side to move gives it the first move of the play; otherwise the convention does.
        let exchanged_by_diagram =
            diagram.side_to_move.is_some_and(|side| side != first_mover) && !stipulation.is_proof_game();
        // Of structured play after the key, the side that is named has the move, so the other one attacks.
        let is_other_attacker = matches!(stipulation, Stipulation::Structured { .. })
            && problem.options.post_key_play
            && begins_with_attack(&schedule.play);
        let numbered = if exchanged_by_diagram != is_other_attacker { !schedule.side } else { schedule.side };
        let listener = self.listener.as_ref();
        let setting =
            Setting { problem, numbered, settings: &settings, limits, table_bytes: self.table_bytes, listener, root };
        let options = &problem.options;
        let exchanged = problem.rules.with_sides_exchanged();
        let [rules, rules_exchanged] = rules_of_sides(problem, &exchanged);
        // Of the men of a proof game or `a=>b`, those in the position to be reached have to be known too.
        let is_for_bitboards = diagram.is_for_bitboards() && problem.diagram.is_for_bitboards();
        let begins = twin.clone();
        let begin = || listener.into_iter().for_each(|listener| listener.twin(&begins));
        match problem.rules.bitboards().filter(|_| self.bitboards && is_for_bitboards) {
            Some(rules) => {
                begin();
                setting.solve_sides(&schedule.play, &mut twin, &|mover, _| {
                    OrthodoxPosition::new(&diagram, mover, rules)
                        .without_castling(&options.no_castling)
                        .with_exclusive_castling(&options.castling_mutually_exclusive)
                });
            }
            None => {
                let book_of = |rules: &RuleSet| {
                    let book = assemble(&diagram, rules).map_err(|conflict| SolveError::Rules(conflict.into()))?;
                    Ok(RuleBook { shortcuts: self.shortcuts, ..book })
                };
                let book = book_of(rules)?;
                let exchanged_book = match options.duplex {
                    Duplex::No => None,
                    Duplex::Yes | Duplex::Half => Some(book_of(rules_exchanged)?),
                };
                begin();
                setting.solve_sides(&schedule.play, &mut twin, &|mover, exchanged| {
                    let book = exchanged_book.as_ref().filter(|_| exchanged).unwrap_or(&book);
                    FairyPosition::new(book, &diagram, mover)
                        .with_clock(&limits.clock)
                        .without_castling(&options.no_castling)
                        .with_exclusive_castling(&options.castling_mutually_exclusive)
                });
            }
        }
        if limits.is_expired() {
            twin.cut = Some(match (limits.clock.is_cancelled(), limits.is_full()) {
                (true, _) => Cut::Interrupted,
                (false, true) => Cut::Memory,
                (false, false) => Cut::Time,
            });
        } else if twin.cut.is_none() && settings.numbers_first_moves() {
            twin.cut = Some(Cut::MoveNumbers);
        } else if twin.cut.is_none() && limits.has_stopped_short() {
            twin.cut = Some(Cut::ShortSolutions);
        }
        if let Some(listener) = listener {
            listener.end_twin(&twin);
        }
        Ok(twin)
    }
}

/// A position to solve, for whichever engine.
struct Setting<'a> {
    problem: &'a Problem,
    /// The side whose moves are numbered, before the sides are exchanged.
    numbered: Color,
    settings: &'a SearchSettings,
    limits: &'a Limits,
    table_bytes: usize,
    listener: Option<&'a Arc<dyn Listener>>,
    root: Option<&'a Root>,
}

impl Setting<'_> {
    /// Solves for the one side, the other, or both, as the options say. `begin` is the diagram with a side to move.
    fn solve_sides<P: Position>(
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

impl<P: Position> Stage<'_, P> {
    fn solve(&self, play: &Play, twin: &mut TwinSolution) {
        let mut tasks = Tasks::default();
        let mut branches = Vec::new();
        top_branches(play, &mut |branch| branches.push(tasks.add_at_root(branch)));
        let table = Table::new(self.table_bytes);
        let target = target(play)
            .filter(|_| self.settings.bounds)
            .map(|placement| (self.begin)(self.numbered, self.exchanged).target(&placement));
        let shared = Shared {
            tasks: &tasks,
            target,
            table: &table,
            limits: self.limits,
            settings: self.settings,
            memos: Memos::default(),
            teamwork: Teamwork::default(),
            is_joined: !matches!(play, Play::Branch(_)),
        };
        if self.limits.crew.threads() > 1 && tasks.longest() > OFFER_LENGTH {
            with_helpers(&shared, || self.solve_play(play, &branches, &shared, twin));
        } else {
            self.solve_play(play, &branches, &shared, twin);
        }
    }

    fn solve_play(&self, play: &Play, branches: &[(TaskId, bool)], shared: &Shared<P>, twin: &mut TwinSolution) {
        // After the key there is no set play any more.
        if self.problem.options.set_play
            && !branches.iter().any(|&(id, _)| self.begins_after_key(shared.tasks.stretch(id)))
        {
            self.limits.progress.begin(format!("{} set play", twin.label).trim().to_string());
            let groups: Vec<Group> =
                branches.iter().filter_map(|&(id, other)| self.set_play(shared, id, other)).collect();
            // What is left of a series that leads to reciprocal play is begun by the side that plays the series: by its
            // second half-move.
            let begins = groups.first().and_then(|group| group.nodes.first()).map(|node| node.record.mover.color);
            let is_series = |&(id, _): &(TaskId, bool)| shared.tasks.stretch(id).branch.reply != Reply::Moves;
            let is_begun_by_series = branches.iter().any(is_series) && begins == Some(self.numbered);
            let numbered = if is_begun_by_series { !self.numbered } else { self.numbered };
            self.add_phase(PhaseKind::SetPlay, numbered, groups, twin);
        }
        self.limits.progress.begin(format!("{} play", twin.label).trim().to_string());
        let mut groups = Vec::new();
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
                twin.notes.push(Note::KingCanBeCaptured);
                return;
            }
            groups.push(self.play(shared, id, &mut position));
            // Each of the joined branches needs solutions, so the number that is asked for is asked of each.
            if self.limits.max_solutions_reached() {
                twin.cut = Some(Cut::MaxSolutions);
                self.limits.begin_phase();
            }
        }
        let (_, groups) = told_groups(play, &mut groups.into_iter());
        self.add_phase(PhaseKind::Play, self.numbered, groups, twin);
    }

    fn add_phase(&self, kind: PhaseKind, numbered: Color, groups: Vec<Group>, twin: &mut TwinSolution) {
        if self.limits.max_solutions_reached() {
            twin.cut = Some(Cut::MaxSolutions);
        }
        self.limits.begin_phase();
        let is_cut_elsewhere = self.root.is_some_and(|root| root.moves.cut(root.twin).is_some());
        let is_cut = twin.cut.is_some() || self.limits.is_expired() || is_cut_elsewhere;
        let phase = Phase { groups, is_cut, numbered, ..self.phase(kind) };
        if let Some(listener) = self.listener {
            listener.phase(&phase);
        }
        twin.phases.push(phase);
    }

    fn phase(&self, kind: PhaseKind) -> Phase {
        Phase { kind, exchanged: self.exchanged, numbered: self.numbered, groups: Vec::new(), is_cut: false }
    }

    /// Where the play is told while it is found. Of branches that are joined it is known at the end only what is told.
    fn stream(&self, shared: &Shared<P>, kind: PhaseKind, group: &Group) -> Option<Arc<Stream>> {
        // A null move is not among the moves before another.
        let is_told = !shared.is_joined && !self.settings.null_moves;
        let listener = self.listener.filter(|_| is_told)?;
        let group = Group { nodes: Vec::new(), ..group.clone() };
        Some(Arc::new(Stream::new(listener.clone(), self.phase(kind), group)))
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
        let mut group =
            Group { style, annotation: Annotation::None, nodes: Vec::new(), first_number: 1, first_moves: Vec::new() };
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
            // A single turn that reaches the goal whatever is played says all by itself.
            Mode::Defence if branch.max == 1 && worker.battle(position, Turn::first(stretch)).unwrap_or(false) => {
                return group;
            }
            Mode::Defence if tell == Telling::Tree => {
                let Some(told) = worker.post_key_play(position, Turn::first(stretch)) else { return group };
                (group.annotation, group.nodes) = told;
            }
            Mode::Defence => {}
            Mode::Help => group.nodes = worker.root_lines(position, stretch),
        }
        worker.end_first_moves(&mut group);
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
        if let Some(nodes) = worker.forced_end(position, stretch, 0) {
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
        let n = worker.length_of_replies(position, turn).ok()?;
        Some(worker.defences(position, turn.within(n), None, tell))
    }

    /// The play if the side that does not begin had the move.
    fn set_play(&self, shared: &Shared<P>, id: TaskId, other: bool) -> Option<Group> {
        let stretch = shared.tasks.stretch(id);
        let branch = &stretch.branch;
        // Play that leaves out its first half-move leaves out one more.
        let mover = if other || branch.begun_by_reply { self.numbered } else { !self.numbered };
        let mut position = (self.begin)(mover, self.exchanged);
        if position.can_capture_king() {
            return None;
        }
        let mut worker = Worker::new(shared, Vec::new());
        let (style, _) = self.telling(stretch);
        let mut group =
            Group { style, annotation: Annotation::None, nodes: Vec::new(), first_number: 1, first_moves: Vec::new() };
        worker.stream = self.stream(shared, PhaseKind::SetPlay, &group);
        let is_help = (branch.mode, branch.reply) == (Mode::Help, Reply::Moves);
        worker.root = self.root(true).filter(|_| is_help);
        match (branch.mode, branch.reply) {
            (Mode::Help, Reply::Moves) if branch.begun_by_reply => {
                group.nodes = worker.lines_after_reply(&mut position, stretch);
            }
            (Mode::Help, Reply::Moves) => {
                group.nodes = worker.lines_from_reply(&mut position, stretch);
            }
            (_, Reply::Passes | Reply::Parries) => {
                let fork = stretch.forks[0].filter(|&fork| !matches!(shared.tasks.get(fork), Task::Goal(_)))?;
                group.nodes = match worker.holds(&mut position, fork) {
                    Ok(true) => worker.unfold(&mut position, fork, Telling::Lines),
                    Ok(false) => worker.violations_of(&mut position, fork),
                    Err(_) => Vec::new(),
                };
                if group.nodes.is_empty() {
                    return None;
                }
                // The half-move before it is the series, whose moves are the numbered ones.
                group.nodes.iter_mut().for_each(|node| node.renumbered = false);
            }
            (Mode::Attack, Reply::Moves) => {
                let mut look = || self.set_play_of_battle(&mut worker, &mut position, stretch);
                group.nodes = match self.root(true) {
                    None => look()?,
                    Some(root) => root.told(self.limits, (branch.max, 0), || look().unwrap_or_default()),
                };
            }
            (Mode::Defence, Reply::Moves) => return None,
        }
        worker.end_first_moves(&mut group);
        Some(group)
    }
}

/// The position that a proof game has to reach.
fn target(play: &Play) -> Option<Arc<Placement>> {
    let mut found = None;
    play.for_each_goal(&mut |goal| {
        if let Goal::Diagram(placement) | Goal::AToB(placement) = goal {
            found = Some(placement.clone());
        }
    });
    found
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
            if first && second { (true, told) } else { (false, Vec::new()) }
        }
        Play::Or(a, b) => {
            let (first, second) = (told_groups(a, groups), told_groups(b, groups));
            if first.0 { first } else { second }
        }
    }
}

#[cfg(test)]
mod tests;
