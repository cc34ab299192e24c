//! Pieces that move over a hurdle.

use super::{
    ALFIL, BISHOP, CAMEL, Distance, Equihop, Hop, KNIGHT, Leaps, Line, Mode, PieceDef, QUEEN, ROOK, Seen, Vector,
    Walker, ZEBRA, row,
};
use crate::board::Square;
use smallvec::{SmallVec, smallvec};
use std::sync::LazyLock;

const ADJACENT: Distance = Distance::Exactly(1);
const KANGAROO: Hop = Hop::over(QUEEN).hurdles(2);

pub const ALL: &[PieceDef] = &[
    row("Grasshopper", "G", "hops over a man on a queen's line to the next square", "gQ", |w| {
        over(w, Hop::over(QUEEN))
    }),
    row("Rookhopper", "RH", "hops along a rook's line over a hurdle, to the square immediately beyond it", "gR", |w| {
        over(w, Hop::over(ROOK))
    }),
    row("Bishophopper", "BH", "hops over a man on a bishop's line to the next square", "gB", |w| {
        over(w, Hop::over(BISHOP))
    }),
    row("Nightriderhopper", "NH", "hops over a man on a nightrider's line to the next square", "gNN", |w| {
        over(w, Hop::over(KNIGHT))
    }),
    row("Camelriderhopper", "CH", "hops over a man on a camelrider's line to the next square", "gCC", |w| {
        over(w, Hop::over(CAMEL))
    }),
    row("Zebrariderhopper", "ZH", "hops over a man on a zebrarider's line to the next square", "gZZ", |w| {
        over(w, Hop::over(ZEBRA))
    }),
    row("Gnuriderhopper", "GH", "hops over a man on a gnurider's line to the next square", "gNNgCC", |w| {
        over(w, Hop::over(KNIGHT));
        over(w, Hop::over(CAMEL));
    }),
    row("Rosehopper", "RP", "hops over a man on a rose's line to the next square", "gqN", |w| {
        over(w, Hop::over(KNIGHT).along(Line::Circle))
    }),
    row("Grasshopper-2", "G2", "hops over a man on a queen's line to the second square behind it", "gafafQ", |w| {
        over(w, Hop::over(QUEEN).after(Distance::Exactly(2)))
    }),
    row("Grasshopper-3", "G3", "hops over a man on a queen's line to the third square behind it", "gafafafQ", |w| {
        over(w, Hop::over(QUEEN).after(Distance::Exactly(3)))
    }),
    row("Kinghopper", "KH", "hops over an adjacent man to the next square", "pK", |w| {
        over(w, Hop::over(QUEEN).before(ADJACENT))
    }),
    row("Knighthopper", "KP", "hops over a man a knight's move away to the next square", "pN", |w| {
        over(w, Hop::over(KNIGHT).before(ADJACENT))
    }),
    row("Contragrasshopper", "CG", "hops over an adjacent man on a queen's line to any square beyond", "gK", |w| {
        over(w, Hop::beyond(QUEEN).before(ADJACENT))
    }),
    row("Lion", "LI", "hops over a man on a queen's line to any square beyond", "pQ", |w| over(w, Hop::beyond(QUEEN))),
    row("Rooklion", "RL", "hops over a man on a rook's line to any square beyond", "pR", |w| {
        over(w, Hop::beyond(ROOK))
    }),
    row("Bishoplion", "BL", "hops over a man on a bishop's line to any square beyond", "pB", |w| {
        over(w, Hop::beyond(BISHOP))
    }),
    row("Nightriderlion", "NL", "hops over a man on a nightrider's line to any square beyond", "pNN", |w| {
        over(w, Hop::beyond(KNIGHT))
    }),
    row("Roselion", "RN", "hops over a man on a rose's line to any square beyond", "pqN", |w| {
        over(w, Hop::beyond(KNIGHT).along(Line::Circle))
    }),
    row("Kangaroo", "KA", "hops over two men on a queen's line to the next square", "pafgQ", |w| over(w, KANGAROO)),
    row("Kangaroo Lion", "KL", "hops over two men on a queen's line to any square beyond", "pafpQ", |w| {
        over(w, Hop::beyond(QUEEN).hurdles(2))
    }),
    row("Rabbit", "RT", "hops over two men on a queen's line to any square beyond", "pafpQ", |w| {
        over(w, Hop::beyond(QUEEN).hurdles(2))
    }),
    row("Bob", "BO", "hops over four men on a queen's line to any square beyond", "pafpafpafpQ", |w| {
        over(w, Hop::beyond(QUEEN).hurdles(4))
    }),
    row("Dolphin", "DO", "grasshopper and kangaroo", "gQpafgQ", |w| {
        over(w, Hop::over(QUEEN));
        over(w, KANGAROO);
    }),
    row("Sting", "ST", "grasshopper and king, royal", "gQK", |w| {
        over(w, Hop::over(QUEEN));
        w.leap(QUEEN, Mode::Both);
    }),
    row("Sole", "SO", "grasshopper and king, not royal", "gQK", |w| {
        over(w, Hop::over(QUEEN));
        w.leap(QUEEN, Mode::Both);
    }),
    row("Gral", "GL", "rookhopper and alfil", "gRA", |w| {
        over(w, Hop::over(ROOK));
        w.leap(ALFIL, Mode::Both);
    }),
    row(
        "Scarabeus",
        "SC",
        "hops over a man on a queen's line, and continues from there with a knight's move that leads away",
        "",
        |w| scarabeus(w),
    ),
    row("Moose", "M", "a grasshopper that turns by 45 degrees at the hurdle", "gafsQ", |w| {
        over(w, Hop::over(QUEEN).turning(1))
    }),
    row("Rookmoose", "RM", "a rookhopper that turns by 45 degrees at the hurdle", "gafsR", |w| {
        over(w, Hop::over(ROOK).turning(1))
    }),
    row("Bishopmoose", "BM", "a bishophopper that turns by 45 degrees at the hurdle", "gafsB", |w| {
        over(w, Hop::over(BISHOP).turning(1))
    }),
    row("Eagle", "EA", "a grasshopper that turns by 90 degrees at the hurdle", "gasQ", |w| {
        over(w, Hop::over(QUEEN).turning(2))
    }),
    row("Rookeagle", "RE", "a rookhopper that turns by 90 degrees at the hurdle", "gasR", |w| {
        over(w, Hop::over(ROOK).turning(2))
    }),
    row("Bishopeagle", "BE", "a bishophopper that turns by 90 degrees at the hurdle", "gasB", |w| {
        over(w, Hop::over(BISHOP).turning(2))
    }),
    row("Sparrow", "SW", "a grasshopper that turns by 135 degrees at the hurdle", "gabsQ", |w| {
        over(w, Hop::over(QUEEN).turning(3))
    }),
    row("Rooksparrow", "RW", "a rookhopper that turns by 135 degrees at the hurdle", "gabsR", |w| {
        over(w, Hop::over(ROOK).turning(3))
    }),
    row("Bishopsparrow", "BW", "a bishophopper that turns by 135 degrees at the hurdle", "gabsB", |w| {
        over(w, Hop::over(BISHOP).turning(3))
    }),
    row(
        "Hamster",
        "HA",
        "a grasshopper that turns by 180 degrees at the hurdle, and so ends on the square in front of it",
        "gabQ",
        |w| over(w, Hop::over(QUEEN).turning(4)),
    ),
    row("Contrahamster", "HC", "moves straight away from an adjacent man to any square", "gabK", |w| {
        for &(files, ranks) in QUEEN {
            let hurdle = w.step(w.from(), (files, ranks)).filter(|&at| w.seen(at).is_man());
            let mut next = hurdle.and_then(|_| w.step(w.from(), (-files, -ranks)));
            while let (Some(hurdle), Some(to)) = (hurdle, next) {
                w.go_over(hurdle, to, Mode::Both);
                next = if w.seen(to).is_man() { None } else { w.step(to, (-files, -ranks)) };
            }
        }
    }),
    row("Marguerite", "MG", "grasshopper, moose, eagle, sparrow and hamster", "gQgafsQgasQgabsQgabQ", |w| {
        for turn in 0..=4 {
            over(w, Hop::over(QUEEN).turning(turn));
        }
    }),
    row(
        "Double Grasshopper",
        "DG",
        "two grasshopper's moves in a row, the first without a capture",
        "gafyagQgafyabgQ",
        |w| double(w, QUEEN),
    ),
    row(
        "Double Rookhopper",
        "DK",
        "two rookhopper's moves in a row, the first without a capture",
        "gafyagRgafyabgR",
        |w| double(w, ROOK),
    ),
    row(
        "Double Bishophopper",
        "DB",
        "two bishophopper's moves in a row, the first without a capture",
        "gafyagBgafyabgB",
        |w| double(w, BISHOP),
    ),
    row(
        "Bouncer",
        "B1",
        "moves on a queen's line as far as the distance to the next man or the edge in the opposite direction",
        "",
        |w| w.bounce(QUEEN),
    ),
    row(
        "Rook Bouncer",
        "B2",
        "moves on a rook's line as far as the distance to the next man or the edge in the opposite direction",
        "",
        |w| w.bounce(ROOK),
    ),
    row(
        "Bishop Bouncer",
        "B3",
        "moves on a bishop's line as far as the distance to the next man or the edge in the opposite direction",
        "",
        |w| w.bounce(BISHOP),
    ),
    row(
        "Equihopper",
        "EQ",
        "hops over a man to the square at the same distance beyond it; squares exactly between must be empty",
        "",
        |w| w.equihop(EQUI, straight),
    ),
    row("Nonstop Equihopper", "NE", "hops over a man to the square at the same distance beyond it", "", |w| {
        w.equihop(Equihop { nonstop: true, ..EQUI }, straight)
    }),
    row("Orix", "OR", "an equihopper on a queen's lines", "", |w| w.equihop(Equihop { lines: true, ..EQUI }, straight)),
    row("Nonstop Orix", "NO", "a nonstop equihopper on a queen's lines", "", |w| {
        w.equihop(Equihop { lines: true, nonstop: true, ..EQUI }, straight)
    }),
    row("English Equihopper", "QE", "moves halfway to a man; the squares exactly between must be empty", "", |w| {
        half_way(w, false)
    }),
    row("French Equihopper", "QF", "moves halfway to a man", "", |w| half_way(w, true)),
    row("Eagle Equihopper", "EE", "an equihopper that turns by 90 degrees at the hurdle", "", |w| {
        w.equihop(EQUI, eagle)
    }),
    row("Eagle Nonstop Equihopper", "EN", "a nonstop equihopper that turns by 90 degrees at the hurdle", "", |w| {
        w.equihop(Equihop { nonstop: true, ..EQUI }, nonstop_eagle)
    }),
    row(
        "Treehopper",
        "TH",
        "leaps from a hurdle on a queen's line: as far as from its square to the hurdle, in that direction or any \
         rotation or reflection of it, except straight back",
        "",
        |w| w.equihop(Equihop { lines: true, nonstop: true, ..EQUI }, images),
    ),
    row(
        "Greater Treehopper",
        "GE",
        "continues from a man with any leap of the same length as the leap that leads to it, except straight back",
        "",
        |w| w.equihop(Equihop { nonstop: true, ..EQUI }, as_long),
    ),
    row(
        "Leafhopper",
        "LH",
        "makes any rotation or reflection of the leap that leads to a man on a queen's line",
        "",
        |w| w.equihop(Equihop { lines: true, nonstop: true, stays: true, ..EQUI }, images),
    ),
    row("Greater Leafhopper", "GF", "makes any leap of the same length as the leap that leads to a man", "", |w| {
        w.equihop(Equihop { nonstop: true, stays: true, ..EQUI }, as_long)
    }),
    row("Radial Knight", "RK", "a greater treehopper that hops over enemy men only", "", |w| {
        w.equihop(Equihop { nonstop: true, adverse: true, ..EQUI }, as_long)
    }),
];

