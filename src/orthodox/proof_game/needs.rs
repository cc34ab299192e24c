//! The least number of moves that one side needs to reach the target. Immovable men obstruct its other men, but those
//! do not obstruct each other. Each square of the target gets a different man, and the remaining men are captured.

use super::Target;
use super::army::Army;
use super::army_budget::{ArmyBudget, LEAST};
use super::assignment::{Costs, MOST, Prices, cheapest};
use super::distances::{FAR, MoveCounts, files_apart, walk_to};
use crate::orthodox::board::Right;
use crate::orthodox::board::bitboard::{Sq, between, bit, squares};
use crate::units::Piece;

/// The cheapest way for one side to reach the target, with one castling move or with none: the men, on their squares
/// after castling, and the tasks given to them so that they need the fewest moves. A task is to go to a square of the
/// target, or to be captured.
pub(super) struct ArrivalPlan {
    pub castling: Option<Right>,
    men: [(Piece, Sq); MOST],
    goals: [Option<(Piece, Sq)>; MOST],
    /// The number of tasks that are squares of the target. These tasks come first; in the others a man is captured.
    pub kept: usize,
    pub n: usize,
    pub prices: Prices,
    pub costs: Costs,
}

impl ArrivalPlan {
    /// Returns the number of moves of the plan, castling included.
    pub fn moves(&self) -> i32 {
        i32::from(self.castling.is_some()) + self.prices.total
    }

    /// Returns the men that may move, each with its piece and its square after castling.
    pub fn men(&self) -> &[(Piece, Sq)] {
        &self.men[..self.n]
    }

    /// Returns the piece and square that the task requires, or `None` if the man is captured in this task.
    pub fn goal(&self, task: usize) -> Option<(Piece, Sq)> {
        self.goals[task]
    }
}

pub(super) const NEVER: i32 = FAR as i32;

impl Target {
    /// Returns the number of moves of the cheapest plan for the side ([`ArrivalPlan`]). If the side has fewer moves
    /// than that, the result may be too small, but still exceeds the moves of the side.
    pub(super) fn needs(&self, stage: &ArmyBudget) -> u32 {
        let ArmyBudget { army, captures, moves, .. } = stage;
        let (mut quick, mut exact) = self.needs_for_each(army, *captures, None);
        for right in army.rights() {
            let (castled, castled_exact) = self.needs_for_each(army, *captures, Some(right));
            if castled + 1 < quick {
                (quick, exact) = (castled + 1, castled_exact);
            } else if castled + 1 == quick {
                exact |= castled_exact;
            }
        }
        if exact && !self.is_hindered(stage) || quick > *moves {
            return quick;
        }
        let key = army.key() ^ ArmyBudget { moves: 0, exactly: false, ..*stage }.salt(LEAST);
        if let Some(known) = self.answers.get(key) {
            return u32::from(known) - 1;
        }
        let mut least = NEVER;
        self.for_each_plan(stage, !0, |plan| least = least.min(plan.moves()));
        self.answers.put(key, least as u8 + 1);
        least as u32
    }

    /// Whether men of `stage` other than the fixed pawns are known to stay on their squares, or to leave them.
    fn is_hindered(&self, stage: &ArmyBudget) -> bool {
        stage.standing != self.fixed[0] | self.fixed[1] || stage.leaving != 0
    }

