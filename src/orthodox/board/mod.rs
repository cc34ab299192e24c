//! The board of the bitboard engine: the man on each square, the side to move, castling and en passant rights.
//!
//! This module uses geometry and occupation only, no rules. Start with [`bitboard`] for sets of squares and with
//! [`Board`] for the men. `moves` defines a move as data, `pins` finds the line men that aim at a king, and `zobrist`
//! has the random numbers of the hash key.

pub(crate) mod bitboard;
pub(in crate::orthodox) mod moves;
pub(in crate::orthodox) mod pins;
pub(in crate::orthodox) mod zobrist;

use crate::units::{Color, Piece, Placement, Square, Unit};
use bitboard::{Sq, bit, squares};
use zobrist::Key;

/// The men on their squares, the side to move, the rights to castle and to capture en passant, and the hash key. A
/// board has no rules and is cheap to copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    colors: [u64; 2],
    pieces: [u64; 6],
    side: Color,
    castling: u8,
    en_passant: Option<Sq>,
    key: Key,
}

/// A right to castle: its bit in [`Board::castling`], and the squares of king and rook before and after castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Right {
    pub flag: u8,
    pub color: Color,
    pub king: Sq,
    pub rook: Sq,
    pub king_to: Sq,
    pub rook_to: Sq,
}

pub const RIGHTS: [Right; 4] = [
    Right { flag: 1, color: Color::White, king: 4, rook: 7, king_to: 6, rook_to: 5 },
    Right { flag: 2, color: Color::White, king: 4, rook: 0, king_to: 2, rook_to: 3 },
    Right { flag: 4, color: Color::Black, king: 60, rook: 63, king_to: 62, rook_to: 61 },
    Right { flag: 8, color: Color::Black, king: 60, rook: 56, king_to: 58, rook_to: 59 },
];

impl Right {
    /// Returns the square of the man on `sq` after this castling move.
    pub fn after(&self, sq: Sq) -> Sq {
        match sq {
            _ if sq == self.king => self.king_to,
            _ if sq == self.rook => self.rook_to,
            _ => sq,
        }
    }
}

impl Board {
    /// Makes a board of the men of `placement` on the 8x8 board, without castling or en passant rights.
    pub fn new(placement: &Placement, side: Color) -> Board {
        let mut board = Board::empty(side);
        for (square, unit) in placement.iter() {
            if let Some(sq) = bitboard::from_square(square) {
                board.toggle(unit.color, unit.piece, sq);
            }
        }
        board
    }

    pub fn empty(side: Color) -> Board {
        let mut board =
            Board { colors: [0; 2], pieces: [0; 6], side: Color::White, castling: 0, en_passant: None, key: 0 };
        board.set_side(side);
        board
    }

    pub fn placement(&self) -> Placement {
        let mut placement = Placement::default();
        for sq in squares(self.occupied()) {
            if let Some(unit) = self.unit_at(sq) {
                placement.put(bitboard::to_square(sq), unit);
            }
        }
        placement
    }

    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    pub fn key_without_en_passant(&self) -> Key {
        self.en_passant.map_or(self.key, |sq| self.key ^ zobrist::en_passant(sq))
    }

    #[inline]
    pub fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    #[inline]
    pub fn of(&self, color: Color) -> u64 {
        self.colors[color as usize]
    }

    #[inline]
    pub fn all(&self, piece: Piece) -> u64 {
        self.pieces[piece.index()]
    }

    #[inline]
    pub fn men(&self, color: Color, piece: Piece) -> u64 {
        self.pieces[piece.index()] & self.colors[color as usize]
    }

    pub fn unit_at(&self, sq: Sq) -> Option<Unit> {
        let here = bit(sq);
        let color = if self.colors[0] & here != 0 {
            Color::White
        } else if self.colors[1] & here != 0 {
            Color::Black
        } else {
            return None;
        };
        Some(Unit::new(color, self.piece_at(sq)))
    }

    #[inline]
    pub fn piece_at(&self, sq: Sq) -> Piece {
        debug_assert!(self.occupied() & bit(sq) != 0);
        // Without branches, because the processor cannot predict the kind.
        let is = |index: usize| (self.pieces[index] >> sq) as usize & 1;
        Piece::from_index(is(1) + 2 * is(2) + 3 * is(3) + 4 * is(4) + 5 * is(5))
    }

    #[inline]
    pub fn castling(&self) -> u8 {
        self.castling
    }

