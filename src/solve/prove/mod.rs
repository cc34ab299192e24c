//! Proving: does the play succeed from here? The answer is yes, no, or "cut by a limit".
//!
//! Start with [`Prover::holds`], which takes any play, then read [`battle`] and [`help`].

mod battle;
pub mod facts;
mod help;
mod proof_numbers;
pub mod seeking;
pub mod shared_moves;
pub mod table;

use crate::position::{Left, Means, MovesLeft, Oracle, Tries};
use crate::problem::{Mode, Reply};
use crate::solve::limits::{Interrupted, Limits, Meter};
use crate::solve::machines::others::Others;
use crate::solve::prove::facts::{Fact, Proved};
use crate::solve::prove::table::{Near, Table};
use crate::solve::settings::SearchSettings;
use crate::solve::setup::ahead::{Ahead, Scopes};
use crate::solve::setup::task::{CompiledBranch, Constraint, Task, TaskId, Tasks};
use crate::solve::setup::turn::{Beginning, Turn};
use crate::solve::stats::Stats;
use crate::solve::techniques::Technique;
use crate::solve::threads::marks::Marks;
use crate::units::{Color, Goal};
use std::sync::{Arc, Mutex};

/// What all workers of a problem share.
pub struct Shared<'a, P: Oracle> {
    pub tasks: &'a Tasks,
    /// The position that a proof game has to reach.
    pub target: Option<P::Target>,
    pub table: &'a Table,
    pub limits: &'a Limits,
    pub settings: &'a SearchSettings,
    pub memos: Memos<(P::Memo, Near)>,
    /// What all of them have done to make final pictures.
    pub tries: [[Arc<Tries>; 2]; 2],
    /// The positions under search.
    pub marks: Marks,
    /// Those who work at other parts of a problem that is cut.
    pub others: Option<Others>,
    /// Several branches are joined at the beginning.
    pub is_joined: bool,
}

pub struct Prover<'a, P: Oracle> {
    pub shared: &'a Shared<'a, P>,
    pub meter: Meter<'a>,
    /// The moves from the diagram to here, for the goals that ask where a unit came from.
    pub path: Vec<P::Move>,
    /// Generated moves of all plies under way, one stretch behind the other.
    pub moves: Vec<P::Move>,
    /// Keys to be looked up in the table, between two calls of the search.
    pub keys: Vec<u128>,
    /// Option NonTrivial: how many more defences than one may still be left without a quick answer.
    pub non_trivial_left: u16,
    /// By half-moves left: the move that decided the last node there.
    pub deciders: Vec<Option<P::Move>>,
    /// Taken when they are needed first, and given back while others work in this one's place.
    pub memos: Option<(P::Memo, Near)>,
    /// What the engine remembers of mates in two.
    pub kernel: P::TwoMoverMemo,
    pub stats: Stats,
    /// What the bounds have left of the goal of the stretch under way, in the position under way or before.
    pub scopes: Scopes<P::Scope>,
}

impl<P: Oracle> Drop for Prover<'_, P> {
    fn drop(&mut self) {
        self.lend_memos();
        self.shared.limits.add_stats(&self.stats);
    }
}

/// What workers leave behind for those that come after them.
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

/// What this prover remembers, or what another has left behind, or nothing yet.
pub fn memos_of<'m, P: Oracle>(
    shared: &Shared<'_, P>,
    memos: &'m mut Option<(P::Memo, Near)>,
) -> &'m mut (P::Memo, Near) {
    memos.get_or_insert_with(|| {
        let bytes = shared.limits.bytes_of_thread();
        let means = || Means {
            bytes: bytes - bytes / 8,
            threads: shared.limits.share.number(),
            pictures: shared.settings.has(Technique::FinalPositions),
            pool: shared.limits.pool(),
            clock: shared.limits.clock.clone(),
            tries: shared.tries.clone(),
        };
        shared.memos.take().unwrap_or_else(|| (P::memo(&means()), Near::of_bytes(bytes / 8)))
    })
}

/// With so many half-moves left the attacker looks first at the moves that leave the fewest replies: where one of them
/// succeeds, it is found sooner. Later there is less to gain than counting takes.
const FEWEST_REPLIES_FIRST: u16 = 5;

