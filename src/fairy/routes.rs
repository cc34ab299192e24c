//! The ways of men that leap, ride and hop over one man: written down once for each square, and
//! followed without asking the table of pieces again.
//!
//! A man's way is written down by playing it to a [`Scribe`], who keeps the verbs in their order. As long as these are
//! such as do not look at the board before they are carried out, the way is the same whatever stands there. Other kinds
//! of men (pawns, for one) have no route, and walk ([`super::walk`]).

use super::effect::{Step, StepKind};
use super::geometry::Geometry;
use super::position::FairyPosition;
use super::rays::Rays;
use super::squares::{Sq, Squares, from_square, to_square};
use crate::pieces::{Distance, Hop, Line, Mode, PIECES, Pawn, Piece, Seen, Vector, Walker};
use crate::units::{Color, Square};
use smallvec::SmallVec;
use std::cell::Cell;
use std::sync::OnceLock;

/// What a man tries, one after the other.
struct Leg {
    way: Way,
    /// Where it leads, square by square.
    squares: Box<[Sq]>,
    mode: Mode,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// To each of the squares.
    Leap,
    /// To each up to the first on which somebody stands.
    Ride,
    /// The same beyond the first on which somebody stands.
    HopBeyond,
    /// To the one after the first on which somebody stands.
    Hop,
    Castle,
}

/// By square what a man does there.
type Route = Box<[Box<[Leg]>]>;

/// All routes on a board, each written down when it is first asked for.
pub struct Routes(Box<[OnceLock<Option<Route>>]>);

impl Default for Routes {
    fn default() -> Routes {
        Routes(PIECES.iter().map(|_| OnceLock::new()).collect())
    }
}

impl Routes {
    fn of(&self, geometry: &Geometry, rays: &Rays, piece: Piece) -> Option<&Route> {
        let write = || (0..=u8::MAX).map(|from| Scribe::write(geometry, rays, piece, from)).collect();
        self.0.get(piece.index())?.get_or_init(write).as_ref()
    }
}

/// A man on its route.
struct Traveller<'a> {
    from: Sq,
    men: Squares,
    /// Whom it may capture.
    takes: &'a Squares,
    /// Where it is known to be able to go: ways may meet again.
    told: Squares,
    tell: &'a mut dyn FnMut(Step) -> bool,
}

impl Traveller<'_> {
    /// Goes to the square if what stands there allows it; `true` when nothing more is wanted.
    fn go(&mut self, to: Sq, mode: Mode) -> bool {
        let is_capture = self.men.has(to);
        let is_allowed = if is_capture { mode != Mode::Move && self.takes.has(to) } else { mode != Mode::Capture };
        if !is_allowed || self.told.has(to) {
            return false;
        }
        self.told.add(to);
        (self.tell)(Step { origin: self.from, to, taken: is_capture.then_some(to), kind: StepKind::Plain })
    }

    fn ride(&mut self, squares: &[Sq], mode: Mode) -> bool {
        for &to in squares {
            if self.go(to, mode) {
                return true;
            }
            if self.men.has(to) {
                break;
            }
        }
        false
    }

    /// All but castling.
    fn follow(&mut self, leg: &Leg) -> bool {
        let first = || leg.squares.iter().position(|&sq| self.men.has(sq));
        match leg.way {
            Way::Leap => leg.squares.iter().any(|&to| self.go(to, leg.mode)),
            Way::Ride => self.ride(&leg.squares, leg.mode),
            Way::HopBeyond => first().is_some_and(|hurdle| self.ride(&leg.squares[hurdle + 1..], leg.mode)),
            Way::Hop => {
                let to = first().and_then(|hurdle| leg.squares.get(hurdle + 1));
                to.is_some_and(|&to| self.go(to, leg.mode))
            }
            Way::Castle => false,
        }
    }
}

impl FairyPosition<'_> {
    /// Tells the steps of a man of the side that goes as this piece from its own square. Stops, and answers `true`, when
    /// `tell` does; `None` when the man has to walk.
    pub(super) fn follow_route(
        &self,
        side: Color,
        from: Sq,
        piece: Piece,
        tell: &mut dyn FnMut(Step) -> bool,
    ) -> Option<bool> {
        let (book, board) = (self.book(), self.board());
        if !self.is_whole() || book.tells_hurdles || !book.shortcuts {
            return None;
        }
        let route = book.routes.of(&book.geometry, &book.rays, piece)?;
        let men = board.occupied();
        let takes = if book.stages.own_men_are_taken { &men } else { board.of(!side) };
        let mut traveller = Traveller { from, men, takes, told: Squares::NONE, tell };
        let is_done = route[usize::from(from)].iter().any(|leg| match leg.way {
            Way::Castle => self.castlings(side, from).into_iter().any(|index| {
                let to = book.geometry.castlings[usize::from(index)].king_to;
                (traveller.tell)(Step { origin: from, to, taken: None, kind: StepKind::Castling(index) })
            }),
            _ => traveller.follow(leg),
        });
        Some(is_done)
    }
}

