//! Tables of the squares on straight lines.

use crate::fairy::board::geometry::Geometry;
use crate::fairy::board::squares::Sq;
use crate::pieces::Vector;
use std::sync::OnceLock;

/// Greatest number of files, or of ranks, that a vector spans.
const FARTHEST: i8 = 15;
const SPAN: usize = 2 * FARTHEST as usize + 1;

/// By square: the squares of the line that begins next to that square, up to the edge or a missing square.
type Lines = Box<[Box<[Sq]>]>;

/// The straight lines of a board, for each vector computed when first requested.
pub struct Rays {
    table: Box<[OnceLock<Lines>]>,
}

impl Default for Rays {
    fn default() -> Rays {
        Rays { table: (0..SPAN * SPAN).map(|_| OnceLock::new()).collect() }
    }
}

impl Rays {
    /// Returns the squares that lie from `from` in the direction of the vector, `from` excluded.
    pub fn of(&self, geometry: &Geometry, vector: Vector, from: Sq) -> &[Sq] {
        let index = (vector.0 + FARTHEST) as usize * SPAN + (vector.1 + FARTHEST) as usize;
        let rays = self.table[index].get_or_init(|| {
            let line = |from| std::iter::successors(geometry.step(from, vector), |&sq| geometry.step(sq, vector));
            (0..=u8::MAX).map(|from| line(from).collect()).collect()
        });
        &rays[usize::from(from)]
    }
}
