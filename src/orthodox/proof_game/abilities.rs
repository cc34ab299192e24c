//! The abilities of one side: squares on which it can capture or lose men, and its men that never move again.
//!
//! They follow from the cheapest plan for the side ([`ArrivalPlan`]). The prices of the plan show how many more moves
//! the side needs at least if one man does another task than planned. Captures by pawns are counted in the same way.

use super::Target;
use super::army::Army;
use super::army_budget::{ABILITIES, ArmyBudget, MIX};
use super::assignment::{Costs, MOST, Prices, cheapest};
use super::distances::{FAR, MoveCounts, files_apart};
use super::needs::{ArrivalPlan, NEVER};
use crate::orthodox::board::bitboard::{Sq, bit};
use crate::units::{Color, Piece};

#[derive(Clone, Copy, Debug)]
pub(super) struct Abilities {
    /// Squares on which men of this side can capture.
    pub takes: u64,
    /// Squares on which this side can lose men.
    pub gives: u64,
    /// Squares of men of this side that never move again and are not captured.
    pub stands: u64,
}

/// The captures of one side: how many each man needs for each task (a pawn needs captures to change files), and how
/// many the side can make in addition.
struct Budget {
    costs: Costs,
    prices: Prices,
    /// Number of captures beyond those of the assignment with the fewest captures. If it is 0, all captures are
    /// determined: each pawn makes as many as its task requires, and no other man captures.
    spare: i32,
}

impl Budget {
    fn allows(&self, task: usize, m: usize) -> bool {
        self.costs[task][m] - self.prices.tasks[task] - self.prices.men[m] <= self.spare
    }
}

/// A plan for one side, with the number of moves that the side has beyond those of the plan (`free`) and its captures
/// (`budget`).
struct SpareMoves<'a> {
    stage: &'a ArmyBudget,
    plan: &'a ArrivalPlan,
    free: i32,
    /// The captures of the side, or `None` if it captures nothing.
    budget: Option<Budget>,
}

impl SpareMoves<'_> {
    /// Returns the greatest number of moves that man `m` can make if it does the task `task`. The prices prove how many
    /// moves the other men need at least.
    fn left_for(&self, task: usize, m: usize) -> i32 {
        self.free + self.plan.prices.tasks[task] + self.plan.prices.men[m]
    }

    fn allows(&self, task: usize, m: usize) -> bool {
        self.budget.as_ref().is_none_or(|budget| budget.allows(task, m))
    }

    /// Returns the captures of the side if all of them are determined: each is one that a pawn has to make on its way.
    /// Otherwise returns `None`.
    fn settled(&self) -> Option<&Budget> {
        self.budget.as_ref().filter(|budget| budget.spare == 0)
    }

    /// Returns the squares on which man `m` may capture if it does the task `task`. Returns `None` if the captures are
    /// not determined, or if the man is captured in this task.
    fn settled_captures(&self, task: usize, m: usize) -> Option<u64> {
        let budget = self.settled()?;
        let ((man, from), (piece, to)) = (self.plan.men()[m], self.plan.goal(task)?);
        if man != Piece::PAWN {
            return Some(0);
        }
        let to = Some(to).filter(|_| piece == Piece::PAWN);
        Some(taken_on(self.stage.army.color, from, to, budget.costs[task][m]))
    }
}

impl Target {
    /// Returns the abilities of the side, or `None` if its moves or captures do not suffice to reach the target. Its
    /// men are captured only on the squares `losses`.
    pub(super) fn abilities(&self, stage: &ArmyBudget, losses: u64) -> Option<Abilities> {
        let army = &stage.army;
        let question = ArmyBudget { exactly: false, ..*stage }.salt(ABILITIES);
        let key = army.key() ^ question ^ u128::from(losses).wrapping_mul(MIX);
        if let Some([takes, gives, stands]) = self.sets.get(key) {
            return (stands != !0).then_some(Abilities { takes, gives, stands });
        }
        let mut abilities = Abilities { takes: 0, gives: 0, stands: army.all() };
        let mut is_possible = false;
        self.for_each_plan(stage, losses, |plan| {
            if plan.n == 0 && army.all() & !stage.standing != 0 {
                is_possible = true;
                abilities = Abilities { takes: !0, gives: !0, stands: 0 };
            } else if let Some(spending) = self.spending(stage, plan) {
                is_possible = true;
                self.add_abilities(&spending, &mut abilities);
            }
        });
        if !is_possible {
            abilities.stands = !0;
        }
        self.sets.put(key, [abilities.takes, abilities.gives, abilities.stands]);
        is_possible.then_some(abilities)
    }

    fn spending<'a>(&self, stage: &'a ArmyBudget, plan: &'a ArrivalPlan) -> Option<SpareMoves<'a>> {
        let free = stage.moves as i32 - plan.moves();
        let mut spending = SpareMoves { stage, plan, free, budget: None };
        if stage.captures > 0 && free >= 0 {
            spending.budget = Some(self.budget(&spending)?);
        }
        (free >= 0).then_some(spending)
    }

