//! The possible fates of the mated side's men in a stalemate, and their costs in moves: each man is captured on the
//! way, or ends on a square where it cannot move.

use super::super::cover::{Ring, beside};
use super::immobile::EndSquares;
use super::reach::PawnFiles;
use super::{Force, LONGEST, Man, MoveSplit, NEVER, StalemateQuestion, Within};
use crate::orthodox::board::bitboard::{self, FILE_A, Sq, bit};
use crate::units::Piece;

/// The least total of moves with which all of the mated side's men meet their fates, by the number of men that
/// survive.
pub struct Fates {
    pub most: usize,
    /// Entry `s`: the least moves of the men if at least `s` of them survive.
    cheapest: [u8; 17],
}

/// The number of moves that each man of the mated side needs for each of its possible fates: to be captured by the
/// king, to be captured by another man, or to stay on the board.
pub struct FateCosts {
    /// Moves that each man needs to be captured: first by the king, second by another man.
    pub captured: [[u8; 16]; 2],
    pub stays: [u8; 16],
    /// The sum of the moves that each man needs for its cheapest fate.
    pub least: usize,
    /// Entry `k`: squares on which some man may be unable to move, if it makes at most `k` moves more than its
    /// cheapest fate takes. Different squares hold different men, so the costs above `least` add up.
    pub excess: Within,
}

impl Fates {
    /// Whether enough men survive to occupy the squares `open`, and all men together need at most `budget` moves.
    pub fn fit(&self, open: Ring, budget: usize) -> bool {
        let men = open.count() as usize;
        men <= self.most && usize::from(self.cheapest[men]) <= budget
    }
}

impl FateCosts {
    /// Whether men can occupy all squares of one of the sets in `open` (squares beside `t`) for which `wanted`
    /// returns `true`, after the king has made `moves` of the `budget` moves.
    pub fn fit(&self, t: Sq, open: &[Ring], moves: usize, budget: usize, wanted: impl Fn(Ring) -> bool) -> bool {
        let Some(left) = budget.checked_sub(moves + self.least) else { return false };
        open.iter().any(|&held| wanted(held) && self.extra(t, held, left).is_some())
    }

    /// Returns the least number of moves, in addition to `least`, with which men occupy all squares `held` beside
    /// `t`, or `None` if it is more than `most`.
    fn extra(&self, t: Sq, held: Ring, most: usize) -> Option<usize> {
        if !held.is_within(beside(self.excess[most], t)) {
            return None;
        }
        let mut extra = 0;
        for near in &self.excess {
            let farther = held & !beside(*near, t);
            if farther.is_empty() {
                return Some(extra);
            }
            extra += farther.count() as usize;
            if extra > most {
                return None;
            }
        }
        None
    }
}

impl StalemateQuestion {
    /// Returns the squares of `places` that the man reaches within `n` moves.
    fn stands_within(&self, files: PawnFiles, man: Man, places: EndSquares, n: usize) -> u64 {
        let reach = self.reach;
        if man.piece == Piece::PAWN {
            let (c, at) = ((!self.mating) as usize, man.sq as usize);
            reach.pawns[files as usize][c][at][n] & places.pawn
                | reach.promoted[files as usize][c][at][n] & places.officer
        } else {
            reach.officers[man.piece.index()][man.sq as usize][n] & places.officer
        }
    }

    /// Returns the number of moves of a man to the nearest of its `places`, or [`NEVER`].
    fn moves_to(&self, files: PawnFiles, man: Man, places: EndSquares) -> u8 {
        (0..=LONGEST).find(|&n| self.stands_within(files, man, places, n) != 0).map_or(NEVER, |n| n as u8)
    }

    /// Returns the costs of the mated side's men: to be captured on a square on which the mating side may capture, or
    /// to stay on one of their `places`. Returns `None` if the least total exceeds `budget`.
    pub(super) fn costs(
        &self,
        files: PawnFiles,
        force: &Force,
        places: &[EndSquares; 16],
        budget: usize,
    ) -> Option<FateCosts> {
        let mated = !self.mating;
        let mut costs =
            FateCosts { captured: [[NEVER; 16]; 2], stays: [NEVER; 16], least: 0, excess: [0; LONGEST + 1] };
        let mut cheapest = [NEVER; 16];
        for (u, man) in self.mated_men.iter().enumerate() {
            let visits = self.reach.visits(files, mated, man);
            for (captured, hunted) in costs.captured.iter_mut().zip(force.hunted) {
                if hunted & visits[budget] != 0 {
                    captured[u] = visits.iter().position(|set| set & hunted != 0).map_or(NEVER, |n| n as u8);
                }
            }
            if places[u].all() != 0 {
                costs.stays[u] = self.moves_to(files, man, places[u]);
            }
            cheapest[u] = costs.stays[u].min(costs.captured[0][u]).min(costs.captured[1][u]);
            costs.least += usize::from(cheapest[u]);
            if costs.least > budget {
                return None;
            }
        }
        let left = budget - costs.least;
        for (u, man) in self.mated_men.iter().enumerate().filter(|&(u, _)| costs.stays[u] < NEVER) {
            for k in 0..=left {
                costs.excess[k] |=
                    self.stands_within(files, man, places[u], (usize::from(cheapest[u]) + k).min(LONGEST));
            }
        }
        for k in left + 1..=LONGEST {
            costs.excess[k] = costs.excess[left];
        }
        costs.excess.iter_mut().for_each(|near| *near |= self.filled);
        Some(costs)
    }

