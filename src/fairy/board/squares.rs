//! Squares of a 16 by 16 grid that contains every board, and sets of such squares.

use crate::units::Square;

/// A square: the rank in the upper four bits, the file in the lower four.
pub type Sq = u8;

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Squares([u64; 4]);

impl Squares {
    pub const NONE: Squares = Squares([0; 4]);
    pub const ALL: Squares = Squares([u64::MAX; 4]);

    pub fn has(&self, sq: Sq) -> bool {
        self.0[usize::from(sq >> 6)] >> (sq & 63) & 1 != 0
    }

    pub fn add(&mut self, sq: Sq) {
        self.0[usize::from(sq >> 6)] |= 1 << (sq & 63);
    }

    pub fn set(&mut self, sq: Sq, is_in: bool) {
        let (word, bit) = (&mut self.0[usize::from(sq >> 6)], sq & 63);
        *word = *word & !(1 << bit) | u64::from(is_in) << bit;
    }

    pub fn remove(&mut self, sq: Sq) {
        self.0[usize::from(sq >> 6)] &= !(1 << (sq & 63));
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn and(&self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn meets(&self, other: &Squares) -> bool {
        !self.and(other).is_empty()
    }

    pub fn or(&self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub fn without(&self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    pub fn first(&self) -> Option<Sq> {
        self.iter().next()
    }

    /// Iterates over the squares in ascending order: a1, b1, … rank by rank.
    pub fn iter(&self) -> impl Iterator<Item = Sq> + use<> {
        // Word by word, each in a register: sets are often read just after one of their words was written.
        let [mut word, mut second, mut third, mut fourth] = self.0;
        let mut first = 0_u8;
        std::iter::from_fn(move || {
            while word == 0 {
                if second | third | fourth == 0 {
                    return None;
                }
                (word, second, third, fourth) = (second, third, fourth, 0);
                first += 64;
            }
            let sq = first + word.trailing_zeros() as u8;
            word &= word - 1;
            Some(sq)
        })
    }

    pub fn words(&self) -> [u64; 4] {
        self.0
    }
}

impl FromIterator<Sq> for Squares {
    fn from_iter<T: IntoIterator<Item = Sq>>(squares: T) -> Squares {
        let mut set = Squares::NONE;
        for sq in squares {
            set.add(sq);
        }
        set
    }
}

pub fn file(sq: Sq) -> i8 {
    (sq & 15) as i8
}

pub fn rank(sq: Sq) -> i8 {
    (sq >> 4) as i8
}

pub fn at(file: i8, rank: i8) -> Option<Sq> {
    ((0..16).contains(&file) && (0..16).contains(&rank)).then_some((rank as u8) << 4 | file as u8)
}

pub fn to_square(sq: Sq) -> Square {
    Square::new(sq & 15, sq >> 4).expect("in the universe")
}

pub fn from_square(square: Square) -> Sq {
    square.rank() << 4 | square.file()
}
