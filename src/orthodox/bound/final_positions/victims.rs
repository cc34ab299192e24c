//! Enumerating pictures, first half: where the men of the victim stand in the end, and which of them are captured.

use super::enumeration::{Enumeration, Placed, Stand, can_be_held, is_straight, ways};
use super::movers::Scene;
use super::{Effort, MOST_MEN, Man, Pictures, Role, TooMuch, budgets, men_of};
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, squares};
use crate::orthodox::bound::Ground;
use crate::orthodox::bound::cover::beside;
use crate::orthodox::bound::distance::{Distances, FAR};
use crate::orthodox::bound::stalemate::immobile::Places;
use crate::orthodox::bound::stalemate::memo::StalemateMemo;
use crate::orthodox::bound::stalemate::reach::Files;
use crate::orthodox::bound::stalemate::{LONGEST, Question, Split};
use crate::position::Left;
use crate::units::{Color, Piece};

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
    straight: usize,
    diagonal: usize,
    /// Pawns that have to be blocked or pinned.
    stopped: usize,
}

/// Where the men that have no fate yet have to stand.
struct Wanted {
    /// On the open first steps of those that have been placed.
    steps: u64,
    /// On these and on those beside the king.
    required: u64,
}

/// The men and the moves that are left when a man has come to each of the squares, if there are enough.
fn after_filling(set: u64, left: (usize, usize), costs: &[u8; 64]) -> Option<(usize, usize)> {
    squares(set).try_fold(left, |(men, moves), sq| {
        Some((men.checked_sub(1)?, moves.checked_sub(usize::from(costs[sq as usize]))?))
    })
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
    /// Those that have the least choice come first.
    choices: Vec<Choice>,
    /// The numbers of these in the order of their least costs.
    by_cost: Vec<usize>,
    /// Sets of squares beside the king, all of one of which the victim's own men have to stand on; none holds another.
    open: Vec<u64>,
}

