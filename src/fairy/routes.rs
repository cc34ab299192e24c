//! Routes: a piece's moves, recorded once for each square, and followed without the table of pieces.
//!
//! A [`Scribe`] records the verbs of a piece in order. If none of them reads the board beforehand, the route is the
//! same in every position; other pieces have no route and walk ([`super::walk`]). Routes also give the squares that
//! must be empty or occupied for a capture ([`Sightline`]).

mod scribe;
mod sightlines;

use super::effect::{Step, StepKind};
use super::geometry::Geometry;
use super::position::FairyPosition;
use super::rays::Rays;
use super::squares::{Sq, Squares, rank};
use crate::pieces::{Mode, PIECES, Piece};
use crate::units::Color;
use scribe::Scribe;
pub use sightlines::Sightline;
use sightlines::Sightlines;
use std::sync::OnceLock;

/// A square on a path.
#[derive(Clone, Copy)]
struct Stop {
    sq: Sq,
    /// The man may end here: not half way through a bound.
    ends: bool,
}

type Path = Box<[Stop]>;

/// One of a man's attempts, which are made in order.
struct Leg {
    way: Way,
    /// The squares in order.
    path: Path,
    mode: Mode,
    /// Only squares further up (1) or down (-1) the board count.
    heading: Option<i8>,
}

enum Way {
    /// To each of the squares.
    Leap,
    /// To each square up to the first occupied one.
    Ride,
    /// Like `Ride`, beyond the first occupied square.
    HopBeyond,
    /// To the square after the first occupied one.
    Hop,
    /// Beyond `hurdles` men; `beyond` holds the further paths for each square of the last of them.
    Over {
        hurdles: u8,
        beyond: Box<[Box<[Path]>]>,
    },
    /// To the empty square after the first occupied one, capturing the man there.
    Locust,
    /// Of a pawn: to each square before the first occupied one, which may allow en passant.
    Advance {
        can_be_passed: bool,
    },
    Castle,
}

/// The legs of a piece, by square.
struct Route {
    legs: Box<[Box<[Leg]>]>,
    /// It might capture en passant, which is not recorded.
    captures_passing: bool,
    sightlines: OnceLock<Sightlines>,
}

/// All routes on a board by piece and side, recorded when first requested.
pub struct Routes(Box<[[OnceLock<Option<Route>>; 2]]>);

impl Default for Routes {
    fn default() -> Routes {
        Routes(PIECES.iter().map(|_| Default::default()).collect())
    }
}

impl Routes {
    fn of(&self, geometry: &Geometry, rays: &Rays, piece: Piece, side: Color) -> Option<&Route> {
        let write = || Scribe::write_all(geometry, rays, piece, side);
        self.0.get(piece.index())?[side as usize].get_or_init(write).as_ref()
    }
}

/// A man on its route.
struct Traveller<'a> {
    from: Sq,
    men: Squares,
    /// The men that it may capture.
    takes: Squares,
    /// Targets already reported: legs may meet.
    told: Squares,
    tell: &'a mut dyn FnMut(Step) -> bool,
}

