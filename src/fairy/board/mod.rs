//! Squares, sets of squares and men of a board up to 16 by 16, and [`Board`]: the men on their squares, with derived
//! sets of squares and a hash key. Knows no rules.

pub mod geometry;
pub mod man;
pub mod squares;

use crate::units::Color;
use man::Man;
use squares::{Sq, Squares};

/// The men on their squares. [`Board::put`] changes the content of a square, [`Board::take_back`] undoes changes.
#[derive(Clone, Debug)]
pub struct Board {
    men: [Man; 256],
    /// By side: the squares of its men; neutral men are in both sets.
    of: [Squares; 2],
    royals: Squares,
    /// The hash key; `None` if it is not updated with each change but computed on request.
    key: Option<u128>,
}

impl Board {
    pub fn empty() -> Board {
        Board { men: [Man::NONE; 256], of: [Squares::NONE; 2], royals: Squares::NONE, key: Some(0) }
    }

    pub fn man(&self, sq: Sq) -> Man {
        self.men[usize::from(sq)]
    }

    pub fn is_empty(&self, sq: Sq) -> bool {
        self.man(sq).is_none()
    }

    /// Returns the squares of a side's men, neutral men included.
    pub fn of(&self, color: Color) -> &Squares {
        &self.of[color as usize]
    }

    pub fn occupied(&self) -> Squares {
        self.of[0].or(&self.of[1])
    }

    /// Returns the squares of a side's royal men, which can be checked and mated.
    pub fn royals(&self, color: Color) -> Squares {
        self.royals.and(self.of(color))
    }

    /// Returns a hash key of the men on their squares; equal boards have equal keys.
    pub fn key(&self) -> u128 {
        self.key.unwrap_or_else(|| self.occupied().iter().fold(0, |key, sq| key ^ hash(sq, self.man(sq))))
    }

    /// Returns the value to XOR into the key when `man` (or [`Man::NONE`]) replaces the content of `sq`.
    pub fn key_of_change(&self, sq: Sq, man: Man) -> u128 {
        [self.man(sq), man].into_iter().filter(|man| man.is_some()).fold(0, |key, man| key ^ hash(sq, man))
    }

    /// Stops updating the key, so that changes are cheaper; [`Board::key`] then computes it anew each time.
    pub fn forget_key(&mut self) {
        self.key = None;
    }

    /// Undoes changes: restores the former content of the given squares and the former key.
    pub fn take_back(&mut self, squares: impl Iterator<Item = (Sq, Man)>, key: u128) {
        for (sq, man) in squares {
            self.men[usize::from(sq)] = man;
            self.mark(sq, man);
        }
        self.key = self.key.map(|_| key);
    }

    /// Replaces the content of the square by `man`, which is [`Man::NONE`] to empty it.
    pub fn put(&mut self, sq: Sq, man: Man) {
        if self.man(sq) == man {
            return;
        }
        if let Some(key) = self.key {
            self.key = Some(key ^ self.key_of_change(sq, man));
        }
        self.men[usize::from(sq)] = man;
        self.mark(sq, man);
    }

    /// Removes all men except those on `squares`, and stops updating the key.
    pub fn keep(&mut self, squares: &Squares) {
        self.forget_key();
        for sq in self.occupied().without(squares).iter() {
            self.men[usize::from(sq)] = Man::NONE;
        }
        for set in self.of.iter_mut().chain([&mut self.royals]) {
            *set = set.and(squares);
        }
    }

    /// Updates the derived sets for the man that is now on `sq`.
    fn mark(&mut self, sq: Sq, man: Man) {
        for color in Color::ALL {
            self.of[color as usize].set(sq, man.is_of(color));
        }
        self.royals.set(sq, man.is_royal());
    }
}

fn hash(sq: Sq, man: Man) -> u128 {
    mix(man.word() << 8 | u64::from(sq))
}

/// Hashes `word` to 128 well-mixed bits (splitmix64 by Steele, Lea and Flood, twice).
pub fn mix(word: u64) -> u128 {
    let half = |seed: u64| {
        let mut z = word.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed);
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    u128::from(half(0x2545_F491_4F6C_DD1D)) << 64 | u128::from(half(0x6A09_E667_F3BC_C909))
}
