//! The moves that one side needs at least, its men going their ways among the fixed pawns without hindering each
//! other: every square of the target gets a man of its own, what is left over is captured.

use super::Target;
use super::army::Army;
use super::assignment::{Costs, MOST, Prices, cheapest};
use super::distances::{FAR, Row};
use super::stage::{MIX, Stage, salt};
use crate::orthodox::bitboard::{Sq, bit, squares};
use crate::orthodox::board::Right;
use crate::units::Piece;

/// One way to castle, or none: the men after it, and the assignment that is cheapest then.
struct Plan {
    spent: i32,
    men: [(Piece, Sq); MOST],
    goals: [Option<(Piece, Sq)>; MOST],
    /// Tasks from here on are to be lost.
    kept: usize,
    n: usize,
    prices: Prices,
}

const NEVER: i32 = FAR as i32;
/// [`within`] needs the highest bit of each byte.
const _: () = assert!(FAR < 128);

impl Target {
    /// At least so many moves; exact as long as the answer is at most `limit`. `captures` is how many the side makes.
    pub(super) fn needs(&self, army: &Army, captures: u32, limit: u32) -> u32 {
        let (mut quick, mut exact) = self.needs_for_each(army, captures, None);
        for right in army.rights() {
            let (castled, castled_exact) = self.needs_for_each(army, captures, Some(right));
            if castled + 1 < quick {
                (quick, exact) = (castled + 1, castled_exact);
            } else if castled + 1 == quick {
                exact |= castled_exact;
            }
        }
        if exact || quick > limit {
            return quick;
        }
        let key = army.key() ^ salt(captures, 0, 1);
        if let Some(known) = self.answers.get(key) {
            return u32::from(known) - 1;
        }
        let mut least = NEVER;
        self.for_each_plan(army, captures, !0, |plan| least = least.min(plan.spent + plan.prices.total));
        self.answers.put(key, least as u8 + 1);
        least as u32
    }

    /// The sum over the squares of the target of what the nearest man has to do, and whether these are different men,
    /// so that no assignment is cheaper.
    fn needs_for_each(&self, army: &Army, captures: u32, castling: Option<&Right>) -> (u32, bool) {
        let color = army.color;
        let goals = &self.goals[color as usize];
        let men_of = |piece| castling.map_or_else(|| army.men(piece), |right| army.men_castled(piece, right));
        let mut taken = Piece::orthodox().fold(0, |taken, piece| taken | goals[piece.index()] & men_of(piece));
        let (mut sum, mut different) = (0u32, true);
        for piece in Piece::orthodox() {
            let men = men_of(piece);
            for sq in squares(goals[piece.index()] & !men) {
                let (mut least, mut nearest) = (FAR, 0u64);
                let mut consider = |from: Sq, moves: u8| {
                    if moves < least {
                        (least, nearest) = (moves, bit(from));
                    } else if moves == least {
                        nearest |= bit(from);
                    }
                };
                let row = self.distances.to(color, piece, sq);
                for from in squares(men) {
                    if piece != Piece::PAWN || u32::from((from & 7).abs_diff(sq & 7)) <= captures {
                        consider(from, row[from as usize]);
                    }
                }
                if piece != Piece::PAWN && piece != Piece::KING {
                    let row = self.distances.promoted_to(color, piece, sq, captures);
                    for from in squares(army.men(Piece::PAWN)) {
                        consider(from, row[from as usize]);
                    }
                }
                sum += u32::from(least);
                let free = nearest & !taken;
                different &= free != 0;
                taken |= free & free.wrapping_neg();
            }
        }
        (sum.min(u32::from(FAR)), different)
    }

    fn for_each_plan(&self, army: &Army, captures: u32, losses: u64, mut f: impl FnMut(&Plan)) {
        if let Some(plan) = self.plan(army, captures, losses, None) {
            f(&plan);
        }
        for right in army.rights() {
            if let Some(plan) = self.plan(army, captures, losses, Some(right)) {
                f(&plan);
            }
        }
    }

    /// `None` when there is no assignment at all.
    fn plan(&self, army: &Army, captures: u32, losses: u64, castling: Option<&Right>) -> Option<Plan> {
        let color = army.color;
        let spent = i32::from(castling.is_some());
        let fixed = self.fixed[color as usize];
        if fixed & !army.men(Piece::PAWN) != 0 || army.count() < self.count[color as usize] {
            return None;
        }
        let n = (army.all() & !fixed).count_ones() as usize;
        if n > MOST {
            let prices = Prices {
                total: self.needs_for_each(army, captures, castling).0 as i32,
                tasks: [0; MOST],
                men: [0; MOST],
            };
            return Some(Plan { spent, men: [(Piece::KING, 0); MOST], goals: [None; MOST], kept: 0, n: 0, prices });
        }
        let mut men = [(Piece::KING, 0); MOST];
        let mut goals = [None; MOST];
        let (mut i, mut j) = (0, 0);
        for piece in Piece::orthodox() {
            for sq in squares(army.men(piece) & !fixed) {
                men[i] = (piece, castling.map_or(sq, |right| right.after(sq)));
                i += 1;
            }
            for sq in squares(self.goals[color as usize][piece.index()] & !fixed) {
                goals[j] = Some((piece, sq));
                j += 1;
            }
        }
        let mut costs: Costs = [[NEVER; MOST]; MOST];
        for (goal, row) in goals[..j].iter().zip(&mut costs) {
            let Some((piece, sq)) = *goal else { continue };
            let same = self.distances.to(color, piece, sq);
            let promoted = self.distances.promoted_to(color, piece, sq, captures);
            for (&(man, from), cost) in men[..n].iter().zip(row) {
                if man == piece {
                    if man != Piece::PAWN || u32::from((from & 7).abs_diff(sq & 7)) <= captures {
                        *cost = i32::from(same[from as usize]);
                    }
                } else if man == Piece::PAWN {
                    *cost = i32::from(promoted[from as usize]);
                }
            }
        }
        if j < n {
            // To be captured takes no moves but those to a square on which it may happen; kings are not captured.
            let mut lost = [NEVER; MOST];
            for (&(man, from), cost) in men[..n].iter().zip(&mut lost).filter(|(man, _)| man.0 != Piece::KING) {
                *cost = if losses & bit(from) != 0 {
                    0
                } else {
                    let there = self.to_visit(army, man, from, captures);
                    squares(losses).map(|sq| i32::from(there[sq as usize])).min().unwrap_or(NEVER)
                };
            }
            costs[j..n].fill(lost);
        }
        let prices = cheapest(&costs, n);
        (prices.total < NEVER).then_some(Plan { spent, men, goals, kept: j, n, prices })
    }

