//! Whether there are invisible men with whom a line can have been played and leads to what is asked for.
//!
//! Men are assumed one by one, and only those without whom the line is impossible: each assumption is one of all that
//! could help, so that nothing is left out. Those that are left over in the end are put somewhere.

use super::escape::End;
use super::line::Line;
use super::men::{Board, Domain, Kind, Man, Sq, Squares, bit, last_rank, squares};
use super::team::{Standing, Step, Trial, Unseen, squares_of, try_team};
use super::view::Told;
use crate::board::Color;
use hashbrown::HashSet;
use smallvec::SmallVec;

/// Assumed men: mostly few.
pub type Team = SmallVec<[Unseen; 4]>;

/// What is to be true at the end of the line.
#[derive(Clone, Copy)]
pub enum Aim {
    /// Nothing else.
    Any,
    /// The side to move is not mated.
    Escape,
    /// This man is not there as an invisible one.
    Differs(Sq, Man),
}

/// What was found: where the invisible men stand at the end, and which they are.
pub struct Witness {
    pub men: Vec<(Sq, Man)>,
    /// Those that have not moved.
    pub unmoved: Squares,
    /// All of them, as they came there.
    pub team: Team,
}

pub enum Answer {
    Found(Witness),
    /// There is nothing that reaches the aim. Whether the line can be played at all has not been asked.
    NotFound,
    /// The line cannot be played.
    Impossible,
}

pub struct Query<'a> {
    pub board: &'a Board,
    pub line: &'a Line,
    pub aim: Aim,
    /// How many invisible men there are.
    pub number: usize,
    /// Where the looking begins; what is found differs, not whether.
    pub seed: usize,
    pub stopped: &'a dyn Fn() -> bool,
}

/// A query while it is answered.
struct Search<'a> {
    query: &'a Query<'a>,
    /// The sums of the keys of their men.
    tried: HashSet<u128>,
    steps: u64,
    /// Some men have been found with whom the line can be played, if the rest of them can be put somewhere.
    is_possible: bool,
    is_cut: bool,
}

