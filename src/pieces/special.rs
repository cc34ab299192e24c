//! Pieces whose way of moving depends on other things than directions, such as the men around them.

use super::{Mode, Piece, PieceDef, row};

pub const ALL: &[PieceDef] = &[
    row("Dummy", "DU", "does not move", "", |_| {}),
    row("Orphan", "O", "moves as the enemy men that observe it; orphans pass this on", "", |w| {
        for piece in w.observers(false) {
            w.as_piece(piece, Mode::Both);
        }
    }),
    row(
        "Friend",
        "F",
        "moves like each man of its own side that guards it; a friend passes these powers on to the \
        friends that it guards",
        "",
        |w| {
            for piece in w.observers(true) {
                w.as_piece(piece, Mode::Both);
            }
        },
    ),
    row("Querquisite", "QQ", "moves as the piece on its file in the game array", "", |w| {
        if let Some(&piece) = Piece::FIRST_RANK.get(usize::from(w.from().file())) {
            w.as_piece(piece, Mode::Both);
        }
    }),
    row("Bishop/rook-hunter", "BR", "a bishop up the board and a rook down the board, for either side", "", |w| {
        w.as_hunter(Piece::BISHOP, 1);
        w.as_hunter(Piece::ROOK, -1);
    }),
    row("Rook/bishop-hunter", "RR", "a rook up the board and a bishop down the board, for either side", "", |w| {
        w.as_hunter(Piece::ROOK, 1);
        w.as_hunter(Piece::BISHOP, -1);
    }),
];
