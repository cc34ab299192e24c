//! Men that capture by leaping over the victim: locusts, and the marine pieces, which move as riders.

use super::{BISHOP, Distance, Mode, PieceDef, QUEEN, ROOK};

pub const ALL: &[PieceDef] = &[
    PieceDef {
        name: "Locust",
        code: "L",
        doc: "captures a man on a queen's line by leaping to the empty square behind it; has no other moves",
        xbetza: "",
        walk: |w| w.locust(QUEEN, Distance::Any),
    },
    PieceDef {
        name: "Rook Locust",
        code: "LR",
        doc: "captures a man on a rook's line by leaping to the empty square behind it; has no other moves",
        xbetza: "",
        walk: |w| w.locust(ROOK, Distance::Any),
    },
    PieceDef {
        name: "Bishop Locust",
        code: "LB",
        doc: "captures a man on a bishop's line by leaping to the empty square behind it; has no other moves",
        xbetza: "",
        walk: |w| w.locust(BISHOP, Distance::Any),
    },
    PieceDef {
        name: "Sirene",
        code: "SI",
        doc: "moves as a queen, captures a man on its line by leaping to the empty square behind it",
        xbetza: "",
        walk: |w| {
            w.ride(QUEEN, Mode::Move);
            w.locust(QUEEN, Distance::Any);
        },
    },
    PieceDef {
        name: "Triton",
        code: "TR",
        doc: "moves as a rook, captures a man on its line by leaping to the empty square behind it",
        xbetza: "",
        walk: |w| {
            w.ride(ROOK, Mode::Move);
            w.locust(ROOK, Distance::Any);
        },
    },
    PieceDef {
        name: "Nereide",
        code: "ND",
        doc: "moves as a bishop, captures a man on its line by leaping to the empty square behind it",
        xbetza: "",
        walk: |w| {
            w.ride(BISHOP, Mode::Move);
            w.locust(BISHOP, Distance::Any);
        },
    },
    PieceDef {
        name: "Poseidon",
        code: "PO",
        doc: "moves as a king, captures an adjacent man by leaping to the empty square behind it",
        xbetza: "",
        walk: |w| {
            w.leap(QUEEN, Mode::Move);
            w.locust(QUEEN, Distance::Exactly(1));
        },
    },
];