    /// The squares on which some man of the side can arrive within `moves`, and those on which it can give one up.
    /// What is lost is lost on one of the squares `losses`.
    pub(super) fn visits(&self, stage: &Stage, losses: u64) -> [u64; 2] {
        let Stage { army, captures, moves, .. } = stage;
        let (captures, moves) = (*captures, *moves);
        let key = army.key() ^ salt(captures, moves, 2) ^ u128::from(losses).wrapping_mul(MIX);
        if let Some(known) = self.sets.get(key) {
            return known;
        }
        let mut sets = [0, 0];
        self.for_each_plan(army, captures, losses, |plan| {
            if plan.n == 0 && army.all() & !self.fixed[army.color as usize] != 0 {
                sets = [!0, !0];
            } else {
                self.add_visits(army, plan, captures, moves as i32, &mut sets);
            }
        });
        self.sets.put(key, sets);
        sets
    }

    fn add_visits(&self, army: &Army, plan: &Plan, captures: u32, moves: i32, [visit, give]: &mut [u64; 2]) {
        let color = army.color;
        let distances = &self.distances;
        let free = moves - plan.spent - plan.prices.total;
        for (m, &(man, from)) in plan.men[..plan.n].iter().enumerate() {
            // What is left for this man when it does the task: the prices prove what that costs the others.
            let left_for = |task: usize| free + plan.prices.tasks[task] + plan.prices.men[m];
            let to_lose = (plan.kept..plan.n).map(left_for).max();
            if let Some(left) = to_lose.filter(|&left| left >= 0 && man != Piece::KING) {
                let reached = within(&self.to_visit(army, man, from, captures), left);
                *give |= reached;
                *visit |= reached & !bit(from) | if left >= 2 { bit(from) } else { 0 };
            }
            for task in 0..plan.kept {
                let left = left_for(task);
                let Some((piece, to)) = plan.goals[task] else { continue };
                // No way over another square is shorter than the straight one.
                if left < i32::from(distances.to_become(color, (man, from), (piece, to), captures)) {
                    continue;
                }
                let via = if man == piece {
                    over(distances.from(color, man, from), distances.to(color, piece, to))
                } else if man == Piece::PAWN && piece != Piece::KING {
                    let as_pawn = distances.from(color, man, from);
                    let promoted = distances.promoted_from(color, piece, from, captures);
                    let before = over(as_pawn, distances.promoted_to(color, piece, to, captures));
                    let after = over(promoted, distances.to(color, piece, to));
                    std::array::from_fn(|sq| before[sq].min(after[sq]))
                } else {
                    continue;
                };
                // A man that stands there has to leave and come back.
                let back = i32::from(via[from as usize]) + 2 <= left;
                *visit |= within(&via, left) & !bit(from) | if back { bit(from) } else { 0 };
            }
        }
    }

    /// Moves in which a man comes to each square, as whatever.
    fn to_visit(&self, army: &Army, man: Piece, from: Sq, captures: u32) -> Row {
        let mut row = *self.distances.from(army.color, man, from);
        if man == Piece::PAWN {
            for piece in [Piece::KNIGHT, Piece::QUEEN] {
                let promoted = self.distances.promoted_from(army.color, piece, from, captures);
                for sq in 0..64 {
                    row[sq] = row[sq].min(promoted[sq]);
                }
            }
        }
        row
    }
}

/// Moves over each square.
fn over(before: &Row, after: &Row) -> Row {
    std::array::from_fn(|sq| (before[sq] + after[sq]).min(FAR))
}

/// The squares that are at most so far, eight at a time: a byte keeps its highest bit in the subtraction when it does
/// not exceed `moves`. No byte exceeds [`FAR`].
fn within(row: &Row, moves: i32) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let most = (moves.clamp(0, NEVER - 1) as u64 | 0x80) * ONES;
    let mut set = 0;
    for (rank, eight) in row.as_chunks().0.iter().enumerate() {
        let eight = u64::from_le_bytes(*eight);
        let near = ((most - eight) >> 7) & ONES;
        set |= (near.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * rank);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_within_so_many_moves() {
        let row: Row = std::array::from_fn(|sq| (sq as u8).wrapping_mul(37).wrapping_add(11) % (FAR + 1));
        for moves in 0..NEVER {
            let one_by_one = squares(!0).filter(|&sq| i32::from(row[sq as usize]) <= moves);
            assert_eq!(within(&row, moves), one_by_one.fold(0, |set, sq| set | bit(sq)), "{moves}");
        }
    }
}
