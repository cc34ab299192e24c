//! The interface with which the table of pieces describes ways of moving.
//!
//! A piece is a function of a [`Walker`], which an engine implements for its board. A piece observes the squares on
//! which it would capture: there is no separate description of checks.

use crate::board::{Color, Square};
use smallvec::SmallVec;

/// The difference of two squares: files to the right and ranks up.
pub type Vector = (i8, i8);

/// The moves for which a way of moving is allowed: moves without capture, captures, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Both,
    /// Only moves to empty squares.
    Move,
    /// Only captures.
    Capture,
}

impl Mode {
    /// Returns the mode that allows exactly what both modes allow, or `None` if they have nothing in common.
    pub fn and(self, other: Mode) -> Option<Mode> {
        match (self, other) {
            (Mode::Both, mode) | (mode, Mode::Both) => Some(mode),
            (a, b) => (a == b).then_some(a),
        }
    }
}

/// The contents of a square, from the viewpoint of the side whose man moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    Empty,
    Own,
    /// A man of the other side, or a neutral man.
    Adverse,
}

impl Seen {
    pub fn is_man(self) -> bool {
        self != Seen::Empty
    }
}

/// Generates captures along a line more than two squares away, for pieces that capture nearer men by leaps.
pub fn capture_farther_than_two(w: &mut dyn Walker, vectors: &'static [Vector]) {
    for &vector in vectors {
        let bounds = bounds(w, w.from(), vector, u8::MAX);
        let path: Vec<(Square, bool)> = bounds.into_iter().zip(1..).map(|(to, bound)| (to, bound > 2)).collect();
        w.along(&path, Mode::Capture);
    }
}

/// Returns the squares of a ride from `from` with at most `most` steps, regardless of men on them.
fn bounds(w: &dyn Walker, from: Square, vector: Vector, most: u8) -> SmallVec<[Square; 8]> {
    std::iter::successors(w.step(from, vector), |&square| w.step(square, vector)).take(most.into()).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    Exactly(u8),
    Any,
    /// As many steps beyond the hurdle as there are before it.
    Same,
}

/// The directions of successive steps of a ride. A line that bends may bend to either side. The *images* of a step are
/// its rotations and reflections, in the order of rotation: a knight's step has eight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    Straight,
    /// Each step is the next image of the previous step, as for a rose. The line ends at its start.
    Circle,
    /// Two steps alternate. In the order of images, the second is so many places after the first as the number says.
    Zigzag(i8),
    /// Like `Zigzag`, but the number is negated if the place of the first step in the order of images is odd. So
    /// spirals of knight's steps that start with different steps have a common axis.
    Spiral(i8),
    /// Equal steps, each over the orthogonally adjacent square, which must be empty (or occupied if it is the hurdle).
    Mao,
    /// Like `Mao`, over the diagonally adjacent square.
    Moa,
}

/// A move along a line over a given number of men, the hurdles.
#[derive(Clone, Copy, Debug)]
pub struct Hop<'v> {
    pub vectors: &'v [Vector],
    pub line: Line,
    /// The number of steps to the first hurdle.
    pub before: Distance,
    pub hurdles: u8,
    /// The number of steps from the last hurdle to the target; the squares in between are empty.
    pub after: Distance,
    /// The angle by which the line turns at the hurdle, in multiples of 45 degrees, to either side.
    pub turn: usize,
}

impl<'v> Hop<'v> {
    /// Returns a grasshopper's hop: over one man to the next square.
    pub const fn over(vectors: &'v [Vector]) -> Hop<'v> {
        Hop { vectors, line: Line::Straight, before: Distance::Any, hurdles: 1, after: Distance::Exactly(1), turn: 0 }
    }

    /// Returns a lion's hop: over one man to any square beyond.
    pub const fn beyond(vectors: &'v [Vector]) -> Hop<'v> {
        Hop { after: Distance::Any, ..Hop::over(vectors) }
    }

    pub const fn along(self, line: Line) -> Hop<'v> {
        Hop { line, ..self }
    }

    pub const fn hurdles(self, hurdles: u8) -> Hop<'v> {
        Hop { hurdles, ..self }
    }

    pub const fn turning(self, turn: usize) -> Hop<'v> {
        Hop { turn, ..self }
    }

    pub const fn before(self, before: Distance) -> Hop<'v> {
        Hop { before, ..self }
    }

    pub const fn after(self, after: Distance) -> Hop<'v> {
        Hop { after, ..self }
    }
}

