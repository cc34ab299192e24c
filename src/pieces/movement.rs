//! Ways that are not written in the program but said by a problem, and how they are walked: with the verbs of the table
//! of pieces where there is one, else leg by leg. What is observed follows from the same walk.

use super::walker::{slide, steps};
use super::{Distance, Hop, Line, Mode, Pawn, QUEEN, Seen, Vector, Walker};
use crate::board::Square;
use std::collections::HashSet;

/// How a man goes, with the text that says so.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    text: String,
    ways: Vec<Way>,
}

/// One of the ways of a man.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// In one bound, whatever stands between.
    Leap(Vectors, Mode),
    /// In so many equal bounds at most, or any number of them, over empty squares.
    Ride(Vectors, Option<u8>, Mode),
    /// A ride that begins beyond the first square, whatever stands there.
    Ski(Vectors, Option<u8>, Mode),
    /// A ride along a line that turns.
    Crooked(Line, &'static [Vector], Mode),
    /// Over one man.
    Hop {
        line: Line,
        vectors: Vectors,
        before: Distance,
        after: Distance,
        mode: Mode,
    },
    /// In one bound by the steps of a king, as few as possible: the squares of some such way are all empty, or (with
    /// `over_men`) all occupied.
    Stepping {
        vectors: Vectors,
        over_men: bool,
        mode: Mode,
    },
    Pawn(Pawn),
    /// In several legs, the first of which begins with one of the vectors.
    Legs(Vectors, Vec<Leg>),
}

/// The bounds with which a way begins: for men that move up the board and, turned by 180 degrees, for the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vectors {
    up: Vec<Vector>,
    down: Vec<Vector>,
}

/// A part of a way that leads in one direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// Where it leads after the leg before; of the first one it means nothing.
    pub turns: Turns,
    /// At most so many bounds; `None`: any number.
    pub most: Option<u8>,
    pub ends: Ends,
}

/// How a leg goes on from the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turns {
    /// By those eighths of a turn, counted to the left, whose bits are set. Straight steps become diagonal ones by odd
    /// eighths, and the other way round.
    Eighths(u8),
    /// By any image of the bound but back.
    Images,
}

/// What a leg may end on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// The way goes on from an empty square, over a man, or from the square of an adverse man, which is captured.
    GoingOn { empty: bool, man: bool, victim: bool },
    /// The way ends.
    There(Mode),
}

impl Movement {
    pub fn new(text: impl Into<String>, ways: Vec<Way>) -> Movement {
        Movement { text: text.into(), ways }
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Tells the walker how the man goes.
    pub fn walk(&self, w: &mut dyn Walker) {
        let mut remote = Vec::new();
        for way in &self.ways {
            way.walk(w, &mut remote);
        }
    }
}

impl Vectors {
    /// From those of a man that moves up the board.
    pub fn new(up: Vec<Vector>) -> Vectors {
        let down = up.iter().map(|&(files, ranks)| (-files, -ranks)).collect();
        Vectors { up, down }
    }

