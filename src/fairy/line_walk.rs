//! The lines that men go along, square by square, whatever stands on them.

use super::geometry::Geometry;
use super::position::FairyPosition;
use super::squares::{Sq, file, rank};
use crate::pieces::{Hop, Line, QUEEN, Vector};

/// Squares that lie beside one another.
pub trait Ground {
    /// The square that lies so many files and ranks away, if there is one.
    fn step(&self, sq: Sq, vector: Vector) -> Option<Sq>;
}

impl Ground for FairyPosition<'_> {
    fn step(&self, sq: Sq, vector: Vector) -> Option<Sq> {
        FairyPosition::step(self, sq, vector)
    }
}

impl Ground for Geometry {
    fn step(&self, sq: Sq, vector: Vector) -> Option<Sq> {
        Geometry::step(self, sq, vector)
    }
}

/// The squares of a line, one by one.
pub struct LineWalk<'v> {
    line: Line,
    vectors: &'v [Vector],
    first: usize,
    turn: isize,
    bounds: u8,
    /// After the last full bound.
    base: Sq,
    on_leg: bool,
}

/// The ways in which a line that begins with the vector of this index goes on.
pub fn turns(line: Line, first: usize) -> [Option<i8>; 2] {
    match line {
        Line::Straight | Line::Mao | Line::Moa => [Some(0), None],
        Line::Circle => [Some(1), Some(-1)],
        Line::Zigzag(turn) => [Some(turn), Some(-turn)],
        Line::Spiral(turn) => [Some(if first.is_multiple_of(2) { turn } else { -turn }), None],
    }
}

/// The lines on which a hop that came along a vector goes on beyond its hurdle when it bends there.
pub fn bent(hop: Hop, vector: Vector, hurdle: Sq) -> [Option<LineWalk<'static>>; 2] {
    let count = QUEEN.len();
    let Some(at) = QUEEN.iter().position(|&other| other == vector) else { return [None, None] };
    let (left, right) = ((at + hop.turn) % count, (at + count - hop.turn) % count);
    let beyond = |first| LineWalk::new(Line::Straight, QUEEN, first, 0, hurdle);
    [Some(beyond(left)), (right != left).then(|| beyond(right))]
}

/// What tells lines from each other that bend: two bounds, or a point of a circle and its sense.
pub type BentLine = [i8; 4];

/// The circle on which bounds go that begin with this one: where it has its first bound, and its sense.
pub fn circle(vectors: &[Vector], first: usize, turn: i8, from: Sq) -> BentLine {
    let count = vectors.len();
    let (mut at, mut next) = ((file(from), rank(from)), first);
    while next != 0 {
        at = (at.0 + vectors[next].0, at.1 + vectors[next].1);
        next = (next + count).wrapping_add_signed(isize::from(turn)) % count;
    }
    [at.0, at.1, turn, 0]
}

impl<'v> LineWalk<'v> {
    pub fn new(line: Line, vectors: &'v [Vector], first: usize, turn: i8, from: Sq) -> LineWalk<'v> {
        LineWalk { line, vectors, first, turn: isize::from(turn), bounds: 0, base: from, on_leg: false }
    }

    /// How many bounds have been made.
    pub fn bounds(&self) -> u8 {
        self.bounds
    }

    /// The first bound.
    pub fn first(&self) -> Vector {
        self.vectors[self.first]
    }

    /// The next square, and whether the man can end there: not half way through a bound.
    pub fn next(&mut self, ground: &impl Ground) -> Option<(Sq, bool)> {
        let (files, ranks) = self.vector()?;
        if let Line::Mao | Line::Moa = self.line
            && !self.on_leg
        {
            self.on_leg = true;
            let leg = if self.line == Line::Mao { (files / 2, ranks / 2) } else { (files.signum(), ranks.signum()) };
            // A leg that is missing is a hole, and stops nothing less than a man would.
            return ground.step(self.base, leg).map(|sq| (sq, false));
        }
        self.on_leg = false;
        self.bounds += 1;
        self.base = ground.step(self.base, (files, ranks))?;
        Some((self.base, true))
    }

    fn vector(&self) -> Option<Vector> {
        if let Line::Straight | Line::Mao | Line::Moa = self.line {
            return Some(self.vectors[self.first]);
        }
        let count = self.vectors.len() as isize;
        let bounds = isize::from(self.bounds);
        let turns = match self.line {
            Line::Circle if bounds >= count => return None,
            Line::Circle => bounds * self.turn,
            _ => bounds % 2 * self.turn,
        };
        Some(self.vectors[(self.first as isize + turns).rem_euclid(count) as usize])
    }
}