/// Rules for an equihopper or a similar piece. Such a piece leaps by a vector that depends on the vector from it to
/// another man, the hurdle.
#[derive(Clone, Copy, Debug)]
pub struct Equihop {
    /// Whether hurdles must be on a queen's line from the piece.
    pub lines: bool,
    /// Whether men between the piece, the hurdle and the target are ignored.
    pub nonstop: bool,
    /// Whether hurdles must be enemy men.
    pub adverse: bool,
    /// Whether the leap starts at the piece's own square. If not, it starts at the hurdle.
    pub stays: bool,
}

pub type Leaps = SmallVec<[Vector; 12]>;

impl Equihop {
    /// Returns the vectors of the piece's leaps for a hurdle at the vector `towards`. They are those that `beyond`
    /// returns for `towards`, without the one that leads back to the piece or onto the hurdle. There are none if
    /// `lines` is set and the hurdle is not on a queen's line.
    pub fn leaps(self, towards: Vector, beyond: fn(Vector) -> Leaps) -> Leaps {
        let (files, ranks) = towards;
        let is_on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if self.lines && !is_on_line {
            return Leaps::new();
        }
        let back = if self.stays { towards } else { (-files, -ranks) };
        let mut leaps = beyond(towards);
        leaps.retain(|&mut leap| leap != back);
        leaps
    }
}

/// One step in each of the eight directions, in the order of rotation by 45 degrees.
pub const QUEEN: &[Vector] = &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
pub const ROOK: &[Vector] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
pub const BISHOP: &[Vector] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
/// The knight's leaps, in the order of rotation.
pub const KNIGHT: &[Vector] = &leaper::<8>(1, 2);
pub const DABBABA: &[Vector] = &leaper::<4>(0, 2);
pub const ALFIL: &[Vector] = &leaper::<4>(2, 2);
pub const CAMEL: &[Vector] = &leaper::<8>(1, 3);
pub const ZEBRA: &[Vector] = &leaper::<8>(2, 3);

/// Returns the images of a vector under rotations and reflections of the board, in the order of rotation. There are
/// eight, or four for a vector along a rank, file or diagonal.
pub const fn leaper<const N: usize>(a: i8, b: i8) -> [Vector; N] {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    let eight = [(b, a), (a, b), (-a, b), (-b, a), (-b, -a), (-a, -b), (a, -b), (b, -a)];
    let mut images = [(0, 0); N];
    let mut i = 0;
    while i < N {
        images[i] = if N == 8 {
            eight[i]
        } else if a == 0 {
            [(b, 0), (0, b), (-b, 0), (0, -b)][i]
        } else {
            [(a, a), (-a, a), (-a, -a), (a, -a)][i]
        };
        i += 1;
    }
    images
}

/// A board with a man for which moves are generated. An engine implements this trait; the definitions of pieces call
/// it.
pub trait Walker {
    // ── the position ──────────────────────────────────────────────────────────────────────────────────────

    /// Returns the square of the moving man.
    fn from(&self) -> Square;

    /// Returns 1 if the moving man's side moves up the board, and -1 if down.
    fn ahead(&self) -> i8;

    /// Returns the square one vector away from `from`, or `None` if the board has no such square.
    fn step(&self, from: Square, vector: Vector) -> Option<Square>;

    fn seen(&self, square: Square) -> Seen;

    /// Returns the piece of the man on the square, whatever its side.
    fn piece_on(&self, square: Square) -> Option<super::Piece>;

    /// Returns the squares that the moving man may enter over all men: from an edge square on the opposite edge, from a
    /// corner in another corner. Empty unless the rules are those of the game The Magician with the variant `Original`.
    fn doors(&self) -> Vec<Square>;
    /// Returns the squares of all men except the moving one.
    fn men(&self) -> Vec<Square>;

    /// Returns the square if only captures on this square are needed, or `None` if all moves are needed.
    fn target(&self) -> Option<Square>;

    /// Returns the pieces of the men that observe the moving man's square: enemy men or, if `own`, men of its own side,
    /// which observe it as if it were an enemy.
    fn observers(&mut self, own: bool) -> SmallVec<[super::Piece; 8]>;

    // ── single moves ────────────────────────────────────────────────────────────────────────────────────

    /// Announces that the next moves are on a line that bends from the step `before` to the step `after`.
    fn bends(&mut self, _before: Vector, _after: Vector) {}

    /// Adds a move to the square if the mode allows it there: a move without capture if the square is empty, otherwise
    /// a capture.
    fn go(&mut self, to: Square, mode: Mode);

    /// Like [`Walker::go`], for a move that is possible only because of the man on `hurdle`.
    fn go_over(&mut self, hurdle: Square, to: Square, mode: Mode);