    fn of(&self, ahead: i8) -> &[Vector] {
        if ahead > 0 { &self.up } else { &self.down }
    }
}

impl Way {
    /// `remote` are the captures of men that stand elsewhere, which would be told twice when two ways lead to the same.
    fn walk(&self, w: &mut dyn Walker, remote: &mut Vec<(Square, Square)>) {
        let ahead = w.ahead();
        match self {
            Way::Leap(vectors, mode) => w.leap(vectors.of(ahead), *mode),
            Way::Ride(vectors, None, mode) => w.ride(vectors.of(ahead), *mode),
            Way::Ride(vectors, Some(most), mode) => slide(w, vectors.of(ahead), *most, *mode),
            Way::Ski(vectors, most, mode) => {
                for &vector in vectors.of(ahead) {
                    if let Some(first) = w.step(w.from(), vector) {
                        steps(w, first, vector, most.map_or(u8::MAX, |most| most.saturating_sub(1)), *mode);
                    }
                }
            }
            Way::Crooked(line, vectors, mode) => w.ride_along(*line, vectors, *mode),
            Way::Hop { line, vectors, before, after, mode } => {
                let hop = Hop::over(vectors.of(ahead)).along(*line).before(*before).after(*after);
                w.hop(hop, *mode);
            }
            Way::Stepping { vectors, over_men, mode } => {
                for &vector in vectors.of(ahead) {
                    if let Some(to) = w.step(w.from(), vector)
                        && w.target().is_none_or(|target| target == to)
                        && leads(w, w.from(), vector, *over_men)
                    {
                        w.go(to, *mode);
                    }
                }
            }
            Way::Pawn(pawn) => w.pawn(*pawn),
            Way::Legs(vectors, legs) => {
                let from = w.from();
                let mut journey = Journey { w, legs, victim: None, hurdle: None, remote, walked: HashSet::new() };
                for &vector in vectors.of(ahead) {
                    journey.leg(0, from, vector);
                }
            }
        }
    }
}

/// Some shortest way of a king leads so far over empty squares, or over occupied ones.
fn leads(w: &dyn Walker, from: Square, (files, ranks): Vector, over_men: bool) -> bool {
    if files.abs().max(ranks.abs()) <= 1 {
        return true;
    }
    let (x, y) = (files.signum(), ranks.signum());
    let straight = match files.abs().cmp(&ranks.abs()) {
        std::cmp::Ordering::Greater => Some((x, 0)),
        std::cmp::Ordering::Less => Some((0, y)),
        std::cmp::Ordering::Equal => None,
    };
    let diagonal = (files != 0 && ranks != 0).then_some((x, y));
    straight.into_iter().chain(diagonal).any(|step| {
        w.step(from, step).is_some_and(|next| {
            w.seen(next).is_man() == over_men && leads(w, next, (files - step.0, ranks - step.1), over_men)
        })
    })
}

/// A man on a way of several legs.
struct Journey<'w, 'm> {
    w: &'w mut dyn Walker,
    legs: &'m [Leg],
    /// Captured on the way.
    victim: Option<Square>,
    /// The last man over which the way leads.
    hurdle: Option<Square>,
    remote: &'w mut Vec<(Square, Square)>,
    /// Legs of long ways that need not be walked again: which one, from where, in which direction, after which capture.
    /// There are ever more ways to the same square the more legs there are. (The hurdle is told only of simple hoppers
    /// that change its colour, which own men cannot be.)
    walked: HashSet<(usize, Square, Vector, Option<Square>)>,
}

/// With fewer legs nearly all ways are different.
const MANY_LEGS: usize = 4;

impl Journey<'_, '_> {
    fn leg(&mut self, index: usize, from: Square, vector: Vector) {
        let Some(leg) = self.legs.get(index) else { return };
        if self.legs.len() >= MANY_LEGS && !self.walked.insert((index, from, vector, self.victim)) {
            return;
        }
        let mut at = from;
        for _ in 0..leg.most.unwrap_or(u8::MAX) {
            let Some(next) = self.w.step(at, vector) else { return };
            let seen = self.seen(next);
            match leg.ends {
                Ends::There(mode) => self.arrive(next, seen, mode),
                Ends::GoingOn { empty, man, victim } => {
                    let before = (self.victim, self.hurdle);
                    if empty && seen == Seen::Empty {
                        self.turn(index + 1, next, vector);
                    }
                    if man && seen.is_man() {
                        self.hurdle = Some(next);
                        self.turn(index + 1, next, vector);
                        (self.victim, self.hurdle) = before;
                    }
                    if victim && seen == Seen::Adverse && self.victim.is_none() {
                        self.victim = Some(next);
                        self.turn(index + 1, next, vector);
                        (self.victim, self.hurdle) = before;
                    }
                }
            }
            if seen.is_man() {
                return;
            }
            at = next;
        }
    }

    /// The man itself has left, and so has its victim.
    fn seen(&self, square: Square) -> Seen {
        if square == self.w.from() || self.victim == Some(square) { Seen::Empty } else { self.w.seen(square) }
    }

    fn turn(&mut self, index: usize, at: Square, vector: Vector) {
        let Some(leg) = self.legs.get(index) else { return };
        match leg.turns {
            Turns::Eighths(eighths) => {
                for eighth in (0..8).filter(|eighth| eighths >> eighth & 1 != 0) {
                    self.leg(index, at, turned(vector, eighth));
                }
            }
            Turns::Images => {
                for image in other_images(vector) {
                    self.leg(index, at, image);
                }
            }
        }
    }

    fn arrive(&mut self, to: Square, seen: Seen, mode: Mode) {
        // Where it began no move ends.
        if to == self.w.from() {
            return;
        }
        match self.victim {
            // It comes back to the square of its victim, which makes this an ordinary capture.
            Some(victim) if victim == to => self.w.go(to, Mode::Capture),
            Some(victim) => {
                if seen == Seen::Empty && mode != Mode::Capture && !self.remote.contains(&(victim, to)) {
                    self.remote.push((victim, to));
                    self.w.take_on(victim, to);
                }
            }
            None => match self.hurdle {
                Some(hurdle) => self.w.go_over(hurdle, to, mode),
                None => self.w.go(to, mode),
            },
        }
    }
}

/// The bound after so many eighths of a turn to the left.
pub fn turned((files, ranks): Vector, eighths: usize) -> Vector {
    if eighths.is_multiple_of(2) {
        return (0..eighths / 2).fold((files, ranks), |(files, ranks), _| (-ranks, files));
    }
    let unit = (files.signum(), ranks.signum());
    let at = QUEEN.iter().position(|&vector| vector == unit).unwrap_or(0);
    let (length, (x, y)) = (files.abs().max(ranks.abs()), QUEEN[(at + eighths) % QUEEN.len()]);
    (x * length, y * length)
}

/// The bound under turning and mirroring the board, but not backward.
pub fn other_images((a, b): Vector) -> Vec<Vector> {
    let mut images = vec![(a, b), (-b, a), (b, -a), (b, a), (-a, b), (-b, -a), (a, -b)];
    images.sort_unstable();
    images.dedup();
    images.retain(|&image| image != (-a, -b));
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_to_the_left() {
        for (vector, eighths, image) in [
            ((0, 1), 1, (-1, 1)),
            ((0, 2), 1, (-2, 2)),
            ((-3, 3), 1, (-3, 0)),
            ((1, 2), 2, (-2, 1)),
            ((1, 2), 4, (-1, -2)),
            ((1, 0), 7, (1, -1)),
        ] {
            assert_eq!(turned(vector, eighths), image, "{vector:?} {eighths}");
        }
        assert_eq!(other_images((1, 2)).len(), 7);
        assert_eq!(other_images((0, 1)).len(), 3);
    }
}
