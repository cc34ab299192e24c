//! Battle play: whether the attacker succeeds against every defence.

use crate::position::{Oracle, Played};
use crate::problem::Reply;
use crate::solve::prove::facts::Proved;
use crate::solve::prove::table::Facts;
use crate::solve::prove::{Answer, MoveFilter, MoverState, Prover, memos_of};
use crate::solve::setup::turn::Turn;
use crate::solve::techniques::Technique;
use crate::units::Goal;

/// The numbers of plies left with which the attacker fails after a move that violates an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breach {
    /// The attacker fails with the present number of plies left.
    Now,
    /// The attacker fails with any number of plies left, because the move violates option NonTrivial:
    ///
    /// 1. Which defences have a quick answer does not depend on the number of plies left.
    /// 2. If few plies are left, every defence needs a quick answer. Some defences have none, so the attacker fails,
    ///    too.
    Always,
}

/// The number of plies with which the table stores that the attacker fails in play of any length. It is greater than
/// the length of any play.
const ANY_LENGTH: u16 = u16::MAX - 1;

impl<P: Oracle> Prover<'_, P> {
    /// Whether the attacker succeeds within `turn.n` plies. Either side may be to move.
    pub fn battle(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        let Turn { stage, side_index, n, least } = turn;
        if !stage.can_end_within(side_index, n) || n < least {
            return Ok(false);
        }
        if !self.may_go_on(position, turn)? {
            return Ok(false);
        }
        if side_index == 1 && stage.branch.reply == Reply::Parries && !position.is_check() {
            if self.is_restricted_out(position, turn)? {
                return Ok(false);
            }
            return position.with_null_move(|after| self.battle(after, turn.next()));
        }
        if n == 0 || n == 1 && !P::TABLES_LEAVES {
            return Ok(self.battle_moves(position, turn)? == Ok(true));
        }
        let key = self.battle_key(position, turn);
        let near = n == 2 && !P::TABLES_LEAVES;
        if stage.is_tabled() {
            let facts =
                if near { memos_of(self.shared, &mut self.memos).1.probe(key) } else { self.shared.table.probe(key) };
            let known = facts.wins_within(n);
            self.stats.ask_table(facts, known.is_some());
            if let Some(known) = known {
                return Ok(known);
            }
        }
        if n > 1 {
            self.stats.enter(n);
        }
        self.meter.is_needed()?;
        let _mark = self.mark(position, turn);
        let before = self.meter.visited();
        // Shorter play is searched first: a short success is found sooner, and the table stores what is proved on the
        // way.
        let shorter = n.checked_sub(2).filter(|&shorter| shorter >= least && turn.is_attack());
        let found = match self.ask_two_mover(position, turn)? {
            Some(wins) => Ok(wins),
            None if shorter.map_or(Ok(false), |shorter| self.battle(position, turn.within(shorter)))? => Ok(true),
            None => self.battle_moves(position, turn)?,
        };
        let (n, wins) = (if found == Err(Breach::Always) { ANY_LENGTH } else { n }, found == Ok(true));
        if stage.is_tabled() {
            if near && self.shared.table.is_in_use() {
                memos_of(self.shared, &mut self.memos).1.store(key, |facts: Facts| facts.with_result(n, wins));
            } else {
                self.remember(key, (n, Proved::of_battle(wins)), self.meter.visited() - before);
            }
        }
        Ok(wins)
    }

    /// Asks the engine whether the attacker mates in two moves. Returns `None` if the play is of another kind, or if
    /// the engine gives no answer.
    fn ask_two_mover(&mut self, position: &P, turn: Turn<'_>) -> Answer<Option<bool>> {
        let Turn { stage, side_index, n, least } = turn;
        let settings = self.shared.settings;
        let is_plain = n == 3
            && least <= 1
            && settings.has(Technique::TwoMover)
            && settings.has(Technique::LastMoves)
            && turn.is_attack()
            && stage.sole_goals[side_index] == Some(Goal::Mate)
            && settings.is_plain();
        if !is_plain {
            return Ok(None);
        }
        let mut played = Played::default();
        let answer = position.mates_in_two(settings.has(Technique::StandingReplies), &mut self.kernel, &mut played);
        self.stats.enter_many(2, played.attacks);
        self.stats.enter_many(1, played.replies);
        self.meter.count(played.attacks + played.replies)?;
        Ok(answer)
    }

    /// Returns the key of the position for the transposition table in battle play.
    fn battle_key(&self, position: &P, turn: Turn<'_>) -> u128 {
        position.key() ^ self.battle_salt(turn)
    }

    pub fn battle_salt(&self, turn: Turn<'_>) -> u128 {
        turn.stage.salt(turn.side_index, turn.least) ^ u128::from(self.non_trivial_left) << 64
    }

    fn battle_moves(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Result<bool, Breach>> {
        let Turn { stage, side_index, n, .. } = turn;
        let attack = turn.is_attack();
        if n == 1
            && self.shared.settings.has(Technique::LastMoves)
            && let Some(goal) = &stage.plain_goals[side_index]
        {
            self.stats.enter(n);
            self.meter.tick()?;
            return Ok(Ok(if attack { position.can_reach(goal) } else { position.must_reach(goal) }));
        }
        if attack
            && n == 2
            && self.shared.settings.has(Technique::LastMoves)
            && self.shared.settings.is_plain()
            && let Some(goal) = &stage.sole_goals[1 - side_index]
        {
            let mut tested = 0;
            let forced = position.can_force(goal, &mut tested);
            for _ in 0..tested {
                self.meter.tick()?;
            }
            return Ok(Ok(forced));
        }
        if attack {
            return Ok(Ok(self.battle_moves_freely(position, turn)?));
        }
        let additional = match self.asked_by_options(position, turn)? {
            Ok(additional) => additional,
            Err(breach) => return Ok(Err(breach)),
        };
        self.non_trivial_left -= additional;
        let answer = self.battle_moves_freely(position, turn);
        self.non_trivial_left += additional;
        Ok(Ok(answer?))
    }

    /// Tests whether the attacker's move just made violates an option; if so, returns a [`Breach`]. Otherwise returns
    /// the number of defences that count against the limit of option NonTrivial.
    pub fn asked_by_options(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Result<u16, Breach>> {
        let Turn { stage, side_index, n, .. } = turn;
        if self.is_restricted_out(position, turn)? {
            return Ok(Err(Breach::Now));
        }
        if stage.branch.reply == Reply::Parries && side_index == 1 && !position.is_check() {
            return Ok(Ok(0));
        }
        // If at most that number of plies is left, each answer is a quick one.
        let quick = self.quickly(turn).filter(|&quick| n - 1 > quick);
        Ok(self.additional_non_trivial(position, turn, quick)?.ok_or(Breach::Always))
    }

    /// Whether the king has more flights than option MaxFlightsquares allows. The option does not restrict the last two
    /// moves.
    pub fn has_too_many_flights(&self, position: &P, n: u16) -> bool {
        let most = self.shared.settings.max_flight_squares;
        most.is_some_and(|most| n >= 4 && position.flights() > usize::from(most))
    }

    /// Whether the attacker's move violates one of two options: it leaves the king more flights than MaxFlightsquares
    /// allows, or it creates no threat within the number of moves of option Threat.
    pub fn is_restricted_out(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        let Turn { stage, side_index, n, .. } = turn;
        if self.has_too_many_flights(position, n) {
            return Ok(true);
        }
        match self.shared.settings.max_threat {
            // No threat can be longer than the play that is left.
            Some(moves)
                if n > 1 && moves <= n / 2 && stage.can_end_within(1 - side_index, n - 1) && !position.is_check() =>
            {
                // A threat ends with a move of the attacker. If this move forces the other side to end the play, it
                // counts as the last move of the threat.
                let length = (2 * moves).saturating_sub(1);
                position.with_null_move(|passed| Ok(!self.battle(passed, turn.next().shortened(length))?))
            }
            _ => Ok(false),
        }
    }

    /// Returns the length in plies up to which option NonTrivial counts an answer as quick, or `None` if the option is
    /// not set.
    pub fn quickly(&self, turn: Turn<'_>) -> Option<u16> {
        let Turn { stage, side_index, n, .. } = turn;
        let (_, trivial) = self.shared.settings.non_trivial?;
        // The limit is increased by one if the play ends with a move of the attacker. In direct play this move is the
        // mate; in reflex play the other side has to mate after it.
        let moves = trivial + u16::from(stage.forks[1 - side_index].is_some());
        let quick = (2 * moves).saturating_sub((n - 1) % 2);
        Some(quick)
    }

    /// Whether a refutation counts as a defence without a quick answer (option NonTrivial), if the play after the key
    /// has `n` plies.
    pub fn counts_refutations(&self, n: u16) -> bool {
        self.shared.settings.non_trivial.is_some_and(|(_, trivial)| trivial < n / 2)
    }

    /// Returns how many defences without a quick answer count against the limit of option NonTrivial, or `None` if they
    /// exceed what is left of the limit. The limit holds for the whole play; in each position, one such defence does
    /// not count. `quick` is the greatest length of a quick answer in plies; if it is `None`, no defence counts.
    pub fn additional_non_trivial(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        quick: Option<u16>,
    ) -> Answer<Option<u16>> {
        let Some(quick) = quick else { return Ok(Some(0)) };
        let most = self.non_trivial_left.saturating_add(1);
        // If the test of each move is quick, a few moves mostly suffice to exceed the limit.
        let few = if quick == 0 { usize::from(most) + 1 } else { usize::MAX };
        let mover_state = self.mover_state(position, turn);
        let mut non_trivial = 0;
        for limit in [few, usize::MAX] {
            // A move that leaves the mover's king in check is legal if it reaches the goal. Then it is answered.
            let mut moves = Vec::new();
            position.some_legal_moves(limit, &mut moves);
            non_trivial = 0;
            for &m in &moves {
                let met = self.playing(position, m, |prover, after| -> Answer {
                    Ok(turn.least <= 1 && prover.fork_holds(after, turn, false, mover_state)?
                        || quick > 0 && prover.battle(after, turn.next().shortened(quick))?)
                })?;
                non_trivial += u16::from(!met);
                if non_trivial > most {
                    return Ok(None);
                }
            }
            if moves.len() < limit {
                break;
            }
        }
        Ok(Some(non_trivial.saturating_sub(1)))
    }

    fn battle_moves_freely(&mut self, position: &mut P, turn: Turn<'_>) -> Answer {
        let (attack, n) = (turn.is_attack(), turn.n);
        let mover_state = self.mover_state(position, turn);
        let hints = self.hints(attack, n);
        if n >= 4 && !attack && self.is_refuted_in_table(position, turn, hints)? {
            return Ok(false);
        }
        let (decided, legal) = self.first_decided(position, turn, mover_state, MoveFilter::No, hints)?;
        if attack { Ok(decided) } else { Ok(!decided && legal > 0) }
    }

    /// Like [`Prover::succeeds_after`], but does not test whether the attacker's move ends the play if the search of
    /// shorter play has already shown that it does not.
    pub fn attack_goes_on(&mut self, after: &mut P, turn: Turn<'_>, exposed: bool, mover_state: MoverState) -> Answer {
        let Turn { n, least, .. } = turn;
        if turn.is_attack() && n >= 3 && n - 2 >= least {
            // The search of shorter play came first, so this move does not end the play.
            return Ok(!exposed && !self.ends_by_wrong_side(after, turn) && self.battle(after, turn.next())?);
        }
        self.succeeds_after(after, turn, exposed, mover_state)
    }

    /// Returns two moves to try first with `n` plies left: for the defender (not `attack`), the move that takes back
    /// its previous move; and for both sides the killer move, which is likely to decide other positions, too. A
    /// defender that moves back and forth reaches far fewer positions than one that moves elsewhere.
    fn hints(&self, attack: bool, n: u16) -> [Option<P::Move>; 2] {
        let before = if attack || n < 3 { None } else { self.path.len().checked_sub(2) };
        let back = before.and_then(|index| P::reversed(self.path[index]));
        let decider = self.killers.get(usize::from(n)).copied().flatten();
        [back.filter(|_| back != decider), decider]
    }

    /// Whether the table proves that some defence refutes the attack. It is probed for the positions after all defences
    /// before any defence is searched, because many positions are reached in several ways. The moves `hints` come
    /// first.
    fn is_refuted_in_table(&mut self, position: &mut P, turn: Turn<'_>, hints: [Option<P::Move>; 2]) -> Answer {
        let (stage, next) = (turn.stage, turn.next());
        let plays_on = stage.branch.reply == Reply::Moves && !turn.allows_self_check();
        if !plays_on || !stage.is_tabled() || !self.shared.settings.is_plain() {
            return Ok(false);
        }
        let refutes = |prover: &mut Self, after: &mut P| -> Answer {
            let key = prover.battle_key(after, next);
            let fails = prover.shared.table.probe(key).wins_within(next.n) == Some(false);
            // The entry counts only if the defence itself does not end the play.
            Ok(fails && !(next.least == 0 && prover.fork_holds(after, turn, false, MoverState::None)?))
        };
        for m in hints.into_iter().flatten() {
            if let Some(refuted) = position.with_move_if_legal(m, |after| refutes(self, after))
                && refuted?
            {
                return Ok(true);
            }
        }
        let base = self.moves.len();
        position.legal_moves(&mut self.moves);
        // The test of a fork may look up other keys and use the buffer.
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        position.keys_after(&self.moves[base..], &mut keys);
        // All keys are requested together, so that the processor need not wait for each entry.
        let salt = self.battle_salt(next);
        let table = self.shared.table;
        let mut refuted = false;
        for (i, &key) in keys.iter().enumerate() {
            if table.probe(key ^ salt).wins_within(next.n) == Some(false) {
                refuted = next.least > 0
                    || turn.fork().is_none()
                    || position.with_move(self.moves[base + i], |after| refutes(self, after))?;
            }
            if refuted {
                break;
            }
        }
        self.keys = keys;
        self.moves.truncate(base);
        Ok(refuted)
    }

    /// Whether the attacker succeeds after a move that either side has just made. The move itself or later play may
    /// reach the goal. `exposed` is whether the move has left the mover's king in check, and `mover_state` is the state
    /// of the mover before it.
    pub fn succeeds_after(&mut self, after: &mut P, turn: Turn<'_>, exposed: bool, mover_state: MoverState) -> Answer {
        let next = turn.next();
        if next.least > 0 && self.is_too_early(after, turn)? {
            return Ok(false);
        }
        Ok(!self.ends_by_wrong_side(after, turn)
            && (next.least == 0 && self.fork_holds(after, turn, exposed, mover_state)?
                || !exposed && self.battle(after, next)?))
    }

    /// In play of an exact length: whether the attacker fails because the defender has reached the goal too early.
    pub fn is_too_early(&mut self, after: &mut P, turn: Turn<'_>) -> Answer {
        match turn.fork() {
            Some(fork) if !turn.is_attack() && self.tasks().is_of_goals(fork) => self.holds(after, fork),
            _ => Ok(false),
        }
    }

    /// Whether the table proves that the attacker succeeds within `turn.n` plies. It may also succeed within fewer.
    pub fn is_known_to_succeed(&self, position: &P, turn: Turn<'_>) -> bool {
        turn.stage.is_tabled()
            && self.shared.table.probe(self.battle_key(position, turn)).wins_within(turn.n) == Some(true)
    }

    /// Returns the least number of plies within which the attacker succeeds, or `None` if it exceeds `turn.n`. Lengths
    /// are counted in whole moves: play that ends with the attacker's move is as long as play that ends with the reply
    /// to that move.
    pub fn shortest(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Option<u16>> {
        for length in (2 - turn.n % 2..=turn.n).step_by(2) {
            if self.battle(position, turn.within(length))? {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests;
