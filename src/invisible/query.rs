//! Search for invisible men with which a line can have been played and that meet a [`Requirement`] at its end.
//!
//! Men are assumed one by one, and only when the line is impossible without another. Each time all men that could help
//! are tried, so none is missed. Men not needed are put on any squares. An invisible king is one of the men; nothing
//! attacks it until it is placed.
//!
//! # Deferred moves
//!
//! The man that makes an unseen move `TI~-~` often matters to nothing that follows. If a further man may make the move,
//! the move is *deferred*: the line goes on as if no man had moved, and men are tried for the move only when something
//! depends on them. A play *extends* a team and deferred moves if it has the men of the team with their moves, and if a
//! further man that is no king makes each deferred move, and no other of the unseen moves that have been decided.
//!
//! 1. A move is deferred after all assumed men and the invisible king have been tried for it, so each play that is left
//!    extends the team with the deferred move.
//! 2. At most one move of each side is deferred: before a second `TI~-~` of the side, all men are tried for the first
//!    one. Before a capture `TI~*f2` of the side, the men are tried that the deferred move takes to a square from where
//!    they attack f2: no others can make both moves.
//! 3. A trial plays the line with the team alone. Take a play that extends team and deferred moves, in which no
//!    deferred move captures an assumed man. All assumed men are where the trial has them. Each further man is on its
//!    starting square, or after a deferred move on the target of the move. So if the trial fails and the play does not,
//!    the play has a further man that begins on one of the squares `missing`, or a deferred move that was made before
//!    leads to one.
//! 4. If a deferred move captures an assumed man, its target is the square of that man in the trial. The captor remains
//!    there until it is captured itself, at the latest when the trial has the man captured. So every square that
//!    is occupied in the trial is occupied in the play, and whatever fails because a square is occupied fails in the
//!    play, too. The capture lifts only what the trial demands of the captured man afterwards. So it mends the failure
//!    only if this man is the culprit, may have been of the other side, is no king, and makes no unseen move later:
//!    [`ManState::prey`].
//! 5. So a failure is mended by one more man on a square of `missing`, who makes no deferred move, or by a man that
//!    makes a deferred move and begins on such a square, goes to one, or captures the culprit. All are tried. If the
//!    requirement at the end fails, every assumed man may be the culprit.
//! 6. A man that a deferred move may capture is not certainly of the side that the trial demands. So while a move is
//!    deferred, men count for a side only if they make a move of that side or are its king ([`TeamSearch::is_of`]).
//! 7. If the line is possible and the requirement is met by the team alone, all men are tried for the deferred moves.
//!    Only teams without deferred moves are an answer.
//! 8. If the requirement fails with the team alone, no men may be tried at all for a deferred move, and it stays open
//!    whether the line is possible. The answer is [`QueryAnswer::NotFound`] then, which leaves that open.

use super::escape::LineEnd;
use super::line::Line;
use super::men::{Board, Domain, Kind, Man, Sq, Squares, bit, last_rank, squares};
use super::team::{
    AssumedMan, AssumedMove, Deferred, Failure, ManState, Men, Trial, mixed, prey_of, squares_of, try_team, try_with,
};
use super::view::PrintedMove;
use crate::board::Color;
use hashbrown::HashSet;
use smallvec::SmallVec;

/// A set of assumed invisible men, usually few.
pub type Team = SmallVec<[AssumedMan; 4]>;

/// The requirement that the position at the end of a line must meet.
#[derive(Clone, Copy)]
pub enum Requirement {
    /// No further requirement.
    Any,
    /// The side to move is not mated.
    Escape,
    /// The square does not hold this invisible man.
    Differs(Sq, Man),
}

/// The invisible men with which a query is answered, as they are at the end of the line.
pub struct Witness {
    pub men: Vec<(Sq, Man)>,
    /// Squares of the men that have not moved.
    pub unmoved: Squares,
    /// All the men found, with their starting squares and their moves.
    pub team: Team,
}

