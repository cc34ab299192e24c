//! The mating side's men in a final position, grouped by the way in which they attack.

use crate::orthodox::board::bitboard::{self, Sq, bit};
use crate::units::{Color, Piece};

#[derive(Clone, Copy, Default)]
pub struct MatingMen {
    pub all: u64,
    /// Squares of rooks and queens.
    pub straight: u64,
    /// Squares of bishops and queens.
    pub diagonal: u64,
    pub king: u64,
    pawns: u64,
    knights: u64,
}

impl MatingMen {
    pub fn with(mut self, piece: Piece, sq: Sq) -> MatingMen {
        let here = bit(sq);
        self.all |= here;
        match piece {
            Piece::PAWN => self.pawns |= here,
            Piece::KNIGHT => self.knights |= here,
            Piece::BISHOP => self.diagonal |= here,
            Piece::ROOK => self.straight |= here,
            Piece::QUEEN => (self.straight, self.diagonal) = (self.straight | here, self.diagonal | here),
            _ => self.king |= here,
        }
        self
    }

    /// Returns the squares of the mating side's men that attack `sq`, with lines stopped by `occupied`. `mated` is
    /// the colour of the other side.
    pub fn attackers(&self, mated: Color, sq: Sq, occupied: u64) -> u64 {
        let leapers = bitboard::pawn(mated, sq) & self.pawns
            | bitboard::knight(sq) & self.knights
            | bitboard::king(sq) & self.king;
        let mut all = leapers;
        if self.straight & bitboard::rook_lines(sq) != 0 {
            all |= bitboard::rook(sq, occupied) & self.straight;
        }
        if self.diagonal & bitboard::bishop_lines(sq) != 0 {
            all |= bitboard::bishop(sq, occupied) & self.diagonal;
        }
        all
    }
}
