//! Fairy pawns: pieces that move ahead and promote.

use super::{Pawn, PawnRange, PieceDef, row};

pub const ALL: &[PieceDef] = &[
    row("Berolina Pawn", "BP", "moves diagonally ahead and captures straight ahead", "fmFfceWifmnA", |w| {
        w.pawn(Pawn::BEROLINA)
    }),
    row(
        "Super Pawn",
        "SP",
        "moves any number of squares straight ahead, captures any number of squares diagonally ahead",
        "fmRfcB",
        |w| w.pawn(Pawn { range: PawnRange::Rider, ..Pawn::PLAIN }),
    ),
    row(
        "Berolina Super Pawn",
        "BS",
        "moves any number of squares diagonally ahead, captures any number of squares straight ahead",
        "fmBfcR",
        |w| w.pawn(Pawn { range: PawnRange::Rider, ..Pawn::BEROLINA }),
    ),
    row(
        "Marine Pawn",
        "MP",
        "moves as a pawn, captures diagonally ahead by leaping over the captured man to the empty square behind it; \
         promotes to a marine piece",
        "",
        |w| w.pawn(Pawn { range: PawnRange::Locust, ..Pawn::PLAIN }),
    ),
    row(
        "Protean Pawn",
        "PP",
        "moves and captures as a pawn of the other side, and promotes on its own first rank",
        "bmWbceFibmnD",
        |w| w.pawn(Pawn { reversed: true, ..Pawn::PLAIN }),
    ),
];