    /// Returns an upper limit of the number of the mated side's men that survive on squares where they cannot move.
    /// `king` is the final square of their king, or `None` for any square.
    pub(super) fn most_survivors(
        &self,
        files: PawnFiles,
        force: &Force,
        places: &[EndSquares; 16],
        king: Option<Sq>,
    ) -> usize {
        let (mut staying, mut officers, mut pawns, mut per_file) = (0, 0, 0, [0usize; 8]);
        for (man, places) in self.mated_men.iter().zip(places) {
            staying += usize::from(places.all() != 0);
            officers += usize::from(places.officer != 0);
            if places.pawn != 0 {
                pawns |= places.pawn;
                per_file[usize::from(man.sq & 7)] += 1;
            }
        }
        if files != PawnFiles::Kept {
            return staying;
        }
        // On each file of blocked pawns, the front pawn is blocked by something other than a pawn of its side. A man
        // that is ahead of this pawn blocks no other pawn.
        let still = (self.filled | self.posts()).count_ones() as usize;
        let mut heads = self.mating_men.count + force.pinners + officers + still;
        let mut blocked = 0;
        let mut behind = |set: u64| {
            let set = bitboard::ahead(self.mating, set);
            let files = (0..8).filter(|&file| pawns & set & FILE_A << file != 0);
            let best = files.max_by_key(|&file| per_file[file]);
            blocked += best.map_or(0, |file| std::mem::take(&mut per_file[file]));
        };
        match king {
            Some(t) => {
                behind(bit(t));
                behind(force.king_ends);
            }
            None => heads += 1 + usize::from(self.king.is_some()),
        }
        per_file.sort_unstable();
        blocked += per_file.iter().rev().take(heads).sum::<usize>();
        staying.min(blocked + force.pinners + officers)
    }

    /// Returns the least totals of moves for the fates of the mated side's men, if at most `most` of them survive.
    /// Returns `None` if some man can meet no fate, or if the total exceeds `budget`.
    pub(super) fn fates(&self, split: MoveSplit, costs: &FateCosts, most: usize, budget: usize) -> Option<Fates> {
        let count = self.mated_men.count;
        let FateCosts { captured, stays, .. } = costs;
        if count > most + split.king + split.others {
            return None;
        }
        // `costs[a][s]` has the least moves of the mated side if the king has captured `a` men and `s` men have
        // stayed.
        let (by_king, by_others) = (split.king.min(count), split.others.min(count));
        let mut costs = [[NEVER; 17]; 17];
        costs[0][0] = 0;
        for u in 0..count {
            for a in (0..=by_king.min(u + 1)).rev() {
                let fewest = (u + 1 - a).saturating_sub(by_others);
                for s in (fewest..=most.min(u + 1 - a)).rev() {
                    let others = u + 1 - a - s;
                    let mut best = NEVER;
                    if others > 0 {
                        best = costs[a][s].saturating_add(captured[1][u]);
                    }
                    if a > 0 {
                        best = best.min(costs[a - 1][s].saturating_add(captured[0][u]));
                    }
                    if s > 0 {
                        best = best.min(costs[a][s - 1].saturating_add(stays[u]));
                    }
                    costs[a][s] = best.min(NEVER);
                }
                if fewest > 0 {
                    // With fewer men that stay, the other men would have to capture more men than they can.
                    costs[a][fewest - 1] = NEVER;
                }
            }
        }
        let mut cheapest = [NEVER; 17];
        for s in (0..=most).rev() {
            cheapest[s] = costs[..=by_king].iter().map(|row| row[s]).min().unwrap_or(NEVER).min(cheapest[s + 1]);
        }
        (usize::from(cheapest[0]) <= budget).then_some(Fates { most, cheapest })
    }
}
