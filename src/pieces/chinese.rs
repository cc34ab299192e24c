//! Men that move as riders and capture over a hurdle.

use super::{BISHOP, Distance, Hop, KNIGHT, Mode, PieceDef, QUEEN, ROOK};

pub const ALL: &[PieceDef] = &[
    PieceDef {
        name: "Leo",
        code: "LE",
        doc: "moves as a queen, captures any distance beyond a hurdle",
        xbetza: "mQcpQ",
        walk: |w| {
            w.ride(QUEEN, Mode::Move);
            w.hop(Hop { vectors: QUEEN, before: Distance::Any, after: Distance::Any, turn: 0 }, Mode::Capture);
        },
    },
    PieceDef {
        name: "Pao",
        code: "PA",
        doc: "moves as a rook, captures any distance beyond a hurdle",
        xbetza: "mRcpR",
        walk: |w| {
            w.ride(ROOK, Mode::Move);
            w.hop(Hop { vectors: ROOK, before: Distance::Any, after: Distance::Any, turn: 0 }, Mode::Capture);
        },
    },
    PieceDef {
        name: "Vao",
        code: "VA",
        doc: "moves as a bishop, captures any distance beyond a hurdle",
        xbetza: "mBcpB",
        walk: |w| {
            w.ride(BISHOP, Mode::Move);
            w.hop(Hop { vectors: BISHOP, before: Distance::Any, after: Distance::Any, turn: 0 }, Mode::Capture);
        },
    },
    PieceDef {
        name: "Nao",
        code: "NA",
        doc: "moves as a nightrider, captures any distance beyond a hurdle",
        xbetza: "mNNcpNN",
        walk: |w| {
            w.ride(KNIGHT, Mode::Move);
            w.hop(Hop { vectors: KNIGHT, before: Distance::Any, after: Distance::Any, turn: 0 }, Mode::Capture);
        },
    },
];
