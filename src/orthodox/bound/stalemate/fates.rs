//! What becomes of the victim's men, and what that costs: each is captured on the way, or stays where it cannot move.

use super::super::cover::beside;
use super::immobile::Places;
use super::reach::Files;
use super::{Force, LONGEST, Man, NEVER, Question, Split, Within};
use crate::orthodox::board::bitboard::{self, FILE_A, Sq, bit};
use crate::units::Piece;

/// What may become of the victim's men, in numbers.
pub struct Fates {
    /// How many survive at most.
    pub most: usize,
    /// `[s]`: no fewer moves of the men when at least `s` survive.
    cheapest: [u8; 17],
}

/// What the fates of each of the victim's men cost it, when it is captured by the king, captured by another, or stays.
pub struct Costs {
    pub captured: [[u8; 16]; 2],
    pub stays: [u8; 16],
    /// No fewer moves bring all of them to their fates.
    pub least: usize,
    /// `[k]`: where some man may stand unable to move, for no more than `k` moves more than its cheapest fate takes.
    /// Men on different squares are different men, so what they cost above `least` adds up.
    pub excess: Within,
}

impl Fates {
    /// The men that survive and the moves suffice for so many open squares, when the king makes `moves` moves.
    pub fn fit(&self, open: u8, budget: usize) -> bool {
        let men = open.count_ones() as usize;
        men <= self.most && usize::from(self.cheapest[men]) <= budget
    }
}

impl Costs {
    /// There are men for one of these sets of squares next to `t`.
    pub fn fit(&self, t: Sq, open: &[u8], moves: usize, budget: usize, wanted: impl Fn(u8) -> bool) -> bool {
        let Some(left) = budget.checked_sub(moves + self.least) else { return false };
        open.iter().any(|&held| wanted(held) && self.extra(t, held, left).is_some())
    }

    /// No fewer moves above the least bring men to all these squares next to `t`; `None` when it is more than `most`.
    fn extra(&self, t: Sq, held: u8, most: usize) -> Option<usize> {
        if held & !beside(self.excess[most], t) != 0 {
            return None;
        }
        let mut extra = 0;
        for near in &self.excess {
            let farther = held & !beside(*near, t);
            if farther == 0 {
                return Some(extra);
            }
            extra += farther.count_ones() as usize;
            if extra > most {
                return None;
            }
        }
        None
    }
}

impl Question {
    /// The places that a man comes to within `n` moves.
    fn stands_within(&self, files: Files, man: Man, places: Places, n: usize) -> u64 {
        let reach = self.reach;
        if man.piece == Piece::PAWN {
            let (c, at) = ((!self.mover) as usize, man.sq as usize);
            reach.pawns[files as usize][c][at][n] & places.pawn
                | reach.promoted[files as usize][c][at][n] & places.officer
        } else {
            reach.officers[man.piece.index()][man.sq as usize][n] & places.officer
        }
    }

    /// The moves of a man to one of its places.
    fn moves_to(&self, files: Files, man: Man, places: Places) -> u8 {
        (0..=LONGEST).find(|&n| self.stands_within(files, man, places, n) != 0).map_or(NEVER, |n| n as u8)
    }

    /// What it costs the victim's men, within `budget` moves, to be captured on the hunted squares or to stay on their
    /// places; `None` when that is too much.
    pub(super) fn costs(&self, files: Files, force: &Force, places: &[Places; 16], budget: usize) -> Option<Costs> {
        let victim = !self.mover;
        let mut costs = Costs { captured: [[NEVER; 16]; 2], stays: [NEVER; 16], least: 0, excess: [0; LONGEST + 1] };
        let mut cheapest = [NEVER; 16];
        for (u, man) in self.prey.iter().enumerate() {
            let visits = self.reach.visits(files, victim, man);
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
        for (u, man) in self.prey.iter().enumerate().filter(|&(u, _)| costs.stays[u] < NEVER) {
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

    /// How many of the victim's men survive at most, unable to move on their places; with the king on this square, or
    /// anywhere.
    pub(super) fn most_survivors(&self, files: Files, force: &Force, places: &[Places; 16], king: Option<Sq>) -> usize {
        let (mut staying, mut officers, mut pawns, mut per_file) = (0, 0, 0, [0usize; 8]);
        for (man, places) in self.prey.iter().zip(places) {
            staying += usize::from(places.all() != 0);
            officers += usize::from(places.officer != 0);
            if places.pawn != 0 {
                pawns |= places.pawn;
                per_file[usize::from(man.sq & 7)] += 1;
            }
        }
        if files != Files::Kept {
            return staying;
        }
        // Each file of blocked pawns has one that is not blocked by a pawn of its own side, and whatever else is ahead
        // of it is ahead of no other.
        let still = (self.filled | self.posts()).count_ones() as usize;
        let mut heads = self.helpers.count + force.pinners + officers + still;
        let mut blocked = 0;
        let mut behind = |set: u64| {
            let set = bitboard::ahead(self.mover, set);
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

    /// What may become of the victim's men at these costs, when at most `most` survive; `None` when there is no way for
    /// all of them.
    pub(super) fn fates(&self, split: Split, costs: &Costs, most: usize, budget: usize) -> Option<Fates> {
        let count = self.prey.count;
        let Costs { captured, stays, .. } = costs;
        if count > most + split.king + split.others {
            return None;
        }
        // costs[a][s]: the least moves of the victim when the king has captured `a` men and `s` have stayed.
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
                    // Now the others would have to capture more than they can.
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