impl Query<'_> {
    /// `Err`: the time was over.
    pub fn answer(&self) -> Result<Answer, ()> {
        let mut search = Search { query: self, tried: HashSet::new(), steps: 0, is_possible: false, is_cut: false };
        let kings: Vec<Color> =
            Color::ALL.into_iter().filter(|&color| self.line.view(0).king(color).is_none()).collect();
        if kings.len() > self.number {
            return Ok(Answer::Impossible);
        }
        let found = search.with_kings(&kings, &mut Vec::new());
        match (found, search.is_possible) {
            _ if search.is_cut => Err(()),
            (Some(witness), _) => Ok(Answer::Found(witness)),
            (None, true) => Ok(Answer::NotFound),
            (None, false) => Ok(Answer::Impossible),
        }
    }

    /// These men, all that there are, are an answer to this query, too.
    pub fn is_answered_by(&self, team: &[Unseen]) -> bool {
        if !self.has_played(team) {
            return false;
        }
        match try_team(self.board, self.line, team) {
            Trial::Possible(men) => self.narrowed(&men).is_ok(),
            _ => false,
        }
    }

    /// Each unseen move of the line is one of theirs, and no other.
    fn has_played(&self, team: &[Unseen]) -> bool {
        self.line.told().iter().enumerate().all(|(ply, told)| {
            let mut steps = team.iter().filter_map(|man| man.step(ply));
            match (told, steps.next()) {
                (Told::UnseenTakes(sq), Some(step)) => step.to == *sq,
                (Told::UnseenMoves, Some(_)) => true,
                (Told::UnseenTakes(_) | Told::UnseenMoves, None) => false,
                (_, step) => step.is_none(),
            }
        })
    }

    /// What the men are if the aim is reached, else where one more would have to stand.
    fn narrowed(&self, men: &[Standing]) -> Result<Vec<Domain>, Squares> {
        let domains = || men.iter().map(|man| man.domain).collect::<Vec<_>>();
        match self.aim {
            Aim::Any => Ok(domains()),
            Aim::Escape => End { board: self.board, view: self.line.last(), men }.escape(),
            Aim::Differs(sq, man) => {
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

impl Search<'_> {
    /// Puts the invisible kings somewhere first: all else depends on them.
    fn with_kings(&mut self, kings: &[Color], team: &mut Vec<Unseen>) -> Option<Witness> {
        let Some((&color, rest)) = kings.split_first() else { return self.find(team) };
        for sq in self.order(self.free(team)) {
            team.push(Unseen::king(color, sq));
            let found = self.with_kings(rest, team);
            team.pop();
            if found.is_some() || self.is_cut {
                return found;
            }
        }
        None
    }

    /// Where another man may stand at the beginning.
    fn free(&self, team: &[Unseen]) -> Squares {
        let view = self.query.line.view(0);
        team.iter().fold(self.query.board.exists & !view.occupied(), |free, man| free & !bit(man.start))
    }

    /// The squares, beginning at one that depends on the seed.
    fn order(&self, set: Squares) -> Vec<Sq> {
        let turn = (self.query.seed * 23 % 64) as Sq;
        let mut order: Vec<Sq> = squares(set).collect();
        order.sort_by_key(|&sq| (sq + 64 - turn) % 64);
        order
    }

    /// The same men have not been assumed in another order. Two have only two orders, which is not worth remembering.
    fn is_new(&mut self, team: &[Unseen]) -> bool {
        self.tried.insert(team.iter().map(Unseen::key).fold(0, u128::wrapping_add))
    }

    fn find(&mut self, team: &[Unseen]) -> Option<Witness> {
        if team.len() >= 3 && !self.is_new(team) {
            return None;
        }
        self.steps += 1;
        self.is_cut |= self.steps.is_multiple_of(1024) && (self.query.stopped)();
        if self.is_cut {
            return None;
        }
        match try_team(self.query.board, self.query.line, team) {
            Trial::Impossible => None,
            Trial::Missing(squares) => self.with_one_more(team, squares),
            Trial::Open { ply, men } => self.with_mover(team, ply, &men),
            Trial::Possible(men) => {
                self.is_possible = true;
                match self.query.narrowed(&men) {
                    Err(squares) => self.with_one_more(team, squares),
                    Ok(domains) if team.len() == self.query.number => Some(self.witness(team, &men, &domains)),
                    Ok(_) => self.with_one_more(team, !0),
                }
            }
        }
    }

    fn with_one_more(&mut self, team: &[Unseen], squares: Squares) -> Option<Witness> {
        if team.len() == self.query.number {
            return None;
        }
        for sq in self.order(squares & self.free(team)) {
            let mut more = Team::from_slice(team);
            more.push(Unseen::on(sq));
            let found = self.find(&more);
            if found.is_some() || self.is_cut {
                return found;
            }
        }
        None
    }

    /// Somebody makes the move of this number: one of the men assumed so far, or another.
    fn with_mover(&mut self, team: &[Unseen], ply: usize, men: &[Standing]) -> Option<Witness> {
        let (board, line, number) = (self.query.board, self.query.line, self.query.number);
        let seen = line.view(ply);
        let is_mine = |man: &Standing| !man.widest.meets(Domain::side(!seen.mover));
        let most = line.most(seen.mover, number);
        let is_full = men.iter().filter(|man| is_mine(man)).count() >= most;
        let goal = if most == 1 { line.goal_of_only(board, ply) } else { !0 };
        for (index, man) in men.iter().enumerate() {
            let Some(at) = man.at.filter(|at| seen.uncovered & bit(*at) == 0) else { continue };
            if is_full && !is_mine(man) {
                continue;
            }
            let others = squares_of(men) & !bit(at);
            let left = if team.len() == number { line.squares_left(board, ply, others) } else { !0 };
            let targets = goal & left;
            for step in self.steps(ply, at, man.widest, men, targets) {
                let mut next = Team::from_slice(team);
                next[index] = next[index].moving(ply, step);
                let found = self.find(&next);
                if found.is_some() || self.is_cut {
                    return found;
                }
            }
        }
        if team.len() == number || is_full {
            return None;
        }
        let others = squares_of(men);
        let left = if team.len() + 1 == number { line.squares_left(board, ply, others) } else { !0 };
        let targets = goal & left;
        for sq in self.order(self.free(team) & !seen.occupied() & !others) {
            for step in self.steps(ply, sq, Domain::unknown(sq), men, targets) {
                let mut next = Team::from_slice(team);
                next.push(Unseen::on(sq).moving(ply, step));
                let found = self.find(&next);
                if found.is_some() || self.is_cut {
                    return found;
                }
            }
        }
        None
    }

    /// Where a man that stands there may go in the move of this number.
    fn steps(&self, ply: usize, from: Sq, domain: Domain, men: &[Standing], among: Squares) -> Vec<Step> {
        let (board, seen) = (self.query.board, self.query.line.view(ply));
        let color = seen.mover;
        let mine = domain.and(Domain::side(color));
        let occupied = seen.plain() | squares_of(men);
        let targets = match self.query.line.told()[ply] {
            Told::UnseenTakes(sq) => bit(sq),
            _ => board.exists & !seen.occupied() & !bit(from),
        };
        let mut steps = Vec::new();
        for to in self.order(targets & among) {
            let ways = board.attackers(from, to).or(board.goers(from, to)).and(mine);
            if ways.is_empty() || board.between(from, to) & occupied != 0 {
                continue;
            }
            let pawn = ways.has(Man::new(color, Kind::Pawn)) && to >> 3 == last_rank(color);
            if pawn {
                steps.push(Step { to, promotes: true });
            }
            if !pawn || !ways.without(Domain::either(Kind::Pawn)).is_empty() {
                steps.push(Step { to, promotes: false });
            }
        }
        steps
    }

    fn witness(&self, team: &[Unseen], men: &[Standing], domains: &[Domain]) -> Witness {
        let choose = |domain: Domain| {
            let choices: Vec<Man> = domain.men().collect();
            choices[(self.query.seed * 7 + 3) % choices.len()]
        };
        let standing = men.iter().zip(domains).filter_map(|(man, &domain)| Some((man.at?, choose(domain))));
        let unmoved = men.iter().filter(|man| !man.has_moved).filter_map(|man| man.at);
        let unmoved = unmoved.fold(0, |set, sq| set | bit(sq));
        Witness { men: standing.collect(), unmoved, team: Team::from_slice(team) }
    }
}
