//! One thread's search: does the play succeed from here? Answers are yes, no, or "cut by a limit".

use super::SearchSettings;
use super::limit::{Interrupted, Limits, Meter};
use super::stats::Stats;
use super::table::{Facts, Near, Table};
use super::task::{Ahead, Constraint, Stretch, Task, TaskId, Tasks};
use crate::position::{MovesLeft, Position};
use crate::problem::{Goal, Mode, Reply};
use crate::solution::Node;
use crate::units::Color;
use std::sync::Mutex;

/// What all workers of a problem share.
pub struct Shared<'a, P: Position> {
    pub tasks: &'a Tasks,
    /// The position that a proof game has to reach.
    pub target: Option<P::Target>,
    pub table: &'a Table,
    pub limits: &'a Limits,
    pub settings: &'a SearchSettings,
    pub memos: Memos<(P::Memo, Near)>,
}

pub struct Worker<'a, P: Position> {
    pub shared: &'a Shared<'a, P>,
    pub meter: Meter<'a>,
    /// The moves from the diagram to here, for the goals that ask where a unit came from.
    pub path: Vec<P::Move>,
    /// Generated moves of all plies under way, one stretch behind the other.
    moves: Vec<P::Move>,
    /// Option NonTrivial: how many more defences than one may still be left without a quick answer.
    non_trivial_left: u16,
    /// The side that moved before has passed (option NullMoves), so this one may not.
    pub after_null: bool,
    /// By half-moves left: the move that decided the last node there.
    deciders: Vec<Option<P::Move>>,
    /// Taken when they are needed first, and given back while others work in this one's place.
    memos: Option<(P::Memo, Near)>,
    stats: Stats,
    /// What the bounds have left of the goal of the stretch under way, in the position under way or before.
    scope: P::Scope,
}

impl<P: Position> Drop for Worker<'_, P> {
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

/// What this worker remembers, or what another has left behind, or nothing yet.
fn memos_of<'m, P: Position>(
    shared: &Shared<'_, P>,
    memos: &'m mut Option<(P::Memo, Near)>,
) -> &'m mut (P::Memo, Near) {
    memos.get_or_insert_with(|| {
        let bytes = shared.limits.bytes_of_thread();
        shared.memos.take().unwrap_or_else(|| (P::memo(bytes - bytes / 8), Near::of_bytes(bytes / 8)))
    })
}

/// Moves that need not be played.
enum Narrowed<'a> {
    No,
    /// Those after which the position of a proof game is out of reach.
    Towards(MovesLeft),
    /// Those after which the goal is out of reach for this side, with so many moves of White and Black.
    WithinReach(&'a Goal, Color, [u16; 2]),
}

pub type Answer<T = bool> = Result<T, Interrupted>;

