//! The squares on which the mated side's men may end in a stalemate, unable to move.

use super::reach::PawnFiles;
use super::sealed::sealed;
use super::{Force, StalemateQuestion};
use crate::orthodox::board::bitboard::{self, Sq, bit};
use crate::units::Piece;

/// A set of squares on which one man may end: as a pawn or as an officer.
#[derive(Clone, Copy, Default)]
pub struct EndSquares {
    pub pawn: u64,
    pub officer: u64,
}

impl EndSquares {
    pub fn all(self) -> u64 {
        self.pawn | self.officer
    }
}

impl StalemateQuestion {
    /// Returns, for each man of the mated side, the squares on which it may be immobile after at most `budget`
    /// moves with its king on one of `kings`.
    ///
    /// 1. A man is immobile if it is pinned. An officer is also immobile if men of its own side are on all squares of
    ///    its first steps (it could capture men of the other side). A pawn is also immobile if something is ahead of
    ///    it.
    /// 2. The men of its own side on those squares are immobile, too. So a square of a man is removed if it needs
    ///    another man on a square where none can be immobile. This is repeated until nothing changes.
    /// 3. A queen always has a move if it is pinned: it can capture the pinning man.
    pub(in crate::orthodox::bound) fn immobile(
        &self,
        files: PawnFiles,
        force: &Force,
        kings: u64,
        budget: usize,
    ) -> [EndSquares; 16] {
        let mated = !self.mating;
        let reach = self.reach;
        let (mut straight, mut diagonal) = (0, 0);
        if kings & (kings - 1) == 0 {
            let t = kings.trailing_zeros() as Sq;
            straight = if force.straight > 0 { bitboard::rook(t, 0) } else { 0 };
            diagonal = if force.diagonal > 0 { bitboard::bishop(t, 0) } else { 0 };
        } else if force.pinners > 0 {
            (straight, diagonal) = (!0, !0);
        }
        let mut places = [EndSquares::default(); 16];
        let mut pinned = [EndSquares::default(); 16];
        let not_king = if kings & (kings - 1) == 0 { !kings } else { !0 };
        for (u, man) in self.mated_men.iter().enumerate() {
            if man.piece == Piece::PAWN {
                let (c, at) = (mated as usize, man.sq as usize);
                places[u].pawn = reach.pawns[files as usize][c][at][budget] & not_king;
                places[u].officer = reach.promoted[files as usize][c][at][budget] & not_king;
            } else {
                places[u].officer = reach.officers[man.piece.index()][man.sq as usize][budget] & not_king;
            }
            let lines = match man.piece {
                Piece::QUEEN => 0,
                Piece::ROOK => diagonal,
                Piece::BISHOP => straight,
                _ => straight | diagonal,
            };
            pinned[u] = EndSquares { pawn: places[u].pawn & lines, officer: places[u].officer & lines };
        }
        loop {
            let (mut once, mut twice, mut unmoved) = (0, 0, 0);
            for (man, place) in self.mated_men.iter().zip(&places) {
                twice |= once & place.all();
                once |= place.all();
                unmoved |= bit(man.sq) & place.all();
            }
            let mut changed = false;
            for (u, man) in self.mated_men.iter().enumerate() {
                let filled = kings | self.filled | twice | once & !places[u].all();
                let mut next = places[u];
                if next.pawn != 0 {
                    let stopped = filled | self.posts() | force.ends | force.king_ends;
                    next.pawn &= pinned[u].pawn | bitboard::ahead(!mated, stopped);
                }
                if next.officer != 0 {
                    let empty = !(kings | self.filled | unmoved & !bit(man.sq));
                    let visits = if man.piece == Piece::PAWN {
                        &reach.promoted[files as usize][mated as usize][man.sq as usize]
                    } else {
                        &reach.officers[man.piece.index()][man.sq as usize]
                    };
                    let sealed = |piece: Piece| sealed(piece, visits, !filled, empty, budget);
                    next.officer &= pinned[u].officer
                        | if man.piece == Piece::PAWN {
                            sealed(Piece::KNIGHT) | sealed(Piece::BISHOP) | sealed(Piece::ROOK)
                        } else {
                            sealed(man.piece)
                        };
                }
                changed |= next.all() != places[u].all();
                places[u] = next;
            }
            if !changed {
                return places;
            }
        }
    }
}
