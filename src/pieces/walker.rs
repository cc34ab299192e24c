//! The verbs in which the table of pieces describes ways of moving.
//!
//! A piece is a function of a [`Walker`], which an engine implements for its board. A piece observes the squares on
//! which it would capture: there is no separate description of checks.

use crate::board::{Color, Square};
use smallvec::SmallVec;

/// A difference of squares: files to the right, ranks up.
pub type Vector = (i8, i8);

/// The moves that a way allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Both,
    /// To an empty square.
    Move,
    /// A capture.
    Capture,
}

impl Mode {
    /// Returns what both modes allow, or `None`.
    pub fn and(self, other: Mode) -> Option<Mode> {
        match (self, other) {
            (Mode::Both, mode) | (mode, Mode::Both) => Some(mode),
            (a, b) => (a == b).then_some(a),
        }
    }
}

/// The contents of a square, from the viewpoint of the side to move.
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

/// A rider's captures more than two squares away, for pieces that capture nearer men by leaps.
pub fn capture_farther_than_two(w: &mut dyn Walker, vectors: &'static [Vector]) {
    for &vector in vectors {
        let bounds = bounds(w, w.from(), vector, u8::MAX);
        let path: Vec<(Square, bool)> = bounds.into_iter().zip(1..).map(|(to, bound)| (to, bound > 2)).collect();
        w.along(&path, Mode::Capture);
    }
}

/// The squares of a ride of at most `most` steps.
fn bounds(w: &dyn Walker, from: Square, vector: Vector, most: u8) -> SmallVec<[Square; 8]> {
    std::iter::successors(w.step(from, vector), |&square| w.step(square, vector)).take(most.into()).collect()
}

/// A distance in steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    Exactly(u8),
    Any,
    /// As far beyond the hurdle as it is before it.
    Same,
}

/// The directions of successive steps. A line that bends may bend to either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    Straight,
    /// Each step is the next image of the one before, as for a rose. The line ends where it began.
    Circle,
    /// Two steps alternate. The number is the angle between them, in images of the vector.
    Zigzag(i8),
    /// Like `Zigzag`, but odd images turn the other way, which gives the knight's steps a common axis.
    Spiral(i8),
    /// Equal steps; each leads over the orthogonally adjacent square, which must be empty or is the hurdle.
    Mao,
    /// Like `Mao`, over the diagonally adjacent square.
    Moa,
}

/// A move over an exact number of men (the hurdles).
#[derive(Clone, Copy, Debug)]
pub struct Hop<'v> {
    pub vectors: &'v [Vector],
    pub line: Line,
    /// The distance of the first hurdle.
    pub before: Distance,
    pub hurdles: u8,
    /// The distance from the last hurdle to the target; the squares before it are empty.
    pub after: Distance,
    /// The angle at the hurdle in eighths of a turn, to either side.
    pub turn: usize,
}

