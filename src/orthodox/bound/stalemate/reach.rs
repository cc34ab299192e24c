//! The squares that men reach within a number of moves on an empty board.

use super::super::distance::{Distances, FAR, PROMOTED};
use super::schedule::PawnPath;
use super::{LONGEST, Man, Within};
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, bit, squares};
use crate::units::{Color, Piece};
use std::sync::OnceLock;

/// Squares that each man reaches, by its present square and the number of moves.
pub struct Reach {
    /// Squares of kings and officers, by kind.
    pub officers: [[Within; 64]; 6],
    /// Squares of pawns before or after promotion, by `[files][color]` (see [`PawnFiles`]).
    pub visits: [[[Within; 64]; 2]; 2],
    /// Squares of pawns before promotion, by `[files][color]`.
    pub pawns: [[[Within; 64]; 2]; 2],
    /// Squares of pawns after promotion, by `[files][color]`.
    pub promoted: [[[Within; 64]; 2]; 2],
    /// Squares on which a pawn, promoted or not, may capture within the number of moves, by `[color]`.
    pub captures: [[Within; 64]; 2],
    /// Squares of a pawn after exactly `n` moves, by `[color]`.
    pub paths: [[PawnPath; 64]; 2],
}

/// Whether pawns of the mated side may leave their files: an index into the tables of [`Reach`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnFiles {
    /// Pawns may capture anywhere.
    Any,
    /// Pawns capture nothing and stay on their files.
    Kept,
}

impl Reach {
    pub fn get() -> &'static Reach {
        static TABLE: OnceLock<Box<Reach>> = OnceLock::new();
        TABLE.get_or_init(Reach::new)
    }

    fn new() -> Box<Reach> {
        let distances = Distances::get();
        let none = [[0; LONGEST + 1]; 64];
        let mut all = Box::new(Reach {
            officers: [none; 6],
            visits: [[none; 2]; 2],
            pawns: [[none; 2]; 2],
            promoted: [[none; 2]; 2],
            captures: [none; 2],
            paths: [[PawnPath::default(); 64]; 2],
        });
        let within = |distance: &dyn Fn(Sq) -> u8| -> Within {
            let mut sets = [0; LONGEST + 1];
            for to in 0..64 {
                if let Some(set) = sets.get_mut(usize::from(distance(to))) {
                    *set |= bit(to);
                }
            }
            for n in 1..=LONGEST {
                sets[n] |= sets[n - 1];
            }
            sets
        };
        for from in 0..64u8 {
            for piece in Piece::orthodox().filter(|&piece| piece != Piece::PAWN) {
                all.officers[piece.index()][from as usize] =
                    within(&|to| distances.as_it_is(Color::White, piece, from, to));
            }
        }
        for color in Color::ALL {
            let c = color as usize;
            let last_rank = if color == Color::White { RANK_8 } else { RANK_1 };
            let home = if color == Color::White { 1 } else { 6 };
            for from in 0..64u8 {
                let at = from as usize;
                let free = within(&|to| distances.as_it_is(color, Piece::PAWN, from, to));
                // A double step goes two squares in one move.
                let straight = within(&|to| {
                    let steps = if color == Color::White {
                        (to >> 3).wrapping_sub(from >> 3)
                    } else {
                        (from >> 3).wrapping_sub(to >> 3)
                    };
                    if to & 7 != from & 7 || steps > 7 { FAR } else { steps - u8::from(from >> 3 == home && steps > 1) }
                });
                for (files, steps) in [(PawnFiles::Any, free), (PawnFiles::Kept, straight)] {
                    for n in 0..=LONGEST {
                        all.pawns[files as usize][c][at][n] = steps[n] & !last_rank;
                        for (m, arrivals) in steps.iter().enumerate().take(n + 1).skip(1) {
                            for on in squares(arrivals & last_rank) {
                                for piece in PROMOTED {
                                    all.promoted[files as usize][c][at][n] |=
                                        all.officers[piece.index()][on as usize][n - m];
                                }
                            }
                        }
                        all.visits[files as usize][c][at][n] =
                            all.pawns[files as usize][c][at][n] | all.promoted[files as usize][c][at][n];
                    }
                }
                for n in 1..=LONGEST {
                    let mut set = bitboard::pawns(color, free[n - 1] & !last_rank);
                    for (m, arrivals) in free.iter().enumerate().take(n).skip(1) {
                        for on in squares(arrivals & last_rank) {
                            for piece in PROMOTED {
                                set |= all.officers[piece.index()][on as usize][n - m];
                            }
                        }
                    }
                    all.captures[c][at][n] = set;
                }
                all.paths[c][at] = PawnPath::new(color, from, &all.promoted[PawnFiles::Any as usize][c][at]);
            }
        }
        all
    }

    pub fn visits(&self, files: PawnFiles, color: Color, man: Man) -> &Within {
        if man.piece == Piece::PAWN {
            &self.visits[files as usize][color as usize][man.sq as usize]
        } else {
            &self.officers[man.piece.index()][man.sq as usize]
        }
    }

    pub fn captures(&self, color: Color, man: Man) -> &Within {
        if man.piece == Piece::PAWN {
            &self.captures[color as usize][man.sq as usize]
        } else {
            &self.officers[man.piece.index()][man.sq as usize]
        }
    }
}
