//! Enumerating pictures, first half: where the men of the victim stand in the end, and which of them are captured.

use super::super::immobile::Places;
use super::super::memo::StalemateMemo;
use super::super::reach::Files;
use super::super::{LONGEST, Question, Split};
use super::enumeration::{Enumeration, Placed, can_be_held, is_straight, ways};
use super::movers::Scene;
use super::{Effort, MOST_MEN, Man, Pictures, Role, TooMuch, budgets, men_of};
use crate::orthodox::bitboard::{self, Sq, between, bit, squares};
use crate::orthodox::board::Board;
use crate::orthodox::bound::Ground;
use crate::orthodox::bound::cover::beside;
use crate::orthodox::bound::distance::{Distances, FAR};
use crate::position::Left;
use crate::units::{Color, Piece};

/// A man may stand here in the end, at such a cost.
#[derive(Clone, Copy)]
struct Stand {
    cost: u8,
    piece: Piece,
    sq: Sq,
}

/// The first steps of an officer on an empty board.
fn first_steps(piece: Piece, sq: Sq) -> u64 {
    match piece {
        Piece::KNIGHT => bitboard::knight(sq),
        Piece::BISHOP => bitboard::bishop_lines(sq) & bitboard::king(sq),
        Piece::ROOK => bitboard::rook_lines(sq) & bitboard::king(sq),
        _ => bitboard::king(sq),
    }
}

/// What it takes to make ready for one square of the king.
const STEPS_A_KING: u64 = 64;

/// What men have to do that stands in the way of a stalemate.
#[derive(Default)]
struct Missing {
    /// Squares on which men of the victim have to stand.
    steps: u64,
    /// Squares on which men of either side have to stand.
    ahead: u64,
    /// Officers that have to be pinned along ranks and files, and along diagonals.
    pinned: [u32; 2],
    /// Pawns that have to be blocked or pinned.
    stopped: u32,
}

/// The sum of the smallest costs of so many squares.
fn least_sum(set: u64, costs: &[u8; 64], count: usize) -> usize {
    if count == 0 {
        return 0;
    }
    let mut all = [0u8; 64];
    let mut n = 0;
    for sq in squares(set) {
        all[n] = costs[sq as usize];
        n += 1;
    }
    all[..n].sort_unstable();
    all[..count.min(n)].iter().map(|&cost| usize::from(cost)).sum()
}

/// What is fixed once the victim's king has its square.
struct Around {
    options: Vec<(usize, Vec<Stand>)>,
    /// Sets of squares beside the king, all of one of which the victim's own men have to stand on; none holds another.
    open: Vec<u64>,
    /// For the men from each one on: the moves in which the first of them comes to a square where it may stay.
    cheapest: Vec<[u8; 64]>,
    /// For the same men: the moves that they all need to come to such squares, if so many of them need not.
    least: Vec<Vec<u16>>,
}

fn blocks(men: &[Man]) -> [u8; 64] {
    let distances = Distances::get();
    let mut costs = [FAR; 64];
    for man in men {
        for (sq, cost) in costs.iter_mut().enumerate() {
            *cost = distances.visit(man.color, man.piece, man.sq, sq as Sq).min(*cost);
        }
    }
    costs
}

/// The pictures of stalemates that the mover may give on the squares of `scope` with at most so many moves of White and
/// Black; `None` as for [`enumerated`].
pub fn stalemates(
    ground: Ground,
    mover: Color,
    moves: [u16; 2],
    scope: u64,
    memo: &mut StalemateMemo,
    effort: &mut Effort<'_>,
) -> Option<Pictures> {
    let board = ground.board;
    let question = Question::new(ground, mover, Left::at_most(budgets(board, moves)), [None; 2])?;
    enumerated(board, &question, usize::from(moves[mover as usize]), scope, memo, effort)
}

/// The pictures of a position in which at most so many moves are made; `None` when there are too many, or it takes too long
/// to find them, or nothing is known about such positions.
pub fn enumerated(
    board: &Board,
    question: &Question,
    most_captures: usize,
    scope: u64,
    memo: &mut StalemateMemo,
    effort: &mut Effort<'_>,
) -> Option<Pictures> {
    let men = men_of(board, question);
    if men.len() > MOST_MEN {
        return None;
    }
    let own = question.own.min(LONGEST);
    let mut enumeration = Enumeration {
        question,
        victims: 1 + question.prey.count,
        ways: men.iter().map(|&man| ways(man)).collect(),
        own,
        most_doomed: most_captures,
        blocks: blocks(&men[1 + question.prey.count..]),
        force: question.force(Split { king: own, others: own }, false),
        effort,
        found: Vec::new(),
        men,
    };
    for king in squares(question.at_home()[question.theirs] & scope) {
        enumeration.with_king_on(king, memo).ok()?;
    }
    let count = enumeration.men.len();
    let roles = enumeration.found.iter().flat_map(|roles| roles[..count].iter().copied()).collect();
    Some(Pictures {
        mover: question.mover,
        doomed: true,
        men: enumeration.men,
        dummies: question.dummies.map(|set| set.count_ones() as u16),
        roles,
    })
}