    /// Returns the sum, over all target squares of the side, of the number of moves that the nearest man needs to get
    /// there. The second result is whether each square can have a nearest man of its own. If so, the sum is the cost of
    /// an assignment, and no assignment costs less.
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
                    if piece != Piece::PAWN || files_apart(from, sq) <= captures {
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

    /// Calls `f` with the cheapest plan without castling, and with the cheapest plan for each castling move that is
    /// still possible. In these plans, men are captured only on the squares `losses`.
    pub(super) fn for_each_plan(&self, stage: &ArmyBudget, losses: u64, mut f: impl FnMut(&ArrivalPlan)) {
        if let Some(plan) = self.plan(stage, losses, None) {
            f(&plan);
        }
        let path = |right: &Right| between(right.king, right.rook) | bit(right.king) | bit(right.rook);
        for right in stage.army.rights().filter(|right| path(right) & stage.standing == 0) {
            if let Some(plan) = self.plan(stage, losses, Some(right)) {
                f(&plan);
            }
        }
    }

    /// Returns the cheapest plan with this castling move (`None`: without castling), or `None` if the men cannot do the
    /// tasks. Men are captured only on the squares `losses`.
    fn plan(&self, stage: &ArmyBudget, losses: u64, castling: Option<&Right>) -> Option<ArrivalPlan> {
        let ArmyBudget { army, captures, standing, .. } = stage;
        let fixed = self.fixed[army.color as usize];
        if fixed & !army.men(Piece::PAWN) != 0 || army.count() < self.count[army.color as usize] {
            return None;
        }
        let n = (army.all() & !standing).count_ones() as usize;
        let castling_done = castling.copied();
        let (mut men, mut goals) = ([(Piece::KING, 0); MOST], [None; MOST]);
        if n > MOST {
            let total = self.needs_for_each(army, *captures, castling).0 as i32;
            let prices = Prices { total, tasks: [0; MOST], men: [0; MOST] };
            return Some(ArrivalPlan {
                castling: castling_done,
                men,
                goals,
                kept: 0,
                n: 0,
                prices,
                costs: [[NEVER; MOST]; MOST],
            });
        }
        let (mut i, mut j) = (0, 0);
        for piece in Piece::orthodox() {
            for sq in squares(army.men(piece) & !standing) {
                men[i] = (piece, castling.map_or(sq, |right| right.after(sq)));
                i += 1;
            }
            for sq in squares(self.goals[army.color as usize][piece.index()] & !standing) {
                goals[j] = Some((piece, sq));
                j += 1;
            }
        }
        let mut costs: Costs = [[NEVER; MOST]; MOST];
        for (goal, row) in goals[..j].iter().flatten().zip(&mut costs) {
            self.costs_of(stage, *goal, &men[..n], row);
        }
        if j < n {
            // A man to be captured only has to reach a square on which it may be captured. Kings are not captured.
            let mut lost = [NEVER; MOST];
            for (&(man, from), cost) in men[..n].iter().zip(&mut lost).filter(|(man, _)| man.0 != Piece::KING) {
                *cost = if losses & bit(from) != 0 {
                    0
                } else {
                    let there = self.to_visit(army, man, from, *captures);
                    squares(losses).map(|sq| i32::from(there[sq as usize])).min().unwrap_or(NEVER)
                };
            }
            costs[j..n].fill(lost);
        }
        let prices = cheapest(&costs, n);
        (prices.total < NEVER).then_some(ArrivalPlan { castling: castling_done, men, goals, kept: j, n, prices, costs })
    }

    /// Stores in `row`, for each of `men`, the number of moves in which it gets to the square `sq` as a man of kind
    /// `piece`.
    fn costs_of(&self, stage: &ArmyBudget, (piece, sq): (Piece, Sq), men: &[(Piece, Sq)], row: &mut [i32; MOST]) {
        let ArmyBudget { army: Army { color, .. }, captures, standing, leaving, .. } = *stage;
        let walked;
        let (same, promoted) = if standing == self.fixed[0] | self.fixed[1] {
            (self.distances.to(color, piece, sq), Some(self.distances.promoted_to(color, piece, sq, captures)))
        } else {
            walked = walk_to(piece, color, sq, standing);
            (&walked, None)
        };
        for (&(man, from), cost) in men.iter().zip(row) {
            if man == piece {
                if from == sq && leaving & bit(from) != 0 {
                    // It leaves and returns, which a pawn cannot.
                    *cost = if man == Piece::PAWN { NEVER } else { 2 };
                } else if man != Piece::PAWN || files_apart(from, sq) <= captures {
                    *cost = i32::from(same[from as usize]);
                }
            } else if man == Piece::PAWN && piece != Piece::KING {
                *cost = i32::from(match promoted {
                    Some(promoted) => promoted[from as usize],
                    None => self.distances.promoted_then(color, from, captures, same),
                });
            }
        }
    }

    /// Returns the number of moves in which a man of kind `man` on `from` reaches each square. A pawn makes at most
    /// `captures` captures and may promote on its way.
    pub(super) fn to_visit(&self, army: &Army, man: Piece, from: Sq, captures: u32) -> MoveCounts {
        let mut row = self.distances.reached_within(army.color, man, from, captures);
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
