//! Ways of moving that a problem defines. Components that match a method of [`Walker`] call that method; all others are
//! generated leg by leg. The squares that the piece observes follow from the same code.

use super::walker::{slide, steps};
use super::{Distance, Hop, Line, Mode, Pawn, QUEEN, Seen, Vector, Walker};
use crate::board::Square;
use std::collections::HashSet;

/// The way of moving of a piece that a problem defines, with its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    text: String,
    ways: Vec<Way>,
}

/// One component of a way of moving; a piece has the moves of all its components.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// A single leap, regardless of men in between.
    Leap(Vectors, Mode),
    /// Equal steps over empty squares; the number is the greatest number of steps.
    Ride(Vectors, Option<u8>, Mode),
    /// Like `Ride`, but the first square is passed even if it is occupied, and is no target.
    Ski(Vectors, Option<u8>, Mode),
    /// A ride along a line that bends.
    Crooked(Line, &'static [Vector], Mode),
    /// A hop over one man, with a given number of steps before and after it.
    Hop {
        line: Line,
        vectors: Vectors,
        before: Distance,
        after: Distance,
        mode: Mode,
    },
    /// A single leap for which some shortest king's path to the target has only empty squares in between or, if
    /// `over_men`, only occupied ones.
    Stepping {
        vectors: Vectors,
        over_men: bool,
        mode: Mode,
    },
    Pawn(Pawn),
    /// A path of several legs. The vectors are the possible directions of the first leg.
    Legs(Vectors, Vec<Leg>),
}

/// The first steps of a component, stored for both sides: `up` for men that move up the board, and `down` with the
/// reverse steps for the other side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vectors {
    up: Vec<Vector>,
    down: Vec<Vector>,
}

/// A straight part of a path: steps in one direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// Possible directions of this leg relative to the leg before; ignored for the first leg.
    pub turns: Turns,
    /// The greatest number of steps; `None` if there is no limit.
    pub most: Option<u8>,
    pub ends: Ends,
}

/// The possible directions of a leg relative to the leg before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turns {
    /// Set of rotations to the left by multiples of 45 degrees, one bit for each. Odd multiples exchange orthogonal and
    /// diagonal steps.
    Eighths(u8),
    /// All images of the step under rotations and reflections of the board, except the reverse step.
    Images,
}

/// The squares on which a leg may end, and whether the path continues there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// The path continues with the next leg from squares of the kinds whose field is set: `empty` squares, squares of a
    /// `man`, over which the path leads, and squares of a `victim`, an enemy man that the path captures.
    GoingOn { empty: bool, man: bool, victim: bool },
    /// The path ends with a move or a capture, as the [`Mode`] allows.
    There(Mode),
}

impl Movement {
    pub fn new(text: impl Into<String>, ways: Vec<Way>) -> Movement {
        Movement { text: text.into(), ways }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds all moves of this way of moving to the walker.
    pub fn walk(&self, w: &mut dyn Walker) {
        let mut remote = Vec::new();
        for way in &self.ways {
            way.walk(w, &mut remote);
        }
    }
}

impl Vectors {
    /// Returns the vectors for both sides; `up` contains those for men that move up the board.
    pub fn new(up: Vec<Vector>) -> Vectors {
        let down = up.iter().map(|&(files, ranks)| (-files, -ranks)).collect();
        Vectors { up, down }
    }

    fn of(&self, ahead: i8) -> &[Vector] {
        if ahead > 0 { &self.up } else { &self.down }
    }
}

impl Way {
    /// Generates the moves of this component. `remote` lists the captures (victim, arrival square) generated until now
    /// whose victim is not on the arrival square, so that components do not repeat them.
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

/// Whether some shortest king's path covers the vector with only empty squares in between or, if `over_men`, only
/// occupied ones.
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

/// The state of a walk along a path of several legs.
struct Journey<'w, 'm> {
    w: &'w mut dyn Walker,
    legs: &'m [Leg],
    /// Square of the man that the path has captured.
    victim: Option<Square>,
    /// Square of the last man that the path has crossed.
    hurdle: Option<Square>,
    remote: &'w mut Vec<(Square, Square)>,
    /// Legs that have already been walked: leg index, start, direction and victim. Long paths reach the same squares in
    /// many ways. (The hurdle is not part of the key: it matters only for simple hoppers that change its colour, which
    /// defined pieces cannot be.)
    walked: HashSet<(usize, Square, Vector, Option<Square>)>,
}

/// Least number of legs for which `walked` is used; shorter paths hardly ever repeat a leg.
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

    /// Returns the contents of a square during the walk: the moving man and its victim have left their squares.
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

/// Returns the step rotated to the left by `eighths` times 45 degrees.
pub fn turned((files, ranks): Vector, eighths: usize) -> Vector {
    if eighths.is_multiple_of(2) {
        return (0..eighths / 2).fold((files, ranks), |(files, ranks), _| (-ranks, files));
    }
    let unit = (files.signum(), ranks.signum());
    let at = QUEEN.iter().position(|&vector| vector == unit).unwrap_or(0);
    let (length, (x, y)) = (files.abs().max(ranks.abs()), QUEEN[(at + eighths) % QUEEN.len()]);
    (x * length, y * length)
}

/// Returns the images of a step under rotations and reflections of the board, except the reverse step.
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
