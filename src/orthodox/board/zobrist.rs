//! The random numbers that make the hash key of a position. They are fixed at compile time, so keys never differ
//! between runs.

use crate::units::{Color, Piece};

/// A hash key of 128 bits: the transposition table keeps enough of them to verify an entry (see `solve::table`).
pub type Key = u128;

const fn splitmix(state: u64) -> u64 {
    let z = state.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn number(index: u64) -> Key {
    ((splitmix(2 * index + 1) as u128) << 64) | splitmix(2 * index + 2) as u128
}

const fn numbers<const N: usize>(first: u64) -> [Key; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = number(first + i as u64);
        i += 1;
    }
    table
}

static UNITS: [Key; 768] = numbers(0);
static CASTLING: [Key; 16] = numbers(1000);
static EN_PASSANT: [Key; 64] = numbers(2000);
pub const BLACK_TO_MOVE: Key = number(3000);

pub fn unit(color: Color, piece: Piece, sq: u8) -> Key {
    UNITS[(color as usize * 6 + piece.index()) * 64 + sq as usize]
}

/// Returns the random number of a man that is on `sq` and was on `origin` in the diagram.
pub fn origin(sq: u8, origin: u8) -> Key {
    number(4000 + 64 * u64::from(sq) + u64::from(origin))
}

pub fn castling(rights: u8) -> Key {
    CASTLING[rights as usize & 15]
}

pub fn en_passant(sq: u8) -> Key {
    EN_PASSANT[sq as usize]
}
