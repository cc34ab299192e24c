//! The [`Walker`] that records a piece's moves leg by leg.

use super::{Leg, Path, Route, Stop, Way};
use crate::fairy::board::geometry::Geometry;
use crate::fairy::board::squares::{Sq, from_square, to_square};
use crate::fairy::steps::line_walk::{LineWalk, bent, turns};
use crate::fairy::steps::rays::Rays;
use crate::pieces::{
    Distance, Equihop, Hop, Leaps, Line, Mode, PIECES, Pawn, PawnRange, Piece, Seen, Vector, Walker, difference,
    divisor,
};
use crate::units::{Color, Square};
use smallvec::SmallVec;
use std::cell::Cell;
use std::sync::OnceLock;

/// Greatest number of hurdles of a recorded hop; pieces with more have no route.
const MOST_HURDLES: u8 = 2;

pub(super) struct Scribe<'a> {
    geometry: &'a Geometry,
    rays: &'a Rays,
    side: Color,
    from: Sq,
    /// The piece whose verbs are being recorded. This is not the man's own piece while a verb lets the man move as
    /// another.
    piece: Piece,
    heading: Option<i8>,
    legs: Vec<Leg>,
    captures_passing: bool,
    /// Whether the ways of the piece cannot be written down once for all positions, because no [`Leg`] describes them.
    fails: Cell<bool>,
}

impl Scribe<'_> {
    pub fn write_all(geometry: &Geometry, rays: &Rays, piece: Piece, side: Color) -> Option<Route> {
        let mut captures_passing = false;
        let legs = (0..=u8::MAX).map(|from| {
            let mut scribe = Scribe {
                geometry,
                rays,
                side,
                from,
                piece,
                heading: None,
                legs: Vec::new(),
                captures_passing: false,
                fails: Cell::new(false),
            };
            piece.walk(&mut scribe);
            captures_passing |= scribe.captures_passing;
            (!scribe.fails.get()).then(|| scribe.legs.into_boxed_slice())
        });
        let legs = legs.collect::<Option<_>>()?;
        Some(Route { legs, captures_passing, sightlines: OnceLock::new() })
    }

    fn fail(&self) {
        self.fails.set(true);
    }

    fn add(&mut self, way: Way, path: impl IntoIterator<Item = (Sq, bool)>, mode: Mode) {
        let path = path.into_iter().map(|(sq, ends)| Stop { sq, ends }).collect();
        self.legs.push(Leg { way, path, mode, heading: self.heading });
    }

    /// Adds a leg of the kind `way` along the straight line of each vector.
    fn along_rays(&mut self, way: fn() -> Way, vectors: &[Vector], mode: Mode) {
        for &vector in vectors {
            let ray = self.rays.of(self.geometry, vector, self.from);
            self.add(way(), ray.iter().map(|&sq| (sq, true)), mode);
        }
    }

    /// Returns the lines that begin with each of the vectors: the first vector, and the squares, each with whether a
    /// man can end its move there.
    fn lines(&self, line: Line, vectors: &[Vector]) -> Vec<(Vector, Vec<(Sq, bool)>)> {
        let mut lines = Vec::new();
        for first in 0..vectors.len() {
            for &turn in turns(line, first).iter().flatten() {
                lines.push((vectors[first], self.squares(LineWalk::new(line, vectors, first, turn, self.from))));
            }
        }
        lines
    }

    /// Returns the squares that lie in the direction of the vector.
    fn squares_towards(&self, vector: Vector) -> Vec<Sq> {
        self.rays.of(self.geometry, vector, self.from).to_vec()
    }

    /// Returns the path from `from` along the vector: all squares exactly on the straight line, of which only the last
    /// is a target. `None` if the board lacks one of them.
    fn track(&self, from: Sq, (files, ranks): Vector) -> Option<Path> {
        let bounds = divisor(files.abs(), ranks.abs());
        let step = (files / bounds, ranks / bounds);
        let next = |sq: &Sq| self.geometry.step(*sq, step);
        let line: Vec<Sq> = std::iter::successors(next(&from), next).take(bounds as usize).collect();
        (line.len() == bounds as usize).then(|| last_only(&line).map(|(sq, ends)| Stop { sq, ends }).collect())
    }

    /// Like [`Scribe::track`], but the path consists of the target alone, because the man leaps over whatever is in
    /// between.
    fn leap_over(&self, from: Sq, vector: Vector) -> Option<Path> {
        self.geometry.step(from, vector).map(|sq| Path::from([Stop { sq, ends: true }]))
    }

    fn squares(&self, mut line: LineWalk) -> Vec<(Sq, bool)> {
        std::iter::from_fn(|| line.next(self.geometry)).collect()
    }

    /// Returns the paths on which a hop continues after its last hurdle, one for each direction that it may take there.
    /// The man came along `line`, which begins with `vector`; `last` is the hurdle's index on this line.
    fn beyond(&self, hop: Hop, (vector, line): &(Vector, Vec<(Sq, bool)>), last: usize) -> Box<[Path]> {
        let bounds = line[..=last].iter().filter(|(_, ends)| *ends).count();
        if matches!(hop.before, Distance::Exactly(n) if usize::from(n) != bounds) {
            return Box::default();
        }
        let paths: Vec<Vec<(Sq, bool)>> = if hop.turn == 0 {
            vec![line[last + 1..].to_vec()]
        } else {
            let lines = bent(hop, *vector, line[last].0);
            lines.into_iter().flatten().map(|line| self.squares(line)).collect()
        };
        paths.into_iter().map(|path| landing(path, hop.after, bounds)).collect()
    }
}

