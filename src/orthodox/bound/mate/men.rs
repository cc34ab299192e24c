//! The men of one side, for the bounds on mates.

use super::likes::Likes;
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{Sq, bit, squares};
use crate::orthodox::board::zobrist;
use crate::orthodox::bound::distance::Castled;
use crate::units::{Color, Piece};

/// The men of one side, as they are on the board or after a castling move.
#[derive(Clone, Copy)]
pub struct Men {
    pub color: Color,
    pub king: Sq,
    /// Squares of the men by kind, pawns first. The king and a rook that has castled are not included.
    pub(super) pieces: [u64; 5],
    pub castled_rook: Option<Sq>,
    /// Squares of the 8x8 board that the board of the problem lacks.
    pub missing: u64,
    pub likes: Likes,
}

impl Men {
    pub fn new(board: &Board, color: Color, castled: Option<Castled>) -> Men {
        let mut men = Men {
            color,
            king: board.men(color, Piece::KING).trailing_zeros() as Sq,
            pieces: [0, 1, 2, 3, 4].map(|index| board.men(color, Piece::from_index(index))),
            castled_rook: None,
            missing: 0,
            likes: Likes::Nothing,
        };
        if let Some(castled) = castled {
            men.king = castled.king_to;
            men.pieces[Piece::ROOK.index()] ^= bit(castled.rook);
            // Another rook may be on this square.
            men.castled_rook = Some(castled.rook_to);
        }
        men
    }

    /// Returns the covers around `t` that the man on `from` can achieve, with their costs, as described for
    /// [`super::options::options`].
    pub fn options(&self, piece: Piece, from: Sq, t: Sq) -> &'static [u16] {
        self.likes.options(self.color, piece, from, t)
    }

    /// Calls `f` with the kind and square of each man except the king.
    pub fn each(&self, f: impl FnMut(Piece, Sq)) {
        self.each_on(!0, f);
    }

    /// Returns the squares of all men except the king, a castled rook included.
    pub fn squares(&self) -> u64 {
        self.pieces.iter().fold(self.castled_rook.map_or(0, bit), |all, men| all | men)
    }

    /// Returns the squares of the men of a kind, without a rook that has castled.
    pub fn of(&self, piece: Piece) -> u64 {
        self.pieces[piece.index()]
    }

    /// Calls `f` with the kind and square of each man on the squares `among`, except the king.
    pub fn each_on(&self, among: u64, mut f: impl FnMut(Piece, Sq)) {
        for (index, &set) in self.pieces.iter().enumerate() {
            for sq in squares(set & among) {
                f(Piece::from_index(index), sq);
            }
        }
        if let Some(sq) = self.castled_rook.filter(|&sq| among & bit(sq) != 0) {
            f(Piece::ROOK, sq);
        }
    }

    pub fn take_up(&mut self, piece: Piece, sq: Sq) {
        self.pieces[piece.index()] &= !bit(sq);
    }

    pub fn put_down(&mut self, piece: Piece, sq: Sq) {
        self.pieces[piece.index()] |= bit(sq);
    }

    /// Returns a hash key of the men and the number of their moves.
    pub fn key_with(&self, moves: u8) -> u64 {
        self.key() ^ u64::from(moves).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    fn key(&self) -> u64 {
        // Which man has given check depends on whether castling is among the moves.
        let castled = if self.castled_rook.is_some() { 0x2545_f491_4f6c_dd1d } else { 0 };
        let likes = self.likes.number().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut key = castled ^ likes ^ zobrist::unit(self.color, Piece::KING, self.king) as u64;
        // The keys are added, because two rooks may be counted on one square and XOR would cancel them.
        self.each(|piece, sq| key = key.wrapping_add(zobrist::unit(self.color, piece, sq) as u64));
        key
    }
}
