//! The verbs in which the table of pieces tells how a man goes.
//!
//! A piece is a function of a [`Walker`]; an engine implements the walker for its board. Whatever a piece captures in
//! this way it also observes: there is no second description for checks.

use crate::board::{Color, Square};
use smallvec::SmallVec;

/// A difference of squares: files to the right, ranks up.
pub type Vector = (i8, i8);

/// What a way may end in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Both,
    /// On an empty square.
    Move,
    /// With a capture.
    Capture,
}

impl Mode {
    /// What this mode and another allow together.
    pub fn and(self, other: Mode) -> Option<Mode> {
        match (self, other) {
            (Mode::Both, mode) | (mode, Mode::Both) => Some(mode),
            (a, b) => (a == b).then_some(a),
        }
    }
}

/// What stands on a square, for the side that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    Empty,
    Own,
    /// Of the other side, or of both.
    Adverse,
}

impl Seen {
    pub fn is_man(self) -> bool {
        self != Seen::Empty
    }
}

/// The captures of a rider that are farther away than two squares: where nearer ones are leaps.
pub fn capture_farther_than_two(w: &mut dyn Walker, vectors: &'static [Vector]) {
    for &vector in vectors {
        let bounds = bounds(w, w.from(), vector, u8::MAX);
        let path: Vec<(Square, bool)> = bounds.into_iter().zip(1..).map(|(to, bound)| (to, bound > 2)).collect();
        w.along(&path, Mode::Capture);
    }
}

/// The squares of a ride of so many bounds at most.
fn bounds(w: &dyn Walker, from: Square, vector: Vector, most: u8) -> SmallVec<[Square; 8]> {
    std::iter::successors(w.step(from, vector), |&square| w.step(square, vector)).take(most.into()).collect()
}

/// How far a way goes, in bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    Exactly(u8),
    Any,
    /// As far beyond the hurdle as it is before it.
    Same,
}

/// How the bounds of a way follow one another. What turns does so to either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// All alike.
    Straight,
    /// Each the next image of the one before: a rose's. Ends where it began.
    Circle,
    /// The one and an image of it by turns: as many images on as the number says.
    Zigzag(i8),
    /// The same, but odd images turn the other way: what the knight's pairs of images have in common.
    Spiral(i8),
    /// Alike, each over the square beside the man, which has to be empty or is the hurdle.
    Mao,
    /// The same over the square diagonally beside it.
    Moa,
}

/// Over exactly so many men (the hurdles) to beyond them.
#[derive(Clone, Copy, Debug)]
pub struct Hop<'v> {
    pub vectors: &'v [Vector],
    pub line: Line,
    /// How far away the first hurdle stands.
    pub before: Distance,
    pub hurdles: u8,
    /// How far beyond the last one the way ends; all before that is empty.
    pub after: Distance,
    /// By how many eighths of a turn the way bends at the hurdle, to either side.
    pub turn: usize,
}

