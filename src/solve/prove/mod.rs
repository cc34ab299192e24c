//! Proves whether play succeeds from a position: yes, no, or cut by a limit.
//!
//! Start with [`Prover::holds`], which takes any kind of play. Then read [`battle`] and [`help`].

mod battle;
pub mod facts;
mod help;
mod proof_numbers;
pub mod seeking;
pub mod shared_moves;
pub mod table;

use crate::position::{FinalPositionBudget, Left, Oracle, ProofGameBudget, Resources};
use crate::problem::{Mode, Reply};
use crate::solve::division::others::SharedFacts;
use crate::solve::limits::{Interrupted, Limits, Meter};
use crate::solve::prove::facts::{Fact, Proved};
use crate::solve::prove::table::{LocalTable, Table};
use crate::solve::settings::SearchSettings;
use crate::solve::setup::pending_goals::{GoalRegions, PendingGoals};
use crate::solve::setup::task::{Constraint, Stage, Task, TaskId, Tasks};
use crate::solve::setup::turn::{Beginning, Turn};
use crate::solve::stats::Stats;
use crate::solve::techniques::Technique;
use crate::solve::threads::marks::Marks;
use crate::units::{Color, Goal};
use std::sync::{Arc, Mutex};

/// State shared by all workers of a problem.
pub struct Shared<'a, P: Oracle> {
    pub tasks: &'a Tasks,
    /// Final position of a proof game, prepared by the engine. `None` in other play.
    pub target: Option<P::Target>,
    pub table: &'a Table,
    pub limits: &'a Limits,
    pub settings: &'a SearchSettings,
    pub memos: Memos<(P::Memo, LocalTable)>,
    pub tries: [[Arc<FinalPositionBudget>; 2]; 2],
    /// Marks of the positions that the workers are searching.
    pub marks: Marks,
    /// Exchange of facts with the other runs of a divided problem. `None` if the problem is not divided.
    pub others: Option<SharedFacts>,
    /// Whether the play is joined from several branches by `and` or `or`.
    pub is_joined: bool,
}

pub struct Prover<'a, P: Oracle> {
    pub shared: &'a Shared<'a, P>,
    pub meter: Meter<'a>,
    /// The moves from the diagram to the current position. Some goals depend on the squares that men had in the
    /// diagram.
    pub path: Vec<P::Move>,
    /// Generated moves of the current line: those of each ply follow those of the ply before.
    pub moves: Vec<P::Move>,
    /// Buffer for keys that are looked up in the table. A nested search overwrites it.
    pub keys: Vec<u128>,
    /// What is left of the limit of option NonTrivial: how many further defences without a quick answer the attacker
    /// may allow. One such defence in each position is not counted.
    pub non_trivial_left: u16,
    /// Killer moves by number of plies left: the move that decided the latest position with this number.
    pub killers: Vec<Option<P::Move>>,
    /// The engine's memory for lower bounds and the table of positions near the end of the play, taken at first use.
    /// While this worker waits, other workers may use them.
    pub memos: Option<(P::Memo, LocalTable)>,
    /// Memory of the engine's two-mover search.
    pub kernel: P::TwoMoverMemo,
    pub stats: Stats,
    /// The regions in which the goals of the current branch may still be reached, narrowed by the lower bounds of this
    /// position and of earlier ones.
    pub scopes: GoalRegions<P::Scope>,
}

impl<P: Oracle> Drop for Prover<'_, P> {
    fn drop(&mut self) {
        self.lend_memos();
        self.shared.limits.add_stats(&self.stats);
    }
}

/// A pool of workers' memories, such as the engine's memory for lower bounds. A worker that ends or waits puts its
/// memory into the pool, and another worker takes it.
pub struct Memos<M>(Mutex<Vec<M>>);

impl<M> Memos<M> {
    fn take(&self) -> Option<M> {
        self.0.lock().ok().and_then(|mut memos| memos.pop())
    }

    fn put(&self, memo: M) {
        if let Ok(mut memos) = self.0.lock() {
            memos.push(memo);
        }
    }
}

impl<M> Default for Memos<M> {
    fn default() -> Memos<M> {
        Memos(Mutex::default())
    }
}