/// Returns the squares of a path on which a man can end its move on the last one only.
fn last_only(squares: &[Sq]) -> impl Iterator<Item = (Sq, bool)> {
    (1..).zip(squares).map(|(count, &sq)| (sq, count == squares.len()))
}

/// Returns the part of `path`, a line beyond the last hurdle of a hop, that matters: the squares on which the hop may
/// end, and those that must be empty for that. `after` is the required distance; `before`, the number of bounds up to
/// the hurdle.
fn landing(path: Vec<(Sq, bool)>, after: Distance, before: usize) -> Path {
    let wanted = match after {
        Distance::Any => None,
        Distance::Exactly(n) => Some(usize::from(n)),
        Distance::Same => Some(before),
    };
    let mut bounds = 0;
    let mut stops = Vec::new();
    for (sq, can_end) in path {
        bounds += usize::from(can_end);
        let ends = can_end && wanted.is_none_or(|wanted| wanted == bounds);
        stops.push(Stop { sq, ends });
        if ends && wanted.is_some() {
            break;
        }
    }
    stops.into()
}

impl Walker for Scribe<'_> {
    fn from(&self) -> Square {
        to_square(self.from)
    }

    fn ahead(&self) -> i8 {
        self.side.ahead()
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
        self.add(Way::Leap, [(from_square(to), true)], mode);
    }

    fn go_over(&mut self, _: Square, _: Square, _: Mode) {
        self.fail();
    }

    fn take_on(&mut self, _: Square, _: Square) {
        self.fail();
    }

    fn leap(&mut self, vectors: &[Vector], mode: Mode) {
        let (geometry, from) = (self.geometry, self.from);
        let squares = vectors.iter().filter_map(|&vector| geometry.step(from, vector));
        self.add(Way::Leap, squares.map(|sq| (sq, true)), mode);
    }

    fn along(&mut self, path: &[(Square, bool)], mode: Mode) {
        self.add(Way::Ride, path.iter().map(|&(square, ends)| (from_square(square), ends)), mode);
    }

    fn ride_along(&mut self, line: Line, vectors: &[Vector], mode: Mode) {
        if line == Line::Straight {
            return self.along_rays(|| Way::Ride, vectors, mode);
        }
        for (_, squares) in self.lines(line, vectors) {
            self.add(Way::Ride, squares, mode);
        }
    }

    fn ride_to(&mut self, vectors: &[Vector], ends: fn(&dyn Walker, Square) -> bool) {
        for (_, mut squares) in self.lines(Line::Straight, vectors) {
            squares.iter_mut().for_each(|(sq, can_end)| *can_end = ends(self, to_square(*sq)));
            self.add(Way::Ride, squares, Mode::Both);
        }
    }

    fn hop(&mut self, hop: Hop, mode: Mode) {
        if let Hop { line: Line::Straight, turn: 0, before: Distance::Any, hurdles: 1, after, .. } = hop {
            match after {
                Distance::Any => return self.along_rays(|| Way::HopBeyond, hop.vectors, mode),
                Distance::Exactly(1) => return self.along_rays(|| Way::Hop, hop.vectors, mode),
                _ => {}
            }
        }
        let counts_from_first = hop.before != Distance::Any || hop.after == Distance::Same;
        if hop.hurdles > MOST_HURDLES || hop.hurdles > 1 && counts_from_first {
            return self.fail();
        }
        for line in self.lines(hop.line, hop.vectors) {
            let beyond = (0..line.1.len()).map(|last| self.beyond(hop, &line, last)).collect();
            self.add(Way::Over { hurdles: hop.hurdles, beyond }, line.1, mode);
        }
    }

    fn locust_along(&mut self, line: Line, vectors: &[Vector], before: Distance) {
        for (_, mut squares) in self.lines(line, vectors) {
            match before {
                Distance::Any => {}
                Distance::Exactly(1) => squares.truncate(2),
                _ => self.fail(),
            }
            self.add(Way::Locust, squares, Mode::Capture);
        }
    }

    fn bounce(&mut self, vectors: &[Vector]) {
        for &(files, ranks) in vectors {
            let ahead = self.squares_towards((files, ranks));
            let back = self.squares_towards((-files, -ranks));
            // Over the man on `ahead[at]`, or off the edge behind the last square.
            let beyond = |at: usize| match back.get(at) {
                Some(_) => last_only(&back[..=at]).map(|(sq, ends)| Stop { sq, ends }).collect(),
                None => Path::default(),
            };
            let over: Box<[Box<[Path]>]> = (0..ahead.len()).map(|at| Box::from([beyond(at)])).collect();
            let way = Way::Over { hurdles: 1, beyond: over };
            self.add(way, ahead.iter().map(|&sq| (sq, false)), Mode::Both);
            if ahead.len() < back.len() {
                let off_the_edge = ahead.iter().map(|&sq| (sq, false)).chain(last_only(&back[..=ahead.len()]));
                self.add(Way::Ride, off_the_edge.collect::<Vec<_>>(), Mode::Both);
            }
        }
    }

    fn equihop(&mut self, how: Equihop, beyond: fn(Vector) -> Leaps) {
        // A leg does not take whose man a hurdle is.
        if how.adverse {
            return self.fail();
        }
        for hurdle in self.geometry.squares.iter().filter(|&sq| sq != self.from) {
            let towards = difference(to_square(self.from), to_square(hurdle));
            let start = if how.stays { self.from } else { hurdle };
            let track = |from: Sq, leap: Vector| match how.nonstop {
                true => self.leap_over(from, leap),
                false => self.track(from, leap),
            };
            let leaps = how.leaps(towards, beyond);
            let paths: Box<[Path]> = leaps.into_iter().filter_map(|leap| track(start, leap)).collect();
            let Some(path) = track(self.from, towards).filter(|_| !paths.is_empty()) else { continue };
            let mut over: Vec<Box<[Path]>> = vec![Box::default(); path.len()];
            over[path.len() - 1] = paths;
            let way = Way::Over { hurdles: 1, beyond: over.into() };
            self.legs.push(Leg { way, path, mode: Mode::Both, heading: self.heading });
        }
    }

    fn pawn(&mut self, pawn: Pawn) {
        if self.heading.is_some() || pawn.range == PawnRange::Locust {
            return self.fail();
        }
        let (geometry, towards) = (self.geometry, pawn.towards(self.side));
        if geometry.keeps_pawn(pawn.range, towards, self.from) {
            return;
        }
        let [moves, captures] = pawn.directions(towards);
        if pawn.captures {
            self.captures_passing = true;
            match pawn.range {
                PawnRange::Rider => self.along_rays(|| Way::Ride, captures, Mode::Capture),
                _ => self.leap(captures, Mode::Capture),
            }
        }
        if pawn.range == PawnRange::Rider {
            return self.along_rays(|| Way::Ride, moves, Mode::Move);
        }
        let most = geometry.most_pawn_steps(pawn.range, towards, self.from);
        for &vector in moves {
            let squares = self.rays.of(geometry, vector, self.from);
            let squares = squares.iter().take(most.clamp(1, 3).into()).map(|&sq| (sq, true));
            self.add(Way::Advance { can_be_passed: self.piece.is_pawn() }, squares, Mode::Move);
        }
    }

    fn castle(&mut self) {
        self.add(Way::Castle, [], Mode::Move);
    }

    fn as_piece(&mut self, piece: Piece, mode: Mode) {
        if piece.index() < PIECES.len() && mode == Mode::Both {
            let before = std::mem::replace(&mut self.piece, piece);
            piece.walk(self);
            self.piece = before;
        } else {
            self.fail();
        }
    }

    fn as_hunter(&mut self, piece: Piece, heading: i8) {
        let before = self.heading.replace(heading);
        self.as_piece(piece, Mode::Both);
        self.heading = before;
    }
}