/// How the mover stood before his move: goals that leave his own king in check ask for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plight {
    /// He had a legal move, or nobody asks.
    None,
    /// He had none, and was not mated.
    Immobile,
    Mated,
}

/// Moves that need not be played.
pub enum Narrowed<'a> {
    No,
    /// Those after which the position of a proof game is out of reach.
    Towards(MovesLeft),
    /// Those after which the goal is out of reach.
    /// By the side that makes the last of the moves left.
    WithinReach(&'a Ahead, Color, Left),
}

pub type Answer<T = bool> = Result<T, Interrupted>;

/// Gives the turn to the side that begins the branch. Returns `otherwise` if that side cannot have it, because the other
/// would have to pass in check.
pub fn in_turn<P: Oracle, R>(
    position: &mut P,
    stretch: &CompiledBranch,
    otherwise: R,
    f: impl FnOnce(&mut P) -> Answer<R>,
) -> Answer<R> {
    if !stretch.branch.other_side {
        f(position)
    } else if position.is_check() {
        Ok(otherwise)
    } else {
        position.with_pass(f)
    }
}

/// The second letter of a series passes, if it may. Returns `otherwise` if it may not.
pub fn help_pass<P: Oracle, R>(
    position: &mut P,
    turn: Turn<'_>,
    otherwise: R,
    f: impl FnOnce(&mut P) -> Answer<R>,
) -> Answer<R> {
    debug_assert!(turn.stretch.branch.reply != Reply::Moves);
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
            deciders: Vec::new(),
            memos: None,
            kernel: P::TwoMoverMemo::default(),
            stats: Stats::default(),
            scopes: Scopes::default(),
        }
    }

    /// Leaves what it remembers to others, who work in its place.
    pub fn lend_memos(&mut self) {
        if let Some(memos) = self.memos.take() {
            self.shared.memos.put(memos);
        }
    }

    pub fn tasks(&self) -> &'a Tasks {
        self.shared.tasks
    }

    /// The play of `task` succeeds, the side to move being the one that has to begin it.
    pub fn holds(&mut self, position: &mut P, task: TaskId) -> Answer {
        match self.tasks().get(task) {
            Task::Goal(goal) => Ok(position.reached(goal, &self.path)),
            Task::Not(task) => Ok(!self.holds(position, *task)?),
            Task::And(a, b) => Ok(self.holds(position, *a)? && self.holds(position, *b)?),
            Task::Or(a, b) => Ok(self.holds(position, *a)? || self.holds(position, *b)?),
            Task::Branch(stretch) => {
                let outer = std::mem::take(&mut self.scopes);
                let answer = in_turn(position, stretch, false, |position| match stretch.branch.mode {
                    Mode::Attack | Mode::Defence => self.battle(position, Turn::first(stretch)),
                    Mode::Help => match self.beginning(position, stretch)? {
                        Beginning::Solved => Ok(true),
                        Beginning::Over => Ok(false),
                        Beginning::Open => {
                            for n in stretch.branch.min..=stretch.branch.max {
                                if self.help_exists(position, Turn::of_help(stretch, 0, n))? {
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

    /// What the position has answered so far is sure; asked before anything is told that depends on it.
    pub fn is_sure(&self) -> Answer<()> {
        self.shared.limits.are_answers_sure()
    }

    /// Keeps a fact under its key.
    pub fn remember(&self, key: u128, (n, proved): (u16, Proved), nodes: u64) {
        self.shared.table.store(key, nodes, |facts| proved.join(facts, n));
        if let Some(others) = self.shared.others.as_ref().filter(|_| nodes >= P::LEAST_TOLD) {
            others.tell(self.shared.table, Fact { table: 0, key, n, proved, nodes });
        }
    }

    /// Plays `m` and calls `f` in the position after it, with the move on the path.
    pub fn playing<R>(&mut self, position: &mut P, m: P::Move, f: impl FnOnce(&mut Self, &mut P) -> R) -> R {
        self.path.push(m);
        let result = position.with_move(m, |after| f(self, after));
        self.path.pop();
        result
    }

    // ── moves ────────────────────────────────────────────────────────────────────────────────────────────

    /// Tries the moves of a turn until one decides; the number counts those tried that can be played. `plight`: how the
    /// mover stands, where that matters.
    pub fn first_decided(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        plight: Plight,
        narrowed: Narrowed<'_>,
        hints: [Option<P::Move>; 2],
    ) -> Answer<(bool, usize)> {
        let self_check = turn.allows_self_check();
        let mut tried = [None; 2];
        let mut legal = 0;
        // What is likely to decide is played before the other moves are generated: they hardly ever have to be.
        for (tried, hint) in tried.iter_mut().zip(hints) {
            let Some(m) = hint.filter(|_| !self_check) else { continue };
            self.path.push(m);
            let decided = position.with_move_if_legal(m, |after| {
                self.meter.tick()?;
                self.decides(after, turn, false, plight)
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
        self.generate(position, turn, narrowed)?;
        self.leave_out_known(position, turn, base);
        let count = self.moves.len() - base;
        if turn.stretch.branch.mode != Mode::Help
            && turn.stretch.is_attack(turn.letter)
            && turn.n >= FEWEST_REPLIES_FIRST
        {
            self.moves[base..].sort_by_cached_key(|&m| position.with_move(m, |after| after.count_legal_moves()));
        }
        if let Some(found) = hints[1].and_then(|m| self.moves[base..].iter().position(|&other| other == m)) {
            self.moves.swap(base, base + found);
        }
        // In help play one move says little about the others; in battle play the first one often decides.
        let shared_from = match self.shares_moves(turn) {
            false => count,
            true if turn.stretch.branch.mode == Mode::Help => 0,
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
                self.decides(after, turn, exposed, plight)
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
            self.remember_decider(usize::from(turn.n), m);
        }
        Ok((decided.is_some(), legal))
    }

    /// Appends the moves of a turn that have to be played.
    fn generate(&mut self, position: &P, turn: Turn<'_>, narrowed: Narrowed<'_>) -> Answer<()> {
        if turn.allows_self_check() {
            position.self_check_moves(&mut self.moves);
            return Ok(());
        }
        match (narrowed, &self.shared.target) {
            (Narrowed::Towards(left), Some(target)) => {
                self.meter.look_at_clock()?;
                position.moves_towards(target, left, &mut self.moves);
            }
            (Narrowed::WithinReach(ahead, last, left), _) => {
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

    /// The move has decided a turn with so many half-moves left.
    fn remember_decider(&mut self, n: usize, m: P::Move) {
        if self.deciders.len() <= n {
            self.deciders.resize(n + 1, None);
        }
        self.deciders[n] = Some(m);
    }

    /// Leaves out the moves from `base` on after which the table knows that they do not decide: the attacker fails, or there
    /// is no solution. The table is asked about all of them in one go, so that the processor need not wait for one answer
    /// before it asks for the next; that takes most of the time where few of them are played.
    fn leave_out_known(&mut self, position: &mut P, turn: Turn<'_>, base: usize) {
        let Turn { stretch, n, least, .. } = turn;
        let is_help = stretch.branch.mode == Mode::Help;
        // Shorter play of the attacker was looked at first, and so his move does not end it.
        let least_help = if P::TABLES_LEAVES { 2 } else { 3 };
        let is_asked = if is_help { n >= least_help } else { turn.is_attack() && n >= 4 && n - 2 >= least };
        if !is_asked
            || !P::FORESEES_KEYS
            || !stretch.is_tabled()
            || turn.allows_self_check()
            || stretch.branch.reply != Reply::Moves
            || !self.shared.table.is_in_use()
        {
            return;
        }
        let next = turn.next();
        let salt = if is_help { stretch.salt(next.letter, next.n / 48) } else { self.battle_salt(next) };
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

    /// The move just made decides what its mover wants to show: that the attacker succeeds, or that he does not; in help
    /// play, that there is a solution. `None`: it leaves the own king in check and does not end the play, so it cannot be
    /// played. `exposed`: the own king is left in check; `plight`: how its mover stood before.
    pub fn decides(&mut self, after: &mut P, turn: Turn<'_>, exposed: bool, plight: Plight) -> Answer<Option<bool>> {
        match turn.stretch.branch.mode {
            Mode::Help => Ok(Some(self.leads_to_solution(after, turn, exposed, plight)?)),
            Mode::Attack | Mode::Defence => {
                let succeeds = self.attack_goes_on(after, turn, exposed, plight)?;
                let attack = turn.stretch.is_attack(turn.letter);
                // A move into check that ends the play may be the only move, but is no defence.
                Ok((succeeds || !exposed).then_some(succeeds == attack))
            }
        }
    }

    /// What the fork after the move just made asks for is reached.
    ///
    /// `plight`: how the mover stood before his move, which countermates and double mates ask for.
    pub fn fork_holds(&mut self, after: &mut P, turn: Turn<'_>, exposed: bool, plight: Plight) -> Answer {
        let Some(fork) = turn.fork() else { return Ok(false) };
        if turn.allows_self_check() {
            return self.self_check_fork_holds(after, fork, exposed, plight);
        }
        self.holds(after, fork)
    }

    fn self_check_fork_holds(&mut self, after: &mut P, task: TaskId, exposed: bool, plight: Plight) -> Answer {
        match self.tasks().get(task) {
            Task::Goal(Goal::CounterMate) if plight != Plight::Mated => Ok(false),
            // Who had no move left cannot double the mate by a move into check.
            Task::Goal(Goal::DoubleMate) if plight != Plight::None => Ok(false),
            Task::Goal(goal) if exposed && !goal.allows_self_check() => Ok(false),
            Task::Not(task) => Ok(!self.self_check_fork_holds(after, *task, exposed, plight)?),
            Task::And(a, b) => Ok(self.self_check_fork_holds(after, *a, exposed, plight)?
                && self.self_check_fork_holds(after, *b, exposed, plight)?),
            Task::Or(a, b) => Ok(self.self_check_fork_holds(after, *a, exposed, plight)?
                || self.self_check_fork_holds(after, *b, exposed, plight)?),
            Task::Branch(_) if exposed => Ok(false),
            _ => self.holds(after, task),
        }
    }

    /// How the side to move stands, where that matters for the goals of this letter.
    pub fn plight(&self, position: &P, turn: Turn<'_>) -> Plight {
        if !turn.allows_self_check() || position.has_legal_move() {
            Plight::None
        } else if position.is_mate() {
            Plight::Mated
        } else {
            Plight::Immobile
        }
    }

    /// The constraint that is tested before the move of the turn holds.
    pub fn may_go_on(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        match turn.stretch.constraints[1 - turn.letter] {
            Some(Constraint { task, about_the_move: false }) => self.holds(position, task),
            _ => Ok(true),
        }
    }

    /// The constraint that is tested after the move of the turn holds.
    pub fn move_is_allowed(&mut self, after: &mut P, turn: Turn<'_>) -> Answer {
        let Turn { stretch, letter, n, .. } = turn;
        let leads_on = turn.fork().is_some_and(|fork| !self.tasks().is_of_goals(fork));
        if n == 1 && stretch.branch.reply == Reply::Moves && !leads_on {
            // In help play the last move has nothing to make way for, unless other play follows.
            return Ok(true);
        }
        // Before other play nobody moves any more who would be asked otherwise.
        let is_last = n == 1 && leads_on && stretch.branch.mode == Mode::Help;
        match stretch.constraints[letter] {
            Some(Constraint { task, about_the_move }) if about_the_move || is_last => self.holds(after, task),
            _ => Ok(true),
        }
    }

    /// Option GoalIsEnd: the side that should not has reached the goal, or it is reached too early, so the play ends without
    /// success.
    pub fn ends_by_wrong_side(&self, after: &P, turn: Turn<'_>) -> bool {
        let reached = |goals: &[Goal]| goals.iter().any(|goal| after.reached(goal, &self.path));
        self.shared.settings.goal_is_end
            && (reached(&turn.stretch.others_goals[turn.letter])
                || turn.letter == 0 && turn.n > 1 && reached(&turn.stretch.goals_after_series))
    }
}