impl<'a, P: Position> Worker<'a, P> {
    pub fn new(shared: &'a Shared<'a, P>, path: Vec<P::Move>) -> Worker<'a, P> {
        let non_trivial_left = shared.settings.non_trivial.map_or(0, |(additional, _)| additional);
        Worker {
            shared,
            meter: Meter::new(shared.limits),
            path,
            moves: Vec::with_capacity(512),
            non_trivial_left,
            after_null: false,
            deciders: Vec::new(),
            memos: None,
            stats: Stats::default(),
            scope: P::Scope::default(),
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
                let max = stretch.branch.max;
                let outer = std::mem::take(&mut self.scope);
                let answer = self.in_turn(position, stretch, false, |worker, position| match stretch.branch.mode {
                    Mode::Attack | Mode::Defence => worker.battle(position, stretch, 0, max, stretch.branch.min),
                    Mode::Help => {
                        if worker.needs_no_help(position, stretch)? {
                            return Ok(true);
                        }
                        for n in stretch.branch.min..=max {
                            if worker.help_exists(position, stretch, 0, n)? {
                                return Ok(true);
                            }
                        }
                        Ok(false)
                    }
                });
                self.scope = outer;
                answer
            }
        }
    }

    /// Gives the turn to the side that begins the branch; `otherwise` when that side cannot have it, because the
    /// other would have to pass in check.
    pub fn in_turn<R>(
        &mut self,
        position: &mut P,
        stretch: &Stretch,
        otherwise: R,
        f: impl FnOnce(&mut Self, &mut P) -> Answer<R>,
    ) -> Answer<R> {
        if !stretch.branch.other_side {
            f(self, position)
        } else if position.is_check() {
            Ok(otherwise)
        } else {
            position.with_pass(|position| f(self, position))
        }
    }

    /// Nothing more is to be looked for: time is up, or there are as many solutions as wanted.
    pub fn is_cut(&self) -> bool {
        self.shared.limits.is_expired() || self.shared.limits.max_solutions_reached()
    }

    /// Counts a move that is told against the memory: the node with what the allocator adds to it, and at the end of
    /// a line what its text will take.
    pub fn count_told(&self, node: &Node) {
        let text = if node.children.is_empty() { self.path.len() + 1 } else { 0 };
        self.shared.limits.tell(size_of::<Node>() * 7 / 4, text);
    }

    pub fn count_lines(&self, found: usize) {
        if let Some(wanted) = self.shared.settings.max_solutions {
            self.shared.limits.count_solutions(found as u64, wanted);
        }
    }

    // ── moves ────────────────────────────────────────────────────────────────────────────────────────────

    /// Calls `f` for the moves of a letter until it answers `Some`; the flag says that the own king is left in
    /// check, which only the goal reached at once excuses.
    fn first_decided<R>(
        &mut self,
        position: &mut P,
        self_check: bool,
        n: u16,
        narrowed: Narrowed<'_>,
        hints: [Option<P::Move>; 2],
        mut f: impl FnMut(&mut Self, &mut P, bool) -> Answer<Option<R>>,
    ) -> Answer<(Option<R>, usize)> {
        let mut tried = [None; 2];
        let mut legal = 0;
        // What is likely to decide is played before the other moves are generated: they hardly ever have to be.
        for (tried, hint) in tried.iter_mut().zip(hints) {
            let Some(m) = hint.filter(|_| !self_check) else { continue };
            self.path.push(m);
            let result = position.with_move_if_legal(m, |after| {
                self.meter.tick()?;
                f(self, after, false)
            });
            self.path.pop();
            if let Some(result) = result {
                legal += 1;
                *tried = Some(m);
                if let Some(result) = result? {
                    return Ok((Some(result), legal));
                }
            }
        }
        let base = self.moves.len();
        if self_check {
            position.self_check_moves(&mut self.moves);
        } else {
            match (narrowed, &self.shared.target) {
                (Narrowed::Towards(left), Some(target)) => position.moves_towards(target, left, &mut self.moves),
                (Narrowed::WithinReach(goal, mover, left), _) => {
                    let (memo, _) = memos_of(self.shared, &mut self.memos);
                    position.moves_within_reach(goal, mover, left, self.scope, memo, &mut self.moves);
                }
                _ => position.legal_moves(&mut self.moves),
            }
        }
        let count = self.moves.len() - base;
        if let Some(found) = hints[1].and_then(|m| self.moves[base..].iter().position(|&other| other == m)) {
            self.moves.swap(base, base + found);
        }
        for i in base..base + count {
            let m = self.moves[i];
            if tried.contains(&Some(m)) {
                continue;
            }
            self.meter.tick()?;
            self.path.push(m);
            let result = position.with_move(m, |after| {
                let exposed = self_check && after.can_capture_king();
                legal += usize::from(!exposed);
                f(self, after, exposed)
            });
            self.path.pop();
            if let Some(result) = result? {
                let n = usize::from(n);
                if self.deciders.len() <= n {
                    self.deciders.resize(n + 1, None);
                }
                self.deciders[n] = Some(m);
                self.moves.truncate(base);
                return Ok((Some(result), legal));
            }
        }
        self.moves.truncate(base);
        Ok((None, legal))
    }

    /// The legal moves (and, for goals that allow it, those into check) in the order in which they are told.
    pub fn told_moves(&self, position: &P, self_check: bool) -> Vec<P::Move> {
        let mut moves = Vec::new();
        if self_check {
            position.self_check_moves(&mut moves);
        } else {
            position.legal_moves(&mut moves);
        }
        moves.sort_by_cached_key(|&m| position.order(m));
        moves
    }

    /// What the fork after `letter` asks for is reached in the position after its move.
    ///
    /// `mated_before`: the mover was mated before his move, which a countermate asks for.
    pub fn fork_holds(
        &mut self,
        after: &mut P,
        stretch: &Stretch,
        letter: usize,
        exposed: bool,
        mated_before: bool,
    ) -> Answer {
        let Some(fork) = stretch.forks[letter] else { return Ok(false) };
        if stretch.self_check[letter] {
            return self.self_check_fork_holds(after, fork, exposed, mated_before);
        }
        self.holds(after, fork)
    }

    fn self_check_fork_holds(&mut self, after: &mut P, task: TaskId, exposed: bool, mated_before: bool) -> Answer {
        match self.tasks().get(task) {
            Task::Goal(Goal::CounterMate) => Ok(mated_before && after.reached(&Goal::CounterMate, &self.path)),
            Task::Goal(goal) if exposed && !goal.allows_self_check() => Ok(false),
            Task::Not(task) => Ok(!self.self_check_fork_holds(after, *task, exposed, mated_before)?),
            Task::And(a, b) => Ok(self.self_check_fork_holds(after, *a, exposed, mated_before)?
                && self.self_check_fork_holds(after, *b, exposed, mated_before)?),
            Task::Or(a, b) => Ok(self.self_check_fork_holds(after, *a, exposed, mated_before)?
                || self.self_check_fork_holds(after, *b, exposed, mated_before)?),
            Task::Branch(_) if exposed => Ok(false),
            _ => self.holds(after, task),
        }
    }

    /// The mover is mated, where that matters for the goals of this letter.
    pub fn mated_before(&self, position: &P, stretch: &Stretch, letter: usize) -> bool {
        stretch.self_check[letter] && position.is_mate()
    }

    /// The constraint that is tested before the move of `letter` holds.
    pub fn may_go_on(&mut self, position: &mut P, stretch: &Stretch, letter: usize) -> Answer {
        match stretch.constraints[1 - letter] {
            Some(Constraint { task, about_the_move: false }) => self.holds(position, task),
            _ => Ok(true),
        }
    }

    /// The constraint that is tested after the move of `letter` holds.
    pub fn move_is_allowed(&mut self, after: &mut P, stretch: &Stretch, letter: usize, n: u16) -> Answer {
        if n == 1 && stretch.branch.reply == Reply::Moves {
            // In help play the last move has nothing to make way for.
            return Ok(true);
        }
        match stretch.constraints[letter] {
            Some(Constraint { task, about_the_move: true }) => self.holds(after, task),
            _ => Ok(true),
        }
    }

    /// Option GoalIsEnd: the side that should not has reached the goal, so the play ends without success.
    pub fn ends_by_wrong_side(&self, after: &P, stretch: &Stretch, letter: usize) -> bool {
        self.shared.settings.goal_is_end
            && stretch.others_goals[letter].iter().any(|goal| after.reached(goal, &self.path))
    }

    // ── battle play ──────────────────────────────────────────────────────────────────────────────────────

    /// The attacker succeeds within `n` half-moves, after at least `least`, whoever is to move.
    pub fn battle(&mut self, position: &mut P, stretch: &Stretch, letter: usize, n: u16, least: u16) -> Answer {
        if !stretch.can_end_within(letter, n) || n < least {
            return Ok(false);
        }
        if !self.may_go_on(position, stretch, letter)? {
            return Ok(false);
        }
        if letter == 1 && stretch.branch.reply == Reply::Parries && !position.is_check() {
            return position.with_pass(|after| self.battle(after, stretch, 0, n - 1, least.saturating_sub(1)));
        }
        if n == 0 || n == 1 && !P::TABLES_LEAVES {
            return self.battle_moves(position, stretch, letter, n, least);
        }
        let key = self.battle_key(position, stretch, letter, least);
        let near = n == 2 && !P::TABLES_LEAVES;
        if stretch.tabled {
            let facts =
                if near { memos_of(self.shared, &mut self.memos).1.probe(key) } else { self.shared.table.probe(key) };
            let known = facts.wins_within(n);
            self.stats.table.count(known.is_some());
            if let Some(known) = known {
                return Ok(known);
            }
        }
        if n > 1 {
            self.stats.enter(n);
        }
        let before = self.meter.visited();
        // Shorter first: what succeeds in fewer moves is found sooner, and what is learnt on the way is kept.
        let shorter = n.checked_sub(2).filter(|&shorter| shorter >= least && stretch.is_attack(letter));
        let wins = shorter.map_or(Ok(false), |shorter| self.battle(position, stretch, letter, shorter, least))?
            || self.battle_moves(position, stretch, letter, n, least)?;
        if stretch.tabled {
            let add = |facts: Facts| facts.with_result(n, wins);
            if near && self.shared.table.is_in_use() {
                memos_of(self.shared, &mut self.memos).1.store(key, add);
            } else {
                self.shared.table.store(key, self.meter.visited() - before, add);
            }
        }
        Ok(wins)
    }

    /// Under this key the table knows what is left to be asked in battle play.
    fn battle_key(&self, position: &P, stretch: &Stretch, letter: usize, least: u16) -> u128 {
        position.key() ^ stretch.salt(letter, least) ^ u128::from(self.non_trivial_left) << 64
    }

    fn battle_moves(&mut self, position: &mut P, stretch: &Stretch, letter: usize, n: u16, least: u16) -> Answer {
        let attack = stretch.is_attack(letter);
        if n == 1
            && self.shared.settings.checks_only
            && let Some(goal) = &stretch.plain_goals[letter]
        {
            self.stats.enter(n);
            self.meter.tick()?;
            return Ok(if attack { position.can_reach(goal) } else { position.must_reach(goal) });
        }
        if attack
            && n == 2
            && self.shared.settings.checks_only
            && stretch.forks[letter].is_none()
            && stretch.branch.reply == Reply::Moves
            && stretch.constraints.iter().all(Option::is_none)
            && self.shared.settings.is_plain()
            && let Some(goal) = &stretch.plain_goals[1 - letter]
        {
            let mut tested = 0;
            let forced = position.can_force(goal, &mut tested);
            for _ in 0..tested {
                self.meter.tick()?;
            }
            return Ok(forced);
        }
        if !attack && self.is_restricted_out(position, stretch, letter, n, least)? {
            return Ok(false);
        }
        if !attack && let Some((_, trivial)) = self.shared.settings.non_trivial {
            return self.battle_with_few_non_trivial(position, stretch, letter, n, least, trivial);
        }
        self.battle_moves_freely(position, stretch, letter, n, least)
    }

    /// Options MaxFlightsquares and Threat: the attacker has left the king too many flights, or has no threat.
    fn is_restricted_out(&mut self, position: &mut P, stretch: &Stretch, letter: usize, n: u16, least: u16) -> Answer {
        let settings = self.shared.settings;
        if settings.max_flight_squares.is_some_and(|most| n >= 4 && position.flights() > usize::from(most)) {
            return Ok(true);
        }
        match settings.max_threat {
            Some(moves) if n > 1 && stretch.can_end_within(1 - letter, n - 1) && !position.is_check() => {
                let length = (2 * moves).saturating_sub((n - 1) % 2).min(n - 1);
                position.with_pass(|passed| {
                    Ok(!self.battle(passed, stretch, 1 - letter, length, least.saturating_sub(1))?)
                })
            }
            _ => Ok(false),
        }
    }

    /// Option NonTrivial: of the defences that are not met within `trivial` moves only one is free, the others count
    /// against a number for the whole play.
    fn battle_with_few_non_trivial(
        &mut self,
        position: &mut P,
        stretch: &Stretch,
        letter: usize,
        n: u16,
        least: u16,
        trivial: u16,
    ) -> Answer {
        // In direct play one move more: the last one is the mate itself.
        let ends_directly =
            stretch.forks[1 - letter].is_some_and(|fork| matches!(self.tasks().get(fork), Task::Goal(_)));
        let moves = trivial + u16::from(ends_directly);
        let quick = (2 * moves).saturating_sub((n - 1) % 2);
        if n - 1 <= quick {
            return self.battle_moves_freely(position, stretch, letter, n, least);
        }
        let mut non_trivial = 0;
        for m in self.told_moves(position, stretch.self_check[letter]) {
            let met = self.playing(position, m, |worker, after| -> Answer {
                Ok(least <= 1 && worker.fork_holds(after, stretch, letter, false, false)?
                    || quick > 0 && worker.battle(after, stretch, 1 - letter, quick, least.saturating_sub(1))?)
            })?;
            non_trivial += u16::from(!met);
            if non_trivial.saturating_sub(1) > self.non_trivial_left {
                return Ok(false);
            }
        }
        let additional = non_trivial.saturating_sub(1);
        self.non_trivial_left -= additional;
        let answer = self.battle_moves_freely(position, stretch, letter, n, least);
        self.non_trivial_left += additional;
        answer
    }

    fn battle_moves_freely(
        &mut self,
        position: &mut P,
        stretch: &Stretch,
        letter: usize,
        n: u16,
        least: u16,
    ) -> Answer {
        let attack = stretch.is_attack(letter);
        let mated = self.mated_before(position, stretch, letter);
        let next_least = least.saturating_sub(1);
        if n >= 4 && !attack && self.is_refuted_in_table(position, stretch, letter, n, next_least)? {
            return Ok(false);
        }
        let hints = self.hints(attack, n);
        let mut ends_into_check = false;
        let (decided, legal) = self.first_decided(
            position,
            stretch.self_check[letter],
            n,
            Narrowed::No,
            hints,
            |worker, after, exposed| {
                let succeeds = worker.succeeds_after(after, stretch, letter, n - 1, next_least, exposed, mated)?;
                if exposed && !attack {
                    // A move into check that does not end the play is no defence; one that does may be the only move.
                    ends_into_check |= succeeds;
                    return Ok(None);
                }
                Ok((succeeds == attack).then_some(()))
            },
        )?;
        if attack { Ok(decided.is_some()) } else { Ok(decided.is_none() && (legal > 0 || ends_into_check)) }
    }

    /// Moves to look at first. What has decided elsewhere decides here more often than not; and a defender who goes
    /// back and forth wherever that refutes leads to far fewer positions than one who moves about.
    fn hints(&self, attack: bool, n: u16) -> [Option<P::Move>; 2] {
        let before = if attack || n < 3 { None } else { self.path.len().checked_sub(2) };
        let back = before.and_then(|index| P::reversed(self.path[index]));
        let decider = self.deciders.get(usize::from(n)).copied().flatten();
        [back.filter(|_| back != decider), decider]
    }

    /// After one of the defender's moves the table already knows that the attacker fails. Worth looking for before any
    /// move is searched: other ways of coming to the same positions are many.
    fn is_refuted_in_table(
        &mut self,
        position: &mut P,
        stretch: &Stretch,
        letter: usize,
        n: u16,
        least: u16,
    ) -> Answer {
        let plays_on = stretch.branch.reply == Reply::Moves && !stretch.self_check[letter];
        if !plays_on || !stretch.tabled || !self.shared.settings.is_plain() {
            return Ok(false);
        }
        let base = self.moves.len();
        position.legal_moves(&mut self.moves);
        let mut refuted = false;
        for i in base..self.moves.len() {
            let m = self.moves[i];
            refuted = position.with_move(m, |after| {
                let key = self.battle_key(after, stretch, 1 - letter, least);
                let fails = self.shared.table.probe(key).wins_within(n - 1) == Some(false);
                // He fails only if the defence itself has not ended the play.
                Ok(fails && !(least == 0 && self.fork_holds(after, stretch, letter, false, false)?))
            })?;
            if refuted {
                break;
            }
        }
        self.moves.truncate(base);
        Ok(refuted)
    }

    /// The attacker succeeds after a move of either side, at once or within `n` further half-moves. `exposed`: the
    /// mover has left his king in check; `mated`: he was mated before.
    #[allow(clippy::too_many_arguments)]
    pub fn succeeds_after(
        &mut self,
        after: &mut P,
        stretch: &Stretch,
        letter: usize,
        n: u16,
        least: u16,
        exposed: bool,
        mated: bool,
    ) -> Answer {
        Ok(least == 0 && self.fork_holds(after, stretch, letter, exposed, mated)?
            || !exposed
                && !self.ends_by_wrong_side(after, stretch, letter)
                && self.battle(after, stretch, 1 - letter, n, least)?)
    }

    /// The least number of half-moves, at most `n`, in which the attacker succeeds, in whole moves: what ends with the
    /// attacker's move is as long as what ends with the defender's answer to it.
    pub fn shortest(
        &mut self,
        position: &mut P,
        stretch: &Stretch,
        letter: usize,
        n: u16,
        least: u16,
    ) -> Answer<Option<u16>> {
        for length in (2 - n % 2..=n).step_by(2) {
            if self.battle(position, stretch, letter, length, least)? {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }

    // ── help and series play ─────────────────────────────────────────────────────────────────────────────

    /// What the help leads to is there already.
    pub fn needs_no_help(&mut self, position: &mut P, stretch: &Stretch) -> Answer {
        match stretch.forks[1] {
            Some(fork) if stretch.branch.min == 0 => self.holds(position, fork),
            _ => Ok(false),
        }
    }

    /// There is a solution of exactly `n` half-moves.
    pub fn help_exists(&mut self, position: &mut P, stretch: &Stretch, letter: usize, n: u16) -> Answer {
        let after_null = std::mem::take(&mut self.after_null);
        if !stretch.can_end_at(letter, n) || !self.may_go_on(position, stretch, letter)? {
            return Ok(false);
        }
        if letter == 1
            && stretch.branch.reply != Reply::Moves
            && !(stretch.branch.reply == Reply::Parries && position.is_check())
        {
            return self
                .help_pass(position, stretch, n, false, |worker, after| worker.help_exists(after, stretch, 0, n - 1));
        }
        if !after_null && self.is_known_empty(position, stretch, letter, n) {
            return Ok(false);
        }
        let Some(scope) = self.within_reach(position, stretch, letter, n) else { return Ok(false) };
        if n == 1
            && self.shared.settings.checks_only
            && let Some(goal) = &stretch.plain_goals[letter]
            && self.shared.target.is_none()
            && !self.shared.settings.goal_is_end
            && (stretch.branch.reply == Reply::Moves || stretch.constraints[letter].is_none())
        {
            self.stats.enter(n);
            let before = self.meter.visited();
            self.meter.tick()?;
            let found = position.can_reach(goal);
            if !found && !after_null {
                self.remember_empty(position, stretch, letter, n, before);
            }
            return Ok(found);
        }
        let outer = std::mem::replace(&mut self.scope, scope);
        let found = self.help_exists_within(position, stretch, letter, n, after_null);
        self.scope = outer;
        found
    }

    fn help_exists_within(
        &mut self,
        position: &mut P,
        stretch: &Stretch,
        letter: usize,
        n: u16,
        after_null: bool,
    ) -> Answer {
        if !after_null && self.may_play_null(position, stretch, n) {
            self.after_null = true;
            if position.with_pass(|after| self.help_exists(after, stretch, 1 - letter, n - 1))? {
                return Ok(true);
            }
        }
        self.stats.enter(n);
        let before = self.meter.visited();
        let mated = self.mated_before(position, stretch, letter);
        let narrowed = self.narrowed(position, stretch, letter, n);
        let (found, _) = self.first_decided(
            position,
            stretch.self_check[letter],
            n,
            narrowed,
            [None; 2],
            |worker, after, exposed| {
                let found = worker.move_is_allowed(after, stretch, letter, n)?
                    && if n == 1 {
                        !worker.ends_by_wrong_side(after, stretch, letter)
                            && worker.fork_holds(after, stretch, letter, exposed, mated)?
                    } else {
                        !exposed
                            && !worker.ends_here(after, stretch, letter)?
                            && !worker.ends_by_wrong_side(after, stretch, letter)
                            && worker.help_exists(after, stretch, 1 - letter, n - 1)?
                    };
                Ok(found.then_some(()))
            },
        )?;
        if found.is_none() && !after_null {
            self.remember_empty(position, stretch, letter, n, before);
        }
        Ok(found.is_some())
    }

    /// What the bounds leave of that what the play is for, in `n` half-moves of which `letter` makes the first.
    pub fn within_reach(&mut self, position: &P, stretch: &Stretch, letter: usize, n: u16) -> Option<P::Scope> {
        if !self.shared.settings.bounds {
            return Some(self.scope);
        }
        // A position to be reached is not asked about here: the moves towards it are generated with that in mind.
        let scope = self.goal_within_reach(position, stretch, letter, n);
        self.stats.bounds.count(scope.is_none());
        scope
    }

    /// The moves of both sides in `n` half-moves and what follows the branch, if nothing is asked for but the position
    /// of a proof game.
    pub fn moves_left(&self, position: &P, stretch: &Stretch, n: u16) -> Option<MovesLeft> {
        let later = stretch.plies_to_target?;
        // What follows may be made by either side.
        let [first, second] = stretch.branch.moves_of_letters(n).map(|moves| u32::from(moves + later));
        let moves = if position.side_to_move() == Color::White { [first, second] } else { [second, first] };
        let exactly = later == 0 && stretch.branch.reply != Reply::Parries && !self.shared.settings.null_moves;
        Some(MovesLeft { moves, exactly })
    }

    /// What is known about the moves to be played before they are.
    fn narrowed<'b>(&self, position: &P, stretch: &'b Stretch, letter: usize, n: u16) -> Narrowed<'b> {
        if let Some(left) = self.moves_left(position, stretch, n) {
            return Narrowed::Towards(left);
        }
        let (last, left) = self.play_left(position, stretch, letter, n);
        match &stretch.ahead[(letter + usize::from(n) + 1) % 2] {
            Some(ahead) if self.shared.settings.bounds => match ahead.single_goal(last, left) {
                Some((goal, mover, left)) => Narrowed::WithinReach(goal, mover, left),
                None => Narrowed::No,
            },
            _ => Narrowed::No,
        }
    }

    /// Who makes the last of `n` half-moves, and how many White and Black make.
    fn play_left(&self, position: &P, stretch: &Stretch, letter: usize, n: u16) -> (Color, [u16; 2]) {
        let last = (letter + usize::from(n) + 1) % 2;
        let mover = position.side_to_move();
        let (mut left, [first, second]) = ([0; 2], stretch.branch.moves_of_letters(n));
        left[mover as usize] = first;
        left[!mover as usize] = second;
        (if last == letter { mover } else { !mover }, left)
    }

    fn goal_within_reach(&mut self, position: &P, stretch: &Stretch, letter: usize, n: u16) -> Option<P::Scope> {
        let last = (letter + usize::from(n) + 1) % 2;
        let Some(ahead) = &stretch.ahead[last] else { return Some(self.scope) };
        let (last, left) = self.play_left(position, stretch, letter, n);
        self.ahead_within_reach(position, ahead, last, left, self.scope)
    }

    /// What is left of the ways in which play can succeed. `last` made the move from which `ahead` is seen, with at
    /// most so many moves of White and Black between now and then.
    fn ahead_within_reach(
        &mut self,
        position: &P,
        ahead: &Ahead,
        last: Color,
        left: [u16; 2],
        scope: P::Scope,
    ) -> Option<P::Scope> {
        if let Some((goal, mover, left)) = ahead.single_goal(last, left) {
            return position.within_reach(goal, mover, left, scope, &mut memos_of(self.shared, &mut self.memos).0);
        }
        // Where there are several goals, what one of them leaves says nothing about the others.
        let everywhere = P::Scope::default();
        match ahead {
            Ahead::Unknown | Ahead::Goal { .. } => Some(scope),
            Ahead::All(parts) => parts
                .iter()
                .all(|part| self.ahead_within_reach(position, part, last, left, everywhere).is_some())
                .then_some(everywhere),
            Ahead::One(parts) => (parts.is_empty()
                || parts.iter().any(|part| self.ahead_within_reach(position, part, last, left, everywhere).is_some()))
            .then_some(everywhere),
        }
    }

    /// The second letter passes, if it may.
    pub fn help_pass<R>(
        &mut self,
        position: &mut P,
        stretch: &Stretch,
        n: u16,
        otherwise: R,
        f: impl FnOnce(&mut Self, &mut P) -> Answer<R>,
    ) -> Answer<R> {
        debug_assert!(stretch.branch.reply != Reply::Moves);
        if n < 2 || position.is_check() { Ok(otherwise) } else { position.with_pass(|after| f(self, after)) }
    }

    /// Option NullMoves: a side that is not in check may pass, but not as the move that reaches the goal, nor
    /// after the other side has passed; what follows a pass is not kept in the table.
    pub fn may_play_null(&self, position: &P, stretch: &Stretch, n: u16) -> bool {
        self.shared.settings.null_moves && n > 1 && stretch.branch.reply == Reply::Moves && !position.is_check()
    }

    /// A fork with `>` is solved here, so the play around it does not go on.
    pub fn ends_here(&mut self, after: &mut P, stretch: &Stretch, letter: usize) -> Answer {
        match stretch.forks[letter] {
            Some(fork) if stretch.fork_ends[letter] => self.holds(after, fork),
            _ => Ok(false),
        }
    }

    /// The table knows that there is no solution of exactly `n` half-moves. Leaves that are quickly looked at are not kept.
    pub fn is_known_empty(&mut self, position: &P, stretch: &Stretch, letter: usize, n: u16) -> bool {
        if !stretch.tabled || n < 2 && !P::TABLES_LEAVES {
            return false;
        }
        let known = self.shared.table.probe(position.key() ^ stretch.salt(letter, n / 48)).is_empty_at(n);
        self.stats.table.count(known);
        known
    }

    pub fn remember_empty(&mut self, position: &P, stretch: &Stretch, letter: usize, n: u16, visited_before: u64) {
        if stretch.tabled && (n > 1 || P::TABLES_LEAVES) {
            let key = position.key() ^ stretch.salt(letter, n / 48);
            self.shared.table.store(key, self.meter.visited() - visited_before, |facts| facts.with_empty(n));
        }
    }
}
