//! Bitboards: sets of squares of the 8x8 board as 64-bit masks (bit 0 is a1, bit 7 h1, bit 63 h8), and the squares
//! that men attack.
//!
//! This module uses geometry and occupation only, no rules. A small table holds the attacks along ranks. Attacks
//! along all other lines are computed as `o ^ (o - 2r)`, where `o` has the men on the line and `r` is the man's
//! square. So nothing has to be built at start-up, and the tables take little of the cache.

use crate::units::{Color, Piece, Square};

/// A square of the 8x8 board: `rank * 8 + file`.
pub type Sq = u8;

pub const RANK_1: u64 = 0xff;
pub const RANK_8: u64 = 0xff << 56;
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

#[inline]
pub const fn bit(sq: Sq) -> u64 {
    1 << sq
}

/// Iterates over the squares of `set` in ascending order.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = Sq> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let sq = set.trailing_zeros() as Sq;
            set &= set - 1;
            sq
        })
    })
}

pub fn to_square(sq: Sq) -> Square {
    Square::new(sq & 7, sq >> 3).expect("a square of the 8x8 board")
}

/// Returns the square of the 8x8 board for a square of the large board, or `None` if it is outside the 8x8 board.
pub fn from_square(square: Square) -> Option<Sq> {
    (square.file() < 8 && square.rank() < 8).then(|| square.rank() * 8 + square.file())
}

const fn leaps(sq: usize, steps: &[(i32, i32)]) -> u64 {
    let (file, rank) = ((sq & 7) as i32, (sq >> 3) as i32);
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        let (f, r) = (file + steps[i].0, rank + steps[i].1);
        if f >= 0 && f < 8 && r >= 0 && r < 8 {
            set |= 1u64 << (r * 8 + f);
        }
        i += 1;
    }
    set
}

const fn leap_table(steps: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut sq = 0;
    while sq < 64 {
        table[sq] = leaps(sq, steps);
        sq += 1;
    }
    table
}

const fn line_table(df: i32, dr: i32) -> [u64; 64] {
    let mut table = [0; 64];
    let mut sq = 0;
    while sq < 64 {
        let mut k = -7;
        while k <= 7 {
            if k != 0 {
                table[sq] |= leaps(sq, &[(df * k, dr * k)]);
            }
            k += 1;
        }
        sq += 1;
    }
    table
}

static KNIGHT: [u64; 64] = leap_table(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [u64; 64] = leap_table(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [[u64; 64]; 2] = [leap_table(&[(-1, 1), (1, 1)]), leap_table(&[(-1, -1), (1, -1)])];
static RANKS: [u64; 64] = line_table(1, 0);
static FILES: [u64; 64] = line_table(0, 1);
static DIAGONALS: [u64; 64] = line_table(1, 1);
static ANTIDIAGONALS: [u64; 64] = line_table(1, -1);
static ROOK_LINES: [u64; 64] = unions(&RANKS, &FILES);
static BISHOP_LINES: [u64; 64] = unions(&DIAGONALS, &ANTIDIAGONALS);

const fn unions(a: &[u64; 64], b: &[u64; 64]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut sq = 0;
    while sq < 64 {
        table[sq] = a[sq] | b[sq];
        sq += 1;
    }
    table
}

/// Tables indexed by two squares `a` and `b`: the squares strictly between `a` and `b`, and the whole line through
/// `a` and `b`.
struct Pairs {
    between: [[u64; 64]; 64],
    through: [[u64; 64]; 64],
}

static PAIRS: Pairs = {
    let mut pairs = Pairs { between: [[0; 64]; 64], through: [[0; 64]; 64] };
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let mut a = 0;
    while a < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (df, dr) = steps[direction];
            let mut line = 1 << a;
            let mut k = -7;
            while k <= 7 {
                line |= leaps(a, &[(df * k, dr * k)]);
                k += 1;
            }
            let mut sign = -1;
            while sign <= 1 {
                let mut passed = 0;
                let mut k = sign;
                loop {
                    let here = leaps(a, &[(df * k, dr * k)]);
                    if here == 0 {
                        break;
                    }
                    let b = here.trailing_zeros() as usize;
                    pairs.between[a][b] = passed;
                    pairs.through[a][b] = line;
                    passed |= here;
                    k += sign;
                }
                sign += 2;
            }
            direction += 1;
        }
        a += 1;
    }
    pairs
};

/// The squares seen along the first rank, indexed by the file of the viewing man and by the occupation of the six
/// inner squares (files b to g).
static ALONG_RANK: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = (inner as u8) << 1;
            let mut seen = 0;
            let mut at = file;
            while at < 7 {
                at += 1;
                seen |= 1 << at;
                if occupied & 1 << at != 0 {
                    break;
                }
            }
            at = file;
            while at > 0 {
                at -= 1;
                seen |= 1 << at;
                if occupied & 1 << at != 0 {
                    break;
                }
            }
            table[file][inner] = seen;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Returns the squares seen from `sq` (excluded) along `line`, up to and including the first man in each direction.