impl Enumeration<'_, '_> {
    pub fn victim(&self) -> Color {
        !self.question.mover
    }

    fn with_king_on(&mut self, king: Sq, memo: &mut StalemateMemo) -> Result<(), TooMuch> {
        self.effort.steps = self.effort.steps.saturating_sub(STEPS_A_KING);
        let question = self.question;
        let budget = question.theirs - question.moves_home(king);
        let mut open: Vec<u8> = Vec::new();
        for split in question.splits() {
            open.extend(question.open(question.split(split), memo)[0].of(king as usize));
        }
        let places = question.immobile(Files::Any, &self.force, bit(king), budget);
        let mut options: Vec<(usize, Vec<Stand>)> =
            (1..self.victims).map(|man| (man, self.options(man, places[man - 1], budget))).collect();
        // Those that have the least choice come first.
        options.sort_by_key(|(_, options)| options.len());
        let around = Around::new(options, least_sets(open, king));
        let mut roles = [Role::NONE; MOST_MEN];
        roles[0] = Role::on(Piece::KING, king);
        let placed = Placed { king, roles, occupied: bit(king), pawns: 0, doomed: 0, rest: budget, next: 0 };
        self.place(&around, &placed)
    }

    /// Where a man may stay, the cheapest first.
    fn options(&self, man: usize, places: Places, budget: usize) -> Vec<Stand> {
        let mut options = Vec::new();
        for way in &self.ways[man] {
            let wanted = if way.piece == Piece::PAWN { places.pawn } else { places.officer };
            let mut before = 0;
            for cost in 0..=budget.min(LONGEST) {
                for sq in squares(way.within[cost] & wanted & !before) {
                    options.push(Stand { cost: cost as u8, piece: way.piece, sq });
                }
                before = way.within[cost];
            }
        }
        options.sort_by_key(|option| option.cost);
        options
    }

    /// Tries all fates of the men that have none yet.
    fn place(&mut self, around: &Around, placed: &Placed) -> Result<(), TooMuch> {
        self.effort.step()?;
        if !self.is_promising(around, placed) {
            return Ok(());
        }
        let Some((man, options)) = around.options.get(placed.next) else {
            return self.with_victims(placed);
        };
        if placed.doomed < self.most_doomed {
            let doomed = Placed { doomed: placed.doomed + 1, next: placed.next + 1, ..placed.clone() };
            self.place(around, &doomed)?;
        }
        for option in options {
            if usize::from(option.cost) > placed.rest {
                break;
            }
            if placed.occupied & bit(option.sq) != 0 {
                continue;
            }
            let mut next =
                Placed { next: placed.next + 1, rest: placed.rest - usize::from(option.cost), ..placed.clone() };
            next.roles[*man] = Role::on(option.piece, option.sq);
            next.occupied |= bit(option.sq);
            if option.piece == Piece::PAWN {
                next.pawns |= bit(option.sq);
            }
            self.place(around, &next)?;
        }
        Ok(())
    }

    /// What is missing for the men that have been placed.
    fn missing(&self, placed: &Placed, men_left: u32) -> Missing {
        let mut missing = Missing::default();
        let question = self.question;
        let empty = !(placed.occupied | question.filled);
        for role in &placed.roles[1..self.victims] {
            let Some((piece, sq)) = role.place() else { continue };
            let may_be_pinned = self.may_be_pinned(placed, piece, sq);
            if piece == Piece::PAWN {
                let ahead = bitboard::ahead(self.victim(), bit(sq)) & empty & !question.posts();
                missing.stopped += u32::from(ahead != 0);
                if !may_be_pinned {
                    missing.ahead |= ahead;
                }
                continue;
            }
            let steps = first_steps(piece, sq) & empty;
            if !may_be_pinned {
                missing.steps |= steps;
            } else if steps.count_ones() > men_left {
                missing.pinned[usize::from(!is_straight(placed.king, sq))] += 1;
            }
        }
        let blockers = self.force.ends | self.force.king_ends;
        missing.steps |= missing.ahead & !blockers;
        missing.ahead &= blockers;
        missing
    }

