//! Help and series play: is there a solution of this length?

use super::ahead::Scopes;
use super::facts::Proved;
use super::task::{CompiledBranch, Past};
use super::turn::{Beginning, Turn};
use super::worker::{Answer, Narrowed, Plight, Worker, memos_of};
use crate::position::{Left, MovesLeft, Oracle};
use crate::problem::{Mode, Reply};
use crate::units::{Color, Goal};

impl<P: Oracle> Worker<'_, P> {
    /// What the help leads to may be there before its first half-move.
    pub fn beginning(&mut self, position: &mut P, stretch: &CompiledBranch) -> Answer<Beginning> {
        let Some(fork) = stretch.forks[1] else { return Ok(Beginning::Open) };
        let at_once = stretch.branch.min == 0;
        let ends = stretch.fork_ends[1] && !self.tasks().is_of_goals(fork);
        Ok(match (at_once || ends) && self.holds(position, fork)? {
            false => Beginning::Open,
            true if at_once => Beginning::Solved,
            true => Beginning::Over,
        })
    }

    /// There is a solution of exactly the half-moves of the turn.
    pub fn help_exists(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        let Turn { stretch, letter, n, .. } = turn;
        if !stretch.can_end_at(letter, n) || !self.may_go_on(position, turn)? {
            return Ok(false);
        }
        if letter == 1
            && stretch.branch.reply != Reply::Moves
            && !(stretch.branch.reply == Reply::Parries && position.is_check())
        {
            return self.help_pass(position, turn, false, |worker, after| worker.help_exists(after, turn.next()));
        }
        let key = self.help_key(position, turn);
        if self.is_known_empty(key, turn.n) {
            return Ok(false);
        }
        let last_move = self.last_move_for(turn);
        let mut within = None;
        // A last move is mostly found as soon as a bound has answered.
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
        let found = self.looking_within(scopes, |worker| worker.help_exists_within(position, turn))?;
        if !found {
            self.remember_empty(key, turn.n, before);
        }
        Ok(found)
    }

    /// Calls `f` with what the bounds have left of the goals.
    pub fn looking_within<R>(&mut self, scopes: Scopes<P::Scope>, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.scopes, scopes);
        let found = f(self);
        self.scopes = outer;
        found
    }

    /// The goal that a single move has to reach, and nothing else.
    fn last_move_for<'b>(&self, turn: Turn<'b>) -> Option<&'b Goal> {
        let Turn { stretch, letter, n, .. } = turn;
        let settings = self.shared.settings;
        let is_plain = n == 1
            && settings.checks_only
            && self.shared.target.is_none()
            && !settings.goal_is_end
            && (stretch.branch.reply == Reply::Moves || stretch.constraints[letter].is_none());
        stretch.plain_goals[letter].as_ref().filter(|_| is_plain)
    }

    fn help_exists_within(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        self.stats.enter(turn.n);
        let plight = self.plight(position, turn);
        let narrowed = self.narrowed(position, turn);
        let _mark = self.mark(position, turn);
        let (found, _) = self.first_decided(position, turn, plight, narrowed, [None; 2])?;
        Ok(found)
    }

    /// The move just made is the first one of a solution.
    pub fn leads_to_solution(&mut self, after: &mut P, turn: Turn<'_>, exposed: bool, plight: Plight) -> Answer {
        Ok(self.move_is_allowed(after, turn)?
            && if turn.n == 1 {
                !self.ends_by_wrong_side(after, turn) && self.fork_holds(after, turn, exposed, plight)?
            } else {
                !exposed
                    && !self.ends_here(after, turn)?
                    && !self.ends_by_wrong_side(after, turn)
                    && self.help_exists(after, turn.next())?
            })
    }

    /// Where the goal of the play is still to be looked for, as far as the bounds tell; `None`: nowhere.
    pub fn within_reach(&mut self, position: &P, turn: Turn<'_>) -> Option<Scopes<P::Scope>> {
        if !self.shared.settings.bounds {
            return Some(self.scopes.clone());
        }
        // A position to be reached is not asked about here: the moves towards it are generated with that in mind.
        let scopes = self.goal_within_reach(position, turn);
        self.stats.bounds.count(scopes.is_none());
        scopes
    }

    /// The moves of both sides in the half-moves of the turn and what follows the branch, if nothing is asked for but the position
    /// of a proof game.
    pub fn moves_left(&self, position: &P, turn: Turn<'_>) -> Option<MovesLeft> {
        let Turn { stretch, n, .. } = turn;
        let later = stretch.plies_to_target?;
        // What follows may be made by either side.
        let [first, second] = stretch.branch.moves_of_letters(n).map(|moves| u32::from(moves + later));
        let moves = if position.side_to_move() == Color::White { [first, second] } else { [second, first] };
        let exactly = later == 0 && stretch.branch.reply != Reply::Parries;
        Some(MovesLeft { moves, exactly })
    }

    /// What is known about the moves to be played before they are.
    fn narrowed<'b>(&self, position: &P, turn: Turn<'b>) -> Narrowed<'b> {
        let Turn { stretch, letter, n, .. } = turn;
        if let Some(left) = self.moves_left(position, turn) {
            return Narrowed::Towards(left);
        }
        match &stretch.ahead[(letter + usize::from(n) + 1) % 2] {
            Some(ahead) if self.shared.settings.bounds => {
                let (last, left) = self.play_left(position, turn);
                Narrowed::WithinReach(ahead, last, left)
            }
            _ => Narrowed::No,
        }
    }

    /// Who makes the last half-move, and how many White and Black make.
    fn play_left(&self, position: &P, turn: Turn<'_>) -> (Color, Left) {
        let Turn { stretch, letter, n, .. } = turn;
        let last = (letter + usize::from(n) + 1) % 2;
        let mover = position.side_to_move();
        let (mut moves, [first, second]) = ([0; 2], stretch.branch.moves_of_letters(n));
        moves[mover as usize] = first;
        moves[!mover as usize] = second;
        let in_turn = stretch.branch.mode == Mode::Help && stretch.branch.reply == Reply::Moves;
        let left = Left { moves, in_turn };
        (if last == letter { mover } else { !mover }, left)
    }

    fn goal_within_reach(&mut self, position: &P, turn: Turn<'_>) -> Option<Scopes<P::Scope>> {
        let Turn { stretch, letter, n, .. } = turn;
        let mut scopes = self.scopes.clone();
        let last = (letter + usize::from(n) + 1) % 2;
        let Some(ahead) = &stretch.ahead[last] else { return Some(scopes) };
        let (last, left) = self.play_left(position, turn);
        let (memo, _) = memos_of(self.shared, &mut self.memos);
        ahead
            .may_be_reached(last, left, &mut scopes, P::is_foreseen, |ending, scope| {
                position.within_reach(ending, scope, memo)
            })
            .then_some(scopes)
    }

    /// The second letter passes, if it may.
    pub fn help_pass<R>(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        otherwise: R,
        f: impl FnOnce(&mut Self, &mut P) -> Answer<R>,
    ) -> Answer<R> {
        debug_assert!(turn.stretch.branch.reply != Reply::Moves);
        if turn.n < 2 || position.is_check() { Ok(otherwise) } else { position.with_pass(|after| f(self, after)) }
    }

    /// A fork with `>` is solved here, so the play around it does not go on.
    pub fn ends_here(&mut self, after: &mut P, turn: Turn<'_>) -> Answer {
        match turn.fork() {
            Some(fork) if turn.stretch.fork_ends[turn.letter] => self.holds(after, fork),
            _ => Ok(false),
        }
    }

    /// The table knows that there is no solution of exactly so many half-moves. Leaves that are quickly looked at are not kept.
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

    /// Under what the turn is kept in the table, if it is.
    pub fn help_key(&self, position: &P, turn: Turn<'_>) -> Option<u128> {
        let Turn { stretch, letter, n, .. } = turn;
        if n <= 1 && !P::TABLES_LEAVES {
            return None;
        }
        let origins = match stretch.depends_on {
            Past::Nothing => 0,
            Past::Origins => position.key_of_origins(&self.path)?,
            Past::More => return None,
        };
        Some(position.key() ^ origins ^ stretch.salt(letter, n / 48))
    }
}