    fn add_abilities(&self, spending: &SpareMoves, abilities: &mut Abilities) {
        let ArmyBudget { army, captures, leaving, .. } = spending.stage;
        let plan = spending.plan;
        if let Some(right) = &plan.castling {
            abilities.stands &= !(bit(right.king) | bit(right.rook));
        }
        for (m, &(man, from)) in plan.men().iter().enumerate() {
            let to_lose = (plan.kept..plan.n).filter(|&task| spending.allows(task, m));
            let left = to_lose.map(|task| spending.left_for(task, m)).max();
            if let Some(left) = left.filter(|&left| left >= 0 && man != Piece::KING) {
                let reached = within(&self.to_visit(army, man, from, *captures), left);
                abilities.gives |= reached;
                abilities.stands &= !bit(from);
                if spending.settled().is_none() {
                    abilities.takes |= reached & !bit(from) | if left >= 2 { bit(from) } else { 0 };
                }
            }
            for task in (0..plan.kept).filter(|&task| spending.allows(task, m)) {
                let left = spending.left_for(task, m);
                let Some(goal) = plan.goal(task) else { continue };
                // No way over another square is shorter than the direct one.
                if left < i32::from(self.distances.to_become(army.color, (man, from), goal, *captures)) {
                    continue;
                }
                let Some(via) = self.ways_over(army, (man, from), goal, *captures) else { continue };
                // To capture on its own square the man has to leave and return.
                let comes_back = i32::from(via[from as usize]) + 2 <= left;
                let may_stay = goal == (man, from) && (man == Piece::PAWN || !comes_back);
                if may_stay && leaving & bit(from) != 0 {
                    continue;
                }
                if !may_stay {
                    abilities.stands &= !bit(from);
                }
                let passed = || within(&via, left) & !bit(from) | if comes_back { bit(from) } else { 0 };
                abilities.takes |= spending.settled_captures(task, m).unwrap_or_else(passed);
            }
        }
    }

    /// Returns, for each square, the least number of moves in which a man of kind `man` on `from` goes over this square
    /// and arrives on `to` as a man of kind `piece`. Returns `None` if it cannot become one. `captures` is the greatest
    /// number of captures by a pawn.
    fn ways_over(
        &self,
        army: &Army,
        (man, from): (Piece, Sq),
        (piece, to): (Piece, Sq),
        captures: u32,
    ) -> Option<MoveCounts> {
        let (color, distances) = (army.color, &self.distances);
        let own = distances.reached_within(color, man, from, captures);
        if man == piece {
            return Some(over(&own, distances.to(color, piece, to)));
        }
        if man != Piece::PAWN || piece == Piece::KING {
            return None;
        }
        let promoted = distances.promoted_from(color, piece, from, captures);
        let before = over(&own, distances.promoted_to(color, piece, to, captures));
        let after = over(promoted, distances.to(color, piece, to));
        Some(std::array::from_fn(|sq| before[sq].min(after[sq])))
    }

    /// Returns the captures of the side if it follows the plan. Returns `None` if its pawns need more captures than the
    /// side makes.
    fn budget(&self, spending: &SpareMoves) -> Option<Budget> {
        let ArmyBudget { army, captures, .. } = spending.stage;
        let plan = spending.plan;
        let mut costs = [[NEVER; MOST]; MOST];
        for (task, row) in costs[..plan.n].iter_mut().enumerate() {
            for ((m, &(man, from)), cost) in plan.men().iter().enumerate().zip(row) {
                let left = spending.left_for(task, m);
                let Some((piece, to)) = plan.goal(task) else {
                    *cost = if left >= 0 && man != Piece::KING { 0 } else { NEVER };
                    continue;
                };
                let moves =
                    |captures| i32::from(self.distances.to_become(army.color, (man, from), (piece, to), captures));
                *cost = match (man, piece) {
                    _ if moves(*captures) > left => NEVER,
                    (Piece::PAWN, Piece::PAWN) => files_apart(from, to) as i32,
                    // The distances distinguish no more than two captures.
                    (Piece::PAWN, _) => (0..2).find(|&captures| moves(captures) <= left).unwrap_or(2) as i32,
                    _ => 0,
                };
            }
        }
        let prices = cheapest(&costs, plan.n);
        let spare = *captures as i32 - prices.total;
        (spare >= 0).then_some(Budget { costs, prices, spare })
    }
}

/// Returns the squares on which a pawn may capture on its way from `from` to `to` (`None`: to any square of the last
/// rank). It makes `captures` captures on the whole way, all towards the same side of the board.
fn taken_on(color: Color, from: Sq, to: Option<Sq>, captures: i32) -> u64 {
    let rank = |sq: Sq| if color == Color::White { i32::from(sq >> 3) } else { -i32::from(sq >> 3) };
    let files = |a, b| files_apart(a, b) as i32;
    let is_passed = |sq: &Sq| {
        let (made, ranks) = (files(from, *sq), rank(*sq) - rank(from));
        let goes_on = |to| rank(to) - rank(*sq) >= files(*sq, to) && made + files(*sq, to) == files(from, to);
        made >= 1 && made <= captures && ranks >= made && to.is_none_or(goes_on)
    };
    (0..64).filter(is_passed).map(bit).sum()
}

/// Returns, for each square, the length of a way over this square: the moves to it (`before`) plus the moves from it
/// (`after`).
fn over(before: &MoveCounts, after: &MoveCounts) -> MoveCounts {
    std::array::from_fn(|sq| (before[sq] + after[sq]).min(FAR))
}

/// Ensures that the highest bit of each byte is free, which [`within`] needs.
const _: () = assert!(FAR < 128);

/// Returns the squares whose number in `row` is at most `moves`. Computes eight squares at a time: in the subtraction,
/// a byte keeps its highest bit if it does not exceed `moves`. No byte exceeds [`FAR`].
pub(super) fn within(row: &MoveCounts, moves: i32) -> u64 {
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
    use crate::orthodox::board::bitboard::squares;

    #[test]
    fn squares_within_so_many_moves() {
        let row: MoveCounts = std::array::from_fn(|sq| (sq as u8).wrapping_mul(37).wrapping_add(11) % (FAR + 1));
        for moves in 0..NEVER {
            let one_by_one = squares(!0).filter(|&sq| i32::from(row[sq as usize]) <= moves);
            assert_eq!(within(&row, moves), one_by_one.fold(0, |set, sq| set | bit(sq)), "{moves}");
        }
    }
}
