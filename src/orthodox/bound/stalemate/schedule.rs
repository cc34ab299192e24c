//! One man that does all the capturing besides its king: it captures one man at a time, in the order of its moves.
//!
//! When the sides take turns and exactly so many moves are left, the moves of a single helper are numbered: with its
//! `j`-th move it captures no more than one man, on a square that it reaches with just that move; and as many moves of
//! the victim follow that capture at least as moves of the helper do. So the men that it captures with its first `j`
//! moves have come to their squares in what is left of the victim's moves by then.

use super::{Costs, Files, LONGEST, NEVER, Question, Split, Within};
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, ahead, bit};
use crate::units::{Color, Piece};

/// How a pawn goes on an empty board: `[n]` is about its `n`-th move.
#[derive(Clone, Copy, Default)]
pub struct Path {
    /// Where it may be after just so many moves, as whatever it is by then.
    pub stands: Within,
    /// Where it may capture with that move.
    captures: Within,
}

impl Path {
    /// `promoted`: where the pawn may be as another man, within so many moves.
    pub fn new(color: Color, sq: Sq, promoted: &Within) -> Path {
        let mut path = Path::default();
        path.stands[0] = bit(sq);
        let last_rank = if color == Color::White { RANK_8 } else { RANK_1 };
        let home = if color == Color::White { RANK_1 << 8 } else { RANK_8 >> 8 };
        let mut pawns = bit(sq);
        for (n, &promoted) in promoted.iter().enumerate().skip(1) {
            let aside = bitboard::pawns(color, pawns);
            pawns = (aside | ahead(color, pawns) | ahead(color, ahead(color, pawns & home))) & !last_rank;
            path.stands[n] = pawns | promoted;
            path.captures[n] = aside | if n > 1 { promoted } else { 0 };
        }
        path
    }
}

/// More men than this are not looked at: each set of them is.
const MOST: usize = 7;

impl Question {
    /// How the mover's only man besides the king goes, if that is known.
    pub(super) fn path(&self) -> Option<&'static Path> {
        let man = self.helpers.men[0];
        (self.in_turn && self.helpers.count == 1 && man.piece == Piece::PAWN && self.own <= LONGEST)
            .then(|| &self.reach.paths[self.mover as usize][usize::from(man.sq)])
    }

    /// The victim's men can come to their fates in time, within so many moves.
    pub(super) fn can_be_scheduled(&self, split: Split, files: Files, costs: &Costs, budget: usize) -> bool {
        let count = self.prey.count;
        let Some(path) = self.path().filter(|_| count <= MOST) else { return true };
        // By set of men: no fewer moves of theirs, when all of them have been captured so far.
        let mut moves = [NEVER; 1 << MOST];
        moves[0] = 0;
        for j in 1..=split.others {
            let Some(time) = self.theirs.checked_sub(split.others - j) else { continue };
            let time = time.min(budget);
            let mut comes = [NEVER; MOST];
            for (comes, man) in comes.iter_mut().zip(self.prey.iter()) {
                let visits = self.reach.visits(files, !self.mover, man);
                if visits[time] & path.captures[j] != 0 {
                    *comes = visits.iter().position(|set| set & path.captures[j] != 0).map_or(NEVER, |n| n as u8);
                }
            }
            for set in (1..1usize << count).rev() {
                for (u, &comes) in comes[..count].iter().enumerate().filter(|&(u, _)| set & 1 << u != 0) {
                    let sum = moves[set & !(1 << u)].saturating_add(comes);
                    if usize::from(sum) <= time && sum < moves[set] {
                        moves[set] = sum;
                    }
                }
            }
        }
        let otherwise = |set: usize| {
            let others = (0..count).filter(|u| set & 1 << u == 0);
            others.map(|u| usize::from(costs.stays[u].min(costs.captured[0][u]))).sum::<usize>()
        };
        (0..1usize << count).any(|set| moves[set] < NEVER && usize::from(moves[set]) + otherwise(set) <= budget)
    }
}