pub enum QueryAnswer {
    Found(Witness),
    /// No invisible men meet the requirement of the query. It remains open whether the line can be played.
    NotFound,
    /// The line cannot be played.
    Impossible,
}

pub struct Query<'a> {
    pub board: &'a Board,
    pub line: &'a Line,
    pub aim: Requirement,
    /// Number of men that are invisible at the beginning.
    pub number: usize,
    /// Varies the order of the search: affects which men are found, not whether any are.
    pub seed: usize,
    /// Whether the search remembers states that have failed, so that they are not searched again.
    pub remembers: bool,
    pub stopped: &'a dyn Fn() -> bool,
}

/// A condition on a further man that makes a move: it begins on a square of `starts`, or goes to a square of `targets`.
#[derive(Clone, Copy)]
struct Among {
    starts: Squares,
    targets: Squares,
}

impl Among {
    const ALL: Among = Among { starts: !0, targets: !0 };

    /// Returns the targets of a man that begins on `start`.
    fn targets(self, start: Sq) -> Squares {
        if self.starts & bit(start) == 0 { self.targets } else { !0 }
    }
}

/// The state of the search for an answer to a query.
struct TeamSearch<'a> {
    query: &'a Query<'a>,
    /// The sides whose kings are invisible men.
    kings: SmallVec<[Color; 2]>,
    /// Keys of the teams already tried; a team's key is the sum of its men's keys.
    tried: HashSet<u128>,
    /// Keys of states in which teams of all invisible men have failed: see [`TeamSearch::is_known`].
    moments: HashSet<u128>,
    /// Moves (`TI~-~`) made by further men that are not assumed yet: at most one of each side.
    deferred: Deferred,
    steps: u64,
    /// Whether some assumed men can have played the line. The invisible men that are not assumed still need squares.
    is_possible: bool,
    is_cut: bool,
}

impl Query<'_> {
    /// Answers the query. Returns `Err` if the time limit stopped the search.
    pub fn answer(&self) -> Result<QueryAnswer, ()> {
        let has_none = |color: &Color| self.line.view(0).king(*color).is_none();
        let kings: SmallVec<[Color; 2]> = Color::ALL.into_iter().filter(has_none).collect();
        if kings.len() > self.number {
            return Ok(QueryAnswer::Impossible);
        }
        let mut search = TeamSearch {
            query: self,
            kings,
            tried: HashSet::new(),
            moments: HashSet::new(),
            deferred: [None; 2],
            steps: 0,
            is_possible: false,
            is_cut: false,
        };
        let certain = if self.remembers { self.line.certain_men() } else { SmallVec::new() };
        if certain.len() + search.kings.len() > self.number {
            return Ok(QueryAnswer::Impossible);
        }
        let certain: Team = certain.into_iter().map(AssumedMan::on).collect();
        let found = search.find(&certain);
        match (found, search.is_possible) {
            _ if search.is_cut => Err(()),
            (Some(witness), _) => Ok(QueryAnswer::Found(witness)),
            (None, true) => Ok(QueryAnswer::NotFound),
            (None, false) => Ok(QueryAnswer::Impossible),
        }
    }

    /// Whether `team`, taken as all the invisible men, answers the query.
    pub fn is_answered_by(&self, team: &[AssumedMan]) -> bool {
        if !self.has_played(team) {
            return false;
        }
        match try_team(self.board, self.line, team) {
            Trial::Possible(men) => self.narrowed(&men).is_ok(),
            _ => false,
        }
    }

    /// Returns a position to which the line may lead if `team` are all the invisible men; `None` if there is none.
    pub fn witness_of(&self, team: &[AssumedMan]) -> Option<Witness> {
        let Trial::Possible(men) = try_team(self.board, self.line, team) else { return None };
        let domains: Vec<Domain> = men.iter().map(|man| man.domain).collect();
        Some(self.witness(team, &men, &domains))
    }

    fn witness(&self, team: &[AssumedMan], men: &[ManState], domains: &[Domain]) -> Witness {
        let choose = |domain: Domain| {
            let choices: Vec<Man> = domain.men().collect();
            choices[(self.seed * 7 + 3) % choices.len()]
        };
        let standing = men.iter().zip(domains).filter_map(|(man, &domain)| Some((man.at?, choose(domain))));
        let unmoved = men.iter().filter(|man| !man.has_moved).filter_map(|man| man.at);
        let unmoved = unmoved.fold(0, |set, sq| set | bit(sq));
        Witness { men: standing.collect(), unmoved, team: Team::from_slice(team) }
    }

    /// Whether the men of the team make exactly the moves of the line that invisible men made.
    fn has_played(&self, team: &[AssumedMan]) -> bool {
        self.line.printed().iter().enumerate().all(|(ply, printed)| {
            let mut steps = team.iter().filter_map(|man| man.step(ply));
            match (printed, steps.next()) {
                (PrintedMove::UnseenTakes(sq), Some(step)) => step.to == *sq,
                (PrintedMove::UnseenMoves, Some(_)) => true,
                (PrintedMove::UnseenTakes(_) | PrintedMove::UnseenMoves, None) => false,
                (_, step) => step.is_none(),
            }
        })
    }

    /// Returns what each man may be if the men meet the requirement of the query. If they cannot meet it, returns the
    /// squares on which one more man might help.
    fn narrowed(&self, men: &[ManState]) -> Result<Vec<Domain>, Squares> {
        let domains = || men.iter().map(|man| man.domain).collect::<Vec<_>>();
        match self.aim {
            Requirement::Any => Ok(domains()),
            Requirement::Escape => LineEnd { board: self.board, view: self.line.last(), men }.escape(),
            Requirement::Differs(sq, man) => {
                let mut domains = domains();
                if let Some(index) = men.iter().position(|standing| standing.at == Some(sq)) {
                    domains[index] = domains[index].without(Domain::of(man.color, man.kind));
                    if domains[index].is_empty() {
                        return Err(men[index].mend);
                    }
                }
                Ok(domains)
            }
        }
    }
}

