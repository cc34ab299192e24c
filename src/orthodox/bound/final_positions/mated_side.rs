//! Enumeration of candidates for stalemates, first half: the fates of the mated side's men. Each man gets a final
//! square or is captured.

use super::enumeration::{Enumeration, FinalSquare, Placed, can_be_held, is_straight, ways};
use super::mating_side::StalemateBranch;
use super::{Candidates, Effort, FinalRole, LimitExceeded, MOST_MEN, Man, budgets, men_of};
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, squares};
use crate::orthodox::bound::Ground;
use crate::orthodox::bound::cover::{Ring, beside};
use crate::orthodox::bound::distance::{Distances, FAR};
use crate::orthodox::bound::stalemate::immobile::EndSquares;
use crate::orthodox::bound::stalemate::memo::StalemateMemo;
use crate::orthodox::bound::stalemate::reach::PawnFiles;
use crate::orthodox::bound::stalemate::{MoveSplit, StalemateQuestion};
use crate::position::Left;
use crate::units::{Color, Piece};

/// Returns the squares of an officer's first steps from `sq` on an empty board: the next squares on its lines, or
/// those of a knight.
fn first_steps(piece: Piece, sq: Sq) -> u64 {
    match piece {
        Piece::KNIGHT => bitboard::knight(sq),
        Piece::BISHOP => bitboard::bishop_lines(sq) & bitboard::king(sq),
        Piece::ROOK => bitboard::rook_lines(sq) & bitboard::king(sq),
        _ => bitboard::king(sq),
    }
}

/// The number of steps that each final square of the mated king adds to the effort of an enumeration.
const STEPS_A_KING: u64 = 64;

/// The requirements of a stalemate that remain after some men of the mated side have been placed: squares to occupy,
/// men to pin and pawns to stop.
#[derive(Default)]
struct UnmetConditions {
    /// Empty squares on which there must be a man of the mated side, so that no placed man can move there.
    steps: u64,
    /// Empty squares ahead of pawns on which there must be a man of either side.
    ahead: u64,
    /// Number of officers that have to be pinned along ranks and files.
    straight: usize,
    /// Number of officers that have to be pinned along diagonals.
    diagonal: usize,
    /// Number of the mated side's pawns that have to be blocked or pinned.
    stopped: usize,
}

/// Squares that the mated side's men that are still to be placed have to occupy.
struct SquaresToFill {
    /// Empty squares to which some placed man could move.
    steps: u64,
    /// The squares `steps`, and the squares beside the king that have to be occupied in any case.
    required: u64,
}

/// Returns the number of men and the number of moves that remain after a different man has gone to each square of
/// `set`, or `None` if there are too few men or moves. `left` has the two numbers before that. `costs` has, by square,
/// the number of moves that a man needs to go there.
fn after_filling(set: u64, left: (usize, usize), costs: &[u8; 64]) -> Option<(usize, usize)> {
    squares(set).try_fold(left, |(men, moves), sq| {
        Some((men.checked_sub(1)?, moves.checked_sub(usize::from(costs[sq as usize]))?))
    })
}

/// Returns the sum of the `count` smallest numbers that `costs` has for squares of `set`.
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

/// Data of the enumeration that depend only on the square of the mated king.
struct KingSurroundings {
    /// For each man of the mated side, its possible final squares. The man with the fewest comes first.
    choices: Vec<SquareChoice>,
    /// The indices of `choices`, sorted by the least number of moves that the man needs to some final square.
    by_cost: Vec<usize>,
    /// The smallest sets of squares beside the king that the mating side can leave unguarded. The mated side's men have
    /// to occupy all squares of one of these sets.
    open: Vec<u64>,
}

