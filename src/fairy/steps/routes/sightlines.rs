//! Sightlines: the squares that must be empty or occupied for a capture, derived from a route.

use super::{Leg, Stop, Way};
use crate::fairy::board::squares::{Sq, Squares};
use crate::pieces::Mode;

/// A line on which a man can capture on a target: the squares that must be empty, and perhaps one that must be
/// occupied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sightline {
    /// Squares that must be empty.
    clear: Squares,
    /// Square that must be occupied; `None` if there is no hurdle.
    hurdle: Option<Sq>,
}

impl Sightline {
    const OPEN: Sightline = Sightline { clear: Squares::NONE, hurdle: None };

    /// Whether the line is open: `men`, the occupied squares, include the hurdle and no square that must be empty.
    pub fn is_open(&self, men: &Squares) -> bool {
        self.hurdle.is_none_or(|hurdle| men.has(hurdle)) && !self.clear.meets(men)
    }

    /// Whether the line may be open after a move, if the men on `standing` certainly stay and no squares except those
    /// of `filled` are occupied.
    pub fn may_be_open(&self, standing: &Squares, filled: &Squares) -> bool {
        self.hurdle.is_none_or(|hurdle| filled.has(hurdle)) && !self.clear.meets(standing)
    }

    /// Returns the squares that must be empty.
    pub fn clear(&self) -> &Squares {
        &self.clear
    }

    /// Returns the square that must be occupied; `None` if there is no hurdle.
    pub fn hurdle(&self) -> Option<Sq> {
        self.hurdle
    }

    pub fn squares(&self) -> Squares {
        let mut squares = self.clear;
        self.hurdle.into_iter().for_each(|sq| squares.add(sq));
        squares
    }

    /// Returns a square that keeps the line closed until that square's content changes; `None` if the line is open.
    pub fn closed_by(&self, men: &Squares) -> Option<Sq> {
        self.hurdle.filter(|&hurdle| !men.has(hurdle)).or_else(|| self.clear.and(men).first())
    }
}

/// All sightlines of a piece of one side.
pub struct Sightlines {
    /// Indexed by the man's square: its sightlines, sorted by target; `None` if some of its captures have none.
    by_square: Box<[Option<Box<[Toward]>>]>,
}

/// The sightlines from one square to one target.
struct Toward {
    target: Sq,
    lines: Box<[Sightline]>,
}

impl Sightlines {
    pub fn of(legs: &[Box<[Leg]>]) -> Sightlines {
        let by_square = legs.iter().zip(0..=u8::MAX).map(|(legs, from)| from_square(from, legs));
        Sightlines { by_square: by_square.collect() }
    }

    pub fn between(&self, from: Sq, target: Sq) -> Option<&[Sightline]> {
        let toward = self.by_square[usize::from(from)].as_ref()?;
        let found = toward.binary_search_by_key(&target, |toward| toward.target);
        Some(found.map_or(&[], |at| &toward[at].lines))
    }
}

fn from_square(from: Sq, legs: &[Leg]) -> Option<Box<[Toward]>> {
    let mut all: Vec<(Sq, Sightline)> = Vec::new();
    for leg in legs.iter().filter(|leg| leg.mode != Mode::Move) {
        let mut found = Vec::new();
        of_leg(leg, &mut found)?;
        // The line crosses neither the man's own square nor the target.
        let is_possible = |&(target, line): &(Sq, Sightline)| {
            target != from
                && leg.heads_for(from, target)
                && !line.clear.has(from)
                && !line.clear.has(target)
                && line.hurdle != Some(target)
        };
        all.extend(found.into_iter().filter(is_possible));
    }
    all.sort_by_key(|&(target, _)| target);
    all.dedup();
    let toward = all
        .chunk_by(|a, b| a.0 == b.0)
        .map(|lines| Toward { target: lines[0].0, lines: lines.iter().map(|&(_, line)| line).collect() });
    Some(toward.collect())
}

/// Adds the sightlines of a leg to `all`, each with its target. Returns `None` if the leg has captures that no
/// sightline describes.
fn of_leg(leg: &Leg, all: &mut Vec<(Sq, Sightline)>) -> Option<()> {
    let path = &leg.path[..];
    match &leg.way {
        Way::Leap => all.extend(path.iter().map(|stop| (stop.sq, Sightline::OPEN))),
        Way::Ride => ride(Sightline::OPEN, path, all),
        Way::HopBeyond => over_each(path, |at, line| ride(line, &path[at + 1..], all)),
        Way::Hop => over_each(path, |at, line| all.extend(path.get(at + 1).map(|stop| (stop.sq, line)))),
        Way::Over { hurdles: 1, beyond } => {
            over_each(path, |at, line| beyond[at].iter().for_each(|path| ride(line, path, all)));
        }
        Way::Over { .. } | Way::Locust => return None,
        Way::Advance { .. } | Way::Castle => {}
    }
    Some(())
}

/// Adds to `all` a sightline to each square of the path on which the man may end. `line` holds the conditions on the
/// squares before the path.
fn ride(mut line: Sightline, path: &[Stop], all: &mut Vec<(Sq, Sightline)>) {
    for &Stop { sq, ends } in path {
        if ends {
            all.push((sq, line));
        }
        line.clear.add(sq);
    }
}

/// Calls `take` for each square of the path, with its index and a sightline on which that square is the hurdle and all
/// earlier squares are empty.
fn over_each(path: &[Stop], mut take: impl FnMut(usize, Sightline)) {
    let mut clear = Squares::NONE;
    for (at, &Stop { sq, .. }) in path.iter().enumerate() {
        take(at, Sightline { clear, hurdle: Some(sq) });
        clear.add(sq);
    }
}