fn over(w: &mut dyn Walker, hop: Hop) {
    w.hop(hop, Mode::Both);
}

/// Returns the square of the first man from `from` in a direction, or `None` if there is no man.
fn first_man(w: &dyn Walker, from: Square, vector: Vector) -> Option<Square> {
    let mut at = w.step(from, vector)?;
    while !w.seen(at).is_man() {
        at = w.step(at, vector)?;
    }
    Some(at)
}

fn double(w: &mut dyn Walker, vectors: &'static [Vector]) {
    let from = w.from();
    for &first in vectors {
        let Some(between) = first_man(w, from, first).and_then(|hurdle| w.step(hurdle, first)) else { continue };
        if w.seen(between).is_man() {
            continue;
        }
        for &second in vectors {
            w.bends(first, second);
            if let Some(to) = first_man(w, between, second).and_then(|hurdle| w.step(hurdle, second)) {
                w.go(to, Mode::Both);
            }
        }
    }
}

/// Generates the moves that [`Walker::bounce`] describes, by looking at the squares one by one.
pub fn bounce(w: &mut dyn Walker, vectors: &[Vector]) {
    for &(files, ranks) in vectors {
        let (from, mut ahead, mut back) = (w.from(), w.from(), w.from());
        while let Some(next) = w.step(back, (-files, -ranks)) {
            back = next;
            let obstacle = match w.step(ahead, (files, ranks)) {
                Some(next) => {
                    ahead = next;
                    w.seen(next).is_man().then_some(next)
                }
                None => Some(from),
            };
            match obstacle {
                Some(hurdle) if hurdle != from => w.go_over(hurdle, back, Mode::Both),
                Some(_) => w.go(back, Mode::Both),
                None if !w.seen(back).is_man() => continue,
                None => {}
            }
            break;
        }
    }
}

