//! Riders: pieces that move in steps over empty squares, straight or along a bent line.

use super::{BISHOP, CAMEL, KNIGHT, Line, Mode, Pawn, PieceDef, QUEEN, ROOK, Vector, Walker, ZEBRA, row};
use crate::board::Square;

pub const ALL: &[PieceDef] = &[
    row("Wazirrider", "WR", "rook", "WW", |w| w.ride(ROOK, Mode::Both)),
    row("Fersrider", "FR", "bishop", "FF", |w| w.ride(BISHOP, Mode::Both)),
    row("Nightrider", "N", "(1,2)-rider", "NN", |w| w.ride(KNIGHT, Mode::Both)),
    row("Camelrider", "CR", "(1,3)-rider", "CC", |w| w.ride(CAMEL, Mode::Both)),
    row("Zebrarider", "ZR", "(2,3)-rider", "ZZ", |w| w.ride(ZEBRA, Mode::Both)),
    row("Gnurider", "GR", "(1,2)- and (1,3)-rider", "NNCC", |w| {
        w.ride(KNIGHT, Mode::Both);
        w.ride(CAMEL, Mode::Both);
    }),
    row("Amazon", "AM", "queen and knight", "QN", |w| {
        w.ride(QUEEN, Mode::Both);
        w.leap(KNIGHT, Mode::Both);
    }),
    row("Empress", "EM", "rook and knight", "RN", |w| {
        w.ride(ROOK, Mode::Both);
        w.leap(KNIGHT, Mode::Both);
    }),
    row("Princess", "PR", "bishop and knight", "BN", |w| {
        w.ride(BISHOP, Mode::Both);
        w.leap(KNIGHT, Mode::Both);
    }),
    row("Waran", "WA", "rook and nightrider", "RNN", |w| {
        w.ride(ROOK, Mode::Both);
        w.ride(KNIGHT, Mode::Both);
    }),
    row("Elephant", "ET", "queen and nightrider", "QNN", |w| {
        w.ride(QUEEN, Mode::Both);
        w.ride(KNIGHT, Mode::Both);
    }),
    row("Ship", "SH", "rook and pawn; does not promote", "RfmWfceFifmnD", |w| {
        w.ride(ROOK, Mode::Both);
        w.pawn(Pawn::PLAIN);
    }),
    row("Gryphon", "GY", "bishop and pawn, not en passant; does not promote", "BfmWifmnD", |w| {
        w.ride(BISHOP, Mode::Both);
        w.pawn(Pawn { captures: false, ..Pawn::PLAIN });
    }),
    row("Rose", "RO", "rides on the circles formed by knight's moves", "qN", |w| {
        w.ride_along(Line::Circle, KNIGHT, Mode::Both)
    }),
    row("Spiralspringer", "SS", "rides on knight's moves in a zigzag along a rank or a file", "", |w| {
        w.ride_along(Line::Spiral(3), KNIGHT, Mode::Both);
        w.ride_along(Line::Spiral(-1), KNIGHT, Mode::Both);
    }),
    row("Diagonalspiralspringer", "DS", "rides on knight's moves in a zigzag along a diagonal", "", |w| {
        w.ride_along(Line::Spiral(-3), KNIGHT, Mode::Both);
        w.ride_along(Line::Spiral(1), KNIGHT, Mode::Both);
    }),
    row(
        "Diagonalspiralspringer (1,1)",
        "S1",
        "rides on knight's moves, two of which bring it one square along a diagonal",
        "",
        |w| w.ride_along(Line::Spiral(-3), KNIGHT, Mode::Both),
    ),
    row(
        "Spiralspringer (2,0)",
        "S2",
        "rides on knight's moves, two of which bring it two squares along a rank or a file",
        "",
        |w| w.ride_along(Line::Spiral(3), KNIGHT, Mode::Both),
    ),
    row(
        "Diagonalspiralspringer (3,3)",
        "S3",
        "rides on knight's moves, two of which bring it three squares along a diagonal",
        "",
        |w| w.ride_along(Line::Spiral(1), KNIGHT, Mode::Both),
    ),
    row(
        "Spiralspringer (4,0)",
        "S4",
        "rides on knight's moves, two of which bring it four squares along a rank or a file",
        "",
        |w| w.ride_along(Line::Spiral(-1), KNIGHT, Mode::Both),
    ),
    row("Quintessence", "QN", "rides on knight's moves that turn alternately by 90 degrees left and right", "", |w| {
        w.ride_along(Line::Zigzag(2), KNIGHT, Mode::Both)
    }),
    row("Boyscout", "BT", "rides on a bishop's steps that turn alternately by 90 degrees left and right", "zB", |w| {
        w.ride_along(Line::Zigzag(1), BISHOP, Mode::Both)
    }),
    row("Girlscout", "GT", "rides on a rook's steps that turn alternately by 90 degrees left and right", "zR", |w| {
        w.ride_along(Line::Zigzag(1), ROOK, Mode::Both)
    }),
    row("Cat", "CT", "a knight that continues straight in leaps of two squares", "", |w| {
        for &(files, ranks) in KNIGHT {
            let bound = if files.abs() == 2 { (files, 0) } else { (0, ranks) };
            let squares = std::iter::successors(w.step(w.from(), (files, ranks)), |&to| w.step(to, bound));
            let path: Vec<(Square, bool)> = squares.map(|to| (to, true)).collect();
            w.along(&path, Mode::Both);
        }
    }),
    row("Reflecting Bishop", "RB", "a bishop that is reflected by the edges of the board", "", |w| reflected(w, 4)),
    row("Archbishop", "AR", "a bishop that is reflected once by the edge of the board", "", |w| reflected(w, 1)),
    row(
        "Cardinal",
        "C",
        "a bishop that moves one square along the edge of the board when it reaches the edge, and is then reflected",
        "",
        |w| cardinal(w),
    ),
    row(
        "Edgehog",
        "EH",
        "a queen that moves from the edge of the board to the inside, or from the inside to the edge",
        "",
        |w| {
            let inside = |w: &dyn Walker, to| !at_edge(w, to);
            w.ride_to(QUEEN, if at_edge(w, w.from()) { inside } else { at_edge });
        },
    ),
];

