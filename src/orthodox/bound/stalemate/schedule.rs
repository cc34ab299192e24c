//! A further test if the mating side has one man besides its king: this man captures one man at a time, in the order
//! of its moves.
//!
//! Suppose that the sides alternate and that exactly the given moves are left. Number the moves of the single man,
//! the *helper*:
//!
//! 1. With its `j`-th move the helper captures at most one man, on a square that it reaches with its `j`-th move.
//! 2. At least as many moves of the mated side follow this capture as moves of the helper follow it.
//! 3. So the men that the helper captures with its first `j` moves have gone to their squares in the moves that the
//!    mated side has made by then.

use super::{FateCosts, MoveSplit, NEVER, PawnFiles, StalemateQuestion, Within};
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, ahead, bit};
use crate::units::{Color, Piece};

/// The possible moves of a pawn on an empty board; entry `n` is for its `n`-th move.
#[derive(Clone, Copy, Default)]
pub struct PawnPath {
    /// Squares on which the pawn may be after exactly `n` moves, promoted or not.
    pub stands: Within,
    /// Squares on which the pawn may capture with its `n`-th move.
    captures: Within,
}

impl PawnPath {
    /// Computes the path of a pawn on `sq`. `promoted` are the squares on which it may be after promotion, by
    /// number of moves.
    pub fn new(color: Color, sq: Sq, promoted: &Within) -> PawnPath {
        let mut path = PawnPath::default();
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

/// The order of captures is tested only if the mated side has at most this number of men besides its king. The time of
/// the test doubles with each man.
const MOST: usize = 7;

impl StalemateQuestion {
    /// Returns the path of the mating side's only man besides the king. Returns `None` if there are more men, if the
    /// man is no pawn, or if the sides do not alternate.
    pub(super) fn path(&self) -> Option<&'static PawnPath> {
        let man = self.mating_men.men[0];
        (self.in_turn && self.mating_men.count == 1 && man.piece == Piece::PAWN)
            .then(|| &self.reach.paths[self.mating as usize][usize::from(man.sq)])
    }

    /// Whether the mating side's only man besides its king can capture one man after the other so that each man of the
    /// mated side is captured or stays, within `budget` moves of the mated side. Returns `true` without a test if that
    /// man is no pawn or not the only one, if the sides do not alternate, or if there are more than [`MOST`] men to
    /// capture.
    pub(super) fn can_be_scheduled(
        &self,
        split: MoveSplit,
        files: PawnFiles,
        costs: &FateCosts,
        budget: usize,
    ) -> bool {
        let count = self.mated_men.count;
        let Some(path) = self.path().filter(|_| count <= MOST) else { return true };
        // By set of men: the least moves of these men if all of them have been captured.
        let mut moves = [NEVER; 1 << MOST];
        moves[0] = 0;
        for j in 1..=split.others {
            let Some(time) = self.mated_moves.checked_sub(split.others - j) else { continue };
            let time = time.min(budget);
            let mut comes = [NEVER; MOST];
            for (comes, man) in comes.iter_mut().zip(self.mated_men.iter()) {
                let visits = self.reach.visits(files, !self.mating, man);
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