    /// Adds a capture of the man on `victim` by a move to the empty square `to`.
    fn take_on(&mut self, victim: Square, to: Square);

    // ── common ways of moving ─────────────────────────────────────────────────────────────────────────────

    /// Adds single leaps, regardless of men in between.
    fn leap(&mut self, vectors: &[Vector], mode: Mode);

    /// Adds moves along a path up to and including the first occupied square. The flag of each square says whether a
    /// move may end there.
    fn along(&mut self, path: &[(Square, bool)], mode: Mode);

    /// Adds rides: equal steps while the squares in between are empty.
    fn ride(&mut self, vectors: &[Vector], mode: Mode) {
        self.ride_along(Line::Straight, vectors, mode);
    }

    /// Adds rides along a line that may bend.
    fn ride_along(&mut self, line: Line, vectors: &[Vector], mode: Mode);

    /// Adds rides over empty squares to those squares that `ends` accepts.
    fn ride_to(&mut self, vectors: &[Vector], ends: fn(&dyn Walker, Square) -> bool);

    fn hop(&mut self, hop: Hop, mode: Mode);

    /// Adds captures of an enemy man that is `before` steps away, by a leap over it to the next square, which must be
    /// empty.
    fn locust(&mut self, vectors: &[Vector], before: Distance) {
        self.locust_along(Line::Straight, vectors, before);
    }

    fn locust_along(&mut self, line: Line, vectors: &[Vector], before: Distance);

    /// Adds moves backwards, away from the first obstacle in a direction, which is a man or the edge of the board. The
    /// man moves as far as the obstacle is away; the squares in between must be empty.
    fn bounce(&mut self, vectors: &[Vector]);

    /// For each hurdle that `how` allows, adds leaps by the vectors that `beyond` returns for the vector to the hurdle.
    fn equihop(&mut self, how: Equihop, beyond: fn(Vector) -> Leaps);

    fn pawn(&mut self, pawn: Pawn);

    /// Adds castling with an unmoved rook.
    fn castle(&mut self);

    /// Adds the moves of another piece, limited to the mode.
    fn as_piece(&mut self, piece: super::Piece, mode: Mode);

    /// Adds the moves of another piece, limited to those up the board (`heading` 1) or down (-1).
    fn as_hunter(&mut self, piece: super::Piece, heading: i8);
}

/// The way of moving of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pawn {
    /// Whether the pawn moves diagonally and captures straight ahead.
    pub berolina: bool,
    /// Whether the pawn moves in the direction of the other side's pawns.
    pub reversed: bool,
    pub captures: bool,
    pub range: PawnRange,
}

impl Pawn {
    pub const PLAIN: Pawn = Pawn { berolina: false, reversed: false, captures: true, range: PawnRange::Step };
    pub const BEROLINA: Pawn = Pawn { berolina: true, ..Pawn::PLAIN };

    /// Returns the side whose usual direction a pawn of `side` has.
    pub fn towards(self, side: Color) -> Color {
        if self.reversed { !side } else { side }
    }

    /// Returns the directions of moves without capture, and of captures, for a pawn that moves in the usual direction
    /// of side `towards`.
    pub fn directions(self, towards: Color) -> [&'static [Vector]; 2] {
        let [straight, diagonal]: [&[Vector]; 2] = match towards {
            Color::White => [&[(0, 1)], &[(-1, 1), (1, 1)]],
            Color::Black => [&[(0, -1)], &[(-1, -1), (1, -1)]],
        };
        if self.berolina { [diagonal, straight] } else { [straight, diagonal] }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnRange {
    /// One step, or two from the initial rank, with captures en passant.
    Step,
    /// Any number of steps.
    Rider,
    /// Like `Step`, but captures by leaping over the victim.
    Locust,
    /// One step, or up to this number of steps from the initial rank, with captures en passant.
    Initial(u8),
    /// Up to this number of steps from any rank, with captures en passant.
    Always(u8),
}

/// Adds rides of at most `most` steps.
pub fn slide(w: &mut dyn Walker, vectors: &[Vector], most: u8, mode: Mode) {
    for &vector in vectors {
        let from = w.from();
        steps(w, from, vector, most, mode);
    }
}

/// Adds the moves of a ride in one direction from the square `from`, with at most `most` steps.
pub fn steps(w: &mut dyn Walker, from: Square, vector: Vector, most: u8, mode: Mode) {
    let path: SmallVec<[(Square, bool); 8]> =
        bounds(w, from, vector, most).into_iter().map(|square| (square, true)).collect();
    w.along(&path, mode);
}