/// The possible final squares of one man of the mated side.
struct SquareChoice {
    /// The bit of the man in [`Placed::left`].
    bit: u32,
    /// The man's possible final squares, the cheapest first.
    stands: Vec<FinalSquare>,
    /// The man's possible final squares, sorted by square. `first` has, by square, the index of the first of them.
    by_square: Vec<FinalSquare>,
    first: [u16; 65],
    /// By square: the least moves of the man to the square.
    cheapest: [u8; 64],
    /// The least moves of the man to any square. A man without a possible square has to be captured.
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

/// Enumerates the stalemates that the side `mating` may give to a king on one of the squares `scope`, if White and
/// Black make at most `moves` moves. Returns them as candidates, or `None` if the bound on stalemates does not support
/// the position or the enumeration exceeds its limits.
pub fn stalemates(
    ground: Ground,
    mating: Color,
    moves: [u16; 2],
    scope: u64,
    memo: &mut StalemateMemo,
    effort: &mut Effort<'_>,
) -> Option<Candidates> {
    let board = ground.board;
    let question = StalemateQuestion::new(ground, mating, Left::at_most(budgets(board, moves)), [None; 2])?;
    enumerated(board, &question, usize::from(moves[mating as usize]), scope, memo, effort)
}

/// Enumerates the stalemates for `question` with the mated king on one of the squares `scope`, if the mating side
/// captures at most `most_captures` men. Returns them as candidates, or `None` if there are too many men or the
/// enumeration exceeds the limits `effort`.
pub fn enumerated(
    board: &Board,
    question: &StalemateQuestion,
    most_captures: usize,
    scope: u64,
    memo: &mut StalemateMemo,
    effort: &mut Effort<'_>,
) -> Option<Candidates> {
    let men = men_of(board, question);
    if men.len() > MOST_MEN {
        return None;
    }
    let own = question.mating_moves;
    let mut enumeration = Enumeration {
        question,
        mated_count: 1 + question.mated_men.count,
        ways: men.iter().map(|&man| ways(man)).collect(),
        own,
        most_doomed: most_captures,
        blocks: blocks(&men[1 + question.mated_men.count..]),
        force: question.force(MoveSplit { king: own, others: own }, false),
        effort,
        standing: Vec::new(),
        found: Vec::new(),
        men,
    };
    for king in squares(question.at_home()[question.mated_moves] & scope) {
        enumeration.with_king_on(king, memo).ok()?;
    }
    let count = enumeration.men.len();
    let roles = enumeration.found.iter().flat_map(|roles| roles[..count].iter().copied()).collect();
    Some(Candidates {
        mating: question.mating,
        doomed: true,
        men: enumeration.men,
        dummies: question.dummies.map(|set| set.count_ones() as u16),
        roles,
        share: None,
    })
}

impl Enumeration<'_, '_> {
    pub fn mated(&self) -> Color {
        !self.question.mating
    }

    fn with_king_on(&mut self, king: Sq, memo: &mut StalemateMemo) -> Result<(), LimitExceeded> {
        self.effort.steps = self.effort.steps.saturating_sub(STEPS_A_KING);
        let question = self.question;
        let budget = question.mated_moves - question.moves_home(king);
        let mut open: Vec<Ring> = Vec::new();
        for split in question.splits() {
            open.extend(question.open(question.split(split), memo)[0].of(king as usize));
        }
        let places = question.immobile(PawnFiles::Any, &self.force, bit(king), budget);
        let choices =
            (1..self.mated_count).map(|man| SquareChoice::new(self.stands(man, king, places[man - 1], budget)));
        let around = KingSurroundings::new(choices.collect(), least_sets(open, king));
        let left = (1 << around.choices.len()) - 1;
        self.place_rest(&around, &Placed { king, occupied: bit(king), pawns: 0, doomed: 0, rest: budget, left })
    }

    /// Returns the possible final squares of the man with index `man`, the nearest first, if its king ends on `king`.
    /// The man must end on one of the squares `places` and make at most `budget` moves.
    fn stands(&self, man: usize, king: Sq, places: EndSquares, budget: usize) -> Vec<FinalSquare> {
        let mut stands = Vec::new();
        for way in &self.ways[man] {
            let is_pawn = way.piece == Piece::PAWN;
            let mut on = way.nearest(if is_pawn { places.pawn } else { places.officer }, budget);
            while let Some((cost, sq)) = on.next(way) {
                let steps = match is_pawn {
                    true => bitboard::ahead(self.mated(), bit(sq)) & !self.question.posts(),
                    false => first_steps(way.piece, sq),
                };
                let line = self.pinning_line(way.piece, king, sq);
                stands.push(FinalSquare { man, cost: cost as u8, piece: way.piece, sq, steps, line });
            }
        }
        stands.sort_by_key(|stand| stand.cost);
        stands
    }

    /// Returns the squares between `king` and `sq` if the mating side may pin the man on `sq` to that king so that it
    /// cannot move. For the pin these squares have to be empty. Returns `None` if no man can pin it in this way.
    fn pinning_line(&self, piece: Piece, king: Sq, sq: Sq) -> Option<u64> {
        let pinners = if is_straight(king, sq) { self.force.straight } else { self.force.diagonal };
        (pinners > 0 && can_be_held(piece, king, sq)).then(|| between(king, sq))
    }

    /// Continues the enumeration with all fates (a final square or a capture) of the mated side's men that have none
    /// yet. Does nothing if too few moves are left for these men.
    fn place_rest(&mut self, around: &KingSurroundings, placed: &Placed) -> Result<(), LimitExceeded> {
        if around.least(placed.left, self.most_doomed - placed.doomed) > placed.rest {
            return Ok(());
        }
        self.place(around, placed, &around.cheapest(placed.left))
    }