    /// Returns the square that a pawn passed over in the last move, if a pawn of the side to move attacks that
    /// square. Otherwise returns `None`.
    #[inline]
    pub fn en_passant(&self) -> Option<Sq> {
        self.en_passant
    }

    /// Returns the square of the pawn that can be captured en passant, if any.
    pub fn en_passant_victim(&self) -> Option<Sq> {
        self.en_passant.map(|sq| if sq < 32 { sq + 8 } else { sq - 8 })
    }

    /// Puts the man on `sq` if the square is empty, or removes the man if it is there.
    #[inline]
    pub fn toggle(&mut self, color: Color, piece: Piece, sq: Sq) {
        self.colors[color as usize] ^= bit(sq);
        self.pieces[piece.index()] ^= bit(sq);
        self.key ^= zobrist::unit(color, piece, sq);
    }

    pub fn set_side(&mut self, side: Color) {
        if side != self.side {
            self.side = side;
            self.key ^= zobrist::BLACK_TO_MOVE;
        }
    }

    pub fn set_castling(&mut self, rights: u8) {
        self.key ^= zobrist::castling(self.castling) ^ zobrist::castling(rights);
        self.castling = rights;
    }

    /// Records that a pawn has passed over `sq`. Records nothing if no pawn of the side to move attacks `sq`,
    /// because then the double step has no effect under any of the rules.
    pub fn set_en_passant(&mut self, sq: Option<Sq>) {
        if let Some(old) = self.en_passant {
            self.key ^= zobrist::en_passant(old);
        }
        self.en_passant = sq.filter(|&sq| bitboard::pawn(!self.side, sq) & self.men(self.side, Piece::PAWN) != 0);
        if let Some(new) = self.en_passant {
            self.key ^= zobrist::en_passant(new);
        }
    }

    /// Returns, as bits, the castling rights whose king and rook are on their home squares.
    pub fn rights_at_home(&self) -> u8 {
        let home = |right: &Right| {
            self.men(right.color, Piece::KING) & bit(right.king) != 0
                && self.men(right.color, Piece::ROOK) & bit(right.rook) != 0
        };
        RIGHTS.iter().filter(|right| home(right)).map(|right| right.flag).sum()
    }

    pub fn has_one_king_each(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.men(color, Piece::KING).is_power_of_two())
    }

    /// Returns the men of `by` that attack `sq` by geometry, with lines stopped by `occupied`.
    pub fn attackers(&self, sq: Sq, by: Color, occupied: u64) -> u64 {
        let queens = self.all(Piece::QUEEN);
        let theirs = self.of(by);
        let mut set = bitboard::pawn(!by, sq) & self.all(Piece::PAWN)
            | bitboard::knight(sq) & self.all(Piece::KNIGHT)
            | bitboard::king(sq) & self.all(Piece::KING);
        let diagonal = (self.all(Piece::BISHOP) | queens) & theirs;
        let straight = (self.all(Piece::ROOK) | queens) & theirs;
        if diagonal & bitboard::bishop_lines(sq) != 0 {
            set |= bitboard::bishop(sq, occupied) & diagonal;
        }
        if straight & bitboard::rook_lines(sq) != 0 {
            set |= bitboard::rook(sq, occupied) & straight;
        }
        set & theirs
    }

    /// Returns the squares of the men of `by` that attack `square`; none if the board does not have this square.
    pub fn attackers_of(&self, square: Square, by: Color) -> Vec<Square> {
        let set = bitboard::from_square(square).map_or(0, |sq| self.attackers(sq, by, self.occupied()));
        squares(set).map(bitboard::to_square).collect()
    }

    /// Whether some man of `by` attacks `sq` by geometry, with lines stopped by `occupied`.
    pub fn is_attacked(&self, sq: Sq, by: Color, occupied: u64) -> bool {
        let theirs = self.of(by);
        let leapers = bitboard::pawn(!by, sq) & self.all(Piece::PAWN)
            | bitboard::knight(sq) & self.all(Piece::KNIGHT)
            | bitboard::king(sq) & self.all(Piece::KING);
        if leapers & theirs != 0 {
            return true;
        }
        let queens = self.all(Piece::QUEEN);
        let diagonal = (self.all(Piece::BISHOP) | queens) & theirs;
        if diagonal & bitboard::bishop_lines(sq) != 0 && bitboard::bishop(sq, occupied) & diagonal != 0 {
            return true;
        }
        let straight = (self.all(Piece::ROOK) | queens) & theirs;
        straight & bitboard::rook_lines(sq) != 0 && bitboard::rook(sq, occupied) & straight != 0
    }
}