/// `line` must change rank at every step, because the byte swap used here mirrors ranks only.
#[inline]
fn along(sq: Sq, occupied: u64, line: u64) -> u64 {
    let o = occupied & line;
    let up = o.wrapping_sub(2 << sq);
    let down = o.swap_bytes().wrapping_sub(2 << (sq ^ 56)).swap_bytes();
    (up ^ down) & line
}

#[inline]
fn along_rank(sq: Sq, occupied: u64) -> u64 {
    let first = sq & 56;
    u64::from(ALONG_RANK[(sq & 7) as usize][(occupied >> (first + 1)) as usize & 63]) << first
}

#[inline]
pub fn rook(sq: Sq, occupied: u64) -> u64 {
    along_rank(sq, occupied) | along(sq, occupied, FILES[sq as usize & 63])
}

#[inline]
pub fn bishop(sq: Sq, occupied: u64) -> u64 {
    along(sq, occupied, DIAGONALS[sq as usize & 63]) | along(sq, occupied, ANTIDIAGONALS[sq as usize & 63])
}

/// Returns the squares that a rook attacks on an empty board.
#[inline]
pub fn rook_lines(sq: Sq) -> u64 {
    ROOK_LINES[sq as usize & 63]
}

/// Returns the squares that a bishop attacks on an empty board.
#[inline]
pub fn bishop_lines(sq: Sq) -> u64 {
    BISHOP_LINES[sq as usize & 63]
}

#[inline]
pub fn knight(sq: Sq) -> u64 {
    KNIGHT[sq as usize & 63]
}

#[inline]
pub fn king(sq: Sq) -> u64 {
    KING[sq as usize & 63]
}

/// Returns the squares on which a pawn of `color` on `sq` can capture.
#[inline]
pub fn pawn(color: Color, sq: Sq) -> u64 {
    PAWN[color as usize][sq as usize & 63]
}

/// Returns the squares on which some pawn of `color` on one of the squares `set` can capture.
#[inline]
pub fn pawns(color: Color, set: u64) -> u64 {
    match color {
        Color::White => ((set & !FILE_A) << 7) | ((set & !FILE_H) << 9),
        Color::Black => ((set & !FILE_A) >> 9) | ((set & !FILE_H) >> 7),
    }
}

/// Returns the squares one step ahead of pawns of `color` on the squares `set`.
#[inline]
pub fn ahead(color: Color, set: u64) -> u64 {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// Returns the squares that a man of the given kind and colour attacks from `sq`, with lines stopped by `occupied`.
#[inline]
pub fn attacks(piece: Piece, color: Color, sq: Sq, occupied: u64) -> u64 {
    match piece {
        Piece::PAWN => pawn(color, sq),
        Piece::KNIGHT => knight(sq),
        Piece::BISHOP => bishop(sq, occupied),
        Piece::ROOK => rook(sq, occupied),
        Piece::QUEEN => rook(sq, occupied) | bishop(sq, occupied),
        _ => king(sq),
    }
}

/// Returns, indexed by kind ([`Piece::index`]), the squares from which a white man attacks `sq`. `diagonal` and
/// `straight` are the squares that a bishop on `sq` and a rook on `sq` attack.
#[inline]
pub fn attacked_from(sq: Sq, diagonal: u64, straight: u64) -> [u64; 6] {
    [pawn(Color::Black, sq), knight(sq), diagonal, straight, diagonal | straight, king(sq)]
}

/// Returns the squares strictly between `a` and `b`, or the empty set if `a` and `b` are not on one line.
#[inline]
pub fn between(a: Sq, b: Sq) -> u64 {
    PAIRS.between[a as usize & 63][b as usize & 63]
}

/// Returns the whole line through `a` and `b`, which includes both, or the empty set if they are not on one line.
#[inline]
pub fn line_through(a: Sq, b: Sq) -> u64 {
    PAIRS.through[a as usize & 63][b as usize & 63]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes line attacks by walking from `sq` step by step: the reference definition for tests.
    fn walk(sq: Sq, occupied: u64, steps: &[(i32, i32)]) -> u64 {
        let mut set = 0;
        for &(df, dr) in steps {
            let mut at = to_square(sq);
            while let Some(next) = at.offset(df, dr).filter(|&s| from_square(s).is_some()) {
                at = next;
                let here = bit(from_square(at).unwrap());
                set |= here;
                if occupied & here != 0 {
                    break;
                }
            }
        }
        set
    }

    #[test]
    fn lines_are_walked_to_the_first_man() {
        let mut occupied = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..500 {
            occupied = occupied.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            for sq in 0..64 {
                assert_eq!(rook(sq, occupied), walk(sq, occupied, &[(1, 0), (-1, 0), (0, 1), (0, -1)]));
                assert_eq!(bishop(sq, occupied), walk(sq, occupied, &[(1, 1), (-1, 1), (1, -1), (-1, -1)]));
            }
        }
    }

    #[test]
    fn between_leaves_out_the_ends() {
        for (a, b, expected) in [(0, 63, 6), (0, 7, 6), (0, 56, 6), (7, 56, 6), (0, 1, 0), (0, 10, 0)] {
            assert_eq!(between(a, b).count_ones(), expected, "{a} {b}");
            assert_eq!(between(a, b), between(b, a));
        }
    }
}