impl TeamSearch<'_> {
    /// Returns the sides whose invisible kings have not been placed yet. Nothing attacks such a king, so placing it
    /// later excludes no line.
    fn kings_left(&self, team: &[AssumedMan]) -> SmallVec<[Color; 2]> {
        let is_left = |color: &Color| team.iter().all(|man| man.king != Some(*color));
        self.kings.iter().copied().filter(is_left).collect()
    }

    /// Returns the number of invisible men that are neither assumed nor kings still to be placed, and make no deferred
    /// move.
    fn others_left(&self, team: &[AssumedMan]) -> usize {
        let deferred = self.deferred.iter().flatten().count();
        self.query.number - team.len() - self.kings_left(team).len() - deferred
    }

    /// Whether some moves are deferred.
    fn defers(&self) -> bool {
        self.deferred != [None; 2]
    }

    /// Returns the squares on which a further invisible man may be at the beginning.
    fn free(&self, team: &[AssumedMan]) -> Squares {
        let view = self.query.line.view(0);
        team.iter().fold(self.query.board.exists & !view.occupied(), |free, man| free & !bit(man.start))
    }

    /// Returns the squares of the set in ascending order, starting from a square that depends on the seed and wrapping
    /// around.
    fn order(&self, set: Squares) -> impl Iterator<Item = Sq> + use<> {
        let below = bit((self.query.seed * 23 % 64) as Sq) - 1;
        squares(set & !below).chain(squares(set & below))
    }

    /// Records the men and the deferred moves, and returns whether they had not been assumed before in another order.
    /// Not used for two men, which have only two orders.
    fn is_new(&mut self, team: &[AssumedMan]) -> bool {
        let deferred = self.deferred.iter().fold(1, |key, ply| key << 8 | ply.map_or(0, |ply| 1 + ply as u128));
        let deferred = if self.defers() { mixed(deferred << 100) } else { 0 };
        self.tried.insert(team.iter().map(AssumedMan::key).fold(deferred, u128::wrapping_add))
    }

    /// Whether the same men have failed before in the same state at the move of index `ply`. `mover` is the index of
    /// the man that makes this move, or `None` if that is not decided. A new state is recorded as failed at once: the
    /// caller searches it, and if that succeeds, the whole search ends.
    ///
    /// 1. All men are assumed, so `domain` says what each may be, and none joins later.
    /// 2. The rest depends on the line, which is the same, and on where each man is, what it may be, and whether it has
    ///    moved. All of this is in the key.
    fn is_known(&mut self, team: &[AssumedMan], ply: usize, mover: Option<usize>, men: &[ManState]) -> bool {
        if !self.query.remembers || team.len() < self.query.number {
            return false;
        }
        let mover = mover.and_then(|index| men[index].at).map_or(0, |at| 1 + u128::from(at));
        let keys = men.iter().filter_map(ManState::key).fold(0, u128::wrapping_add);
        !self.moments.insert(keys.wrapping_add(mixed(1 << 64 | mover << 32 | ply as u128)))
    }

    fn find(&mut self, team: &[AssumedMan]) -> Option<Witness> {
        if team.len() + self.deferred.iter().flatten().count() >= 3 && !self.is_new(team) {
            return None;
        }
        self.steps += 1;
        self.is_cut |= self.steps.is_multiple_of(1024) && (self.query.stopped)();
        if self.is_cut {
            return None;
        }
        match try_with(self.query.board, self.query.line, team, self.deferred) {
            Trial::Fails(failure) => self.mended(team, &failure),
            Trial::Open { ply, men } => match self.is_known(team, ply, None, &men) {
                true => None,
                false => self.with_mover(team, ply, &men),
            },
            Trial::Possible(men) => {
                if let Some(&color) = self.kings_left(team).first() {
                    return self.with_man(team, !0, |sq| AssumedMan::king(color, sq));
                }
                let narrowed = self.query.narrowed(&men);
                self.is_possible |= narrowed.is_err() || !self.defers();
                match narrowed {
                    Err(missing) => {
                        let ply = self.query.line.printed().len();
                        self.mended(team, &Failure { ply, missing, prey: prey_of(&men) })
                    }
                    Ok(_) if self.defers() => {
                        let color = if self.deferred[0].is_some() { Color::White } else { Color::Black };
                        self.settled(team, color, Among::ALL)
                    }
                    Ok(domains) if team.len() == self.query.number => Some(self.query.witness(team, &men, &domains)),
                    Ok(_) => self.with_one_more(team, !0),
                }
            }
        }
    }

    /// Searches with everything that may mend the failure: one more man, or a man that makes a deferred move.
    fn mended(&mut self, team: &[AssumedMan], failure: &Failure) -> Option<Witness> {
        let Failure { ply, missing, prey } = *failure;
        let found = self.with_one_more(team, missing);
        if found.is_some() || self.is_cut || !self.defers() {
            return found;
        }
        for color in Color::ALL {
            let Some(deferred) = self.deferred[color as usize] else { continue };
            let came = if deferred < ply { missing } else { 0 };
            let among = Among { starts: missing, targets: came | prey[color as usize] };
            let found = self.settled(team, color, among);
            if found.is_some() || self.is_cut {
                return found;
            }
        }
        None
    }

    /// Searches with each man that may make the deferred move of the side.
    fn settled(&mut self, team: &[AssumedMan], color: Color, among: Among) -> Option<Witness> {
        if among.starts | among.targets == 0 {
            return None;
        }
        let deferred = self.deferred;
        let ply = self.deferred[color as usize].take()?;
        let men = match try_with(self.query.board, self.query.line, team, self.deferred) {
            Trial::Open { ply: open, men } if open == ply => men,
            _ => Men::new(),
        };
        let found = self.with_new_mover(team, ply, &men, among, AssumedMan::on);
        self.deferred = deferred;
        found
    }

    fn with_one_more(&mut self, team: &[AssumedMan], squares: Squares) -> Option<Witness> {
        for color in self.kings_left(team) {
            let found = self.with_man(team, squares, |sq| AssumedMan::king(color, sq));
            if found.is_some() || self.is_cut {
                return found;
            }
        }
        if self.others_left(team) == 0 { None } else { self.with_man(team, squares, AssumedMan::on) }
    }

    /// Searches with one further man on each of the squares in turn, made by `new`. Returns the first success.
    fn with_man(&mut self, team: &[AssumedMan], squares: Squares, new: impl Fn(Sq) -> AssumedMan) -> Option<Witness> {
        for sq in self.order(squares & self.free(team)) {
            let mut more = Team::from_slice(team);
            more.push(new(sq));
            let found = self.find(&more);
            if found.is_some() || self.is_cut {
                return found;
            }
        }
        None
    }

    /// Searches with each man that may make the move of index `ply`: an assumed man, or a further one. Returns the
    /// first success.
    fn with_mover(&mut self, team: &[AssumedMan], ply: usize, men: &[ManState]) -> Option<Witness> {
        let (board, line, number) = (self.query.board, self.query.line, self.query.number);
        let seen = line.view(ply);
        let (mover, printed) = (seen.mover, line.printed()[ply]);
        let same = self.deferred[mover as usize].is_some();
        if same && printed == PrintedMove::UnseenMoves {
            return self.settled(team, mover, Among::ALL);
        }
        let mine: SmallVec<[bool; 4]> =
            men.iter().zip(team).map(|(man, assumed)| self.is_of(mover, man, assumed)).collect();
        let most = line.most(mover, number);
        let king = self.kings_left(team).into_iter().find(|&color| color == mover);
        let known = mine.iter().filter(|&&is_mine| is_mine).count() + usize::from(king.is_some()) + usize::from(same);
        let is_full = known >= most;
        let goal = self.goal(ply);
        for (index, man) in men.iter().enumerate() {
            let Some(at) = man.at.filter(|at| seen.uncovered & bit(*at) == 0) else { continue };
            if is_full && !mine[index] {
                continue;
            }
            let others = squares_of(men) & !bit(at);
            let left = if team.len() == number { line.squares_left(board, ply, others) } else { !0 };
            let targets = goal & left;
            let steps = self.steps(ply, at, man.may_be(team.len() == number), men, targets);
            let found = self.with_steps(team, index, ply, &steps);
            if found.is_some() || self.is_cut {
                return found;
            }
        }
        if same && let PrintedMove::UnseenTakes(to) = printed {
            let found = self.settled(team, mover, Among { starts: 0, targets: board.sources(to) });
            if found.is_some() || self.is_cut {
                return found;
            }
        }
        let all = Among::ALL;
        let found = king.and_then(|color| self.with_new_mover(team, ply, men, all, |sq| AssumedMan::king(color, sq)));
        if found.is_some() || self.is_cut || self.others_left(team) == 0 || is_full {
            return found;
        }
        if self.may_defer(ply) {
            self.deferred[mover as usize] = Some(ply);
            let found = self.find(team);
            self.deferred[mover as usize] = None;
            return found;
        }
        self.with_new_mover(team, ply, men, all, AssumedMan::on)
    }

    /// Whether the man is certainly of the side. While a move is deferred, which may capture the man, this is certain
    /// only if the man makes a move of the side or is its king.
    fn is_of(&self, color: Color, man: &ManState, assumed: &AssumedMan) -> bool {
        if self.defers() {
            let moves = |ply: usize| assumed.step(ply).is_some() && self.query.line.view(ply).mover == color;
            return assumed.king == Some(color) || (0..self.query.line.printed().len()).any(moves);
        }
        !man.widest.meets(Domain::side(!color))
    }

    /// Whether the move of index `ply`, which a further man makes, is better deferred.
    fn may_defer(&self, ply: usize) -> bool {
        let is_last = ply + 1 == self.query.line.printed().len();
        let differs = matches!(self.query.aim, Requirement::Differs(..));
        self.query.remembers && self.query.line.printed()[ply] == PrintedMove::UnseenMoves && !is_last && !differs
    }

    /// Returns the squares to which the move of index `ply` can lead.
    fn goal(&self, ply: usize) -> Squares {
        let (board, line) = (self.query.board, self.query.line);
        if line.most(line.view(ply).mover, self.query.number) == 1 { line.goal_of_only(board, ply) } else { !0 }
    }

    /// Searches with a further man, made by `new`, that makes the move of index `ply`. Returns the first success.
    fn with_new_mover(
        &mut self,
        team: &[AssumedMan],
        ply: usize,
        men: &[ManState],
        among: Among,
        new: impl Fn(Sq) -> AssumedMan,
    ) -> Option<Witness> {
        let (board, line, number) = (self.query.board, self.query.line, self.query.number);
        let others = squares_of(men);
        let is_all = team.len() + 1 == number && men.len() == team.len();
        let left = if is_all { line.squares_left(board, ply, others) } else { !0 };
        let goal = self.goal(ply) & left;
        // Remembered states say nothing about a part of the moves, nor about men whose later moves are decided.
        let is_part = among.starts != !0 || team.iter().any(|man| man.moves_after(ply));
        for sq in self.order(self.free(team) & !line.view(ply).occupied() & !others) {
            let man = new(sq);
            let targets = goal & among.targets(sq);
            let mut steps = self.steps(ply, sq, man.domain(), men, targets);
            let mut more = Team::from_slice(team);
            more.push(man);
            if steps.len() > 1 && self.query.remembers {
                let index = team.len();
                match try_with(board, line, &more, self.deferred) {
                    Trial::Open { ply: open, men: all } if open == ply => {
                        if !is_part && self.is_known(&more, ply, Some(index), &all) {
                            continue;
                        }
                        steps = self.steps(ply, sq, all[index].may_be(more.len() == number), men, targets);
                    }
                    Trial::Fails(failure)
                        if failure.prey == [0; 2] && (failure.missing == 0 || more.len() == number) =>
                    {
                        continue;
                    }
                    _ => {}
                }
            }
            let found = self.with_steps(&more, team.len(), ply, &steps);
            if found.is_some() || self.is_cut {
                return found;
            }
        }
        None
    }

    /// Searches with each of the steps as the move `ply` of the man of this index. Returns the first success.
    fn with_steps(&mut self, team: &[AssumedMan], index: usize, ply: usize, steps: &[AssumedMove]) -> Option<Witness> {
        for &step in steps {
            let mut next = Team::from_slice(team);
            next[index] = next[index].moving(ply, step);
            let found = self.find(&next);
            if found.is_some() || self.is_cut {
                return found;
            }
        }
        None
    }

    /// Returns the steps to squares of `among` that a man on `from` may make in the move of index `ply`. Its
    /// possible sides and pieces are in `domain`; `men` are the states of the assumed men.
    fn steps(&self, ply: usize, from: Sq, domain: Domain, men: &[ManState], among: Squares) -> Vec<AssumedMove> {
        let (board, seen) = (self.query.board, self.query.line.view(ply));
        let color = seen.mover;
        let mine = domain.and(Domain::side(color));
        let occupied = seen.plain() | squares_of(men);
        let targets = match self.query.line.printed()[ply] {
            PrintedMove::UnseenTakes(sq) => bit(sq),
            _ => board.exists & !seen.occupied() & !bit(from),
        };
        let mut steps = Vec::new();
        for to in self.order(targets & among & board.targets(from)) {
            let ways = board.attackers(from, to).or(board.goers(from, to)).and(mine);
            if ways.is_empty() || board.between(from, to) & occupied != 0 {
                continue;
            }
            let pawn = ways.has(Man::new(color, Kind::Pawn)) && to >> 3 == last_rank(color);
            if pawn {
                steps.push(AssumedMove { to, promotes: true });
            }
            if !pawn || !ways.without(Domain::either(Kind::Pawn)).is_empty() {
                steps.push(AssumedMove { to, promotes: false });
            }
        }
        steps
    }
}