fn scarabeus(w: &mut dyn Walker) {
    for &(files, ranks) in QUEEN {
        let Some(hurdle) = first_man(w, w.from(), (files, ranks)) else { continue };
        for &vector in KNIGHT {
            // Only the two vectors nearest to the direction.
            let along = vector.0 * files + vector.1 * ranks;
            if along == if files == 0 || ranks == 0 { 2 } else { 3 }
                && let Some(to) = w.step(hurdle, vector)
            {
                w.go_over(hurdle, to, Mode::Both);
            }
        }
    }
}

const EQUI: Equihop = Equihop { lines: false, nonstop: false, adverse: false, stays: false };

/// Generates the moves that [`Walker::equihop`] describes, by trying each man as a hurdle.
pub fn equihop(w: &mut dyn Walker, how: Equihop, beyond: fn(Vector) -> Leaps) {
    let from = w.from();
    let target = w.target();
    for hurdle in w.men() {
        let towards = difference(from, hurdle);
        if how.adverse && w.seen(hurdle) != Seen::Adverse || !how.nonstop && !is_clear(w, from, towards) {
            continue;
        }
        let start = if how.stays { from } else { hurdle };
        let wanted = target.map(|target| difference(start, target));
        for vector in how.leaps(towards, beyond) {
            if wanted.is_some_and(|wanted| wanted != vector) {
                continue;
            }
            if let Some(to) = w.step(start, vector)
                && (how.nonstop || is_clear(w, start, vector))
            {
                w.go_over(hurdle, to, Mode::Both);
            }
        }
    }
}