/// Returns the memories of a prover ([`Prover::memos`]). At first use, takes them from the pool or makes new ones.
pub fn memos_of<'m, P: Oracle>(
    shared: &Shared<'_, P>,
    memos: &'m mut Option<(P::Memo, LocalTable)>,
) -> &'m mut (P::Memo, LocalTable) {
    memos.get_or_insert_with(|| {
        let bytes = shared.limits.bytes_of_thread();
        let means = || Resources {
            bytes: bytes - bytes / 8,
            threads: shared.limits.share.number(),
            pictures: shared.settings.has(Technique::FinalPositions),
            pool: shared.limits.pool(),
            clock: shared.limits.clock.clone(),
            tries: shared.tries.clone(),
        };
        shared.memos.take().unwrap_or_else(|| (P::memo(&means()), LocalTable::of_bytes(bytes / 8)))
    })
}

/// Least number of plies left at which the attacker first tries the moves that leave the fewest replies. This order
/// finds a success sooner. With fewer plies left, counting the replies takes longer than it saves.
const FEWEST_REPLIES_FIRST: u16 = 5;

/// State of the mover before a move. It matters only for goals that a move may reach while leaving the mover's king in
/// check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoverState {
    /// The mover had a legal move, or no goal depends on the state.
    None,
    /// The mover had no legal move and was not mated.
    Immobile,
    Mated,
}

/// A filter that omits moves which cannot lead to the goal.
pub enum MoveFilter<'a> {
    No,
    /// Omits moves after which the position of a proof game is out of reach.
    Towards(ProofGameBudget),
    /// Omits moves after which the pending goals are out of reach. Contains these goals, the side that makes the last
    /// move of the branch, and the moves left.
    WithinReach(&'a PendingGoals, Color, Left),
}

pub type Answer<T = bool> = Result<T, Interrupted>;

/// Calls `f` in the position in which the branch begins: the present one, or the position after a pass if the branch
/// begins with the other side. Returns `otherwise` if the passing side is in check.
pub fn in_turn<P: Oracle, R>(
    position: &mut P,
    stage: &Stage,
    otherwise: R,
    f: impl FnOnce(&mut P) -> Answer<R>,
) -> Answer<R> {
    if !stage.branch.other_side {
        f(position)
    } else if position.is_check() {
        Ok(otherwise)
    } else {
        position.with_pass(f)
    }
}

/// Calls `f` in the position after the second side of a series has passed. Returns `otherwise` if that side may not
/// pass, because it is in check or because fewer than two plies are left.
pub fn help_pass<P: Oracle, R>(
    position: &mut P,
    turn: Turn<'_>,
    otherwise: R,
    f: impl FnOnce(&mut P) -> Answer<R>,
) -> Answer<R> {
    debug_assert!(turn.stage.branch.reply != Reply::Moves);
    if turn.n < 2 || position.is_check() { Ok(otherwise) } else { position.with_pass(f) }
}

