//! A position in eight words of 64 bits, seen from the side to move: its pawns move up the board, whatever its colour
//! is.
//!
//! Names: `own` is the side to move, `theirs` the other side.

use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, FILE_A, Sq, bit};
use crate::units::{Color, Piece};

pub const PAWN: u8 = 0;
pub const KNIGHT: u8 = 1;
pub const BISHOP: u8 = 2;
pub const ROOK: u8 = 3;
pub const QUEEN: u8 = 4;
pub const KING: u8 = 5;

/// Masks for two kinds of men: all ones if the kinds are equal, otherwise zero.
static IS_KIND: [[u64; 6]; 6] = {
    let mut table = [[0; 6]; 6];
    let mut kind = 0;
    while kind < 6 {
        table[kind][kind] = !0;
        kind += 1;
    }
    table
};

/// A position with one king on each side, without a hash key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Men {
    pub own: u64,
    pub theirs: u64,
    /// Squares of the men of both sides, by kind ([`PAWN`] to [`KING`]).
    pub kinds: [u64; 6],
    /// The square that a pawn of the other side has just passed over, as a bitboard. Empty if no pawn of the side to
    /// move can capture this pawn.
    pub passed: u64,
    /// Castling rights: those of the side to move as bits [`SHORT`] and [`LONG`], those of the other side two bits
    /// higher.
    pub castling: u8,
}

/// Right to castle to the g-file, and (`LONG`) to the c-file, as bits of [`Men::castling`].
pub const SHORT: u8 = 1;
pub const LONG: u8 = 2;
/// Home square of the king. The two constants below are those of the rooks.
pub const KING_HOME: Sq = 4;
pub const LONG_ROOK: Sq = 0;
pub const SHORT_ROOK: Sq = 7;

/// A move of the side to move, with the kind of the moving man.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    pub from: Sq,
    pub to: Sq,
    pub kind: u8,
    /// The kind of the man after the move, which differs from `kind` only in a promotion.
    pub becomes: u8,
}

impl Step {
    pub fn plain(kind: u8, from: Sq, to: Sq) -> Step {
        Step { from, to, kind, becomes: kind }
    }

    pub fn is_castling(self) -> bool {
        self.kind == KING && self.from.abs_diff(self.to) == 2
    }

    pub fn is_double(self) -> bool {
        self.kind == PAWN && self.to == self.from + 16
    }
}

impl Men {
    pub fn of(board: &Board) -> Men {
        let side = board.side();
        let all = [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN, Piece::KING];
        let men = Men {
            own: board.of(side),
            theirs: board.of(!side),
            kinds: all.map(|piece| board.all(piece)),
            passed: board.en_passant().map_or(0, bit),
            castling: board.castling(),
        };
        if side == Color::White { men } else { men.upside_down().with_rights_exchanged() }
    }

    fn upside_down(self) -> Men {
        Men {
            own: self.own.swap_bytes(),
            theirs: self.theirs.swap_bytes(),
            kinds: self.kinds.map(u64::swap_bytes),
            passed: self.passed.swap_bytes(),
            castling: self.castling,
        }
    }

    fn with_rights_exchanged(self) -> Men {
        Men { castling: self.castling >> 2 | (self.castling & 3) << 2, ..self }
    }

    /// Returns this position from the point of view of the other side, which is then to move.
    #[inline]
    pub fn turned(self) -> Men {
        Men { own: self.theirs, theirs: self.own, ..self }.upside_down().with_rights_exchanged()
    }

    pub fn occupied(&self) -> u64 {
        self.own | self.theirs
    }

    pub fn mine(&self, kind: u8) -> u64 {
        self.own & self.kinds[usize::from(kind)]
    }

    pub fn others(&self, kind: u8) -> u64 {
        self.theirs & self.kinds[usize::from(kind)]
    }

    pub fn king(&self) -> Sq {
        self.mine(KING).trailing_zeros() as Sq
    }

    pub fn their_king(&self) -> Sq {
        self.others(KING).trailing_zeros() as Sq
    }

    pub fn straight(&self) -> u64 {
        self.kinds[usize::from(ROOK)] | self.kinds[usize::from(QUEEN)]
    }

    pub fn diagonal(&self) -> u64 {
        self.kinds[usize::from(BISHOP)] | self.kinds[usize::from(QUEEN)]
    }

