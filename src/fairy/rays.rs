//! Straight lines, square by square, looked up.

use super::geometry::Geometry;
use super::squares::Sq;
use crate::pieces::Vector;
use std::sync::OnceLock;

/// Vectors lead at most so many files and ranks away.
const FARTHEST: i8 = 15;
const SPAN: usize = 2 * FARTHEST as usize + 1;

/// By square the squares that follow one another on the line, up to the edge or to a square that is missing.
type Lines = Box<[Box<[Sq]>]>;

/// The lines by vector, computed when those of a vector are first asked for.
pub struct Rays {
    table: Box<[OnceLock<Lines>]>,
}

impl Default for Rays {
    fn default() -> Rays {
        Rays { table: (0..SPAN * SPAN).map(|_| OnceLock::new()).collect() }
    }
}

impl Rays {
    /// The line that begins beside `from`.
    pub fn of(&self, geometry: &Geometry, vector: Vector, from: Sq) -> &[Sq] {
        let index = (vector.0 + FARTHEST) as usize * SPAN + (vector.1 + FARTHEST) as usize;
        let rays = self.table[index].get_or_init(|| {
            let line = |from| std::iter::successors(geometry.step(from, vector), |&sq| geometry.step(sq, vector));
            (0..=u8::MAX).map(|from| line(from).collect()).collect()
        });
        &rays[usize::from(from)]
    }
}
