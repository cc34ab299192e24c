//! Upper bounds of what a man could capture if all other men were placed as favourably as possible.
//!
//! Most men are far from the king and need not be tested for attacks on it. The bounds come from the same table of
//! pieces as the moves: the table's verbs are carried out as if every square were empty or occupied as needed. Each
//! verb marks at least the squares on which it could ever capture, so a man does not attack a square outside its
//! range. A piece whose verbs read the board in other ways counts as reaching everything.

use super::line_walk::{LineWalk, bent, turns};
use super::routes::Sightline;
use crate::fairy::board::geometry::Geometry;
use crate::fairy::board::squares::{Sq, Squares, file, from_square, rank, to_square};
use crate::fairy::moves::effect::{Step, StepKind};
use crate::fairy::position::FairyPosition;
use crate::pieces::{
    Distance, Equihop, Hop, Leaps, Line, Mode, PIECES, Pawn, PawnRange, Piece, Seen, Vector, Walker, difference,
    divisor,
};
use crate::units::{Color, Square};
use smallvec::SmallVec;
use std::cell::Cell;
use std::sync::OnceLock;

/// The bounds for one piece and side, indexed by the man's square.
pub struct Range {
    /// By square: the squares on which a man on it might capture, except en passant.
    captures: [Squares; 256],
    /// By square: the squares to which a man on it might go, except by castling.
    ends: [Squares; 256],
    /// By square: the squares from which a man might capture on it.
    sources: [Squares; 256],
    /// By square: the squares on which a man on it can capture, whatever else is on the board.
    certain: [Squares; 256],
    /// By square: the squares on which a man on it can capture if all squares between, on a straight line without
    /// gaps, are empty.
    if_clear: [Squares; 256],
    /// Squares from which all captures of a man are of one of three kinds: on a square listed in `certain`, on a square
    /// listed in `if_clear`, or over a single man directly before the target.
    settled: Squares,
    /// Squares from which a man never leaps, except to the squares that `certain` lists for its square: all its other
    /// moves lead along straight lines of empty squares.
    never_leaps: Squares,
    /// Squares from which a man captures only on its target square, except en passant.
    captures_on_arrival: Squares,
    /// By square: the squares to which a man on it can go if they are empty, whatever else is on the board.
    free_leaps: [Squares; 256],
}

/// Whether a man can capture on a square, as far as its range or its sightlines decide this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture<'a> {
    Never,
    Always,
    IfClear,
    /// It can if the square next to the target is the only occupied one on the straight line to the target.
    OverHurdle,
    /// It can if one of these lines is open: all squares that must be empty are empty, and the hurdle, if any, is
    /// there.
    Lines(&'a [Sightline]),
    Unknown,
}

