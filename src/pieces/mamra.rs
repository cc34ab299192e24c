//! The special piece of the game Mamra chess.

use super::{Mode, PieceDef, QUEEN};

pub const ALL: &[PieceDef] = &[PieceDef {
    name: "Mamra",
    code: "MR.M",
    doc: "(0,1)- and (1,1)-leaper; in Mamra chess only pawns can capture it",
    xbetza: "K",
    walk: |w| w.leap(QUEEN, Mode::Both),
}];
