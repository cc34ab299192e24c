//! The pieces of orthodox chess. The bitboard engine relies on their order.

use super::{BISHOP, KNIGHT, Mode, Pawn, PieceDef, QUEEN, ROOK, row};

pub const ALL: &[PieceDef] = &[
    row(
        "Pawn",
        "P",
        "moves one square ahead, or two from its second rank; captures one square diagonally ahead, also en passant; \
         promotes on the last rank",
        "fmWfceFifmnD",
        |w| w.pawn(Pawn::PLAIN),
    ),
    row("Knight", "S", "(1,2)-leaper", "N", |w| w.leap(KNIGHT, Mode::Both)),
    row("Bishop", "B", "(1,1)-rider", "B", |w| w.ride(BISHOP, Mode::Both)),
    row("Rook", "R", "(0,1)-rider", "R", |w| w.ride(ROOK, Mode::Both)),
    row("Queen", "Q", "rook and bishop", "Q", |w| w.ride(QUEEN, Mode::Both)),
    row("King", "K", "(0,1)- and (1,1)-leaper, royal; castles with an unmoved rook", "KisO2", |w| {
        w.leap(QUEEN, Mode::Both);
        w.castle();
    }),
];
