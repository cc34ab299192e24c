//! Ways of moving that a problem defines. They use the verbs of [`Walker`] if one fits, and are otherwise walked
//! leg by leg. Observation follows from the same walk.

use super::walker::{slide, steps};
use super::{Distance, Hop, Line, Mode, Pawn, QUEEN, Seen, Vector, Walker};
use crate::board::Square;
use std::collections::HashSet;

/// The way of moving of a piece, with its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    text: String,
    ways: Vec<Way>,
}

/// One component of a way of moving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// One leap, regardless of men in between.
    Leap(Vectors, Mode),
    /// Equal steps over empty squares, at most the given number.
    Ride(Vectors, Option<u8>, Mode),
    /// A ride that begins beyond the first square, whether that is empty or not.
    Ski(Vectors, Option<u8>, Mode),
    /// A ride along a line that bends.
    Crooked(Line, &'static [Vector], Mode),
    /// A hop over one man.
    Hop {
        line: Line,
        vectors: Vectors,
        before: Distance,
        after: Distance,
        mode: Mode,
    },
    /// One leap that covers the distance with as few king's steps as possible: on some such path all squares are
    /// empty, or (with `over_men`) all occupied.
    Stepping {
        vectors: Vectors,
        over_men: bool,
        mode: Mode,
    },
    Pawn(Pawn),
    /// Several legs; the first begins with one of the vectors.
    Legs(Vectors, Vec<Leg>),
}

/// The first steps of a component: for men that move up the board and, rotated by 180 degrees, for the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vectors {
    up: Vec<Vector>,
    down: Vec<Vector>,
}

/// A straight part of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// Its direction relative to the leg before; ignored for the first leg.
    pub turns: Turns,
    /// The greatest number of steps; `None` if there is no limit.
    pub most: Option<u8>,
    pub ends: Ends,
}

/// The possible directions of a leg relative to the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turns {
    /// Turns by the eighths whose bits are set, counted to the left. Odd eighths exchange orthogonal and diagonal
    /// steps.
    Eighths(u8),
    /// Any image of the step except the reverse.
    Images,
}

/// The squares on which a leg may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// The path continues from an empty square, over a man, or from the square of an adverse man, which is
    /// captured.
    GoingOn { empty: bool, man: bool, victim: bool },
    /// The path ends.
    There(Mode),
}

impl Movement {
    pub fn new(text: impl Into<String>, ways: Vec<Way>) -> Movement {
        Movement { text: text.into(), ways }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Describes the way of moving to the walker.
    pub fn walk(&self, w: &mut dyn Walker) {
        let mut remote = Vec::new();
        for way in &self.ways {
            way.walk(w, &mut remote);
        }
    }
}

impl Vectors {
    /// Makes both directions from the steps of a man that moves up the board.
    pub fn new(up: Vec<Vector>) -> Vectors {
        let down = up.iter().map(|&(files, ranks)| (-files, -ranks)).collect();
        Vectors { up, down }
    }

    fn of(&self, ahead: i8) -> &[Vector] {
        if ahead > 0 { &self.up } else { &self.down }
    }
}

impl Way {
    /// `remote` collects captures of men on other squares, which two components might otherwise report twice.
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

/// Whether some shortest king's path covers the vector over empty squares, or over occupied ones.
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

/// A man on a path of several legs.
struct Journey<'w, 'm> {
    w: &'w mut dyn Walker,
    legs: &'m [Leg],
    /// The man captured on the way.
    victim: Option<Square>,
    /// The last man that the path has crossed.
    hurdle: Option<Square>,
    remote: &'w mut Vec<(Square, Square)>,
    /// The legs already walked on long paths: index, start, direction and capture. The number of paths to the same
    /// square grows with the number of legs. (The hurdle is not part of the key: it matters only for simple hoppers
    /// that change its colour, which defined pieces cannot be.)
    walked: HashSet<(usize, Square, Vector, Option<Square>)>,
}

/// The least number of legs that is worth remembering; with fewer, nearly all paths differ.
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

    /// The man itself has left its square, and its victim too.
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
        // No move ends where it began.
        if to == self.w.from() {
            return;
        }
        match self.victim {
            // A return to the victim's square makes an ordinary capture.
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

/// Returns the step turned to the left by a number of eighths.
pub fn turned((files, ranks): Vector, eighths: usize) -> Vector {
    if eighths.is_multiple_of(2) {
        return (0..eighths / 2).fold((files, ranks), |(files, ranks), _| (-ranks, files));
    }
    let unit = (files.signum(), ranks.signum());
    let at = QUEEN.iter().position(|&vector| vector == unit).unwrap_or(0);
    let (length, (x, y)) = (files.abs().max(ranks.abs()), QUEEN[(at + eighths) % QUEEN.len()]);
    (x * length, y * length)
}

/// The images of a step under rotations and reflections of the board, except the reverse.
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