    /// Continues the enumeration with all fates (a final square or a capture) of the mated side's men that have none
    /// yet. The caller ensures that there are enough moves left for them; `cheapest` holds, by square, the least moves
    /// of any of these men.
    ///
    /// 1. If some squares have to be occupied, takes the square that the fewest men can reach, and tries each of these
    ///    men there.
    /// 2. Otherwise tries all fates of one man.
    ///
    /// No candidate is made twice: in a final position one man is on that square, and each man has one fate.
    fn place(&mut self, around: &KingSurroundings, placed: &Placed, cheapest: &[u8; 64]) -> Result<(), LimitExceeded> {
        self.effort.step()?;
        let Some(SquaresToFill { steps, required }) = self.wanted(around, placed, cheapest) else { return Ok(()) };
        let can_stand = |sq: Sq| around.left(placed.left).filter(|choice| choice.comes_to(sq, placed.rest)).count();
        if let Some(sq) = squares(required).min_by_key(|&sq| can_stand(sq)) {
            return around
                .left(placed.left)
                .try_for_each(|choice| self.place_on(around, placed, steps, choice, choice.stands_on(sq)));
        }
        let Some(choice) = around.left(placed.left).next() else { return self.with_mated_side(placed) };
        if placed.doomed < self.most_doomed {
            let left = placed.left & !choice.bit;
            self.place_rest(around, &Placed { doomed: placed.doomed + 1, left, ..*placed })?;
        }
        self.place_on(around, placed, steps, choice, &choice.stands)
    }

    /// Continues the enumeration with the man of `choice` on each of the squares `stands`. Other men of its side have
    /// to occupy the squares `steps`, because of men placed earlier.
    fn place_on(
        &mut self,
        around: &KingSurroundings,
        placed: &Placed,
        steps: u64,
        choice: &SquareChoice,
        stands: &[FinalSquare],
    ) -> Result<(), LimitExceeded> {
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

    /// Whether the men without a fate can occupy the squares that must not be empty once the man of `stand` is placed.
    /// These are `steps` and, if this man cannot be pinned, the squares of its first steps. The last argument has the
    /// number of those men and, by square, their least moves. This quick test excludes most squares that need too many
    /// men or moves. The full test follows after the man is placed.
    fn can_be_filled(
        &self,
        placed: &Placed,
        steps: u64,
        stand: &FinalSquare,
        (men, costs): (usize, &[u8; 64]),
    ) -> bool {
        let moves_freely = stand.piece != Piece::PAWN && !stand.may_be_pinned(placed.occupied);
        let own = if moves_freely { stand.steps } else { 0 };
        let steps = (steps | own) & !(placed.occupied | self.question.filled);
        after_filling(steps, (men, placed.rest), costs).is_some()
    }

    /// Returns what a stalemate still requires after the men placed until now. `men_left` men of the mated side have no
    /// fate yet.
    fn missing(&self, placed: &Placed, men_left: usize) -> UnmetConditions {
        let mut missing = UnmetConditions::default();
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

    /// Returns the squares that have to be occupied by men of the mated side that have no fate yet. Returns `None` if
    /// these men and the moves left do not suffice for the following conditions:
    ///
    /// 1. One of these men has to be on each empty square to which an officer that cannot be pinned could make its
    ///    first step.
    /// 2. One of them has to be on each square beside the king that the mating side leaves unguarded. There are several
    ///    sets of squares that it may leave unguarded.
    /// 3. One of them, or a man of the mating side, has to be ahead of each pawn that cannot be pinned.
    /// 4. Different squares take different men.
    ///
    /// A square beside the king is returned only if it is in each set of unguarded squares for which men and moves
    /// suffice.
    fn wanted(&self, around: &KingSurroundings, placed: &Placed, cheapest: &[u8; 64]) -> Option<SquaresToFill> {
        let men_left = placed.left.count_ones() as usize;
        let missing = self.missing(placed, men_left);
        let UnmetConditions { straight, diagonal, stopped, .. } = missing;
        let mating_men = self.men.len() - self.mated_count;
        // A man pins at most one other man, and blocks at most one pawn.
        if straight > self.force.straight
            || diagonal > self.force.diagonal
            || straight + diagonal > self.force.pinners
            || straight + diagonal + stopped > self.force.pinners + mating_men + men_left
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
            // The mated side has to block at least the pawns that outnumber the mating side's men, at best the
            // cheapest of them. The mating side has to block at least those that outnumber the mated side's remaining
            // men.
            let (ours, theirs) = (count.saturating_sub(mating_men), count.saturating_sub(men_left));
            ours <= men_left
                && least_sum(ahead, cheapest, ours) <= rest
                && least_sum(ahead, &self.blocks, theirs) <= self.own
        };
        let sets = around.open.iter().map(|set| missing.steps | set & !placed.occupied & !self.question.filled);
        let required = sets.filter(|&required| suffices(required)).reduce(|all, required| all & required)?;
        Some(SquaresToFill { steps: missing.steps, required })
    }

    /// Continues with the second half of the enumeration, the men of the mating side, after all men of the mated side
    /// have got their fates.
    fn with_mated_side(&mut self, placed: &Placed) -> Result<(), LimitExceeded> {
        let mut roles = [FinalRole::NONE; MOST_MEN];
        roles[0] = FinalRole::on(Piece::KING, placed.king);
        for stand in &self.standing {
            roles[stand.man] = FinalRole::on(stand.piece, stand.sq);
        }
        let mated = &self.men[..self.mated_count];
        let files: usize = mated.iter().zip(&roles).map(|(man, role)| usize::from(role.files(man.piece, man.sq))).sum();
        // Pawns may also capture dummies.
        let dummies = self.question.posts().count_ones() as usize;
        let others = self.men[self.mated_count..].iter().filter(|man| man.piece != Piece::KING).count();
        let Some(most_placed) = others.checked_sub(files.saturating_sub(dummies)) else { return Ok(()) };
        let scene = StalemateBranch::new(placed, &roles[..self.mated_count], self.question, most_placed);
        self.with_mating_side(&scene, &roles, self.own, 0)
    }
}

impl SquareChoice {
    fn new(stands: Vec<FinalSquare>) -> SquareChoice {
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
        SquareChoice { bit: 0, stands, by_square, first, cheapest, least }
    }