/// Who writes down what a man does.
struct Scribe<'a> {
    geometry: &'a Geometry,
    rays: &'a Rays,
    from: Sq,
    legs: Vec<Leg>,
    /// The man does what has no leg, or looks at the board for itself.
    fails: Cell<bool>,
}

impl Scribe<'_> {
    fn write(geometry: &Geometry, rays: &Rays, piece: Piece, from: Sq) -> Option<Box<[Leg]>> {
        let mut scribe = Scribe { geometry, rays, from, legs: Vec::new(), fails: Cell::new(false) };
        piece.walk(&mut scribe);
        (!scribe.fails.get()).then(|| scribe.legs.into_boxed_slice())
    }

    fn fail(&self) {
        self.fails.set(true);
    }

    fn along(&mut self, way: Way, vectors: &[Vector], mode: Mode) {
        for &vector in vectors {
            let squares = self.rays.of(self.geometry, vector, self.from).into();
            self.legs.push(Leg { way, squares, mode });
        }
    }
}

impl Walker for Scribe<'_> {
    fn from(&self) -> Square {
        to_square(self.from)
    }

    fn ahead(&self) -> i8 {
        self.fail();
        1
    }

    fn step(&self, from: Square, vector: Vector) -> Option<Square> {
        self.geometry.step(from_square(from), vector).map(to_square)
    }

    fn seen(&self, _: Square) -> Seen {
        self.fail();
        Seen::Empty
    }

    fn piece_on(&self, _: Square) -> Option<Piece> {
        self.fail();
        None
    }

    fn doors(&self) -> Vec<Square> {
        self.fail();
        Vec::new()
    }

    fn men(&self) -> Vec<Square> {
        self.fail();
        Vec::new()
    }

    fn target(&self) -> Option<Square> {
        self.fail();
        None
    }

    fn observers(&mut self, _: bool) -> SmallVec<[Piece; 8]> {
        self.fail();
        SmallVec::new()
    }

    fn go(&mut self, to: Square, mode: Mode) {
        self.legs.push(Leg { way: Way::Leap, squares: Box::new([from_square(to)]), mode });
    }

    fn go_over(&mut self, _: Square, _: Square, _: Mode) {
        self.fail();
    }

    fn take_on(&mut self, _: Square, _: Square) {
        self.fail();
    }

    fn leap(&mut self, vectors: &[Vector], mode: Mode) {
        let squares = vectors.iter().filter_map(|&vector| self.geometry.step(self.from, vector)).collect();
        self.legs.push(Leg { way: Way::Leap, squares, mode });
    }

    fn ride_along(&mut self, line: Line, vectors: &[Vector], mode: Mode) {
        match line {
            Line::Straight => self.along(Way::Ride, vectors, mode),
            _ => self.fail(),
        }
    }

    fn ride_to(&mut self, _: &[Vector], _: fn(&dyn Walker, Square) -> bool) {
        self.fail();
    }

    fn hop(&mut self, hop: Hop, mode: Mode) {
        match hop {
            Hop { line: Line::Straight, turn: 0, before: Distance::Any, hurdles: 1, after, .. } => match after {
                Distance::Any => self.along(Way::HopBeyond, hop.vectors, mode),
                Distance::Exactly(1) => self.along(Way::Hop, hop.vectors, mode),
                _ => self.fail(),
            },
            _ => self.fail(),
        }
    }

    fn locust_along(&mut self, _: Line, _: &[Vector], _: Distance) {
        self.fail();
    }

    fn pawn(&mut self, _: Pawn) {
        self.fail();
    }

    fn castle(&mut self) {
        self.legs.push(Leg { way: Way::Castle, squares: Box::new([]), mode: Mode::Move });
    }

    fn as_piece(&mut self, piece: Piece, mode: Mode) {
        if piece.index() < PIECES.len() && mode == Mode::Both {
            piece.walk(self);
        } else {
            self.fail();
        }
    }

    fn as_hunter(&mut self, _: Piece, _: i8) {
        self.fail();
    }
}
