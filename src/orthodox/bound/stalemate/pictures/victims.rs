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

/// Where the men that have no fate yet have to stand.
struct Wanted {
    /// On the open first steps of those that have been placed.
    steps: u64,
    /// On these and on those beside the king.
    required: u64,
}

/// The sum of the smallest costs of so many squares.
fn least_sum(set: u64, cost: impl Fn(Sq) -> u8, count: usize) -> usize {
    if count == 0 {
        return 0;
    }
    let mut all = [0u8; 64];
    let mut n = 0;
    for sq in squares(set) {
        all[n] = cost(sq);
        n += 1;
    }
    all[..n].sort_unstable();
    all[..count.min(n)].iter().map(|&cost| usize::from(cost)).sum()
}

/// What is fixed once the victim's king has its square.
struct Around {
    /// Those that have the least choice come first.
    choices: Vec<Choice>,
    /// The numbers of these in the order of their least costs.
    by_cost: Vec<usize>,
    /// Sets of squares beside the king, all of one of which the victim's own men have to stand on; none holds another.
    open: Vec<u64>,
}

/// Where one man of the victim may stay.
struct Choice {
    man: usize,
    /// In [`Placed::left`].
    bit: u32,
    /// The cheapest first.
    stands: Vec<Stand>,
    /// The least moves in which it comes to each square, and to any of them; who has no place is captured, or nothing
    /// will do.
    cheapest: [u8; 64],
    least: usize,
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
        let choices = (1..self.victims).map(|man| Choice::new(man, self.stands(man, places[man - 1], budget)));
        let around = Around::new(choices.collect(), least_sets(open, king));
        let mut roles = [Role::NONE; MOST_MEN];
        roles[0] = Role::on(Piece::KING, king);
        let left = (1 << around.choices.len()) - 1;
        let placed = Placed { king, roles, occupied: bit(king), pawns: 0, doomed: 0, rest: budget, left };
        self.place(&around, &placed)
    }

    /// Where a man may stay, the cheapest first.
    fn stands(&self, man: usize, places: Places, budget: usize) -> Vec<Stand> {
        let mut stands = Vec::new();
        for way in &self.ways[man] {
            let wanted = if way.piece == Piece::PAWN { places.pawn } else { places.officer };
            let mut before = 0;
            for cost in 0..=budget.min(LONGEST) {
                for sq in squares(way.within[cost] & wanted & !before) {
                    stands.push(Stand { cost: cost as u8, piece: way.piece, sq });
                }
                before = way.within[cost];
            }
        }
        stands.sort_by_key(|stand| stand.cost);
        stands
    }

    /// Tries all fates of the men that have none yet. Where one of them has to stand, whoever can stand there is tried, on
    /// the square that leaves the least choice; else all fates of one man. Either way no picture is made twice: in a final
    /// position one man stands on the square, and the man has one fate.
    fn place(&mut self, around: &Around, placed: &Placed) -> Result<(), TooMuch> {
        self.effort.step()?;
        let Some(Wanted { steps, required }) = self.wanted(around, placed) else { return Ok(()) };
        let can_stand = |sq: Sq| around.left(placed.left).filter(move |choice| choice.comes_to(sq, placed.rest));
        if let Some(sq) = squares(required).min_by_key(|&sq| can_stand(sq).count()) {
            return around.left(placed.left).try_for_each(|choice| {
                let here = choice.stands.iter().filter(|stand| stand.sq == sq);
                self.place_on(around, placed, steps, choice, here)
            });
        }
        let Some(choice) = around.left(placed.left).next() else { return self.with_victims(placed) };
        if placed.doomed < self.most_doomed {
            let left = placed.left & !choice.bit;
            self.place(around, &Placed { doomed: placed.doomed + 1, left, ..placed.clone() })?;
        }
        self.place_on(around, placed, steps, choice, choice.stands.iter())
    }

    /// Tries the man on these squares; on the squares `steps` men have to stand already.
    fn place_on<'s>(
        &mut self,
        around: &Around,
        placed: &Placed,
        steps: u64,
        choice: &Choice,
        stands: impl Iterator<Item = &'s Stand>,
    ) -> Result<(), TooMuch> {
        let left = placed.left & !choice.bit;
        for stand in stands {
            let cost = usize::from(stand.cost);
            if cost > placed.rest {
                break;
            }
            if placed.occupied & bit(stand.sq) != 0 || !self.can_be_filled(around, placed, steps, left, stand) {
                continue;
            }
            let mut next = Placed { left, rest: placed.rest - cost, ..placed.clone() };
            next.roles[choice.man] = Role::on(stand.piece, stand.sq);
            next.occupied |= bit(stand.sq);
            if stand.piece == Piece::PAWN {
                next.pawns |= bit(stand.sq);
            }
            self.place(around, &next)?;
        }
        Ok(())
    }

    /// The men that are left then can stand on `steps` and on the open first steps of this one, if nothing pins it. More
    /// may be missing, which is asked when it has been placed: most men that need too much are told from this alone.
    fn can_be_filled(&self, around: &Around, placed: &Placed, steps: u64, left: u32, stand: &Stand) -> bool {
        let moves_freely = stand.piece != Piece::PAWN && !self.may_be_pinned(placed, stand.piece, stand.sq);
        let own = if moves_freely { first_steps(stand.piece, stand.sq) } else { 0 };
        let steps = (steps | own) & !(placed.occupied | bit(stand.sq) | self.question.filled);
        let rest = placed.rest - usize::from(stand.cost);
        steps.count_ones() <= left.count_ones() && around.least_to_fill(steps, left) <= rest
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

    /// Where the men that have no fate yet have to stand; `None` if they cannot do what is
    /// missing in the moves that are left. Missing is one of them on each open first step of an officer that nothing can pin
    /// and on each square beside the king that the mover's men cannot guard together with the others; and one of them or of
    /// the mover's men ahead of each pawn that nothing can pin. Different squares take different men. Required is what is
    /// missing whichever set of squares beside the king is filled.
    fn wanted(&self, around: &Around, placed: &Placed) -> Option<Wanted> {
        let men_left = placed.left.count_ones() as usize;
        if around.least(placed, self.most_doomed - placed.doomed) > placed.rest {
            return None;
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
            return None;
        }
        let cheapest = |sq: Sq| around.cheapest(sq, placed.left);
        let cost = |set: u64| around.least_to_fill(set, placed.left);
        let steps = cost(missing.steps);
        let suffices = |required: u64| {
            let fillers = required.count_ones() as usize;
            if fillers > men_left {
                return false;
            }
            let filled = steps + cost(required & !missing.steps);
            if filled > placed.rest {
                return false;
            }
            let ahead = missing.ahead & !required;
            let count = ahead.count_ones() as usize;
            // The mover's men stop the pawns that are the dearest to stop, as many as they are, and at least those for
            // which nobody else is left.
            let (ours, theirs) = (count.saturating_sub(helpers), count.saturating_sub(men_left - fillers));
            fillers + ours <= men_left
                && filled + least_sum(ahead, cheapest, ours) <= placed.rest
                && least_sum(ahead, |sq| self.blocks[sq as usize], theirs) <= self.own
        };
        let sets = around.open.iter().map(|set| missing.steps | set & !placed.occupied & !self.question.filled);
        let required = sets.filter(|&required| suffices(required)).reduce(|all, required| all & required)?;
        Some(Wanted { steps: missing.steps, required })
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

impl Choice {
    fn new(man: usize, stands: Vec<Stand>) -> Choice {
        let mut cheapest = [FAR; 64];
        for stand in stands.iter().rev() {
            cheapest[stand.sq as usize] = stand.cost;
        }
        let least = stands.first().map_or(1 << 8, |stand| usize::from(stand.cost));
        Choice { man, bit: 0, stands, cheapest, least }
    }

    /// It can stand there in so many moves.
    fn comes_to(&self, sq: Sq, moves: usize) -> bool {
        let cost = self.cheapest[sq as usize];
        cost < FAR && usize::from(cost) <= moves
    }
}

impl Around {
    fn new(mut choices: Vec<Choice>, open: Vec<u64>) -> Around {
        choices.sort_by_key(|choice| choice.stands.len());
        choices.iter_mut().enumerate().for_each(|(number, choice)| choice.bit = 1 << number);
        let mut by_cost: Vec<usize> = (0..choices.len()).collect();
        by_cost.sort_by_key(|&number| choices[number].least);
        Around { choices, by_cost, open }
    }

    /// Those of the set [`Placed::left`].
    fn left(&self, left: u32) -> impl Iterator<Item = &Choice> + use<'_> {
        squares(u64::from(left)).map(|number| &self.choices[usize::from(number)])
    }

    /// The moves in which one of them comes to the square.
    fn cheapest(&self, sq: Sq, left: u32) -> u8 {
        self.left(left).map(|choice| choice.cheapest[sq as usize]).min().unwrap_or(FAR)
    }

    /// The moves in which they come to all these squares at least.
    fn least_to_fill(&self, set: u64, left: u32) -> usize {
        squares(set).map(|sq| usize::from(self.cheapest(sq, left))).sum()
    }

    /// The moves that they all need to come to squares where they may stay, if so many of them need not.
    fn least(&self, placed: &Placed, spared: usize) -> usize {
        let costs = self.by_cost.iter().filter(|&&number| placed.left & 1 << number != 0);
        let count = (placed.left.count_ones() as usize).saturating_sub(spared);
        costs.take(count).map(|&number| self.choices[number].least).sum()
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
