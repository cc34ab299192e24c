//! The pieces of the game The Magician. They move as sliders, and capture within two squares regardless of men in
//! between.

use super::walker::capture_farther_than_two;
use super::{BISHOP, KNIGHT, Mode, PieceDef, QUEEN, ROOK, Seen, Vector, Walker, leaper, slide};

const DABBABA: &[Vector] = &leaper::<4>(0, 2);
const ALFIL: &[Vector] = &leaper::<4>(2, 2);

pub const ALL: &[PieceDef] = &[
    PieceDef {
        name: "Magician",
        code: "MG.M",
        doc: "moves one or two squares diagonally; captures one or two squares away in all eight directions, leaping",
        xbetza: "mB2cKcAcD",
        walk: |w| {
            slide(w, BISHOP, 2, Mode::Move);
            near(w, false);
            doors(w, &[]);
        },
    },
    PieceDef {
        name: "High-Priestess",
        code: "MG.H",
        doc: "moves one or two squares as a queen; captures anywhere within two squares, leaping",
        xbetza: "mQ2cKcAcDcN",
        walk: |w| {
            slide(w, QUEEN, 2, Mode::Move);
            near(w, true);
            doors(w, &[]);
        },
    },
    PieceDef {
        name: "Magician's Archbishop",
        code: "MG.A",
        doc: "bishop; moves one or two squares as a rook; captures anywhere within two squares, leaping",
        xbetza: "mR2BcKcAcDcN",
        walk: |w| {
            slide(w, ROOK, 2, Mode::Move);
            w.ride(BISHOP, Mode::Move);
            capture_farther_than_two(w, BISHOP);
            near(w, true);
            doors(w, BISHOP);
        },
    },
    PieceDef {
        name: "Magician's Chancellor",
        code: "MG.C",
        doc: "rook; moves one or two squares as a bishop; captures anywhere within two squares, leaping",
        xbetza: "mB2RcKcAcDcN",
        walk: |w| {
            slide(w, BISHOP, 2, Mode::Move);
            w.ride(ROOK, Mode::Move);
            capture_farther_than_two(w, ROOK);
            near(w, true);
            doors(w, ROOK);
        },
    },
    PieceDef {
        name: "Prime Minister",
        code: "MG.PM",
        doc: "queen; captures anywhere within two squares, leaping",
        xbetza: "QcKcAcDcN",
        walk: |w| {
            w.ride(QUEEN, Mode::Move);
            capture_farther_than_two(w, QUEEN);
            near(w, true);
            doors(w, QUEEN);
        },
    },
];

/// Generates captures one or two squares away along a queen's lines and, with `knight`, captures by a knight's leap.
fn near(w: &mut dyn Walker, knight: bool) {
    w.leap(QUEEN, Mode::Capture);
    w.leap(DABBABA, Mode::Capture);
    w.leap(ALFIL, Mode::Capture);
    if knight {
        w.leap(KNIGHT, Mode::Capture);
    }
}

/// Generates moves from one edge to the opposite edge and from one corner to another over all men, if the rules allow
/// them ([`Walker::doors`]). Squares that the man can reach by sliding along `slides` are left out.
fn doors(w: &mut dyn Walker, slides: &[Vector]) {
    for to in w.doors() {
        let is_slide = slides.iter().any(|&vector| {
            let mut square = w.from();
            while let Some(next) = w.step(square, vector) {
                if next == to {
                    return true;
                }
                if w.seen(next) != Seen::Empty {
                    return false;
                }
                square = next;
            }
            false
        });
        if !is_slide {
            w.go(to, Mode::Both);
        }
    }
}
