//! Men whose way depends on more than directions.

use super::{Mode, PieceDef};

pub const ALL: &[PieceDef] = &[
    PieceDef { name: "Dummy", code: "DU", doc: "does not move", xbetza: "", walk: |_| {} },
    PieceDef {
        name: "Orphan",
        code: "O",
        doc: "goes as the adverse men that observe it; orphans pass this on",
        xbetza: "",
        walk: |w| {
            for piece in w.observers(false) {
                w.as_piece(piece, Mode::Both);
            }
        },
    },
    PieceDef {
        name: "Friend",
        code: "F",
        doc: "goes as the own men that guard it; friends pass this on",
        xbetza: "",
        walk: |w| {
            for piece in w.observers(true) {
                w.as_piece(piece, Mode::Both);
            }
        },
    },
];