    /// The men that have no fate yet may do what is missing, in the moves that are left. Missing is one of them on each open
    /// first step of an officer that nothing can pin and on each square beside the king that the mover's men cannot guard
    /// together with the others; and one of them or of the mover's men ahead of each pawn that nothing can pin. Different
    /// squares take different men.
    fn is_promising(&self, around: &Around, placed: &Placed) -> bool {
        let men_left = around.options.len() - placed.next;
        let spare = self.most_doomed - placed.doomed;
        if usize::from(around.least[placed.next][spare.min(men_left)]) > placed.rest {
            return false;
        }
        let missing = self.missing(placed, men_left as u32);
        let [straight, diagonal] = missing.pinned.map(|n| n as usize);
        let helpers = self.men.len() - self.victims;
        // A man pins one other at most, and blocks one pawn.
        if straight > self.force.straight
            || diagonal > self.force.diagonal
            || straight + diagonal > self.force.pinners
            || straight + diagonal + missing.stopped as usize > self.force.pinners + helpers + men_left
        {
            return false;
        }
        let cheapest = &around.cheapest[placed.next];
        let cost = |set: u64| squares(set).map(|sq| usize::from(cheapest[sq as usize])).sum::<usize>();
        around.open.iter().any(|set| {
            let required = missing.steps | set & !placed.occupied & !self.question.filled;
            let fillers = required.count_ones() as usize;
            if fillers > men_left || cost(required) > placed.rest {
                return false;
            }
            let ahead = missing.ahead & !required;
            let count = ahead.count_ones() as usize;
            // The mover's men stop the pawns that are the dearest to stop, as many as they are, and at least those for
            // which nobody else is left.
            let (ours, theirs) = (count.saturating_sub(helpers), count.saturating_sub(men_left - fillers));
            fillers + ours <= men_left
                && cost(required) + least_sum(ahead, cheapest, ours) <= placed.rest
                && least_sum(ahead, &self.blocks, theirs) <= self.own
        })
    }

    /// Some man of the mover may pin the man so that it cannot move.
    fn may_be_pinned(&self, placed: &Placed, piece: Piece, sq: Sq) -> bool {
        can_be_held(piece, placed.king, sq)
            && between(placed.king, sq) & placed.occupied == 0
            && (is_straight(placed.king, sq) && self.force.straight > 0
                || !is_straight(placed.king, sq) && self.force.diagonal > 0)
    }

    /// All men of the victim have their fates: what do the mover's do?
    fn with_victims(&mut self, placed: &Placed) -> Result<(), TooMuch> {
        let files: usize = (1..self.victims)
            .map(|man| usize::from(placed.roles[man].files(self.men[man].piece, self.men[man].sq)))
            .sum();
        // What pawns capture may be dummies.
        let dummies = self.question.posts().count_ones() as usize;
        let others = self.men[self.victims..].iter().filter(|man| man.piece != Piece::KING).count();
        let Some(most_placed) = others.checked_sub(files.saturating_sub(dummies)) else { return Ok(()) };
        let scene = Scene::new(placed, self.question, &self.men[..self.victims], most_placed);
        self.with_movers(&scene, &placed.roles, self.own, 0)
    }
}

impl Around {
    fn new(options: Vec<(usize, Vec<Stand>)>, open: Vec<u64>) -> Around {
        let mut cheapest = vec![[FAR; 64]];
        let mut costs: Vec<u16> = Vec::new();
        let mut least = vec![vec![0]];
        for (_, options) in options.iter().rev() {
            let mut next = *cheapest.last().expect("there is one");
            for option in options {
                let cost = &mut next[option.sq as usize];
                *cost = option.cost.min(*cost);
            }
            cheapest.push(next);
            // Who has no place at all is one of those that need none, or nothing will do.
            costs.push(options.iter().map(|option| u16::from(option.cost)).min().unwrap_or(1 << 8));
            costs.sort_unstable();
            least.push((0..=costs.len()).map(|spared| costs[..costs.len() - spared].iter().sum()).collect());
        }
        cheapest.reverse();
        least.reverse();
        Around { options, open, cheapest, least }
    }
}

/// The squares of those sets of directions that hold no other. What fills a set fills all that it holds, in no more moves,
/// so that the others add nothing. Directions off the board are in none of them.
fn least_sets(mut open: Vec<u8>, king: Sq) -> Vec<u64> {
    open.sort_unstable_by_key(|set| (set.count_ones(), *set));
    let mut least: Vec<u8> = Vec::new();
    for set in open {
        if least.iter().all(|other| other & !set != 0) {
            least.push(set);
        }
    }
    least.into_iter().map(|set| spread(set, king)).collect()
}

/// The squares next to the king in these directions.
fn spread(directions: u8, king: Sq) -> u64 {
    squares(bitboard::king(king)).filter(|&sq| beside(bit(sq), king) & directions != 0).fold(0, |all, sq| all | bit(sq))
}
