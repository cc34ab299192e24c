//! Geometry of the lines along which men move, square by square. The content of the squares is ignored.

use crate::fairy::board::geometry::Geometry;
use crate::fairy::board::squares::{Sq, file, rank};
use crate::fairy::position::FairyPosition;
use crate::pieces::{Hop, Line, QUEEN, Vector};

pub trait Ground {
    /// Returns the square at `sq` plus the vector, or `None` if the board lacks it.
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

/// Walks along one line of a moving man, square by square.
pub struct LineWalk<'v> {
    line: Line,
    vectors: &'v [Vector],
    first: usize,
    turn: isize,
    bounds: u8,
    /// The square to which the last complete bound led; at first, the start of the line.
    base: Sq,
    on_leg: bool,
}

/// Returns the turns that a line whose first vector has this index may take, as differences of vector indices: one
/// turn, or two if the line may bend either way.
pub fn turns(line: Line, first: usize) -> [Option<i8>; 2] {
    match line {
        Line::Straight | Line::Mao | Line::Moa => [Some(0), None],
        Line::Circle => [Some(1), Some(-1)],
        Line::Zigzag(turn) => [Some(turn), Some(-turn)],
        Line::Spiral(turn) => [Some(if first.is_multiple_of(2) { turn } else { -turn }), None],
    }
}

/// Returns the lines on which a hop along `vector` continues if it bends at its hurdle: one or two, none if it does
/// not bend.
pub fn bent(hop: Hop, vector: Vector, hurdle: Sq) -> [Option<LineWalk<'static>>; 2] {
    let count = QUEEN.len();
    let Some(at) = QUEEN.iter().position(|&other| other == vector) else { return [None, None] };
    let (left, right) = ((at + hop.turn) % count, (at + count - hop.turn) % count);
    let beyond = |first| LineWalk::new(Line::Straight, QUEEN, first, 0, hurdle);
    [Some(beyond(left)), (right != left).then(|| beyond(right))]
}

/// Key of a bent line: its two bounds, or a point of a circle and the direction of rotation.
pub type BentLine = [i8; 4];

/// Returns the key of the circle that starts from `from` with the vector of index `first`: the point of the circle
/// from which the vector of index 0 leads, and the turn.
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

    pub fn bounds(&self) -> u8 {
        self.bounds
    }

    pub fn first(&self) -> Vector {
        self.vectors[self.first]
    }

    /// Returns the next square and whether the man can end its move there, which it cannot half way through a bound;
    /// `None` at the end of the line.
    pub fn next(&mut self, ground: &impl Ground) -> Option<(Sq, bool)> {
        let (files, ranks) = self.vector()?;
        if let Line::Mao | Line::Moa = self.line
            && !self.on_leg
        {
            self.on_leg = true;
            let leg = if self.line == Line::Mao { (files / 2, ranks / 2) } else { (files.signum(), ranks.signum()) };
            // A missing square blocks the line as a man would.
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
