//! The men of orthodox chess, in the order on which the bitboard engine relies.

use super::{BISHOP, KNIGHT, Mode, Pawn, PawnRange, PieceDef, QUEEN, ROOK};

pub const ALL: &[PieceDef] = &[
    PieceDef {
        name: "Pawn",
        code: "P",
        doc: "one step ahead, two from its second rank; captures one step diagonally ahead, also en passant; promotes on the last rank",
        xbetza: "fmWfceFifmnD",
        walk: |w| w.pawn(Pawn { berolina: false, range: PawnRange::Step }),
    },
    PieceDef { name: "Knight", code: "S", doc: "(1,2)-leaper", xbetza: "N", walk: |w| w.leap(KNIGHT, Mode::Both) },
    PieceDef { name: "Bishop", code: "B", doc: "(1,1)-rider", xbetza: "B", walk: |w| w.ride(BISHOP, Mode::Both) },
    PieceDef { name: "Rook", code: "R", doc: "(0,1)-rider", xbetza: "R", walk: |w| w.ride(ROOK, Mode::Both) },
    PieceDef { name: "Queen", code: "Q", doc: "rook and bishop", xbetza: "Q", walk: |w| w.ride(QUEEN, Mode::Both) },
    PieceDef {
        name: "King",
        code: "K",
        doc: "(0,1)- and (1,1)-leaper, royal; castles with an unmoved rook",
        xbetza: "KisO2",
        walk: |w| {
            w.leap(QUEEN, Mode::Both);
            w.castle();
        },
    },
];