impl<'v> Hop<'v> {
    /// A grasshopper's hop: over one man to the next square.
    pub const fn over(vectors: &'v [Vector]) -> Hop<'v> {
        Hop { vectors, line: Line::Straight, before: Distance::Any, hurdles: 1, after: Distance::Exactly(1), turn: 0 }
    }

    /// A lion's hop: over one man to any square beyond.
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

/// The steps of wazir and fers, by eighths of a turn.
pub const QUEEN: &[Vector] = &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
pub const ROOK: &[Vector] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
pub const BISHOP: &[Vector] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
/// The knight's leaps, in the order of rotation.
pub const KNIGHT: &[Vector] = &leaper::<8>(1, 2);
pub const DABBABA: &[Vector] = &leaper::<4>(0, 2);
pub const ALFIL: &[Vector] = &leaper::<4>(2, 2);
pub const CAMEL: &[Vector] = &leaper::<8>(1, 3);
pub const ZEBRA: &[Vector] = &leaper::<8>(2, 3);

/// The images of a vector under rotations and reflections of the board, in the order of rotation: eight, or four
/// for a vector along a rank, file or diagonal.
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

/// A board with a man that is about to move.
pub trait Walker {
    // ── the position ──────────────────────────────────────────────────────────────────────────────────────

    /// The square of the man.
    fn from(&self) -> Square;

    /// 1 if its side moves up the board, -1 if down.
    fn ahead(&self) -> i8;

    /// Returns the square one vector away, or `None` if the board lacks it.
    fn step(&self, from: Square, vector: Vector) -> Option<Square>;

    fn seen(&self, square: Square) -> Seen;

    /// Returns the piece on the square, of either side.
    fn piece_on(&self, square: Square) -> Option<super::Piece>;

    /// The squares that the rules open from the man's square, regardless of men in between.
    fn doors(&self) -> Vec<Square>;
    /// The squares of all other men.
    fn men(&self) -> Vec<Square>;

    /// The only square whose capture matters, if the caller asks about one square.
    fn target(&self) -> Option<Square>;

    /// Pieces of the man's side (`own`) or of the other side that observe its square, as if it were adverse to
    /// them.
    fn observers(&mut self, own: bool) -> SmallVec<[super::Piece; 8]>;

    // ── single moves ────────────────────────────────────────────────────────────────────────────────────

    /// The next moves are on a line that bends from one step to the other.
    fn bends(&mut self, _before: Vector, _after: Vector) {}

    /// Allows the move to the square if its contents suit the mode.
    fn go(&mut self, to: Square, mode: Mode);

    /// Like [`Walker::go`], by way of a man on another square.
    fn go_over(&mut self, hurdle: Square, to: Square, mode: Mode);

    /// Allows the move to the empty square with the capture of a man on another.
    fn take_on(&mut self, victim: Square, to: Square);

    // ── common ways of moving ─────────────────────────────────────────────────────────────────────────────

    /// One leap, regardless of men in between.
    fn leap(&mut self, vectors: &[Vector], mode: Mode);

    /// Follows a path while its squares are empty. The flag of a square says whether the man may end there.
    fn along(&mut self, path: &[(Square, bool)], mode: Mode);

    /// Equal steps while the squares in between are empty.
    fn ride(&mut self, vectors: &[Vector], mode: Mode) {
        self.ride_along(Line::Straight, vectors, mode);
    }

    /// A ride along a line that may bend.
    fn ride_along(&mut self, line: Line, vectors: &[Vector], mode: Mode);

    /// A ride over empty squares that ends only on squares that `ends` accepts.
    fn ride_to(&mut self, vectors: &[Vector], ends: fn(&dyn Walker, Square) -> bool);

    fn hop(&mut self, hop: Hop, mode: Mode);

    /// A capture of an adverse man `before` steps away by a leap to the empty square behind it.
    fn locust(&mut self, vectors: &[Vector], before: Distance) {
        self.locust_along(Line::Straight, vectors, before);
    }

    fn locust_along(&mut self, line: Line, vectors: &[Vector], before: Distance);

    fn pawn(&mut self, pawn: Pawn);

    /// Castling with an unmoved rook.
    fn castle(&mut self);

    /// Moves as this piece.
    fn as_piece(&mut self, piece: super::Piece, mode: Mode);

    /// Moves as this piece, up (1) or down (-1) the board only.
    fn as_hunter(&mut self, piece: super::Piece, heading: i8);
}

/// A piece that moves ahead and promotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pawn {
    /// Whether it moves diagonally and captures straight ahead.
    pub berolina: bool,
    /// Whether it moves in the direction of the other side's pawns.
    pub reversed: bool,
    pub captures: bool,
    pub range: PawnRange,
}

impl Pawn {
    pub const PLAIN: Pawn = Pawn { berolina: false, reversed: false, captures: true, range: PawnRange::Step };
    pub const BEROLINA: Pawn = Pawn { berolina: true, ..Pawn::PLAIN };

    /// The side in whose direction a pawn of `side` moves.
    pub fn towards(self, side: Color) -> Color {
        if self.reversed { !side } else { side }
    }

    /// The directions of moves and of captures, for a pawn that moves as those of side `towards`.
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
    /// One step, or two from the initial rank; en passant.
    Step,
    /// Any number of steps.
    Rider,
    /// As `Step`, but captures by leaping over the victim.
    Locust,
    /// One step, or up to the given number from the initial rank; en passant.
    Initial(u8),
    /// Up to the given number of steps; en passant.
    Always(u8),
}

/// A ride of at most `most` steps.
pub fn slide(w: &mut dyn Walker, vectors: &[Vector], most: u8, mode: Mode) {
    for &vector in vectors {
        let from = w.from();
        steps(w, from, vector, most, mode);
    }
}

/// The steps of a ride that starts at `from`.
pub fn steps(w: &mut dyn Walker, from: Square, vector: Vector, most: u8, mode: Mode) {
    let path: SmallVec<[(Square, bool); 8]> =
        bounds(w, from, vector, most).into_iter().map(|square| (square, true)).collect();
    w.along(&path, mode);
}