fn at_edge(w: &dyn Walker, square: Square) -> bool {
    ROOK.iter().any(|&vector| w.step(square, vector).is_none())
}

/// Generates a bishop's moves with at most `most` reflections at the edges.
fn reflected(w: &mut dyn Walker, most: usize) {
    for &vector in BISHOP {
        let (mut at, mut towards) = (w.from(), vector);
        let (mut reflections, mut path) = (0, Vec::new());
        loop {
            let Some(to) = w.step(at, towards) else {
                let turned = mirrored(w, at, towards);
                if reflections == most || turned == towards {
                    break;
                }
                reflections += 1;
                towards = turned;
                continue;
            };
            path.push((to, true));
            at = to;
        }
        w.along(&path, Mode::Both);
    }
}

/// Generates a bishop's moves with at most one reflection at an edge. After the reflection, the path is on squares of
/// the other colour.
fn cardinal(w: &mut dyn Walker) {
    for &vector in BISHOP {
        let (mut at, mut towards) = (w.from(), vector);
        let (mut reflected, mut path) = (false, Vec::new());
        loop {
            let next = w.step(at, towards).or_else(|| {
                let turned = mirrored(w, at, towards);
                if reflected || turned == towards {
                    return None;
                }
                reflected = true;
                let along = if turned.0 == towards.0 { (towards.0, 0) } else { (0, towards.1) };
                towards = turned;
                w.step(at, along)
            });
            let Some(to) = next else { break };
            path.push((to, true));
            at = to;
        }
        w.along(&path, Mode::Both);
    }
}

/// Returns the direction after a reflection at the edge, or the same direction if no reflection is possible (in a
/// corner).
fn mirrored(w: &dyn Walker, at: Square, (files, ranks): Vector) -> Vector {
    let beside = w.step(at, (files, 0)).is_some();
    let above = w.step(at, (0, ranks)).is_some();
    match (beside, above) {
        (false, true) => (-files, ranks),
        (true, false) => (files, -ranks),
        _ => (files, ranks),
    }
}
