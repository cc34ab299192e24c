//! Men that go over a hurdle.

use super::{BISHOP, Distance, Hop, KNIGHT, Mode, PieceDef, QUEEN, ROOK};

pub const ALL: &[PieceDef] = &[
    PieceDef {
        name: "Grasshopper",
        code: "G",
        doc: "over a man on a queen's line to the next square",
        xbetza: "gQ",
        walk: |w| {
            w.hop(Hop { vectors: QUEEN, before: Distance::Any, after: Distance::Exactly(1), turn: 0 }, Mode::Both)
        },
    },
    PieceDef {
        name: "Rookhopper",
        code: "RH",
        doc: "over a man on a rook's line to the next square",
        xbetza: "gR",
        walk: |w| w.hop(Hop { vectors: ROOK, before: Distance::Any, after: Distance::Exactly(1), turn: 0 }, Mode::Both),
    },
    PieceDef {
        name: "Bishophopper",
        code: "BH",
        doc: "over a man on a bishop's line to the next square",
        xbetza: "gB",
        walk: |w| {
            w.hop(Hop { vectors: BISHOP, before: Distance::Any, after: Distance::Exactly(1), turn: 0 }, Mode::Both)
        },
    },
    PieceDef {
        name: "Nightriderhopper",
        code: "NH",
        doc: "over a man on a nightrider's line to the next square",
        xbetza: "gNN",
        walk: |w| {
            w.hop(Hop { vectors: KNIGHT, before: Distance::Any, after: Distance::Exactly(1), turn: 0 }, Mode::Both)
        },
    },
    PieceDef {
        name: "Grasshopper-2",
        code: "G2",
        doc: "over a man on a queen's line to the second square behind it",
        xbetza: "",
        walk: |w| {
            w.hop(Hop { vectors: QUEEN, before: Distance::Any, after: Distance::Exactly(2), turn: 0 }, Mode::Both)
        },
    },
    PieceDef {
        name: "Grasshopper-3",
        code: "G3",
        doc: "over a man on a queen's line to the third square behind it",
        xbetza: "",
        walk: |w| {
            w.hop(Hop { vectors: QUEEN, before: Distance::Any, after: Distance::Exactly(3), turn: 0 }, Mode::Both)
        },
    },
    PieceDef {
        name: "Kinghopper",
        code: "KH",
        doc: "over an adjacent man to the next square",
        xbetza: "",
        walk: |w| {
            w.hop(
                Hop { vectors: QUEEN, before: Distance::Exactly(1), after: Distance::Exactly(1), turn: 0 },
                Mode::Both,
            )
        },
    },
    PieceDef {
        name: "Knighthopper",
        code: "KP",
        doc: "over a man a knight's move away to the next square",
        xbetza: "",
        walk: |w| {
            w.hop(
                Hop { vectors: KNIGHT, before: Distance::Exactly(1), after: Distance::Exactly(1), turn: 0 },
                Mode::Both,
            )
        },
    },
    PieceDef {
        name: "Contragrasshopper",
        code: "CG",
        doc: "over an adjacent man on a queen's line to any square beyond",
        xbetza: "",
        walk: |w| {
            w.hop(Hop { vectors: QUEEN, before: Distance::Exactly(1), after: Distance::Any, turn: 0 }, Mode::Both)
        },
    },
    PieceDef {
        name: "Lion",
        code: "LI",
        doc: "over a man on a queen's line to any square beyond",
        xbetza: "pQ",
        walk: |w| w.hop(Hop { vectors: QUEEN, before: Distance::Any, after: Distance::Any, turn: 0 }, Mode::Both),
    },
    PieceDef {
        name: "Rooklion",
        code: "RL",
        doc: "over a man on a rook's line to any square beyond",
        xbetza: "pR",
        walk: |w| w.hop(Hop { vectors: ROOK, before: Distance::Any, after: Distance::Any, turn: 0 }, Mode::Both),
    },
    PieceDef {
        name: "Bishoplion",
        code: "BL",
        doc: "over a man on a bishop's line to any square beyond",
        xbetza: "pB",
        walk: |w| w.hop(Hop { vectors: BISHOP, before: Distance::Any, after: Distance::Any, turn: 0 }, Mode::Both),
    },
    PieceDef {
        name: "Nightriderlion",
        code: "NL",
        doc: "over a man on a nightrider's line to any square beyond",
        xbetza: "pNN",
        walk: |w| w.hop(Hop { vectors: KNIGHT, before: Distance::Any, after: Distance::Any, turn: 0 }, Mode::Both),
    },
    PieceDef {
        name: "Moose",
        code: "M",
        doc: "as a grasshopper, turning by 45 degrees at the hurdle",
        xbetza: "",
        walk: |w| {
            w.hop(Hop { vectors: QUEEN, before: Distance::Any, after: Distance::Exactly(1), turn: 1 }, Mode::Both)
        },
    },
    PieceDef {
        name: "Eagle",
        code: "EA",
        doc: "as a grasshopper, turning by 90 degrees at the hurdle",
        xbetza: "",
        walk: |w| {
            w.hop(Hop { vectors: QUEEN, before: Distance::Any, after: Distance::Exactly(1), turn: 2 }, Mode::Both)
        },
    },
    PieceDef {
        name: "Sparrow",
        code: "SW",
        doc: "as a grasshopper, turning by 135 degrees at the hurdle",
        xbetza: "",
        walk: |w| {
            w.hop(Hop { vectors: QUEEN, before: Distance::Any, after: Distance::Exactly(1), turn: 3 }, Mode::Both)
        },
    },
    PieceDef {
        name: "Hamster",
        code: "HA",
        doc: "as a grasshopper, turning by 180 degrees at the hurdle: to the square before it",
        xbetza: "",
        walk: |w| {
            w.hop(Hop { vectors: QUEEN, before: Distance::Any, after: Distance::Exactly(1), turn: 4 }, Mode::Both)
        },
    },
];