impl Traveller<'_> {
    /// Goes to the square if possible. Returns `true` if no more steps are wanted.
    fn go(&mut self, to: Sq, leg: &Leg) -> bool {
        let is_capture = self.men.has(to);
        let is_allowed =
            if is_capture { leg.mode != Mode::Move && self.takes.has(to) } else { leg.mode != Mode::Capture };
        is_allowed && leg.heads_for(self.from, to) && self.tell(to, is_capture, StepKind::Plain)
    }

    fn tell(&mut self, to: Sq, is_capture: bool, kind: StepKind) -> bool {
        if self.told.has(to) {
            return false;
        }
        self.told.add(to);
        (self.tell)(Step { origin: self.from, to, taken: is_capture.then_some(to), kind })
    }

    fn ride(&mut self, path: &[Stop], leg: &Leg) -> bool {
        for &Stop { sq, ends } in path {
            if ends && self.go(sq, leg) {
                return true;
            }
            if self.men.has(sq) {
                break;
            }
        }
        false
    }

    /// Goes beyond the last of `hurdles` men.
    fn hop(&mut self, leg: &Leg, hurdles: u8, beyond: &[Box<[Path]>]) -> bool {
        let mut men = (0..leg.path.len()).filter(|&at| self.men.has(leg.path[at].sq));
        let last = men.nth(usize::from(hurdles) - 1);
        last.is_some_and(|last| beyond[last].iter().any(|path| self.ride(path, leg)))
    }

    fn advance(&mut self, leg: &Leg, can_be_passed: bool) -> bool {
        let mut passed = leg.path.first().map_or([self.from; 2], |stop| [stop.sq; 2]);
        for (steps, &Stop { sq, .. }) in leg.path.iter().enumerate() {
            if self.men.has(sq) {
                break;
            }
            let kind = match steps {
                1.. if can_be_passed => {
                    passed[steps - 1] = leg.path[steps - 1].sq;
                    StepKind::Passing(passed, steps as u8)
                }
                _ => StepKind::Plain,
            };
            if self.tell(sq, false, kind) {
                return true;
            }
        }
        false
    }

    fn capture_on_the_way(&mut self, leg: &Leg) -> bool {
        let Some(at) = leg.path.iter().position(|stop| self.men.has(stop.sq)) else { return false };
        let (victim, beyond) = (leg.path[at].sq, leg.path.get(at + 1).map(|stop| stop.sq));
        let Some(to) = beyond.filter(|&to| self.takes.has(victim) && !self.men.has(to)) else { return false };
        (self.tell)(Step { origin: self.from, to, taken: Some(victim), kind: StepKind::Plain })
    }

    /// All legs except castling.
    fn follow(&mut self, leg: &Leg) -> bool {
        let first = || leg.path.iter().position(|stop| self.men.has(stop.sq));
        match &leg.way {
            Way::Leap => leg.path.iter().any(|stop| self.go(stop.sq, leg)),
            Way::Ride => self.ride(&leg.path, leg),
            Way::HopBeyond => first().is_some_and(|hurdle| self.ride(&leg.path[hurdle + 1..], leg)),
            Way::Hop => {
                let to = first().and_then(|hurdle| leg.path.get(hurdle + 1));
                to.is_some_and(|stop| self.go(stop.sq, leg))
            }
            Way::Over { hurdles, beyond } => self.hop(leg, *hurdles, beyond),
            Way::Locust => self.capture_on_the_way(leg),
            Way::Advance { can_be_passed } => self.advance(leg, *can_be_passed),
            Way::Castle => false,
        }
    }
}

impl Leg {
    fn heads_for(&self, from: Sq, to: Sq) -> bool {
        self.heading.is_none_or(|heading| (rank(to) - rank(from)).signum() == heading)
    }
}

impl<'r> FairyPosition<'r> {
    /// Calls `tell` with the steps of a man that moves as this piece from its own square. Stops and returns `true`
    /// as soon as `tell` does; `None` if there is no route.
    pub(super) fn follow_route(
        &self,
        side: Color,
        from: Sq,
        piece: Piece,
        tell: &mut dyn FnMut(Step) -> bool,
    ) -> Option<bool> {
        let (book, board) = (self.book(), self.board());
        let route = self.route(side, from, piece)?;
        if route.captures_passing && self.passing().pawn().is_some() {
            return None;
        }
        let men = board.occupied();
        let mut takes = if book.stages.own_men_are_taken { men } else { *board.of(!side) };
        takes.remove(from);
        let mut traveller = Traveller { from, men, takes, told: Squares::NONE, tell };
        let is_done = route.legs[usize::from(from)].iter().any(|leg| match leg.way {
            Way::Castle => self.castlings(side, from).into_iter().any(|index| {
                let castling = &book.geometry.castlings[usize::from(index)];
                let step = Step { origin: from, to: castling.king_to, taken: None, kind: StepKind::Castling(index) };
                castling.royal == piece && (traveller.tell)(step)
            }),
            _ => traveller.follow(leg),
        });
        Some(is_done)
    }

    /// Returns the lines on which a man that moves as this piece from its own square captures on the target, en
    /// passant apart; `None` if they are not recorded.
    pub(super) fn sightlines(&self, side: Color, from: Sq, piece: Piece, target: Sq) -> Option<&'r [Sightline]> {
        let route = self.route(side, from, piece)?;
        route.sightlines.get_or_init(|| Sightlines::of(&route.legs)).between(from, target)
    }

    fn route(&self, side: Color, from: Sq, piece: Piece) -> Option<&'r Route> {
        let book = self.book();
        // Borrowed moves are different.
        let is_known = self.is_whole()
            && !book.tells_hurdles
            && book.shortcuts
            && self.board().man(from).piece().borrows().is_none();
        is_known.then(|| book.routes.of(&book.geometry, &book.rays, piece, side)).flatten()
    }
}
