//! Help and series play: whether there is a solution of a given length.

use crate::position::{Left, Oracle, ProofGameBudget};
use crate::problem::{Mode, Reply};
use crate::solve::prove::facts::Proved;
use crate::solve::prove::{Answer, MoveFilter, MoverState, Prover, help_pass, memos_of};
use crate::solve::setup::pending_goals::GoalRegions;
use crate::solve::setup::task::{PathDependence, Stage};
use crate::solve::setup::turn::{Beginning, Turn};
use crate::solve::techniques::Technique;
use crate::units::{Color, Goal};

impl<P: Oracle> Prover<'_, P> {
    /// Returns whether help play is open, solved or over before its first ply ([`Beginning`]). This depends on the play
    /// or goal that follows it.
    pub fn beginning(&mut self, position: &mut P, stage: &Stage) -> Answer<Beginning> {
        let Some(fork) = stage.forks[1] else { return Ok(Beginning::Open) };
        let at_once = stage.branch.min == 0;
        let ends = stage.fork_ends[1] && !self.tasks().is_of_goals(fork);
        Ok(match (at_once || ends) && self.holds(position, fork)? {
            false => Beginning::Open,
            true if at_once => Beginning::Solved,
            true => Beginning::Over,
        })
    }

    /// Whether there is a solution of exactly `turn.n` plies.
    pub fn help_exists(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        let Turn { stage, side_index, n, .. } = turn;
        if !stage.can_end_at(side_index, n) || !self.may_go_on(position, turn)? {
            return Ok(false);
        }
        if side_index == 1
            && stage.branch.reply != Reply::Moves
            && !(stage.branch.reply == Reply::Parries && position.is_check())
        {
            return help_pass(position, turn, false, |after| self.help_exists(after, turn.next()));
        }
        let key = self.help_key(position, turn);
        if self.is_known_empty(key, turn.n) {
            return Ok(false);
        }
        let last_move = self.last_move_for(turn);
        let mut within = None;
        // Searching a last move mostly takes no longer than evaluating a bound.
        if last_move.is_none() || P::TABLES_LEAVES {
            within = Some(match self.within_reach(position, turn) {
                Some(scopes) => scopes,
                None => return Ok(false),
            });
        }
        if let Some(goal) = last_move {
            self.stats.enter(n);
            let before = self.meter.visited();
            self.meter.tick()?;
            let found = position.can_reach(goal);
            if !found {
                self.remember_empty(key, turn.n, before);
            }
            return Ok(found);
        }
        let scopes = within.unwrap_or_else(|| self.scopes.clone());
        let before = self.meter.visited();
        let found = self.looking_within(scopes, |prover| prover.help_exists_within(position, turn))?;
        if !found {
            self.remember_empty(key, turn.n, before);
        }
        Ok(found)
    }

    /// Calls `f` with `scopes` as the current goal regions, and restores the previous ones afterwards.
    fn looking_within<R>(&mut self, scopes: GoalRegions<P::Scope>, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.scopes, scopes);
        let found = f(self);
        self.scopes = outer;
        found
    }

    /// Returns the goal if one move is left and this move only has to reach a single goal. Otherwise returns `None`.
    fn last_move_for<'b>(&self, turn: Turn<'b>) -> Option<&'b Goal> {
        let Turn { stage, side_index, n, .. } = turn;
        let settings = self.shared.settings;
        let is_plain = n == 1
            && settings.has(Technique::LastMoves)
            && self.shared.target.is_none()
            && !settings.goal_is_end
            && (stage.branch.reply == Reply::Moves || stage.constraints[side_index].is_none());
        stage.plain_goals[side_index].as_ref().filter(|_| is_plain)
    }

    /// Returns the goal if two moves are left, one of each side, and only the second has to reach a goal. Otherwise
    /// returns `None`.
    fn last_two_moves_for<'b>(&self, turn: Turn<'b>) -> Option<&'b Goal> {
        let Turn { stage, side_index, n, .. } = turn;
        let is_plain = n == 2
            && stage.branch.reply == Reply::Moves
            && stage.constraints.iter().all(Option::is_none)
            && !stage.fork_ends[side_index]
            && !turn.allows_self_check();
        let next = is_plain.then(|| turn.next())?;
        self.last_move_for(next).filter(|_| stage.can_end_at(next.side_index, 1))
    }

    /// Whether a move and a reply reach the goal, tested without a list of moves. Returns `None` if the engine answers
    /// that the moves should be listed first.
    fn found_in_two(&mut self, position: &P, turn: Turn<'_>, goal: &Goal) -> Option<Answer> {
        let (stage, next) = (turn.stage, turn.next());
        let salt = stage.salt(next.side_index, next.n / 48);
        let is_tabled = matches!(stage.depends_on, PathDependence::Nothing);
        let mut interrupted = Ok(());
        let found = position.any_after(goal, &mut |key, is_reached| {
            let key = key.filter(|_| is_tabled).map(|key| key ^ salt);
            if self.is_known_empty(key, next.n) {
                return false;
            }
            self.stats.enter(next.n);
            let before = self.meter.visited();
            interrupted = self.meter.tick();
            if interrupted.is_err() {
                return true;
            }
            let found = is_reached();
            if !found {
                self.remember_empty(key, next.n, before);
            }
            found
        })?;
        Some(interrupted.map(|()| found))
    }

    fn help_exists_within(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        self.stats.enter(turn.n);
        if let Some(goal) = self.last_two_moves_for(turn)
            && let Some(found) = self.found_in_two(position, turn, goal)
        {
            return found;
        }
        let mover_state = self.mover_state(position, turn);
        let filter = self.filter(position, turn);
        let _mark = self.mark(position, turn);
        let (found, _) = self.first_decided(position, turn, mover_state, filter, [None; 2])?;
        Ok(found)
    }

    /// Whether the move just made leads to a solution of the length of the turn. `exposed` is whether the move has left
    /// the mover's king in check, and `mover_state` is the state of the mover before it.
    pub fn leads_to_solution(
        &mut self,
        after: &mut P,
        turn: Turn<'_>,
        exposed: bool,
        mover_state: MoverState,
    ) -> Answer {
        Ok(self.move_is_allowed(after, turn)?
            && if turn.n == 1 {
                !self.ends_by_wrong_side(after, turn) && self.fork_holds(after, turn, exposed, mover_state)?
            } else {
                !exposed
                    && !self.ends_here(after, turn)?
                    && !self.ends_by_wrong_side(after, turn)
                    && self.help_exists(after, turn.next())?
            })
    }

    /// Narrows the goal regions by the lower bounds. Returns the new regions, or `None` if no solution is possible any
    /// more.
    pub fn within_reach(&mut self, position: &P, turn: Turn<'_>) -> Option<GoalRegions<P::Scope>> {
        if !self.shared.settings.has(Technique::Bounds) {
            return Some(self.scopes.clone());
        }
        // In a proof game, no query is needed here: only moves towards the target are generated.
        let scopes = self.goal_within_reach(position, turn);
        self.stats.bounds.count(scopes.is_none());
        scopes
    }

    /// Returns the number of moves that each side has left in a proof game, or `None` if the play has another goal.
    pub fn moves_left(&self, position: &P, turn: Turn<'_>) -> Option<ProofGameBudget> {
        let Turn { stage, n, .. } = turn;
        let later = stage.plies_to_target?;
        // The plies of the following play may be made by either side, so each side gets all of them.
        let [first, second] = stage.branch.moves_of_sides(n).map(|moves| u32::from(moves + later));
        let moves = if position.side_to_move() == Color::White { [first, second] } else { [second, first] };
        let exactly = later == 0 && stage.branch.reply != Reply::Parries;
        Some(ProofGameBudget { moves, exactly })
    }

    /// Returns the filter that omits moves of this position after which the goal is out of reach.
    fn filter<'b>(&self, position: &P, turn: Turn<'b>) -> MoveFilter<'b> {
        let Turn { stage, side_index, n, .. } = turn;
        if let Some(left) = self.moves_left(position, turn) {
            return MoveFilter::Towards(left);
        }
        match &stage.ahead[(side_index + usize::from(n) + 1) % 2] {
            Some(ahead) if self.shared.settings.has(Technique::Bounds) => {
                let (last, left) = self.play_left(position, turn);
                MoveFilter::WithinReach(ahead, last, left)
            }
            _ => MoveFilter::No,
        }
    }

    /// Returns the side that makes the last ply of the branch, and the numbers of moves that White and Black have left
    /// in it.
    fn play_left(&self, position: &P, turn: Turn<'_>) -> (Color, Left) {
        let Turn { stage, side_index, n, .. } = turn;
        let last = (side_index + usize::from(n) + 1) % 2;
        let mover = position.side_to_move();
        let (mut moves, [first, second]) = ([0; 2], stage.branch.moves_of_sides(n));
        moves[mover as usize] = first;
        moves[!mover as usize] = second;
        let in_turn = stage.branch.mode == Mode::Help && stage.branch.reply == Reply::Moves;
        let left = Left { moves, in_turn };
        (if last == side_index { mover } else { !mover }, left)
    }

    fn goal_within_reach(&mut self, position: &P, turn: Turn<'_>) -> Option<GoalRegions<P::Scope>> {
        let Turn { stage, side_index, n, .. } = turn;
        let mut scopes = self.scopes.clone();
        let last = (side_index + usize::from(n) + 1) % 2;
        let Some(ahead) = &stage.ahead[last] else { return Some(scopes) };
        let (last, left) = self.play_left(position, turn);
        let (memo, _) = memos_of(self.shared, &mut self.memos);
        ahead
            .may_be_reached(last, left, &mut scopes, P::is_foreseen, |ending, scope| {
                position.within_reach(ending, scope, memo)
            })
            .then_some(scopes)
    }

    /// Whether the move just made ends the play: the goal or other play that is tested after it (its fork) succeeds,
    /// and this ends the play, because it is a goal or is marked with `>`.
    pub fn ends_here(&mut self, after: &mut P, turn: Turn<'_>) -> Answer {
        match turn.fork() {
            Some(fork) if turn.stage.fork_ends[turn.side_index] => self.holds(after, fork),
            _ => Ok(false),
        }
    }

    /// Whether the table proves that there is no solution of exactly `n` plies. Returns `false` if `key` is `None`.
    pub fn is_known_empty(&mut self, key: Option<u128>, n: u16) -> bool {
        let Some(key) = key else { return false };
        let known = self.shared.table.probe(key);
        let is_empty = known.is_empty_at(n);
        self.stats.ask_table(known, is_empty);
        is_empty
    }

    pub fn remember_empty(&mut self, key: Option<u128>, n: u16, visited_before: u64) {
        if let Some(key) = key {
            self.remember(key, (n, Proved::Empty), self.meter.visited() - visited_before);
        }
    }

    /// Returns the key of the position and turn for the table. Returns `None` if the result is not stored, because it
    /// depends on earlier moves or because the search takes few plies.
    pub fn help_key(&self, position: &P, turn: Turn<'_>) -> Option<u128> {
        let Turn { stage, side_index, n, .. } = turn;
        if n <= 1 && !P::TABLES_LEAVES {
            return None;
        }
        let origins = match stage.depends_on {
            PathDependence::Nothing => 0,
            PathDependence::Origins => position.key_of_origins(&self.path)?,
            PathDependence::More => return None,
        };
        Some(position.key() ^ origins ^ stage.salt(side_index, n / 48))
    }
}