/// All ranges on a board, computed when first requested. Hunters and the pieces that the problem itself defines share
/// one range, by which they might capture everywhere.
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
        let none = [Squares::NONE; 256];
        let nowhere = Squares::NONE;
        Range {
            captures: all,
            ends: all,
            sources: all,
            certain: none,
            if_clear: none,
            settled: nowhere,
            never_leaps: nowhere,
            captures_on_arrival: nowhere,
            free_leaps: none,
        }
    }

    fn of(geometry: &Geometry, piece: Piece, side: Color) -> Range {
        let none = [Squares::NONE; 256];
        let mut range = Range { captures: none, ends: none, sources: none, ..Range::unlimited(geometry) };
        for from in geometry.squares.iter() {
            let mut dream = Dream {
                geometry,
                side,
                from,
                captures: Squares::NONE,
                ends: Squares::NONE,
                certain: Squares::NONE,
                if_clear: Squares::NONE,
                over_hurdle: Squares::NONE,
                is_settled: true,
                never_leaps: true,
                captures_on_arrival: true,
                free_leaps: Squares::NONE,
                leaps_freely: true,
                is_blind: Cell::new(false),
            };
            piece.walk(&mut dream);
            range.certain[usize::from(from)] = dream.certain;
            range.if_clear[usize::from(from)] = dream.if_clear;
            let is_blind = dream.is_blind.get();
            let is_one_of_them = !dream.over_hurdle.meets(&dream.certain.or(&dream.if_clear));
            range.settled.set(from, dream.is_settled && is_one_of_them && !is_blind);
            range.never_leaps.set(from, dream.never_leaps && !is_blind);
            range.captures_on_arrival.set(from, dream.captures_on_arrival && !is_blind);
            range.free_leaps[usize::from(from)] = if is_blind { Squares::NONE } else { dream.free_leaps };
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

    /// Returns whether a man on `from` can capture on the target, if no condition changes its ways of moving.
    pub fn capture(&self, from: Sq, target: Sq) -> Capture<'static> {
        let index = usize::from(from);
        // Many men are tested against one target: its set stays at hand.
        if !self.sources[usize::from(target)].has(from) {
            Capture::Never
        } else if !self.settled.has(from) {
            Capture::Unknown
        } else if self.certain[index].has(target) {
            Capture::Always
        } else if self.if_clear[index].has(target) {
            Capture::IfClear
        } else {
            Capture::OverHurdle
        }
    }

    /// Whether a man on `from` captures only on its target square, except en passant.
    pub fn captures_on_arrival(&self, from: Sq) -> bool {
        self.captures_on_arrival.has(from)
    }

    pub fn ends(&self, from: Sq) -> &Squares {
        &self.ends[usize::from(from)]
    }

    /// Returns squares to which a man on `from` can go if they are empty, whatever else is on the board.
    pub fn free_leaps(&self, from: Sq) -> &Squares {
        &self.free_leaps[usize::from(from)]
    }

    /// Returns the squares to which a man on `from` might go, like [`Range::ends`], if it can neither enter nor cross
    /// the squares in `fixed`.
    pub fn ends_past(&self, from: Sq, fixed: &Squares) -> Squares {
        let index = usize::from(from);
        let ends = self.ends[index].without(fixed);
        if !self.never_leaps.has(from) {
            return ends;
        }
        let is_open = |&to: &Sq| self.certain[index].has(to) || between(from, to).all(|sq| !fixed.has(sq));
        ends.iter().filter(is_open).collect()
    }

    pub fn sources(&self, of: Sq) -> &Squares {
        &self.sources[usize::from(of)]
    }
}

/// Whether a rider that moves by multiples of this vector skips squares.
fn has_gaps(&(files, ranks): &Vector) -> bool {
    divisor(files.abs(), ranks.abs()) != 1
}

/// Returns the step of a man from `from` that captures on its target square `target`.
pub(in crate::fairy) fn capturing(from: Sq, target: Sq) -> Step {
    Step { origin: from, to: target, taken: Some(target), kind: StepKind::Plain }
}

/// Iterates over the squares strictly between two squares on a straight line without gaps.
pub(in crate::fairy) fn between(from: Sq, to: Sq) -> impl Iterator<Item = Sq> {
    let bound = BOUNDS[(rank(to) - rank(from) + 15) as usize][(file(to) - file(from) + 15) as usize];
    let next = move |sq: Sq| Some(sq.wrapping_add_signed(bound)).filter(|&sq| sq != to);
    std::iter::successors(next(from), move |&sq| next(sq))
}

