//! Men that go in equal bounds while nothing stands in between.

use super::{BISHOP, KNIGHT, Mode, PieceDef, ROOK, leaper};

pub const ALL: &[PieceDef] = &[
    PieceDef { name: "Nightrider", code: "N", doc: "(1,2)-rider", xbetza: "NN", walk: |w| w.ride(KNIGHT, Mode::Both) },
    PieceDef {
        name: "Camelrider",
        code: "CR",
        doc: "(1,3)-rider",
        xbetza: "CC",
        walk: |w| w.ride(&const { leaper::<8>(1, 3) }, Mode::Both),
    },
    PieceDef {
        name: "Zebrarider",
        code: "ZR",
        doc: "(2,3)-rider",
        xbetza: "ZZ",
        walk: |w| w.ride(&const { leaper::<8>(2, 3) }, Mode::Both),
    },
    PieceDef {
        name: "Gnurider",
        code: "GR",
        doc: "(1,2)- and (1,3)-rider",
        xbetza: "NNCC",
        walk: |w| {
            w.ride(KNIGHT, Mode::Both);
            w.ride(&const { leaper::<8>(1, 3) }, Mode::Both);
        },
    },
    PieceDef {
        name: "Amazon",
        code: "AM",
        doc: "queen and knight",
        xbetza: "QN",
        walk: |w| {
            w.ride(BISHOP, Mode::Both);
            w.ride(ROOK, Mode::Both);
            w.leap(KNIGHT, Mode::Both);
        },
    },
    PieceDef {
        name: "Empress",
        code: "EM",
        doc: "rook and knight",
        xbetza: "RN",
        walk: |w| {
            w.ride(ROOK, Mode::Both);
            w.leap(KNIGHT, Mode::Both);
        },
    },
    PieceDef {
        name: "Princess",
        code: "PR",
        doc: "bishop and knight",
        xbetza: "BN",
        walk: |w| {
            w.ride(BISHOP, Mode::Both);
            w.leap(KNIGHT, Mode::Both);
        },
    },
    PieceDef {
        name: "Waran",
        code: "WA",
        doc: "rook and nightrider",
        xbetza: "RNN",
        walk: |w| {
            w.ride(ROOK, Mode::Both);
            w.ride(KNIGHT, Mode::Both);
        },
    },
];
