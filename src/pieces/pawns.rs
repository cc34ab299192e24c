//! Men that go ahead and promote.

use super::{Pawn, PawnRange, PieceDef};

pub const ALL: &[PieceDef] = &[
    PieceDef {
        name: "Berolina Pawn",
        code: "BP",
        doc: "moves diagonally ahead and captures straight ahead",
        xbetza: "fmFfceWifmnA",
        walk: |w| w.pawn(Pawn { berolina: true, range: PawnRange::Step }),
    },
    PieceDef {
        name: "Super Pawn",
        code: "SP",
        doc: "moves any number of squares straight ahead, captures any number of squares diagonally ahead",
        xbetza: "fmRfcB",
        walk: |w| w.pawn(Pawn { berolina: false, range: PawnRange::Rider }),
    },
    PieceDef {
        name: "Berolina Super Pawn",
        code: "BS",
        doc: "moves any number of squares diagonally ahead, captures any number of squares straight ahead",
        xbetza: "fmBfcR",
        walk: |w| w.pawn(Pawn { berolina: true, range: PawnRange::Rider }),
    },
    PieceDef {
        name: "Marine Pawn",
        code: "MP",
        doc: "moves as a pawn, captures diagonally ahead by leaping over the victim to the empty square behind it",
        xbetza: "",
        walk: |w| w.pawn(Pawn { berolina: false, range: PawnRange::Locust }),
    },
];
