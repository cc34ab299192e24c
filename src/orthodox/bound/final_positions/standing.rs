//! The mating side's men in a final position, by the way they attack.

use crate::orthodox::board::bitboard::{self, Sq, bit};
use crate::units::{Color, Piece};

#[derive(Clone, Copy, Default)]
pub struct Standing {
    pub all: u64,
    /// Rooks and queens.
    pub straight: u64,
    /// Bishops and queens.
    pub diagonal: u64,
    pub king: u64,
    pawns: u64,
    knights: u64,
}

impl Standing {
    pub fn with(mut self, piece: Piece, sq: Sq) -> Standing {
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

    /// Returns the men that attack the square, with lines as on `occupied`; the other side is `mated`.
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