    /// Returns the line men of both sides that would attack `sq` on an empty board.
    pub fn snipers(&self, sq: Sq) -> u64 {
        bitboard::rook_lines(sq) & self.straight() | bitboard::bishop_lines(sq) & self.diagonal()
    }

    /// Whether one of the line men on the squares `by` attacks the square, with lines stopped by `occupied`.
    #[inline]
    pub fn is_seen(&self, sq: Sq, by: u64, occupied: u64) -> bool {
        let (straight, diagonal) = (self.straight() & by, self.diagonal() & by);
        bitboard::rook_lines(sq) & straight != 0 && bitboard::rook(sq, occupied) & straight != 0
            || bitboard::bishop_lines(sq) & diagonal != 0 && bitboard::bishop(sq, occupied) & diagonal != 0
    }

    /// Returns those line men on the squares `by` that attack the square, with lines stopped by `occupied`.
    #[inline]
    pub fn seeing(&self, sq: Sq, by: u64, occupied: u64) -> u64 {
        let (straight, diagonal) = (self.straight() & by, self.diagonal() & by);
        let mut seeing = 0;
        if bitboard::rook_lines(sq) & straight != 0 {
            seeing |= bitboard::rook(sq, occupied) & straight;
        }
        if bitboard::bishop_lines(sq) & diagonal != 0 {
            seeing |= bitboard::bishop(sq, occupied) & diagonal;
        }
        seeing
    }

    /// Whether a man of the other side attacks the square, with lines stopped by `occupied`.
    #[inline]
    pub fn is_attacked(&self, sq: Sq, occupied: u64) -> bool {
        let leapers = bitboard::pawn(Color::White, sq) & self.kinds[usize::from(PAWN)]
            | bitboard::knight(sq) & self.kinds[usize::from(KNIGHT)]
            | bitboard::king(sq) & self.kinds[usize::from(KING)];
        leapers & self.theirs != 0 || self.is_seen(sq, self.theirs, occupied)
    }

    /// Removes the castling rights whose king or rook is on one of the squares `touched`.
    fn give_up_rights(&mut self, touched: u64) {
        const KING_AND_ROOKS: [(u8, u64); 2] =
            [(SHORT, bit(KING_HOME) | bit(SHORT_ROOK)), (LONG, bit(KING_HOME) | bit(LONG_ROOK))];
        for (right, homes) in KING_AND_ROOKS {
            if touched & homes != 0 {
                self.castling &= !right;
            }
            if touched & homes.swap_bytes() != 0 {
                self.castling &= !(right << 2);
            }
        }
    }

    /// Returns the position after the move. Its point of view is still that of the side that has moved, except that
    /// `passed` is already the square for the other side.
    #[inline]
    pub fn play(&self, step: Step) -> Men {
        let mut men = *self;
        let (from, to) = (bit(step.from), bit(step.to));
        let mut victim = self.theirs & to;
        if step.kind == PAWN && to == self.passed {
            victim = to >> 8;
        }
        men.theirs &= !victim;
        // All kinds are written in the same way. If only one word were written, the processor could not read all of
        // them at once.
        for (kind, is) in men.kinds.iter_mut().zip(&IS_KIND[usize::from(step.becomes)]) {
            *kind = *kind & !(victim | from) | to & is;
        }
        men.own = men.own & !from | to;
        if men.castling != 0 {
            men.give_up_rights(from | to);
            if step.is_castling() {
                let rook = if step.to > step.from { bit(SHORT_ROOK) | to >> 1 } else { bit(LONG_ROOK) | to << 1 };
                men.own ^= rook;
                men.kinds[usize::from(ROOK)] ^= rook;
            }
        }
        men.passed = 0;
        if step.is_double() {
            let beside = (to & !FILE_A) >> 1 | (to << 1) & !FILE_A;
            if beside & men.others(PAWN) != 0 {
                men.passed = from << 8;
            }
        }
        men
    }
}

/// Returns the squares that a man of the side to move attacks from `sq`.
#[inline]
pub fn attacks(kind: u8, sq: Sq, occupied: u64) -> u64 {
    match kind {
        PAWN => bitboard::pawn(Color::White, sq),
        KNIGHT => bitboard::knight(sq),
        BISHOP => bitboard::bishop(sq, occupied),
        ROOK => bitboard::rook(sq, occupied),
        QUEEN => bitboard::rook(sq, occupied) | bitboard::bishop(sq, occupied),
        _ => bitboard::king(sq),
    }
}