/// Generates moves to the square half way to another man. Unless `nonstop`, all squares on the line to that man must be
/// empty.
fn half_way(w: &mut dyn Walker, nonstop: bool) {
    let from = w.from();
    for man in w.men() {
        let (files, ranks) = difference(from, man);
        if files % 2 == 0
            && ranks % 2 == 0
            && let Some(to) = w.step(from, (files / 2, ranks / 2))
        {
            let half = (files / 2, ranks / 2);
            if nonstop || is_clear(w, from, half) && is_clear(w, to, half) {
                w.go_over(man, to, Mode::Both);
            }
        }
    }
}

/// Returns the vector from one square to another.
pub fn difference(from: Square, to: Square) -> Vector {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}

/// Whether all squares are empty that are exactly on the line from `from` to the square at the given vector, without
/// its two ends.
fn is_clear(w: &dyn Walker, from: Square, (files, ranks): Vector) -> bool {
    let bounds = divisor(files.abs(), ranks.abs());
    let vector = (files / bounds, ranks / bounds);
    let mut at = from;
    (1..bounds).all(|_| match w.step(at, vector) {
        Some(next) => {
            at = next;
            !w.seen(next).is_man()
        }
        None => false,
    })
}

/// Returns the greatest common divisor of two non-negative numbers, and 1 for (0, 0).
pub fn divisor(a: i8, b: i8) -> i8 {
    if b == 0 { a.max(1) } else { divisor(b, a % b) }
}

fn straight(vector: Vector) -> Leaps {
    smallvec![vector]
}

/// Returns the vectors from a hurdle to the targets of Popeye's eagle equihopper. The parameter is the vector to the
/// hurdle; the results are this vector turned by 90 degrees to either side. There are none unless the hurdle is on a
/// queen's line, or a knight's, camel's or zebra's leap away.
fn eagle((files, ranks): Vector) -> Leaps {
    let (short, long) = (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()));
    if short == 0 || short == long || matches!((short, long), (1, 2) | (1, 3) | (2, 3)) {
        smallvec![(-ranks, files), (ranks, -files)]
    } else {
        Leaps::new()
    }
}

/// Like [`eagle`], but hurdles two knight's leaps away in one direction count too.
fn nonstop_eagle((files, ranks): Vector) -> Leaps {
    if matches!((files.abs(), ranks.abs()), (2, 4) | (4, 2)) {
        smallvec![(-ranks, files), (ranks, -files)]
    } else {
        eagle((files, ranks))
    }
}

/// Returns a vector and all its images under rotations and reflections of the board.
fn images((a, b): Vector) -> Leaps {
    let mut images: Leaps = smallvec![(a, b), (-b, a), (-a, -b), (b, -a), (b, a), (-a, b), (-b, -a), (a, -b)];
    images.sort_unstable();
    images.dedup();
    images
}

/// Returns all leaps that are as long as the vector; for example, the (0,5)-leap and the (3,4)-leap are equally long.
fn as_long(vector: Vector) -> Leaps {
    SmallVec::from_slice(&BY_LENGTH[square_of_length(vector)])
}

fn square_of_length((files, ranks): Vector) -> usize {
    let square = |n: i8| usize::from(n.unsigned_abs()) * usize::from(n.unsigned_abs());
    square(files) + square(ranks)
}

/// All leaps on boards up to 16x16, indexed by the square of their length.
static BY_LENGTH: LazyLock<Vec<Vec<Vector>>> = LazyLock::new(|| {
    let mut by_length = vec![Vec::new(); square_of_length((15, 15)) + 1];
    let all = (-15..=15).flat_map(|files| (-15..=15).map(move |ranks| (files, ranks)));
    all.for_each(|vector| by_length[square_of_length(vector)].push(vector));
    by_length
});
