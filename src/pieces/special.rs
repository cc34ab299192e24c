//! Pieces whose ways of moving depend on more than directions.

use super::{Mode, Piece, PieceDef, row};

pub const ALL: &[PieceDef] = &[
    row("Dummy", "DU", "does not move", "", |_| {}),
    row("Orphan", "O", "goes as the adverse men that observe it; orphans pass this on", "", |w| {
        for piece in w.observers(false) {
            w.as_piece(piece, Mode::Both);
        }
    }),
    row("Friend", "F", "goes as the own men that guard it; friends pass this on", "", |w| {
        for piece in w.observers(true) {
            w.as_piece(piece, Mode::Both);
        }
    }),
    row("Querquisite", "QQ", "goes as the man that stands on its file in the array of the game", "", |w| {
        if let Some(&piece) = Piece::FIRST_RANK.get(usize::from(w.from().file())) {
            w.as_piece(piece, Mode::Both);
        }
    }),
    row("Bishop/rook-hunter", "BR", "a bishop up the board and a rook down, whatever its side", "", |w| {
        w.as_hunter(Piece::BISHOP, 1);
        w.as_hunter(Piece::ROOK, -1);
    }),
    row("Rook/bishop-hunter", "RR", "a rook up the board and a bishop down, whatever its side", "", |w| {
        w.as_hunter(Piece::ROOK, 1);
        w.as_hunter(Piece::BISHOP, -1);
    }),
];
