//! Pieces that capture by leaping over the victim: locusts, and marine pieces, which also move as riders.

use super::chinese::leg;
use super::{BISHOP, Distance, KNIGHT, Line, Mode, Pawn, PawnRange, PieceDef, QUEEN, ROOK, Vector, Walker, row};

pub const ALL: &[PieceDef] = &[
    row(
        "Locust",
        "L",
        "captures a man on a queen's line by leaping to the empty square behind it; has no other moves",
        "cyafmQ",
        |w| w.locust(QUEEN, Distance::Any),
    ),
    row(
        "Rook Locust",
        "LR",
        "captures a man on a rook's line by leaping to the empty square behind it; has no other moves",
        "cyafmR",
        |w| w.locust(ROOK, Distance::Any),
    ),
    row(
        "Bishop Locust",
        "LB",
        "captures a man on a bishop's line by leaping to the empty square behind it; has no other moves",
        "cyafmB",
        |w| w.locust(BISHOP, Distance::Any),
    ),
    row(
        "Nightrider Locust",
        "LN",
        "captures a man on a nightrider's line by leaping to the empty square behind it; has no other moves",
        "cyafmNN",
        |w| w.locust(KNIGHT, Distance::Any),
    ),
    row(
        "Rose Locust",
        "LS",
        "captures a man on a rose's line by leaping to the empty square behind it; has no other moves",
        "",
        |w| w.locust_along(Line::Circle, KNIGHT, Distance::Any),
    ),
    row(
        "Sirene",
        "SI",
        "moves as a queen, captures a man on its line by leaping to the empty square behind it",
        "mQcyafmQ",
        |w| marine(w, QUEEN),
    ),
    row(
        "Triton",
        "TR",
        "moves as a rook, captures a man on its line by leaping to the empty square behind it",
        "mRcyafmR",
        |w| marine(w, ROOK),
    ),
    row(
        "Nereide",
        "ND",
        "moves as a bishop, captures a man on its line by leaping to the empty square behind it",
        "mBcyafmB",
        |w| marine(w, BISHOP),
    ),
    row(
        "Marine Knight",
        "MS",
        "moves as a knight, captures a man a knight's move away by leaping to the empty square as far behind it",
        "mNcafmN",
        |w| {
            w.leap(KNIGHT, Mode::Move);
            w.locust(KNIGHT, Distance::Exactly(1));
        },
    ),
    row(
        "Poseidon",
        "PO",
        "moves as a king, captures an adjacent man by leaping to the empty square behind it; royal; castles with a triton in \
         ultramarine chess",
        "mKcafmK",
        |w| {
            w.leap(QUEEN, Mode::Move);
            w.locust(QUEEN, Distance::Exactly(1));
            w.castle();
        },
    ),
    row("Marine Ship", "MH", "triton and marine pawn; does not promote", "", |w| {
        marine(w, ROOK);
        w.pawn(Pawn { range: PawnRange::Locust, ..Pawn::PLAIN });
    }),
    row("Skylla", "SK", "moves as a mao, captures the man that would block a mao", "afsmWcafsmW", |w| lame(w, false)),
    row("Charybdis", "CY", "moves as a moa, captures the man that would block a moa", "afsmFcafsmF", |w| lame(w, true)),
];

fn marine(w: &mut dyn Walker, vectors: &'static [Vector]) {
    w.ride(vectors, Mode::Move);
    w.locust(vectors, Distance::Any);
}

fn lame(w: &mut dyn Walker, diagonal: bool) {
    for &vector in KNIGHT {
        if let (Some(over), Some(to)) = (w.step(w.from(), leg(vector, diagonal)), w.step(w.from(), vector)) {
            if w.seen(over).is_man() {
                w.take_on(over, to);
            } else {
                w.go(to, Mode::Move);
            }
        }
    }
}