    /// Returns the man's possible final squares on `sq`: one for each kind that it may have there, the cheapest first.
    fn stands_on(&self, sq: Sq) -> &[FinalSquare] {
        let [first, next] = [sq, sq + 1].map(|sq| usize::from(self.first[usize::from(sq)]));
        &self.by_square[first..next]
    }

    /// Whether the man can get to the square within `moves`.
    fn comes_to(&self, sq: Sq, moves: usize) -> bool {
        let cost = self.cheapest[sq as usize];
        cost < FAR && usize::from(cost) <= moves
    }
}

impl KingSurroundings {
    fn new(mut choices: Vec<SquareChoice>, open: Vec<u64>) -> KingSurroundings {
        choices.sort_by_key(|choice| choice.stands.len());
        choices.iter_mut().enumerate().for_each(|(number, choice)| choice.bit = 1 << number);
        let mut by_cost: Vec<usize> = (0..choices.len()).collect();
        by_cost.sort_by_key(|&number| choices[number].least);
        KingSurroundings { choices, by_cost, open }
    }

    /// Returns the choices of those men whose bits are set in `left` (see [`Placed::left`]).
    fn left(&self, left: u32) -> impl Iterator<Item = &SquareChoice> + use<'_> {
        squares(u64::from(left)).map(|number| &self.choices[usize::from(number)])
    }

    /// Returns, by square, the least moves that any man of the set `left` needs to get there.
    fn cheapest(&self, left: u32) -> [u8; 64] {
        let mut least = [FAR; 64];
        for choice in self.left(left) {
            for (least, cost) in least.iter_mut().zip(&choice.cheapest) {
                *least = (*least).min(*cost);
            }
        }
        least
    }

    /// Returns the least total of moves that bring the men of the set `left` to final squares, if up to `spared` of
    /// them are captured instead.
    fn least(&self, left: u32, spared: usize) -> usize {
        let costs = self.by_cost.iter().filter(|&&number| left & 1 << number != 0);
        let count = (left.count_ones() as usize).saturating_sub(spared);
        costs.take(count).map(|&number| self.choices[number].least).sum()
    }
}

/// Returns the minimal sets among `open` as sets of squares; in `open` they are directions from the king. The other
/// sets add nothing: men that fill a set also fill each of its subsets, in no more moves. No set contains directions
/// off the board.
fn least_sets(mut open: Vec<Ring>, king: Sq) -> Vec<u64> {
    open.sort_unstable_by_key(|set| (set.count(), *set));
    let mut least: Vec<Ring> = Vec::new();
    for set in open {
        if least.iter().all(|other| !other.is_within(set)) {
            least.push(set);
        }
    }
    least.into_iter().map(|set| spread(set, king)).collect()
}

/// Returns the squares of the set `ring` beside `king` as a bitboard.
fn spread(ring: Ring, king: Sq) -> u64 {
    squares(bitboard::king(king)).filter(|&sq| beside(bit(sq), king).is_within(ring)).fold(0, |all, sq| all | bit(sq))
}
