//! The men of one side, without those of the other. Most of the proof-game bound depends only on them.

use crate::orthodox::board::bitboard::{Sq, bit};
use crate::orthodox::board::zobrist;
use crate::orthodox::board::{Board, RIGHTS, Right};
use crate::units::{Color, Piece};

#[derive(Clone, Copy, Debug)]
pub struct Army {
    pub color: Color,
    pieces: [u64; 6],
    all: u64,
    rights: u8,
    key: u128,
}

impl Army {
    pub fn of(board: &Board, color: Color) -> Army {
        let mut army = Army { color, pieces: [0; 6], all: board.of(color), rights: 0, key: 0 };
        for piece in Piece::orthodox() {
            army.pieces[piece.index()] = board.men(color, piece);
            for sq in crate::orthodox::board::bitboard::squares(army.men(piece)) {
                army.key ^= zobrist::unit(color, piece, sq);
            }
        }
        let own = if color == Color::White { 0b0011 } else { 0b1100 };
        army.set_rights(board.castling() & own);
        army
    }

    pub fn men(&self, piece: Piece) -> u64 {
        self.pieces[piece.index()]
    }

    pub fn all(&self) -> u64 {
        self.all
    }

    pub fn count(&self) -> u32 {
        self.all.count_ones()
    }

    /// Returns the hash key of the men, their squares and their castling rights.
    pub fn key(&self) -> u128 {
        self.key
    }

    pub fn rights(&self) -> impl Iterator<Item = &'static Right> + use<> {
        let rights = self.rights;
        RIGHTS.iter().filter(move |right| rights & right.flag != 0)
    }

    pub fn piece_at(&self, sq: Sq) -> Option<Piece> {
        Piece::orthodox().find(|&piece| self.men(piece) & bit(sq) != 0)
    }

    /// Whether the side loses a castling right when the man on `sq` leaves.
    pub fn loses_right(&self, sq: Sq) -> bool {
        self.rights().any(|right| right.king == sq || right.rook == sq)
    }

    /// Returns the hash key after a man of kind `piece` goes from `from` to `to` and becomes one of kind `becomes`. The
    /// move must not end a castling right.
    pub fn key_after(&self, piece: Piece, from: Sq, becomes: Piece, to: Sq) -> u128 {
        self.key ^ zobrist::unit(self.color, piece, from) ^ zobrist::unit(self.color, becomes, to)
    }

    fn toggle(&mut self, piece: Piece, sq: Sq) {
        self.pieces[piece.index()] ^= bit(sq);
        self.all ^= bit(sq);
        self.key ^= zobrist::unit(self.color, piece, sq);
    }

    fn set_rights(&mut self, rights: u8) {
        self.key ^= zobrist::castling(self.rights) ^ zobrist::castling(rights);
        self.rights = rights;
    }

    /// Ends the castling rights whose king or rook is on one of the squares.
    fn touch(&mut self, squares: u64) {
        if self.rights != 0 {
            let lost = RIGHTS.iter().filter(|right| squares & (bit(right.king) | bit(right.rook)) != 0);
            let lost: u8 = lost.map(|right| right.flag).sum();
            if self.rights & lost != 0 {
                self.set_rights(self.rights & !lost);
            }
        }
    }

    pub fn moved(&self, piece: Piece, from: Sq, becomes: Piece, to: Sq) -> Army {
        let mut after = *self;
        after.toggle(piece, from);
        after.toggle(becomes, to);
        after.touch(bit(from));
        after
    }

    /// Returns the army after the castling move. The caller ensures that nothing obstructs it.
    pub fn castled(&self, right: &Right) -> Army {
        debug_assert!(self.all & (bit(right.king_to) | bit(right.rook_to)) & !(bit(right.king) | bit(right.rook)) == 0);
        let mut after = self.moved(Piece::KING, right.king, Piece::KING, right.king_to);
        after.toggle(Piece::ROOK, right.rook);
        after.toggle(Piece::ROOK, right.rook_to);
        after
    }

    /// Returns the squares of the men of a kind after the castling move. Men in its way are ignored, because they may
    /// leave before.
    pub fn men_castled(&self, piece: Piece, right: &Right) -> u64 {
        match piece {
            Piece::KING => self.men(piece) & !bit(right.king) | bit(right.king_to),
            Piece::ROOK => self.men(piece) & !bit(right.rook) | bit(right.rook_to),
            _ => self.men(piece),
        }
    }

    pub fn without(&self, piece: Piece, sq: Sq) -> Army {
        let mut after = *self;
        after.toggle(piece, sq);
        after.touch(bit(sq));
        after
    }
}