impl<'v> Hop<'v> {
    /// As a grasshopper: over one man to the next square.
    pub const fn over(vectors: &'v [Vector]) -> Hop<'v> {
        Hop { vectors, line: Line::Straight, before: Distance::Any, hurdles: 1, after: Distance::Exactly(1), turn: 0 }
    }

    /// As a lion: over one man to any square beyond.
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

/// The eight images of the wazir's and the fers's vector, by eighths of a turn.
pub const QUEEN: &[Vector] = &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
pub const ROOK: &[Vector] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
pub const BISHOP: &[Vector] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
/// The knight's, by rotation.
pub const KNIGHT: &[Vector] = &leaper::<8>(1, 2);
pub const DABBABA: &[Vector] = &leaper::<4>(0, 2);
pub const ALFIL: &[Vector] = &leaper::<4>(2, 2);
pub const CAMEL: &[Vector] = &leaper::<8>(1, 3);
pub const ZEBRA: &[Vector] = &leaper::<8>(2, 3);

/// The images of a vector under turning and mirroring the board, in the order of rotation: eight, or four of a
/// vector along a rank or a diagonal.
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

/// A board with a man on it that is about to move.
pub trait Walker {
    // ── what is seen ─────────────────────────────────────────────────────────────────────────────────────

    /// Where the man stands.
    fn from(&self) -> Square;

    /// 1 when its side moves up the board, -1 when down.
    fn ahead(&self) -> i8;

    /// The square so many bounds away, if the board has it.
    fn step(&self, from: Square, vector: Vector) -> Option<Square>;

    fn seen(&self, square: Square) -> Seen;

    /// What stands there, of whichever side.
    fn piece_on(&self, square: Square) -> Option<super::Piece>;

    /// The squares to which the rules open a way from the man's own, whatever stands between.
    fn doors(&self) -> Vec<Square>;
    /// The squares of all men but itself.
    fn men(&self) -> Vec<Square>;

    /// The only square whose capture is of interest, if the question is just that.
    fn target(&self) -> Option<Square>;

    /// The pieces of the own or the other side that observe the square of the man, were it adverse to them.
    fn observers(&mut self, own: bool) -> SmallVec<[super::Piece; 8]>;

    // ── what may be done ─────────────────────────────────────────────────────────────────────────────────

    /// What is told next is on a line that bends from the one bound to the other.
    fn bends(&mut self, _before: Vector, _after: Vector) {}

    /// The man may go to the square if what stands there allows it.
    fn go(&mut self, to: Square, mode: Mode);

    /// The same by way of a man on another square.
    fn go_over(&mut self, hurdle: Square, to: Square, mode: Mode);

    /// The man may go to the empty square and captures what stands on another.
    fn take_on(&mut self, victim: Square, to: Square);

    // ── ways of many pieces ──────────────────────────────────────────────────────────────────────────────

    /// In one bound, whatever stands between.
    fn leap(&mut self, vectors: &[Vector], mode: Mode);

    /// From square to square while they are empty. Each square says whether the man may end there.
    fn along(&mut self, path: &[(Square, bool)], mode: Mode);

    /// In equal bounds while the squares between are empty.
    fn ride(&mut self, vectors: &[Vector], mode: Mode) {
        self.ride_along(Line::Straight, vectors, mode);
    }

    /// The same along a line that may be crooked.
    fn ride_along(&mut self, line: Line, vectors: &[Vector], mode: Mode);

    /// A ride that ends only on some squares, whatever stands there.
    fn ride_to(&mut self, vectors: &[Vector], ends: fn(&dyn Walker, Square) -> bool);

    fn hop(&mut self, hop: Hop, mode: Mode);

    /// Over an adverse man some bounds away, which is captured, to the empty square behind it.
    fn locust(&mut self, vectors: &[Vector], before: Distance) {
        self.locust_along(Line::Straight, vectors, before);
    }

    fn locust_along(&mut self, line: Line, vectors: &[Vector], before: Distance);

    fn pawn(&mut self, pawn: Pawn);

    /// The king with an unmoved rook.
    fn castle(&mut self);

    /// As this piece would.
    fn as_piece(&mut self, piece: super::Piece, mode: Mode);

    /// As this piece would as far as it goes up (1) or down (-1) the board.
    fn as_hunter(&mut self, piece: super::Piece, heading: i8);
}

/// A man that goes ahead, and promotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pawn {
    /// Berolina: moves diagonally and captures straight ahead.
    pub berolina: bool,
    /// Goes the way of the other side's pawns.
    pub reversed: bool,
    pub captures: bool,
    pub range: PawnRange,
}

impl Pawn {
    pub const PLAIN: Pawn = Pawn { berolina: false, reversed: false, captures: true, range: PawnRange::Step };
    pub const BEROLINA: Pawn = Pawn { berolina: true, ..Pawn::PLAIN };

    /// The side whose pawns go the way of one of this side.
    pub fn towards(self, side: Color) -> Color {
        if self.reversed { !side } else { side }
    }

    /// In which directions it moves, and in which it captures, where it goes the way of this side's pawns.
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
    /// One step, two from the initial rank; en passant.
    Step,
    /// Any number of steps.
    Rider,
    /// As `Step`, but captures by leaping over the victim.
    Locust,
    /// One step, up to so many from the initial rank; en passant.
    Initial(u8),
    /// Up to so many steps; en passant.
    Always(u8),
}

/// A ride of at most so many bounds.
pub fn slide(w: &mut dyn Walker, vectors: &[Vector], most: u8, mode: Mode) {
    for &vector in vectors {
        let from = w.from();
        steps(w, from, vector, most, mode);
    }
}

/// The bounds of a ride from a square on.
pub fn steps(w: &mut dyn Walker, from: Square, vector: Vector, most: u8, mode: Mode) {
    let path: SmallVec<[(Square, bool); 8]> =
        bounds(w, from, vector, most).into_iter().map(|square| (square, true)).collect();
    w.along(&path, mode);
}