impl<'a, P: Oracle> Prover<'a, P> {
    pub fn new(shared: &'a Shared<'a, P>, path: Vec<P::Move>) -> Prover<'a, P> {
        let non_trivial_left = shared.settings.non_trivial.map_or(0, |(additional, _)| additional);
        Prover {
            shared,
            meter: Meter::new(shared.limits),
            path,
            moves: Vec::with_capacity(512),
            keys: Vec::new(),
            non_trivial_left,
            killers: Vec::new(),
            memos: None,
            kernel: P::TwoMoverMemo::default(),
            stats: Stats::default(),
            scopes: GoalRegions::default(),
        }
    }

    /// Puts the memories of this prover ([`Prover::memos`]) into the pool, from which other workers take them.
    pub fn lend_memos(&mut self) {
        if let Some(memos) = self.memos.take() {
            self.shared.memos.put(memos);
        }
    }

    pub fn tasks(&self) -> &'a Tasks {
        self.shared.tasks
    }

    /// Whether the play `task` succeeds. The play begins with the side to move.
    pub fn holds(&mut self, position: &mut P, task: TaskId) -> Answer {
        match self.tasks().get(task) {
            Task::Goal(goal) => Ok(position.reached(goal, &self.path)),
            Task::Not(task) => Ok(!self.holds(position, *task)?),
            Task::And(a, b) => Ok(self.holds(position, *a)? && self.holds(position, *b)?),
            Task::Or(a, b) => Ok(self.holds(position, *a)? || self.holds(position, *b)?),
            Task::Stage(stage) => {
                let outer = std::mem::take(&mut self.scopes);
                let answer = in_turn(position, stage, false, |position| match stage.branch.mode {
                    Mode::Attack | Mode::Defence => self.battle(position, Turn::first(stage)),
                    Mode::Help => match self.beginning(position, stage)? {
                        Beginning::Solved => Ok(true),
                        Beginning::Over => Ok(false),
                        Beginning::Open => {
                            for n in stage.branch.min..=stage.branch.max {
                                if self.help_exists(position, Turn::of_help(stage, 0, n))? {
                                    return Ok(true);
                                }
                            }
                            Ok(false)
                        }
                    },
                });
                self.scopes = outer;
                answer
            }
        }
    }

    /// Returns `Err` if the engine's answers may be unreliable. Called before moves that depend on such answers are
    /// printed.
    pub fn is_sure(&self) -> Answer<()> {
        self.shared.limits.are_answers_sure()
    }

    /// Stores a fact in the table. Also reports it to other runs if its proof took long.
    pub fn remember(&self, key: u128, (n, proved): (u16, Proved), nodes: u64) {
        self.shared.table.store(key, nodes, |facts| proved.join(facts, n));
        if let Some(others) = self.shared.others.as_ref().filter(|_| nodes >= P::LEAST_SHARED_NODES) {
            others.share(self.shared.table, Fact { table: 0, key, n, proved, nodes });
        }
    }

    /// Plays `m`, appends it to the path, and calls `f` in the position after `m`.
    fn playing<R>(&mut self, position: &mut P, m: P::Move, f: impl FnOnce(&mut Self, &mut P) -> R) -> R {
        self.path.push(m);
        let result = position.with_move(m, |after| f(self, after));
        self.path.pop();
        result
    }

    // ── moves ────────────────────────────────────────────────────────────────────────────────────────────

    /// Tries the moves of a turn until one decides the result ([`Prover::decides`]), with the moves `hints` first.
    /// Returns whether one decides, and how many of the tried moves were legal.
    pub fn first_decided(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        mover_state: MoverState,
        filter: MoveFilter<'_>,
        hints: [Option<P::Move>; 2],
    ) -> Answer<(bool, usize)> {
        let self_check = turn.allows_self_check();
        let mut tried = [None; 2];
        let mut legal = 0;
        // Moves that are likely to decide are played before the others are generated, so that mostly the others are not
        // needed.
        for (tried, hint) in tried.iter_mut().zip(hints) {
            let Some(m) = hint.filter(|_| !self_check) else { continue };
            self.path.push(m);
            let decided = position.with_move_if_legal(m, |after| {
                self.meter.tick()?;
                self.decides(after, turn, false, mover_state)
            });
            self.path.pop();
            if let Some(decided) = decided {
                legal += 1;
                *tried = Some(m);
                if decided? == Some(true) {
                    return Ok((true, legal));
                }
            }
        }
        let base = self.moves.len();
        self.generate(position, turn, filter)?;
        self.leave_out_known(position, turn, base);
        let count = self.moves.len() - base;
        if turn.stage.branch.mode != Mode::Help
            && turn.stage.is_attack(turn.side_index)
            && turn.n >= FEWEST_REPLIES_FIRST
        {
            self.moves[base..].sort_by_cached_key(|&m| position.with_move(m, |after| after.count_legal_moves()));
        }
        if let Some(found) = hints[1].and_then(|m| self.moves[base..].iter().position(|&other| other == m)) {
            self.moves.swap(base, base + found);
        }
        // In help play the result of one move says little about the others, so all moves are shared. In battle play the
        // first move often decides, so it is tried alone.
        let shared_from = match self.shares_moves(turn) {
            false => count,
            true if turn.stage.branch.mode == Mode::Help => 0,
            true => 1,
        };
        let mut decided = None;
        for i in base..base + count {
            let m = self.moves[i];
            if tried.contains(&Some(m)) {
                continue;
            }
            if legal >= shared_from && base + count - i > 1 {
                let rest = self.moves[i..base + count].iter().copied().filter(|&m| !tried.contains(&Some(m))).collect();
                legal = count;
                decided = self.first_decided_of(position, turn, rest)?;
                break;
            }
            self.meter.tick()?;
            self.path.push(m);
            let decides = position.with_move(m, |after| {
                let exposed = self_check && after.can_capture_king();
                self.decides(after, turn, exposed, mover_state)
            });
            self.path.pop();
            let decides = decides?;
            legal += usize::from(decides.is_some());
            if decides == Some(true) {
                decided = Some(m);
                break;
            }
        }
        self.moves.truncate(base);
        if let Some(m) = decided {
            self.remember_killer(usize::from(turn.n), m);
        }
        Ok((decided.is_some(), legal))
    }

    /// Appends to `self.moves` those moves of the turn that pass the filter.
    fn generate(&mut self, position: &P, turn: Turn<'_>, filter: MoveFilter<'_>) -> Answer<()> {
        if turn.allows_self_check() {
            position.self_check_moves(&mut self.moves);
            return Ok(());
        }
        match (filter, &self.shared.target) {
            (MoveFilter::Towards(left), Some(target)) => {
                self.meter.look_at_clock()?;
                position.moves_towards(target, left, &mut self.moves);
            }
            (MoveFilter::WithinReach(ahead, last, left), _) => {
                let (memo, _) = memos_of(self.shared, &mut self.memos);
                position.moves_within_reach(
                    ahead.needed(last, left, &self.scopes, P::is_foreseen),
                    memo,
                    &mut self.moves,
                );
            }
            _ => position.legal_moves(&mut self.moves),
        }
        Ok(())
    }

    /// Stores `m` as the killer move for `n` plies left.
    fn remember_killer(&mut self, n: usize, m: P::Move) {
        if self.killers.len() <= n {
            self.killers.resize(n + 1, None);
        }
        self.killers[n] = Some(m);
    }

    /// Removes from `self.moves` the moves from index `base` on after which, as the table proves, the mover does not
    /// succeed. All entries are requested together, so that the processor need not wait for each. If few moves are
    /// played, this waiting would take most of the time.
    fn leave_out_known(&mut self, position: &mut P, turn: Turn<'_>, base: usize) {
        let Turn { stage, n, least, .. } = turn;
        let is_help = stage.branch.mode == Mode::Help;
        // The attacker's shorter play was searched first, so no move of the attacker ends the play here.
        let least_help = if P::TABLES_LEAVES { 2 } else { 3 };
        let is_asked = if is_help { n >= least_help } else { turn.is_attack() && n >= 4 && n - 2 >= least };
        if !is_asked
            || !P::FORESEES_KEYS
            || !stage.is_tabled()
            || turn.allows_self_check()
            || stage.branch.reply != Reply::Moves
            || !self.shared.table.is_in_use()
        {
            return;
        }
        let next = turn.next();
        let salt = if is_help { stage.salt(next.side_index, next.n / 48) } else { self.battle_salt(next) };
        self.keys.clear();
        position.keys_after(&self.moves[base..], &mut self.keys);
        let mut kept = base;
        for (i, &key) in self.keys.iter().enumerate() {
            let facts = self.shared.table.probe(key ^ salt);
            let is_known = if is_help { facts.is_empty_at(next.n) } else { facts.wins_within(next.n) == Some(false) };
            if is_known {
                self.stats.ask_table(facts, true);
            } else {
                self.moves[kept] = self.moves[base + i];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Whether the move just made decides the result for its mover: the attacker succeeds, the defender refutes, or
    /// help play has a solution. Returns `None` if the move is illegal, because it leaves the mover's king in check
    /// (`exposed`) and does not end the play. `mover_state` is the state of the mover before the move.
    pub fn decides(
        &mut self,
        after: &mut P,
        turn: Turn<'_>,
        exposed: bool,
        mover_state: MoverState,
    ) -> Answer<Option<bool>> {
        match turn.stage.branch.mode {
            Mode::Help => Ok(Some(self.leads_to_solution(after, turn, exposed, mover_state)?)),
            Mode::Attack | Mode::Defence => {
                let succeeds = self.attack_goes_on(after, turn, exposed, mover_state)?;
                let attack = turn.stage.is_attack(turn.side_index);
                // A move into check that ends the play is legal, even as the only move. If it does not end the play, it
                // is no defence.
                Ok((succeeds || !exposed).then_some(succeeds == attack))
            }
        }
    }

    /// Whether the fork of the turn succeeds: the goal or other play that is tested after the move just made. `exposed`
    /// is whether the move has left the mover's king in check, and `mover_state` is the state of the mover before it.
    pub fn fork_holds(&mut self, after: &mut P, turn: Turn<'_>, exposed: bool, mover_state: MoverState) -> Answer {
        let Some(fork) = turn.fork() else { return Ok(false) };
        if turn.allows_self_check() {
            return self.self_check_fork_holds(after, fork, exposed, mover_state);
        }
        self.holds(after, fork)
    }

    fn self_check_fork_holds(&mut self, after: &mut P, task: TaskId, exposed: bool, mover_state: MoverState) -> Answer {
        match self.tasks().get(task) {
            Task::Goal(Goal::CounterMate) if mover_state != MoverState::Mated => Ok(false),
            // A side without a legal move cannot complete a double mate by a move into check.
            Task::Goal(Goal::DoubleMate) if mover_state != MoverState::None => Ok(false),
            Task::Goal(goal) if exposed && !goal.allows_self_check() => Ok(false),
            Task::Not(task) => Ok(!self.self_check_fork_holds(after, *task, exposed, mover_state)?),
            Task::And(a, b) => Ok(self.self_check_fork_holds(after, *a, exposed, mover_state)?
                && self.self_check_fork_holds(after, *b, exposed, mover_state)?),
            Task::Or(a, b) => Ok(self.self_check_fork_holds(after, *a, exposed, mover_state)?
                || self.self_check_fork_holds(after, *b, exposed, mover_state)?),
            Task::Stage(_) if exposed => Ok(false),
            _ => self.holds(after, task),
        }
    }

    /// Returns the mover state before a move of this turn, or [`MoverState::None`] if no goal after the move depends on
    /// it.
    pub fn mover_state(&self, position: &P, turn: Turn<'_>) -> MoverState {
        if !turn.allows_self_check() || position.has_legal_move() {
            MoverState::None
        } else if position.is_mate() {
            MoverState::Mated
        } else {
            MoverState::Immobile
        }
    }

    /// Whether the stipulation's constraint that is tested before the move of the turn is satisfied, if there is one.
    pub fn may_go_on(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        match turn.stage.constraints[1 - turn.side_index] {
            Some(Constraint { task, about_the_move: false }) => self.holds(position, task),
            _ => Ok(true),
        }
    }

    /// Whether the stipulation's constraint that is tested after the move of the turn is satisfied, if there is one.
    pub fn move_is_allowed(&mut self, after: &mut P, turn: Turn<'_>) -> Answer {
        let Turn { stage, side_index, n, .. } = turn;
        let leads_on = turn.fork().is_some_and(|fork| !self.tasks().is_of_goals(fork));
        if n == 1 && stage.branch.reply == Reply::Moves && !leads_on {
            // In help play, the last move need not satisfy the constraint, except if other play follows.
            return Ok(true);
        }
        // If other play follows, no later move of this branch tests the constraint.
        let is_last = n == 1 && leads_on && stage.branch.mode == Mode::Help;
        match stage.constraints[side_index] {
            Some(Constraint { task, about_the_move }) if about_the_move || is_last => self.holds(after, task),
            _ => Ok(true),
        }
    }

    /// Whether option GoalIsEnd ends the play without success, because the move just made reaches a goal of the other
    /// side, or reaches a goal too early.
    pub fn ends_by_wrong_side(&self, after: &P, turn: Turn<'_>) -> bool {
        let reached = |goals: &[Goal]| goals.iter().any(|goal| after.reached(goal, &self.path));
        self.shared.settings.goal_is_end
            && (reached(&turn.stage.others_goals[turn.side_index])
                || turn.side_index == 0 && turn.n > 1 && reached(&turn.stage.goals_after_series))
    }
}
