//! What a man could capture on a board where everything stands as well as it may for it.
//!
//! Most men are nowhere near the king, and need not be asked one by one whether they attack it. What they might
//! attack comes from the same table of pieces as their ways: the verbs are carried out here with all the luck in the
//! world. Each marks at least the squares on which it could ever capture something, so that a man whose range lacks a
//! square does not attack it. A piece that looks at the board for itself, beyond the verbs, is taken to reach all.

use super::geometry::Geometry;
use super::squares::{Sq, Squares, from_square, to_square};
use super::track::{Track, bent, turns};
use crate::pieces::{Distance, Hop, Line, Mode, PIECES, Pawn, PawnRange, Piece, Seen, Vector, Walker};
use crate::units::{Color, Square};
use std::cell::Cell;
use std::sync::OnceLock;

/// What a kind of man of one side can do at best, by the square on which it stands.
pub struct Range {
    /// What it might capture, otherwise than en passant.
    captures: [Squares; 256],
    /// Where it might end, otherwise than by castling.
    ends: [Squares; 256],
    /// From where it might capture what stands there.
    sources: [Squares; 256],
}

/// All ranges on a board, each computed when it is first asked for; hunters and men that the problem defines share one.
pub struct Ranges {
    table: Box<[[OnceLock<Box<Range>>; 2]]>,
    others: OnceLock<Box<Range>>,
}

impl Default for Ranges {
    fn default() -> Ranges {
        Ranges { table: Piece::all().map(|_| Default::default()).collect(), others: OnceLock::new() }
    }
}

impl Ranges {
    pub fn of(&self, geometry: &Geometry, piece: Piece, side: Color) -> &Range {
        match self.table.get(piece.index()) {
            Some(sides) => sides[side as usize].get_or_init(|| Box::new(Range::of(geometry, piece, side))),
            None => self.others.get_or_init(|| Box::new(Range::unlimited(geometry))),
        }
    }
}

impl Range {
    fn unlimited(geometry: &Geometry) -> Range {
        let all = [geometry.squares; 256];
        Range { captures: all, ends: all, sources: all }
    }

    fn of(geometry: &Geometry, piece: Piece, side: Color) -> Range {
        let mut range =
            Range { captures: [Squares::NONE; 256], ends: [Squares::NONE; 256], sources: [Squares::NONE; 256] };
        for from in geometry.squares.iter() {
            let (captures, ends) = (Squares::NONE, Squares::NONE);
            let mut dream = Dream { geometry, side, from, captures, ends, is_blind: Cell::new(false) };
            piece.walk(&mut dream);
            let is_blind = dream.is_blind.get();
            let (captures, ends) =
                if is_blind { (geometry.squares, geometry.squares) } else { (dream.captures, dream.ends) };
            captures.iter().for_each(|sq| range.sources[usize::from(sq)].add(from));
            range.captures[usize::from(from)] = captures;
            range.ends[usize::from(from)] = ends;
        }
        range
    }

    pub fn captures(&self, from: Sq) -> &Squares {
        &self.captures[usize::from(from)]
    }

    pub fn ends(&self, from: Sq) -> &Squares {
        &self.ends[usize::from(from)]
    }

    pub fn sources(&self, of: Sq) -> &Squares {
        &self.sources[usize::from(of)]
    }
}

/// A man alone on the board that finds every hurdle and every victim where it needs them.
struct Dream<'a> {
    geometry: &'a Geometry,
    side: Color,
    from: Sq,
    captures: Squares,
    ends: Squares,
    /// The piece asked what stands somewhere, and would do something else on another board.
    is_blind: Cell<bool>,
}

impl Dream<'_> {
    fn each_track(&mut self, line: Line, vectors: &[Vector], follow: impl Fn(&mut Self, Track)) {
        for first in 0..vectors.len() {
            for &turn in turns(line, first).iter().flatten() {
                follow(self, Track::new(line, vectors, first, turn, self.from));
            }
        }
    }

    /// Everything on the line can be captured. Circles end by themselves, other lines at the edge.
    fn reach_along(&mut self, mut track: Track) {
        while let Some((sq, _)) = track.next(self.geometry) {
            self.reach(sq);
        }
    }

    fn reach(&mut self, sq: Sq) {
        self.captures.add(sq);
        self.ends.add(sq);
    }
}