/// The difference from one square to the next on the straight line between two squares, indexed by the differences of
/// their ranks and files, plus 15 each.
static BOUNDS: [[i8; 31]; 31] = {
    let mut bounds = [[0; 31]; 31];
    let (mut ranks, mut files) = (-15_i8, -15_i8);
    while ranks <= 15 {
        let (mut a, mut b) = (ranks.abs(), files.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        if a != 0 {
            let bound = (ranks / a).wrapping_mul(16).wrapping_add(files / a);
            bounds[(ranks + 15) as usize][(files + 15) as usize] = bound;
        }
        (ranks, files) = if files == 15 { (ranks + 1, -15) } else { (ranks, files + 1) };
    }
    bounds
};

impl<'r> FairyPosition<'r> {
    /// Returns the squares of those men of `by` that could capture on `target` if all other men were placed favourably.
    /// Returns all men of `by` if ranges do not limit the captures on `target`.
    pub(in crate::fairy) fn in_range(&self, by: Color, target: Sq) -> impl Iterator<Item = Sq> {
        let ranges_tell = self.captures_in_range(target);
        let stages = &self.book().stages;
        let could = move |&from: &Sq| {
            let man = self.board().man(from);
            !ranges_tell || !stages.goes_as_it_is(man) || self.range(man.piece(), by).sources(target).has(from)
        };
        self.board().of(by).iter().filter(could)
    }

    /// Returns the condition under which the man on `from` can capture on `target` by the step of [`capturing`].
    /// [`Capture::Unknown`] if its moves must be generated to find out.
    pub(in crate::fairy) fn capture(&self, by: Color, from: Sq, target: Sq) -> Capture<'r> {
        let man = self.board().man(from);
        if !self.is_ranged(man, target) {
            return Capture::Unknown;
        }
        match self.range(man.piece(), by).capture(from, target) {
            Capture::Never => Capture::Never,
            _ if !self.is_whole() => Capture::Unknown,
            // The step must name its hurdle.
            Capture::OverHurdle if self.book().tells_hurdles => Capture::Unknown,
            known => self.with_sightlines(known, by, from, target),
        }
    }

    /// Returns `known`, but replaces [`Capture::Unknown`] by the recorded lines on which the man on `from` captures on
    /// `target` ([`Sightline`]), if there are any.
    pub(in crate::fairy) fn with_sightlines(&self, known: Capture<'r>, by: Color, from: Sq, target: Sq) -> Capture<'r> {
        match known {
            Capture::Unknown => {
                let piece = self.board().man(from).piece();
                self.sightlines(by, from, piece, target).map_or(Capture::Unknown, Capture::Lines)
            }
            known => known,
        }
    }

    /// Whether the man on `from` could capture on `target` now; `None` if its moves must be generated to find out.
    pub(in crate::fairy) fn could_capture(&self, by: Color, from: Sq, target: Sq) -> Option<bool> {
        self.arrives(self.capture(by, from, target), from, target)
    }

    /// Whether `known`, the condition under which the man on `from` can capture on `target`, is fulfilled in this
    /// position; `None` for [`Capture::Unknown`].
    pub(in crate::fairy) fn arrives(&self, known: Capture<'_>, from: Sq, target: Sq) -> Option<bool> {
        let board = self.board();
        known.is_fulfilled(from, target, |sq| board.is_empty(sq), || board.occupied())
    }
}

impl Capture<'_> {
    /// Whether the man on `from` can capture on `target` under this condition; `None` for [`Capture::Unknown`].
    /// `is_empty` and `men` say which squares are empty and which are occupied.
    pub(in crate::fairy) fn is_fulfilled(
        self,
        from: Sq,
        target: Sq,
        is_empty: impl Fn(Sq) -> bool,
        men: impl Fn() -> Squares,
    ) -> Option<bool> {
        match self {
            Capture::Never => Some(false),
            Capture::Always => Some(true),
            Capture::IfClear => Some(between(from, target).all(is_empty)),
            Capture::OverHurdle => {
                let mut way = between(from, target);
                Some(way.find(|&sq| !is_empty(sq)).is_some() && way.next().is_none())
            }
            Capture::Lines(lines) => {
                let men = men();
                Some(lines.iter().any(|line| line.is_open(&men)))
            }
            Capture::Unknown => None,
        }
    }
}