/// Where one man of the victim may stay.
struct Choice {
    /// In [`Placed::left`].
    bit: u32,
    /// The cheapest first.
    stands: Vec<Stand>,
    /// The same square by square, those of each being where `first` tells, up to where those of the next are.
    by_square: Vec<Stand>,
    first: [u16; 65],
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
        standing: Vec::new(),
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
        share: None,
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
        let choices = (1..self.victims).map(|man| Choice::new(self.stands(man, king, places[man - 1], budget)));
        let around = Around::new(choices.collect(), least_sets(open, king));
        let left = (1 << around.choices.len()) - 1;
        self.place_rest(&around, &Placed { king, occupied: bit(king), pawns: 0, doomed: 0, rest: budget, left })
    }

    /// Where a man may stay while the king is there, the cheapest first.
    fn stands(&self, man: usize, king: Sq, places: Places, budget: usize) -> Vec<Stand> {
        let mut stands = Vec::new();
        for way in &self.ways[man] {
            let is_pawn = way.piece == Piece::PAWN;
            let mut on = way.nearest(if is_pawn { places.pawn } else { places.officer }, budget);
            while let Some((cost, sq)) = on.next(way) {
                let steps = match is_pawn {
                    true => bitboard::ahead(self.victim(), bit(sq)) & !self.question.posts(),
                    false => first_steps(way.piece, sq),
                };
                let line = self.pinning_line(way.piece, king, sq);
                stands.push(Stand { man, cost: cost as u8, piece: way.piece, sq, steps, line });
            }
        }
        stands.sort_by_key(|stand| stand.cost);
        stands
    }

    /// What has to be empty for a man of the mover to pin this one so that it cannot move; `None` if nothing can.
    fn pinning_line(&self, piece: Piece, king: Sq, sq: Sq) -> Option<u64> {
        let pinners = if is_straight(king, sq) { self.force.straight } else { self.force.diagonal };
        (pinners > 0 && can_be_held(piece, king, sq)).then(|| between(king, sq))
    }

    /// Tries all fates of the men that have none yet, if there are as many moves left as they need.
    fn place_rest(&mut self, around: &Around, placed: &Placed) -> Result<(), TooMuch> {
        if around.least(placed.left, self.most_doomed - placed.doomed) > placed.rest {
            return Ok(());
        }
        self.place(around, placed, &around.cheapest(placed.left))
    }

    /// Tries all fates of the men that have none yet. Where one of them has to stand, whoever can stand there is tried, on
    /// the square that leaves the least choice; else all fates of one man. Either way no picture is made twice: in a final
    /// position one man stands on the square, and the man has one fate. There are as many moves left as they need;
    /// `cheapest`: in which one of them comes to each square.
    fn place(&mut self, around: &Around, placed: &Placed, cheapest: &[u8; 64]) -> Result<(), TooMuch> {
        self.effort.step()?;
        let Some(Wanted { steps, required }) = self.wanted(around, placed, cheapest) else { return Ok(()) };
        let can_stand = |sq: Sq| around.left(placed.left).filter(|choice| choice.comes_to(sq, placed.rest)).count();
        if let Some(sq) = squares(required).min_by_key(|&sq| can_stand(sq)) {
            return around
                .left(placed.left)
                .try_for_each(|choice| self.place_on(around, placed, steps, choice, choice.stands_on(sq)));
        }
        let Some(choice) = around.left(placed.left).next() else { return self.with_victims(placed) };
        if placed.doomed < self.most_doomed {
            let left = placed.left & !choice.bit;
            self.place_rest(around, &Placed { doomed: placed.doomed + 1, left, ..*placed })?;
        }
        self.place_on(around, placed, steps, choice, &choice.stands)
    }

    /// Tries the man on these squares; on the squares `steps` men have to stand already.
    fn place_on(
        &mut self,
        around: &Around,
        placed: &Placed,
        steps: u64,
        choice: &Choice,
        stands: &[Stand],
    ) -> Result<(), TooMuch> {
        let left = placed.left & !choice.bit;
        let cheapest = around.cheapest(left);
        let Some(most) = placed.rest.checked_sub(around.least(left, self.most_doomed - placed.doomed)) else {
            return Ok(());
        };
        let men_left = left.count_ones() as usize;
        for stand in stands {
            let cost = usize::from(stand.cost);
            if cost > most {
                break;
            }
            let here = bit(stand.sq);
            if placed.occupied & here != 0 {
                continue;
            }
            let occupied = placed.occupied | here;
            let pawns = placed.pawns | if stand.piece == Piece::PAWN { here } else { 0 };
            let next = Placed { occupied, pawns, rest: placed.rest - cost, left, ..*placed };
            if self.can_be_filled(&next, steps, stand, (men_left, &cheapest)) {
                self.standing.push(*stand);
                self.place(around, &next, &cheapest)?;
                self.standing.pop();
            }
        }
        Ok(())
    }

    /// With the man there, those that are left can stand on `steps` and on its own open first steps, if nothing pins it.
    /// More may be missing, which is asked when it has been placed: most men that need too much are told from this alone.
    fn can_be_filled(&self, placed: &Placed, steps: u64, stand: &Stand, (men, costs): (usize, &[u8; 64])) -> bool {
        let moves_freely = stand.piece != Piece::PAWN && !stand.may_be_pinned(placed.occupied);
        let own = if moves_freely { stand.steps } else { 0 };
        let steps = (steps | own) & !(placed.occupied | self.question.filled);
        after_filling(steps, (men, placed.rest), costs).is_some()
    }

    /// What is missing for the men that have been placed.
    fn missing(&self, placed: &Placed, men_left: usize) -> Missing {
        let mut missing = Missing::default();
        let question = self.question;
        let empty = !(placed.occupied | question.filled);
        for stand in &self.standing {
            let may_be_pinned = stand.may_be_pinned(placed.occupied);
            let steps = stand.steps & empty;
            if stand.piece == Piece::PAWN {
                missing.stopped += usize::from(steps != 0);
                if !may_be_pinned {
                    missing.ahead |= steps;
                }
            } else if !may_be_pinned {
                missing.steps |= steps;
            } else if steps.count_ones() as usize > men_left {
                let straight = is_straight(placed.king, stand.sq);
                missing.straight += usize::from(straight);
                missing.diagonal += usize::from(!straight);
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
    fn wanted(&self, around: &Around, placed: &Placed, cheapest: &[u8; 64]) -> Option<Wanted> {
        let men_left = placed.left.count_ones() as usize;
        let missing = self.missing(placed, men_left);
        let Missing { straight, diagonal, stopped, .. } = missing;
        let helpers = self.men.len() - self.victims;
        // A man pins one other at most, and blocks one pawn.
        if straight > self.force.straight
            || diagonal > self.force.diagonal
            || straight + diagonal > self.force.pinners
            || straight + diagonal + stopped > self.force.pinners + helpers + men_left
        {
            return None;
        }
        let left = after_filling(missing.steps, (men_left, placed.rest), cheapest)?;
        let suffices = |required: u64| {
            let Some((men_left, rest)) = after_filling(required & !missing.steps, left, cheapest) else { return false };
            let ahead = missing.ahead & !required;
            if ahead == 0 {
                return true;
            }
            let count = ahead.count_ones() as usize;
            // The mover's men stop the pawns that are the dearest to stop, as many as they are, and at least those for
            // which nobody else is left.
            let (ours, theirs) = (count.saturating_sub(helpers), count.saturating_sub(men_left));
            ours <= men_left
                && least_sum(ahead, cheapest, ours) <= rest
                && least_sum(ahead, &self.blocks, theirs) <= self.own
        };
        let sets = around.open.iter().map(|set| missing.steps | set & !placed.occupied & !self.question.filled);
        let required = sets.filter(|&required| suffices(required)).reduce(|all, required| all & required)?;
        Some(Wanted { steps: missing.steps, required })
    }

    /// All men of the victim have their fates: what do the mover's do?
    fn with_victims(&mut self, placed: &Placed) -> Result<(), TooMuch> {
        let mut roles = [Role::NONE; MOST_MEN];
        roles[0] = Role::on(Piece::KING, placed.king);
        for stand in &self.standing {
            roles[stand.man] = Role::on(stand.piece, stand.sq);
        }
        let victims = &self.men[..self.victims];
        let files: usize =
            victims.iter().zip(&roles).map(|(man, role)| usize::from(role.files(man.piece, man.sq))).sum();
        // What pawns capture may be dummies.
        let dummies = self.question.posts().count_ones() as usize;
        let others = self.men[self.victims..].iter().filter(|man| man.piece != Piece::KING).count();
        let Some(most_placed) = others.checked_sub(files.saturating_sub(dummies)) else { return Ok(()) };
        let scene = Scene::new(placed, &roles[..self.victims], self.question, most_placed);
        self.with_movers(&scene, &roles, self.own, 0)
    }
}

impl Choice {
    fn new(stands: Vec<Stand>) -> Choice {
        let mut cheapest = [FAR; 64];
        for stand in stands.iter().rev() {
            cheapest[stand.sq as usize] = stand.cost;
        }
        let least = stands.first().map_or(1 << 8, |stand| usize::from(stand.cost));
        let mut first = [0; 65];
        stands.iter().for_each(|stand| first[usize::from(stand.sq) + 1] += 1);
        (1..65).for_each(|sq| first[sq] += first[sq - 1]);
        let (mut by_square, mut next) = (stands.clone(), first);
        for stand in &stands {
            let place = &mut next[usize::from(stand.sq)];
            by_square[usize::from(*place)] = *stand;
            *place += 1;
        }
        Choice { bit: 0, stands, by_square, first, cheapest, least }
    }

    /// The cheapest first.
    fn stands_on(&self, sq: Sq) -> &[Stand] {
        let [first, next] = [sq, sq + 1].map(|sq| usize::from(self.first[usize::from(sq)]));
        &self.by_square[first..next]
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

    /// The moves in which one of them comes to each square.
    fn cheapest(&self, left: u32) -> [u8; 64] {
        let mut least = [FAR; 64];
        for choice in self.left(left) {
            for (least, cost) in least.iter_mut().zip(&choice.cheapest) {
                *least = (*least).min(*cost);
            }
        }
        least
    }

    /// The moves that all of the set `left` need to come to squares where they may stay, if so many of them need not.
    fn least(&self, left: u32, spared: usize) -> usize {
        let costs = self.by_cost.iter().filter(|&&number| left & 1 << number != 0);
        let count = (left.count_ones() as usize).saturating_sub(spared);
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