impl Walker for Dream<'_> {
    fn from(&self) -> Square {
        to_square(self.from)
    }

    fn ahead(&self) -> i8 {
        if self.side == Color::White { 1 } else { -1 }
    }

    fn step(&self, from: Square, vector: Vector) -> Option<Square> {
        self.geometry.step(from_square(from), vector).map(to_square)
    }

    fn seen(&self, _: Square) -> Seen {
        self.is_blind.set(true);
        Seen::Empty
    }

    fn piece_on(&self, _: Square) -> Option<Piece> {
        self.is_blind.set(true);
        None
    }

    fn doors(&self) -> Vec<Square> {
        self.geometry.doors_from(self.from).into_iter().map(to_square).collect()
    }

    fn men(&self) -> Vec<Square> {
        self.is_blind.set(true);
        Vec::new()
    }

    fn target(&self) -> Option<Square> {
        self.is_blind.set(true);
        None
    }

    fn observers(&mut self, _: bool) -> Vec<Piece> {
        self.is_blind.set(true);
        Vec::new()
    }

    fn go(&mut self, to: Square, _: Mode) {
        self.reach(from_square(to));
    }

    fn go_over(&mut self, _: Square, to: Square, _: Mode) {
        self.reach(from_square(to));
    }

    fn take_on(&mut self, victim: Square, to: Square) {
        self.captures.add(from_square(victim));
        self.ends.add(from_square(to));
    }

    fn leap(&mut self, vectors: &[Vector], _: Mode) {
        for &vector in vectors {
            if let Some(to) = self.geometry.step(self.from, vector) {
                self.reach(to);
            }
        }
    }

    fn ride_along(&mut self, line: Line, vectors: &[Vector], _: Mode) {
        self.each_track(line, vectors, Dream::reach_along);
    }

    fn hop(&mut self, hop: Hop, _: Mode) {
        self.each_track(hop.line, hop.vectors, |dream, mut track| {
            if hop.turn == 0 {
                return dream.reach_along(track);
            }
            let vector = track.first();
            while let Some((hurdle, _)) = track.next(dream.geometry) {
                bent(hop, vector, hurdle).into_iter().flatten().for_each(|beyond| dream.reach_along(beyond));
            }
        });
    }

    fn locust_along(&mut self, line: Line, vectors: &[Vector], _: Distance) {
        self.each_track(line, vectors, Dream::reach_along);
    }

    fn pawn(&mut self, pawn: Pawn) {
        let ahead = if pawn.reversed { -self.ahead() } else { self.ahead() };
        let (straight, diagonal): (&[Vector], &[Vector]) = (&[(0, ahead)], &[(-1, ahead), (1, ahead)]);
        let captures = if pawn.berolina { straight } else { diagonal };
        // A pawn may end beyond its victim, or several squares ahead.
        for vectors in [straight, diagonal] {
            self.each_track(Line::Straight, vectors, |dream, mut track| {
                while let Some((sq, _)) = track.next(dream.geometry) {
                    dream.ends.add(sq);
                }
            });
        }
        if pawn.range == PawnRange::Rider {
            return self.each_track(Line::Straight, captures, Dream::reach_along);
        }
        for to in captures.iter().filter_map(|&vector| self.geometry.step(self.from, vector)) {
            self.captures.add(to);
        }
    }

    fn castle(&mut self) {}

    fn as_piece(&mut self, piece: Piece, _: Mode) {
        if piece.index() < PIECES.len() {
            piece.walk(self);
        } else {
            self.is_blind.set(true);
        }
    }

    fn as_hunter(&mut self, piece: Piece, _: i8) {
        self.as_piece(piece, Mode::Both);
    }
}
