//! The squares beside a king that men can guard at most, and the squares that remain open (unguarded).

use super::Man;
use super::reach::{PawnFiles, Reach};
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::bound::cover::{Ring, beside};
use crate::orthodox::bound::distance::{Distances, PROMOTED};
use crate::units::{Color, Piece};
use hashbrown::HashMap;

/// The squares beside the mated king that the mating side's men leave open (unguarded), by square of the king.
pub struct Open {
    /// Entry `n`: squares of the king for which the mating side can leave at most `n` squares beside the king open.
    pub places: [u64; 9],
    /// Entry `n`: like `places`, for stalemates in which the mating king guards nothing.
    pub without_king: [u64; 9],
    /// The minimal sets of squares that stay open beside a king on `t` are `sets[first[t]..first[t + 1]]`.
    first: [u16; 65],
    sets: Vec<Ring>,
}

/// A function that takes a square and a callback, and calls the callback with each set of squares beside it that may
/// be guarded.
pub type GuardSets<'a> = dyn Fn(usize, &mut dyn FnMut(Ring)) + 'a;

impl Open {
    pub fn of(&self, t: usize) -> &[Ring] {
        &self.sets[usize::from(self.first[t])..usize::from(self.first[t + 1])]
    }

    pub fn new(mut guarded: impl FnMut(usize, &mut dyn FnMut(Ring))) -> Open {
        let mut open = Open { places: [0; 9], without_king: [0; 9], first: [0; 65], sets: Vec::new() };
        for t in 0..64 {
            let begin = open.sets.len();
            let sets = &mut open.sets;
            guarded(t, &mut |set| {
                let set = !set;
                if sets[begin..].iter().any(|&other| other.is_within(set)) {
                    return;
                }
                let mut i = begin;
                while i < sets.len() {
                    if set.is_within(sets[i]) {
                        sets.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
                sets.push(set);
            });
            let fewest = sets[begin..].iter().map(|set| set.count() as usize).min().unwrap_or(9);
            for places in open.places.iter_mut().skip(fewest) {
                *places |= bit(t as Sq);
            }
            open.first[t + 1] = sets.len() as u16;
        }
        open
    }
}

/// The maximal sets of squares beside a king that one man may guard in the final position, by square of the king.
/// Squares off the board count as guarded.
pub struct Guards {
    first: [u16; 65],
    sets: Vec<Ring>,
}

impl Guards {
    pub fn of(&self, t: usize) -> &[Ring] {
        &self.sets[usize::from(self.first[t])..usize::from(self.first[t + 1])]
    }

    pub fn new(reach: &Reach, color: Color, man: Man, n: usize) -> Guards {
        let mut guards = Guards { first: [0; 65], sets: Vec::new() };
        for t in 0..64u8 {
            let begin = guards.sets.len();
            guards.add(begin, compressed(t, 0));
            if man.piece == Piece::PAWN {
                for s in squares(reach.pawns[PawnFiles::Any as usize][color as usize][man.sq as usize][n]) {
                    guards.add(begin, guarded(Piece::PAWN, color, s, t));
                }
                let distances = Distances::get();
                for piece in PROMOTED {
                    for s in (0..64).filter(|&s| usize::from(distances.promoted(color, piece, man.sq, s)) <= n) {
                        guards.add(begin, guarded(piece, color, s, t));
                    }
                }
            } else {
                for s in squares(reach.officers[man.piece.index()][man.sq as usize][n]) {
                    guards.add(begin, guarded(man.piece, color, s, t));
                }
            }
            guards.first[t as usize + 1] = guards.sets.len() as u16;
        }
        guards
    }

    fn add(&mut self, begin: usize, set: Ring) {
        if self.sets[begin..].iter().any(|&other| set.is_within(other)) {
            return;
        }
        let mut i = begin;
        while i < self.sets.len() {
            if self.sets[i].is_within(set) {
                self.sets.swap_remove(i);
            } else {
                i += 1;
            }
        }
        self.sets.push(set);
    }
}

/// Returns the squares beside `t` that are in `set` or off the board.
pub fn compressed(t: Sq, set: u64) -> Ring {
    beside(set, t) | !beside(!0, t)
}

/// Returns the squares beside a king on `t` that a man on `s` guards, if the king is not in check.
fn guarded(piece: Piece, color: Color, s: Sq, t: Sq) -> Ring {
    let field = bitboard::king(t);
    let attacked = bitboard::attacks(piece, color, s, 0);
    if s == t || piece == Piece::KING && field & bit(s) != 0 {
        return Ring::EMPTY;
    }
    if attacked & bit(t) == 0 {
        return compressed(t, attacked & field);
    }
    // The man attacks the king's square, so its line has to be interrupted, and it guards nothing behind the king. If
    // the man is beside the king, no other man can interrupt the line.
    let way = between(s, t);
    if way == 0 {
        return Ring::EMPTY;
    }
    compressed(t, attacked & field & !(line_through(s, t) & !way))
}

pub fn guards_key(color: Color, man: Man, n: usize) -> u32 {
    ((color as u32 * 6 + man.piece.index() as u32) * 64 + u32::from(man.sq)) * 16 + n as u32
}

pub fn remember_guards(lists: &mut HashMap<u32, Guards>, reach: &Reach, color: Color, man: Man, n: usize) {
    lists.entry(guards_key(color, man, n)).or_insert_with(|| Guards::new(reach, color, man, n));
}
