//! Leapers: pieces that move in one leap, regardless of men in between.

use super::{
    ALFIL, BISHOP, CAMEL, DABBABA, KNIGHT, Mode, Pawn, PieceDef, QUEEN, ROOK, Vector, Walker, ZEBRA, leaper, row,
};

const GIRAFFE: &[Vector] = &leaper::<8>(1, 4);
const ANTELOPE: &[Vector] = &leaper::<8>(3, 4);

pub const ALL: &[PieceDef] = &[
    row("Wazir", "WE", "(0,1)-leaper", "W", |w| w.leap(ROOK, Mode::Both)),
    row("Fers", "FE", "(1,1)-leaper", "F", |w| w.leap(BISHOP, Mode::Both)),
    row("Dabbaba", "DA", "(0,2)-leaper", "D", |w| w.leap(DABBABA, Mode::Both)),
    row("Alfil", "AL", "(2,2)-leaper", "A", |w| w.leap(ALFIL, Mode::Both)),
    row("Camel", "CA", "(1,3)-leaper", "C", |w| w.leap(CAMEL, Mode::Both)),
    row("Zebra", "Z", "(2,3)-leaper", "Z", |w| w.leap(ZEBRA, Mode::Both)),
    row("Giraffe", "GI", "(1,4)-leaper", "(1,4)", |w| w.leap(GIRAFFE, Mode::Both)),
    row("Antelope", "AN", "(3,4)-leaper", "(3,4)", |w| w.leap(ANTELOPE, Mode::Both)),
    row("Root-25-leaper", "BU", "(3,4)- and (0,5)-leaper, also called bucephalus", "(3,4)(0,5)", |w| {
        w.leap(ANTELOPE, Mode::Both);
        w.leap(&const { leaper::<4>(0, 5) }, Mode::Both);
    }),
    row("Root-50-leaper", "RF", "(1,7)- and (5,5)-leaper", "(1,7)(5,5)", |w| {
        w.leap(&const { leaper::<8>(1, 7) }, Mode::Both);
        w.leap(&const { leaper::<4>(5, 5) }, Mode::Both);
    }),
    row("1:5-leaper", "15", "(1,5)-leaper", "(1,5)", |w| w.leap(&const { leaper::<8>(1, 5) }, Mode::Both)),
    row("1:6-leaper", "16", "(1,6)-leaper", "(1,6)", |w| w.leap(&const { leaper::<8>(1, 6) }, Mode::Both)),
    row("2:4-leaper", "24", "(2,4)-leaper", "(2,4)", |w| w.leap(&const { leaper::<8>(2, 4) }, Mode::Both)),
    row("2:5-leaper", "25", "(2,5)-leaper", "(2,5)", |w| w.leap(&const { leaper::<8>(2, 5) }, Mode::Both)),
    row("3:5-leaper", "35", "(3,5)-leaper", "(3,5)", |w| w.leap(&const { leaper::<8>(3, 5) }, Mode::Both)),
    row("3:6-leaper", "36", "(3,6)-leaper", "(3,6)", |w| w.leap(&const { leaper::<8>(3, 6) }, Mode::Both)),
    row("3:7-leaper", "37", "(3,7)-leaper", "(3,7)", |w| w.leap(&const { leaper::<8>(3, 7) }, Mode::Both)),
    row("Zebu", "ZE", "camel and giraffe", "C(1,4)", |w| {
        w.leap(CAMEL, Mode::Both);
        w.leap(GIRAFFE, Mode::Both);
    }),
    row("Okapi", "OK", "knight and zebra", "NZ", |w| {
        w.leap(KNIGHT, Mode::Both);
        w.leap(ZEBRA, Mode::Both);
    }),
    row("Bison", "BI", "camel and zebra", "CZ", |w| {
        w.leap(CAMEL, Mode::Both);
        w.leap(ZEBRA, Mode::Both);
    }),
    row("Gnu", "GN", "knight and camel", "NC", |w| {
        w.leap(KNIGHT, Mode::Both);
        w.leap(CAMEL, Mode::Both);
    }),
    row("Squirrel", "SQ", "knight, alfil and dabbaba", "NAD", |w| {
        w.leap(KNIGHT, Mode::Both);
        w.leap(DABBABA, Mode::Both);
        w.leap(ALFIL, Mode::Both);
    }),
    row("Erlking", "EK", "moves as a king, but is not royal", "K", |w| w.leap(QUEEN, Mode::Both)),
    row("Dragon", "DR", "knight and pawn; does not promote", "NfmWfceFifmnD", |w| {
        w.leap(KNIGHT, Mode::Both);
        w.pawn(Pawn::PLAIN);
    }),
    row("Ubi-Ubi", "UU", "makes any number of knight's moves in a row over empty squares", "", |w| {
        chain(w, false, |_, _| true)
    }),
    row("Bouncy Knight", "BK", "a knight that may continue from empty squares at the edge", "", |w| {
        chain(w, false, at_edge)
    }),
    row(
        "Bouncy Nightrider",
        "BN",
        "a nightrider that may continue in any direction from empty squares at the edge",
        "",
        |w| chain(w, true, at_edge),
    ),
];

fn at_edge(w: &dyn Walker, square: crate::board::Square) -> bool {
    ROOK.iter().any(|&vector| w.step(square, vector).is_none())
}

/// Generates knight's moves (or nightrider's rides if `rides`). In the same move, the man may continue from each empty
/// square that `goes_on` accepts.
fn chain(w: &mut dyn Walker, rides: bool, goes_on: fn(&dyn Walker, crate::board::Square) -> bool) {
    let mut reached = vec![w.from()];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        next += 1;
        for &vector in KNIGHT {
            let mut at = from;
            while let Some(to) = w.step(at, vector) {
                w.go(to, Mode::Both);
                if w.seen(to).is_man() {
                    break;
                }
                if goes_on(w, to) && !reached.contains(&to) {
                    reached.push(to);
                }
                if !rides {
                    break;
                }
                at = to;
            }
        }
    }
}
