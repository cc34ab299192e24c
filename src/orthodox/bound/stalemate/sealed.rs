//! The squares on which an officer cannot move because men of its own side are all around it.

use super::Within;
use crate::orthodox::board::bitboard::FILE_A;
use crate::units::Piece;

fn east(set: u64) -> u64 {
    (set & !(FILE_A << 7)) << 1
}

fn west(set: u64) -> u64 {
    (set & !FILE_A) >> 1
}

/// For each square, the number of squares near it that are in a set. The first two fields are the binary digits of
/// numbers up to three, and `more` has the squares with larger numbers.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    ones: u64,
    twos: u64,
    more: u64,
}

impl Counts {
    fn add(&mut self, set: u64) {
        let carry = self.ones & set;
        self.ones ^= set;
        self.more |= self.twos & carry;
        self.twos ^= carry;
    }

    pub fn at_most(&self, n: usize) -> u64 {
        match n {
            0 => !(self.ones | self.twos | self.more),
            1 => !(self.twos | self.more),
            2 => !(self.ones & self.twos | self.more),
            3 => !self.more,
            _ => !0,
        }
    }

    /// Counts, for each square, the squares of `set` beside that square.
    pub fn around(set: u64) -> Counts {
        let mut counts = Counts::default();
        let row = [east(set), west(set), set];
        for side in row {
            counts.add(side << 8);
            counts.add(side >> 8);
        }
        counts.add(row[0]);
        counts.add(row[1]);
        counts
    }

    /// Counts, for each square, the squares of `set` that an officer on it could reach with a first step (of one
    /// square, or a knight's move).
    fn of(piece: Piece, set: u64) -> Counts {
        let mut counts = Counts::default();
        let (e, w) = (east(set), west(set));
        if piece == Piece::KNIGHT {
            let (ee, ww) = (east(e), west(w));
            for near in [e, w] {
                counts.add(near << 16);
                counts.add(near >> 16);
            }
            for far in [ee, ww] {
                counts.add(far << 8);
                counts.add(far >> 8);
            }
        }
        if piece == Piece::BISHOP || piece == Piece::QUEEN {
            for side in [e, w] {
                counts.add(side << 8);
                counts.add(side >> 8);
            }
        }
        if piece == Piece::ROOK || piece == Piece::QUEEN {
            for next in [e, w, set << 8, set >> 8] {
                counts.add(next);
            }
        }
        counts
    }
}

/// Returns the squares from which a first step of an officer (one square, or a knight's move) leads into `set`.
fn steps_to(piece: Piece, set: u64) -> u64 {
    let (e, w) = (east(set), west(set));
    let mut all = 0;
    if piece == Piece::KNIGHT {
        let (near, far) = (e | w, east(e) | west(w));
        all |= near << 16 | near >> 16 | far << 8 | far >> 8;
    }
    if piece == Piece::BISHOP || piece == Piece::QUEEN {
        all |= (e | w) << 8 | (e | w) >> 8;
    }
    if piece == Piece::ROOK || piece == Piece::QUEEN {
        all |= e | w | set << 8 | set >> 8;
    }
    all
}

/// Returns the squares of `visits` on which men of its own side may shut an officer in, if all of them, with the
/// officer, make at most `budget` moves. No first step of the officer may lead to a square in `never`, because these
/// squares cannot be filled. Each first step to a square in `empty` costs another man one move.
pub fn sealed(piece: Piece, visits: &Within, never: u64, empty: u64, budget: usize) -> u64 {
    let shut = visits[budget] & !steps_to(piece, never);
    if shut == 0 {
        return 0;
    }
    let empty = Counts::of(piece, empty);
    (0..=budget).fold(0, |all, own| all | visits[own] & empty.at_most(budget - own)) & shut
}
