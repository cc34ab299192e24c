//! Every play of traditional stipulations by recursion on lists of moves, without table, bound or move ordering.

use super::state::{Game, Move, State};
use keymove::problem::{Kind, Series, Traditional};
use keymove::units::{Color, Goal};
use std::cell::Cell;
use std::collections::BTreeSet;

/// A move: departure square, arrival square and promotion.
pub type Step = (keymove::units::Square, keymove::units::Square, Option<super::kinds::Kind>);

pub type Line = Vec<Step>;

/// The solutions of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// Battle play: the first moves that succeed.
    Keys(BTreeSet<Step>),
    /// Help and series play: every line from the first move to the last.
    Lines(BTreeSet<Line>),
}

impl Found {
    pub fn len(&self) -> usize {
        match self {
            Found::Keys(keys) => keys.len(),
            Found::Lines(lines) => lines.len(),
        }
    }
}

/// The stipulation of a problem. `left` is the number of positions after which its solution is given up.
pub struct Plays<'a> {
    pub game: Game,
    pub stipulation: &'a Traditional,
    pub left: Cell<u64>,
}

/// The problem is too large for brute force.
#[derive(Debug)]
pub struct TooLarge;

type Result<T> = std::result::Result<T, TooLarge>;

/// Returns the side that begins by the convention of problems.
pub fn beginner(stipulation: &Traditional) -> Color {
    let is_odd = !stipulation.half_moves.is_multiple_of(2);
    match (stipulation.series, stipulation.kind) {
        (Some(_), Kind::Help | Kind::ReciprocalHelp | Kind::HelpSelf) => Color::Black,
        (None, Kind::Help | Kind::ReciprocalHelp) if !is_odd => Color::Black,
        (None, Kind::HelpSelf | Kind::HelpReflex) if is_odd => Color::Black,
        _ => Color::White,
    }
}

fn step(m: &Move) -> Step {
    (m.from, m.to, m.promotion)
}

