//! Men that go in one bound, whatever stands between.

use super::{Mode, PieceDef, leaper};

pub const ALL: &[PieceDef] = &[
    PieceDef {
        name: "Wazir",
        code: "WE",
        doc: "(0,1)-leaper",
        xbetza: "W",
        walk: |w| w.leap(&const { leaper::<4>(0, 1) }, Mode::Both),
    },
    PieceDef {
        name: "Fers",
        code: "FE",
        doc: "(1,1)-leaper",
        xbetza: "F",
        walk: |w| w.leap(&const { leaper::<4>(1, 1) }, Mode::Both),
    },
    PieceDef {
        name: "Dabbaba",
        code: "DA",
        doc: "(0,2)-leaper",
        xbetza: "D",
        walk: |w| w.leap(&const { leaper::<4>(0, 2) }, Mode::Both),
    },
    PieceDef {
        name: "Alfil",
        code: "AL",
        doc: "(2,2)-leaper",
        xbetza: "A",
        walk: |w| w.leap(&const { leaper::<4>(2, 2) }, Mode::Both),
    },
    PieceDef {
        name: "Camel",
        code: "CA",
        doc: "(1,3)-leaper",
        xbetza: "C",
        walk: |w| w.leap(&const { leaper::<8>(1, 3) }, Mode::Both),
    },
    PieceDef {
        name: "Zebra",
        code: "Z",
        doc: "(2,3)-leaper",
        xbetza: "Z",
        walk: |w| w.leap(&const { leaper::<8>(2, 3) }, Mode::Both),
    },
    PieceDef {
        name: "Giraffe",
        code: "GI",
        doc: "(1,4)-leaper",
        xbetza: "",
        walk: |w| w.leap(&const { leaper::<8>(1, 4) }, Mode::Both),
    },
    PieceDef {
        name: "Antelope",
        code: "AN",
        doc: "(3,4)-leaper",
        xbetza: "",
        walk: |w| w.leap(&const { leaper::<8>(3, 4) }, Mode::Both),
    },
    PieceDef {
        name: "Root-50-leaper",
        code: "RF",
        doc: "(1,7)- and (5,5)-leaper",
        xbetza: "",
        walk: |w| {
            w.leap(&const { leaper::<8>(1, 7) }, Mode::Both);
            w.leap(&const { leaper::<4>(5, 5) }, Mode::Both);
        },
    },
    PieceDef {
        name: "1:5-leaper",
        code: "15",
        doc: "(1,5)-leaper",
        xbetza: "",
        walk: |w| w.leap(&const { leaper::<8>(1, 5) }, Mode::Both),
    },
    PieceDef {
        name: "1:6-leaper",
        code: "16",
        doc: "(1,6)-leaper",
        xbetza: "",
        walk: |w| w.leap(&const { leaper::<8>(1, 6) }, Mode::Both),
    },
    PieceDef {
        name: "2:4-leaper",
        code: "24",
        doc: "(2,4)-leaper",
        xbetza: "",
        walk: |w| w.leap(&const { leaper::<8>(2, 4) }, Mode::Both),
    },
    PieceDef {
        name: "2:5-leaper",
        code: "25",
        doc: "(2,5)-leaper",
        xbetza: "",
        walk: |w| w.leap(&const { leaper::<8>(2, 5) }, Mode::Both),
    },
    PieceDef {
        name: "3:5-leaper",
        code: "35",
        doc: "(3,5)-leaper",
        xbetza: "",
        walk: |w| w.leap(&const { leaper::<8>(3, 5) }, Mode::Both),
    },
    PieceDef {
        name: "3:6-leaper",
        code: "36",
        doc: "(3,6)-leaper",
        xbetza: "",
        walk: |w| w.leap(&const { leaper::<8>(3, 6) }, Mode::Both),
    },
    PieceDef {
        name: "3:7-leaper",
        code: "37",
        doc: "(3,7)-leaper",
        xbetza: "",
        walk: |w| w.leap(&const { leaper::<8>(3, 7) }, Mode::Both),
    },
    PieceDef {
        name: "Zebu",
        code: "ZE",
        doc: "camel and giraffe",
        xbetza: "",
        walk: |w| {
            w.leap(&const { leaper::<8>(1, 3) }, Mode::Both);
            w.leap(&const { leaper::<8>(1, 4) }, Mode::Both);
        },
    },
    PieceDef {
        name: "Okapi",
        code: "OK",
        doc: "knight and zebra",
        xbetza: "NZ",
        walk: |w| {
            w.leap(&const { leaper::<8>(1, 2) }, Mode::Both);
            w.leap(&const { leaper::<8>(2, 3) }, Mode::Both);
        },
    },
    PieceDef {
        name: "Bison",
        code: "BI",
        doc: "camel and zebra",
        xbetza: "CZ",
        walk: |w| {
            w.leap(&const { leaper::<8>(1, 3) }, Mode::Both);
            w.leap(&const { leaper::<8>(2, 3) }, Mode::Both);
        },
    },
    PieceDef {
        name: "Gnu",
        code: "GN",
        doc: "knight and camel",
        xbetza: "NC",
        walk: |w| {
            w.leap(&const { leaper::<8>(1, 2) }, Mode::Both);
            w.leap(&const { leaper::<8>(1, 3) }, Mode::Both);
        },
    },
    PieceDef {
        name: "Squirrel",
        code: "SQ",
        doc: "knight, alfil and dabbaba",
        xbetza: "NAD",
        walk: |w| {
            w.leap(&const { leaper::<8>(1, 2) }, Mode::Both);
            w.leap(&const { leaper::<4>(0, 2) }, Mode::Both);
            w.leap(&const { leaper::<4>(2, 2) }, Mode::Both);
        },
    },
    PieceDef {
        name: "Erlking",
        code: "EK",
        doc: "moves as a king, and is not royal",
        xbetza: "K",
        walk: |w| {
            w.leap(&const { leaper::<4>(0, 1) }, Mode::Both);
            w.leap(&const { leaper::<4>(1, 1) }, Mode::Both);
        },
    },
];
