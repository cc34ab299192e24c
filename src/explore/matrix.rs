//! Numbers all placements of given men on given sets of squares.
//!
//! A number is written in mixed radix, with a digit for each man: the index of its square in its set. Two men of one
//! kind with equal sets are not exchanged with each other. Of several placements that are reflections of each other,
//! only the one with the smallest digits is kept.

use super::symmetry::Symmetry;
use super::written::Placed;
use crate::problem::{Change, Problem};
use crate::units::{Square, Unit};

pub struct Matrix {
    places: Vec<Placed>,
    /// By man: whether the previous man is of the same kind and has an equal set of squares.
    repeats: Vec<bool>,
    /// For each symmetry and each man: the digit to which the symmetry maps each digit of the man.
    images: Vec<Vec<Vec<usize>>>,
}

impl Matrix {
    pub fn new(base: &Problem, mut places: Vec<Placed>, by_symmetry: bool) -> Matrix {
        // Men of one kind with equal sets become neighbours. The order of the other men remains.
        let first = |places: &[Placed], one: &Placed| places.iter().position(|other| other == one);
        let order: Vec<Option<usize>> = places.iter().map(|one| first(&places, one)).collect();
        let mut indices: Vec<usize> = (0..places.len()).collect();
        indices.sort_by_key(|&i| order[i]);
        places = indices.iter().map(|&i| places[i].clone()).collect();
        let repeats = (0..places.len()).map(|i| i > 0 && places[i] == places[i - 1]).collect();
        let placement = &base.diagram.placement;
        let units: Vec<Unit> =
            placement.iter().map(|(_, unit)| unit).chain(places.iter().map(|one| one.unit)).collect();
        let valid = Symmetry::all()
            .filter(|symmetry| by_symmetry && symmetry.preserves_rules(base, &units) && symmetry.preserves(placement));
        let images = valid.filter_map(|symmetry| {
            let digits = |one: &Placed| -> Option<Vec<usize>> {
                let image = |square: &Square| {
                    let to = symmetry.of(*square, placement.shape());
                    one.squares.iter().position(|&other| other == to)
                };
                one.squares.iter().map(image).collect()
            };
            places.iter().map(digits).collect()
        });
        let images = images.collect();
        Matrix { places, repeats, images }
    }

    /// Returns the number of placements, including impossible ones. It is at most `u64::MAX`.
    pub fn len(&self) -> u64 {
        self.places.iter().fold(1, |product: u64, one| product.saturating_mul(one.squares.len() as u64))
    }

    pub fn is_of_one_man(&self) -> bool {
        self.places.len() == 1
    }

    /// Returns the placement with this number as a list of additions. Returns `None` if two men would be on one square,
    /// or if an equivalent placement has a smaller number.
    pub fn placement(&self, number: u64) -> Option<Vec<Change>> {
        let digits = self.digits(number);
        let is_ordered = |i: usize| !self.repeats[i] || digits[i - 1] < digits[i];
        if !(0..digits.len()).all(is_ordered) || self.images.iter().any(|image| self.mapped(&digits, image) < digits) {
            return None;
        }
        let men = self.places.iter().zip(&digits);
        let men: Vec<(Square, Unit)> = men.map(|(one, &digit)| (one.squares[digit], one.unit)).collect();
        let is_apart = |i: usize| men[..i].iter().all(|&(square, _)| square != men[i].0);
        (0..men.len()).all(is_apart).then(|| men.into_iter().map(|(square, unit)| Change::Add(square, unit)).collect())
    }

    fn digits(&self, mut number: u64) -> Vec<usize> {
        let mut digits = vec![0; self.places.len()];
        for (digit, one) in digits.iter_mut().zip(&self.places).rev() {
            let radix = one.squares.len() as u64;
            (*digit, number) = ((number % radix) as usize, number / radix);
        }
        digits
    }

    /// Returns the digits of the image of a placement under a symmetry. The digits of equal men are put in order.
    fn mapped(&self, digits: &[usize], image: &[Vec<usize>]) -> Vec<usize> {
        let mut mapped: Vec<usize> = digits.iter().zip(image).map(|(&digit, image)| image[digit]).collect();
        let mut from = 0;
        for to in 1..=mapped.len() {
            if to == mapped.len() || !self.repeats[to] {
                mapped[from..to].sort_unstable();
                from = to;
            }
        }
        mapped
    }
}