impl Plays<'_> {
    fn goal(&self) -> &Goal {
        &self.stipulation.goal
    }

    fn visit(&self) -> Result<()> {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        if left == 0 { Err(TooLarge) } else { Ok(()) }
    }

    pub fn solve(&self, state: &State) -> Result<Found> {
        let half_moves = usize::from(self.stipulation.half_moves);
        let moves = half_moves / 2;
        let keys = |keys: Result<Vec<Step>>| Ok(Found::Keys(keys?.into_iter().collect()));
        let lines = |lines: Result<Vec<Line>>| Ok(Found::Lines(lines?.into_iter().collect()));
        match (self.stipulation.series, self.stipulation.kind) {
            (None, Kind::Direct) => keys(self.direct_keys(state, moves)),
            (None, Kind::SelfPlay) => keys(self.self_keys(state, moves)),
            (None, Kind::Reflex | Kind::SemiReflex) => keys(self.reflex_keys(state, moves)),
            (None, _) => lines(self.of_all_lengths(half_moves, |n| self.help(state, n))),
            (Some(Series::Plain), _) => lines(self.of_all_lengths(moves, |n| self.series(state, n))),
            (Some(Series::Parry), Kind::Direct | Kind::SelfPlay | Kind::Reflex | Kind::SemiReflex) => {
                keys(self.parry_keys(state, moves))
            }
            (Some(Series::Parry | Series::ParryHelp), _) => {
                lines(self.of_all_lengths(moves, |n| self.parry_help(state, n)))
            }
        }
    }

    /// Returns the lines of `most` moves or plies and, unless the stipulation is exact, all shorter ones. `lines`
    /// returns the lines of one length.
    fn of_all_lengths(&self, most: usize, lines: impl Fn(usize) -> Result<Vec<Line>>) -> Result<Vec<Line>> {
        let mut all = Vec::new();
        let least = if self.stipulation.exact { most } else { 1 };
        for n in least..=most {
            all.extend(lines(n)?);
        }
        Ok(all)
    }

    /// Returns the legal moves with the positions after them.
    fn legal(&self, state: &State) -> Result<Vec<(Move, State)>> {
        self.visit()?;
        let game = self.game;
        Ok(game.legal_moves(state).into_iter().map(|m| (m.clone(), state.after(game, &m))).collect())
    }

    fn reaching(&self, goal: &Goal, state: &State) -> Result<Vec<Move>> {
        self.visit()?;
        Ok(self.game.moves_that_reach(goal, state))
    }

    /// Whether play ends when the goal is reached: the other side has no move then, so only series play could
    /// continue.
    fn ends_play(&self) -> bool {
        use Goal::*;
        !matches!(
            self.goal(),
            Mate | Stalemate | MateOrStalemate | DoubleStalemate | DoubleMate | CounterMate | AutoMate
        )
    }

    fn counts_now(&self, moves_left: usize) -> bool {
        !self.stipulation.exact || moves_left == 1
    }

    // ── battle play ──────────────────────────────────────────────────────────────────────────────────────

    /// Returns the first moves of direct play: moves that reach the goal within `n` moves against any defence.
    fn direct_keys(&self, state: &State, n: usize) -> Result<Vec<Step>> {
        let mut keys: Vec<Step> = Vec::new();
        if self.counts_now(n) {
            keys.extend(self.reaching(self.goal(), state)?.iter().map(step));
        }
        if n > 1 {
            for (m, after) in self.legal(state)? {
                let defences = self.legal(&after)?;
                let mut succeeds = !defences.is_empty() && !keys.contains(&step(&m));
                for (_, next) in &defences {
                    succeeds = succeeds && !self.direct_keys(next, n - 1)?.is_empty();
                }
                if succeeds {
                    keys.push(step(&m));
                }
            }
        }
        Ok(keys)
    }

    /// Returns the first moves of self play: moves that force the other side to reach the goal within `n` moves.
    fn self_keys(&self, state: &State, n: usize) -> Result<Vec<Step>> {
        let mut keys = Vec::new();
        for (m, after) in self.legal(state)? {
            let reaching = if self.counts_now(n) { self.reaching(self.goal(), &after)? } else { Vec::new() };
            let defences = self.legal(&after)?;
            let mut succeeds = !defences.is_empty() || !reaching.is_empty();
            for (defence, next) in &defences {
                succeeds =
                    succeeds && (reaching.contains(defence) || n > 1 && !self.self_keys(next, n - 1)?.is_empty());
            }
            if succeeds {
                keys.push(step(&m));
            }
        }
        Ok(keys)
    }

    /// Returns the first moves of reflex play: moves after which the other side can, and so must, reach the goal within
    /// `n` moves. In reflex play the side that makes them must also reach the goal if it can.
    fn reflex_keys(&self, state: &State, n: usize) -> Result<Vec<Step>> {
        let mut keys = Vec::new();
        if self.is_obliged(state)? {
            return Ok(keys);
        }
        for (m, after) in self.legal(state)? {
            let ends = self.counts_now(n) && !self.reaching(self.goal(), &after)?.is_empty();
            let mut succeeds = ends;
            if !ends && n > 1 {
                let defences = self.legal(&after)?;
                succeeds = !defences.is_empty();
                for (_, next) in &defences {
                    succeeds = succeeds && !self.reflex_keys(next, n - 1)?.is_empty();
                }
            }
            if succeeds {
                keys.push(step(&m));
            }
        }
        Ok(keys)
    }

    /// Whether the side to move can reach the goal itself, and so must by the rule of reflex play.
    fn is_obliged(&self, state: &State) -> Result<bool> {
        let is_bound = matches!(self.stipulation.kind, Kind::Reflex | Kind::HelpReflex);
        Ok(is_bound && !self.reaching(self.goal(), state)?.is_empty())
    }

    /// Returns the first moves of parry series: series play in which the other side may answer a check by any parry,
    /// and passes otherwise.
    fn parry_keys(&self, state: &State, n: usize) -> Result<Vec<Step>> {
        let mut keys: Vec<Step> = Vec::new();
        if self.is_obliged(state)? {
            return Ok(keys);
        }
        let (kind, goal) = (self.stipulation.kind, self.goal());
        if kind == Kind::Direct && self.counts_now(n) {
            keys.extend(self.reaching(goal, state)?.iter().map(step));
        }
        for (m, after) in self.legal(state)? {
            if keys.contains(&step(&m)) {
                continue;
            }
            let mut succeeds = self.counts_now(n)
                && match kind {
                    Kind::Direct => false,
                    Kind::SelfPlay => self.game.must_reach(goal, &after),
                    _ => self.game.can_reach(goal, &after),
                };
            if !succeeds && n > 1 {
                succeeds = if self.game.is_check(&after) {
                    let parries = self.legal(&after)?;
                    let mut all = !parries.is_empty();
                    for (m, next) in &parries {
                        let ends = kind == Kind::SelfPlay
                            && !self.stipulation.exact
                            && self.game.reaches(goal, &after, m, next);
                        all = all && (ends || !self.parry_keys(next, n - 1)?.is_empty());
                    }
                    all
                } else {
                    !self.parry_keys(&after.passed_over(self.game), n - 1)?.is_empty()
                };
            }
            if succeeds {
                keys.push(step(&m));
            }
        }
        Ok(keys)
    }

    // ── help play ────────────────────────────────────────────────────────────────────────────────────────

    fn help(&self, state: &State, n: usize) -> Result<Vec<Line>> {
        // The parity of the stipulated number decides, since the same side must make the last move.
        if !(usize::from(self.stipulation.half_moves) - n).is_multiple_of(2) {
            return Ok(Vec::new());
        }
        match self.stipulation.kind {
            Kind::HelpReflex => self.help_reflex(state, n),
            Kind::HelpSelf | Kind::ReciprocalHelp => self.help_to_an_end(state, n),
            _ => self.help_to_the_goal(state, n),
        }
    }

    fn help_to_the_goal(&self, state: &State, n: usize) -> Result<Vec<Line>> {
        let goal = self.goal();
        let reaching =
            if n % 2 == 1 && (n == 1 || self.ends_play()) { self.reaching(goal, state)? } else { Vec::new() };
        if n == 1 {
            return Ok(reaching.iter().map(|m| vec![step(m)]).collect());
        }
        let mut lines = Vec::new();
        for (m, after) in self.legal(state)? {
            if !reaching.contains(&m) {
                lines.extend(with_first(&m, self.help_to_the_goal(&after, n - 1)?));
            }
        }
        Ok(lines)
    }

    /// Returns the lines of help play whose last two plies follow the rules of another play, such as self play.
    fn help_to_an_end(&self, state: &State, n: usize) -> Result<Vec<Line>> {
        if n < 2 { Ok(Vec::new()) } else { self.help_before_the_end(state, n - 2) }
    }

    fn help_before_the_end(&self, state: &State, n: usize) -> Result<Vec<Line>> {
        if n == 0 {
            return self.end(state);
        }
        let is_self_play = self.stipulation.kind == Kind::HelpSelf;
        if is_self_play && !n.is_multiple_of(2) && self.ends_play() && self.game.must_reach(self.goal(), state) {
            // If Black is forced earlier, the line belongs to a shorter play, unless this play begins with it.
            let is_first = n + 2 == usize::from(self.stipulation.half_moves);
            let ends = self.reaching(self.goal(), state)?;
            return Ok(if is_first { ends.iter().map(|m| vec![step(m)]).collect() } else { Vec::new() });
        }
        let mut lines = Vec::new();
        for (m, after) in self.legal(state)? {
            lines.extend(with_first(&m, self.help_before_the_end(&after, n - 1)?));
        }
        Ok(lines)
    }

    /// Returns the last two plies. In help self play, these are a move after which the other side can only reach the
    /// goal, and its reply. In reciprocal play, the side to move can reach its goal at once, and it can also help the
    /// other side to reach its goal.
    fn end(&self, state: &State) -> Result<Vec<Line>> {
        let goal = self.goal();
        let mut lines = Vec::new();
        if self.stipulation.kind == Kind::HelpSelf {
            for (m, after) in self.legal(state)? {
                if self.game.must_reach(goal, &after) {
                    let ends = self.reaching(goal, &after)?;
                    lines.extend(with_first(&m, ends.iter().map(|end| vec![step(end)]).collect()));
                }
            }
            return Ok(lines);
        }
        let own = self.stipulation.reciprocal_goal.as_ref().unwrap_or(goal);
        let at_once = self.reaching(own, state)?;
        for (m, after) in self.legal(state)? {
            let ends = self.reaching(goal, &after)?;
            lines.extend(with_first(&m, ends.iter().map(|end| vec![step(end)]).collect()));
        }
        if at_once.is_empty() || lines.is_empty() {
            return Ok(Vec::new());
        }
        lines.extend(at_once.iter().map(|m| vec![step(m)]));
        Ok(lines)
    }

    /// Returns the lines of help reflex play: moves of White and Black in turn, until Black can reach the goal, and so
    /// must. White must not be able to reach it earlier.
    fn help_reflex(&self, state: &State, n: usize) -> Result<Vec<Line>> {
        let is_whites = n.is_multiple_of(2);
        if is_whites && self.is_obliged(state)? {
            return Ok(Vec::new());
        }
        if !is_whites {
            let reaching = self.reaching(self.goal(), state)?;
            if n == 1 || !reaching.is_empty() {
                // If the obligation arises earlier, the line belongs to a shorter play, unless this play begins
                // with it.
                let is_first = n == usize::from(self.stipulation.half_moves);
                let told = n == 1 || is_first;
                return Ok(if told { reaching.iter().map(|m| vec![step(m)]).collect() } else { Vec::new() });
            }
        }
        let mut lines = Vec::new();
        for (m, after) in self.legal(state)? {
            lines.extend(with_first(&m, self.help_reflex(&after, n - 1)?));
        }
        Ok(lines)
    }

    // ── series play ──────────────────────────────────────────────────────────────────────────────────────

    /// Returns the lines of series play: `n` consecutive moves of the side to move. Only the last of them may give
    /// check, because the other side does not move.
    fn series(&self, state: &State, n: usize) -> Result<Vec<Line>> {
        let kind = self.stipulation.kind;
        if kind == Kind::ReciprocalHelp {
            return self.reciprocal_series(state, n);
        }
        if kind == Kind::Reflex && self.is_obliged(state)? {
            return Ok(Vec::new());
        }
        if n == 1 {
            return self.last_of_series(state);
        }
        let direct =
            if kind == Kind::Direct && self.ends_play() { self.reaching(self.goal(), state)? } else { Vec::new() };
        let mut lines = Vec::new();
        for (m, after) in self.legal(state)? {
            if direct.contains(&m) || self.game.is_check(&after) {
                continue;
            }
            if matches!(kind, Kind::Reflex | Kind::SemiReflex | Kind::HelpReflex)
                && self.game.can_reach(self.goal(), &after)
            {
                continue;
            }
            lines.extend(with_first(&m, self.series(&after.passed_over(self.game), n - 1)?));
        }
        Ok(lines)
    }

    /// Returns the last move of a series, with the other side's reply.
    fn last_of_series(&self, state: &State) -> Result<Vec<Line>> {
        let goal = self.goal();
        if self.stipulation.kind == Kind::Direct {
            return Ok(self.reaching(goal, state)?.iter().map(|m| vec![step(m)]).collect());
        }
        let mut lines = Vec::new();
        for (m, after) in self.legal(state)? {
            if self.stipulation.kind == Kind::HelpSelf {
                lines.extend(with_first(&m, self.end(&after)?));
                continue;
            }
            let is_forced = self.stipulation.kind == Kind::SelfPlay;
            if !is_forced || self.game.must_reach(goal, &after) {
                let ends = self.reaching(goal, &after)?;
                lines.extend(with_first(&m, ends.iter().map(|end| vec![step(end)]).collect()));
            }
        }
        Ok(lines)
    }

    fn reciprocal_series(&self, state: &State, n: usize) -> Result<Vec<Line>> {
        if n == 1 {
            return if self.stipulation.half_moves == 2 { self.end(state) } else { Ok(Vec::new()) };
        }
        self.series_before_the_end(state, n - 1)
    }

    fn series_before_the_end(&self, state: &State, n: usize) -> Result<Vec<Line>> {
        if n == 0 {
            return self.end(state);
        }
        let mut lines = Vec::new();
        for (m, after) in self.legal(state)? {
            if !self.game.is_check(&after) {
                lines.extend(with_first(&m, self.series_before_the_end(&after.passed_over(self.game), n - 1)?));
            }
        }
        Ok(lines)
    }

    /// Returns the lines of a series in which the other side only parries checks, in a way that helps.
    fn parry_help(&self, state: &State, n: usize) -> Result<Vec<Line>> {
        let kind = self.stipulation.kind;
        if kind == Kind::Reflex && self.is_obliged(state)? {
            return Ok(Vec::new());
        }
        if n == 1 {
            return self.last_of_series(state);
        }
        let direct =
            if kind == Kind::Direct && self.ends_play() { self.reaching(self.goal(), state)? } else { Vec::new() };
        let mut lines = Vec::new();
        for (m, after) in self.legal(state)? {
            let is_over = direct.contains(&m)
                || matches!(kind, Kind::Reflex | Kind::SemiReflex | Kind::HelpReflex)
                    && self.game.can_reach(self.goal(), &after);
            if is_over {
                continue;
            }
            let mut rest = Vec::new();
            if self.game.is_check(&after) {
                for (parry, next) in self.legal(&after)? {
                    rest.extend(with_first(&parry, self.parry_help(&next, n - 1)?));
                }
            } else {
                rest = self.parry_help(&after.passed_over(self.game), n - 1)?;
            }
            lines.extend(with_first(&m, rest));
        }
        Ok(lines)
    }
}

fn with_first(m: &Move, lines: Vec<Line>) -> Vec<Line> {
    lines
        .into_iter()
        .map(|mut line| {
            line.insert(0, step(m));
            line
        })
        .collect()
}