/// The [`Walker`] that computes a range: a man on an imagined board on which it finds every hurdle and victim that it
/// needs.
struct Dream<'a> {
    geometry: &'a Geometry,
    side: Color,
    from: Sq,
    captures: Squares,
    ends: Squares,
    certain: Squares,
    if_clear: Squares,
    /// Squares on which the man captures over the single man directly before them, on straight lines without gaps.
    over_hurdle: Squares,
    /// Whether all captures marked up to now are in `certain`, `if_clear` and `over_hurdle`.
    is_settled: bool,
    never_leaps: bool,
    captures_on_arrival: bool,
    free_leaps: Squares,
    /// Whether the verb that is being carried out may be used without capturing, and in all directions.
    leaps_freely: bool,
    /// Whether the piece has read the board, so that its moves might differ on another board.
    is_blind: Cell<bool>,
}

impl Dream<'_> {
    fn each_track(&mut self, line: Line, vectors: &[Vector], follow: impl Fn(&mut Self, LineWalk)) {
        for first in 0..vectors.len() {
            for &turn in turns(line, first).iter().flatten() {
                follow(self, LineWalk::new(line, vectors, first, turn, self.from));
            }
        }
    }

    /// Marks all squares of the line as reached. Circles end by themselves, other lines at the edge.
    fn reach_along(&mut self, mut track: LineWalk) {
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
        self.side.ahead()
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

    fn observers(&mut self, _: bool) -> SmallVec<[Piece; 8]> {
        self.is_blind.set(true);
        SmallVec::new()
    }

    fn go(&mut self, to: Square, _: Mode) {
        (self.is_settled, self.never_leaps) = (false, false);
        self.reach(from_square(to));
    }

    fn go_over(&mut self, _: Square, to: Square, _: Mode) {
        (self.is_settled, self.never_leaps) = (false, false);
        self.reach(from_square(to));
    }

    fn take_on(&mut self, victim: Square, to: Square) {
        (self.is_settled, self.never_leaps, self.captures_on_arrival) = (false, false, false);
        self.captures.add(from_square(victim));
        self.ends.add(from_square(to));
    }

    fn leap(&mut self, vectors: &[Vector], mode: Mode) {
        for &vector in vectors {
            if let Some(to) = self.geometry.step(self.from, vector) {
                self.reach(to);
                // The range marks leaps as captures, even in mode `Move`.
                self.is_settled &= mode == Mode::Both;
                self.certain.add(to);
                if self.leaps_freely && mode != Mode::Capture {
                    self.free_leaps.add(to);
                }
            }
        }
    }

    fn along(&mut self, path: &[(Square, bool)], _: Mode) {
        (self.is_settled, self.never_leaps) = (false, false);
        path.iter().filter(|(_, ends)| *ends).for_each(|&(to, _)| self.reach(from_square(to)));
    }

    fn ride_along(&mut self, line: Line, vectors: &[Vector], mode: Mode) {
        let goes_straight = line == Line::Straight && !vectors.iter().any(has_gaps);
        self.is_settled &= mode == Mode::Both && goes_straight;
        self.never_leaps &= goes_straight;
        if line == Line::Straight && self.leaps_freely && mode != Mode::Capture {
            let first = vectors.iter().filter_map(|&vector| self.geometry.step(self.from, vector));
            first.for_each(|to| self.free_leaps.add(to));
        }
        let before = std::mem::take(&mut self.captures);
        self.each_track(line, vectors, Dream::reach_along);
        self.if_clear = self.if_clear.or(&self.captures);
        self.captures = self.captures.or(&before);
    }

    fn ride_to(&mut self, vectors: &[Vector], ends: fn(&dyn Walker, Square) -> bool) {
        let goes_straight = !vectors.iter().any(has_gaps);
        self.is_settled &= goes_straight;
        self.never_leaps &= goes_straight;
        self.each_track(Line::Straight, vectors, |dream, mut track| {
            while let Some((sq, _)) = track.next(dream.geometry) {
                if ends(dream, to_square(sq)) {
                    dream.reach(sq);
                    dream.if_clear.add(sq);
                }
            }
        });
    }

    fn hop(&mut self, hop: Hop, mode: Mode) {
        self.never_leaps = false;
        let is_straight = hop.line == Line::Straight && hop.turn == 0 && !hop.vectors.iter().any(has_gaps);
        let is_grasshopper =
            (hop.before, hop.hurdles, hop.after) == (Distance::Any, 1, Distance::Exactly(1)) && is_straight;
        self.is_settled &= is_grasshopper && mode == Mode::Both;
        let before = std::mem::take(&mut self.captures);
        self.each_track(hop.line, hop.vectors, |dream, mut track| {
            if hop.turn == 0 {
                return dream.reach_along(track);
            }
            let vector = track.first();
            while let Some((hurdle, _)) = track.next(dream.geometry) {
                bent(hop, vector, hurdle).into_iter().flatten().for_each(|beyond| dream.reach_along(beyond));
            }
        });
        if is_grasshopper {
            let has_room = |&sq: &Sq| between(self.from, sq).next().is_some();
            self.over_hurdle = self.over_hurdle.or(&self.captures.iter().filter(has_room).collect());
        }
        self.captures = self.captures.or(&before);
    }

    fn locust_along(&mut self, line: Line, vectors: &[Vector], _: Distance) {
        (self.is_settled, self.never_leaps, self.captures_on_arrival) = (false, false, false);
        self.each_track(line, vectors, Dream::reach_along);
    }

    fn bounce(&mut self, vectors: &[Vector]) {
        (self.is_settled, self.never_leaps) = (false, false);
        let back: SmallVec<[Vector; 8]> = vectors.iter().map(|&(files, ranks)| (-files, -ranks)).collect();
        self.each_track(Line::Straight, &back, Dream::reach_along);
    }

    fn equihop(&mut self, how: Equihop, beyond: fn(Vector) -> Leaps) {
        (self.is_settled, self.never_leaps) = (false, false);
        let from = self.from;
        for hurdle in self.geometry.squares.iter().filter(|&sq| sq != from) {
            let start = if how.stays { from } else { hurdle };
            for leap in how.leaps(difference(to_square(from), to_square(hurdle)), beyond) {
                self.geometry.step(start, leap).into_iter().for_each(|to| self.reach(to));
            }
        }
    }

    fn pawn(&mut self, pawn: Pawn) {
        let towards = pawn.towards(self.side);
        let [moves, captures] = pawn.directions(towards);
        // A pawn may arrive beyond its victim, or several squares ahead.
        let farthest = match pawn.range {
            PawnRange::Rider => [usize::MAX; 2],
            PawnRange::Locust => {
                (self.never_leaps, self.captures_on_arrival) = (false, false);
                [3, 2]
            }
            _ => [3, 1],
        };
        for (vectors, farthest) in [moves, captures].into_iter().zip(farthest) {
            self.each_track(Line::Straight, vectors, |dream, mut track| {
                for (sq, _) in std::iter::from_fn(|| track.next(dream.geometry)).take(farthest) {
                    dream.ends.add(sq);
                }
            });
        }
        // A pawn on its first rank may be stuck.
        self.is_settled &= !matches!(pawn.range, PawnRange::Rider | PawnRange::Locust)
            && self.geometry.rank_for(towards, self.from) != 0;
        if pawn.range == PawnRange::Rider {
            return self.each_track(Line::Straight, captures, Dream::reach_along);
        }
        for to in captures.iter().filter_map(|&vector| self.geometry.step(self.from, vector)) {
            self.captures.add(to);
            self.certain.add(to);
        }
    }

    fn castle(&mut self) {}

    fn as_piece(&mut self, piece: Piece, mode: Mode) {
        self.is_settled &= mode == Mode::Both;
        let outer = self.leaps_freely;
        self.leaps_freely &= mode != Mode::Capture;
        if piece.index() < PIECES.len() {
            piece.walk(self);
        } else {
            self.is_blind.set(true);
        }
        self.leaps_freely = outer;
    }

    fn as_hunter(&mut self, piece: Piece, _: i8) {
        self.is_settled = false;
        let outer = std::mem::replace(&mut self.leaps_freely, false);
        self.as_piece(piece, Mode::Both);
        self.leaps_freely = outer;
    }
}
