//! Sets of squares beside a king. The bounds on mates use them to solve set-cover problems.

pub use super::distance::{ALL_REACHED, FAR};
use crate::orthodox::board::bitboard::{self, Sq, squares};
use std::ops::{BitAnd, BitOr, Not};

/// A set of squares beside a king. Bits 0 to 2 are the squares of the rank below from west to east, bits 3 and 4
/// those to the west and east, bits 5 to 7 those of the rank above. A set may contain squares off the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Ring(u8);

impl Ring {
    pub const EMPTY: Ring = Ring(0);
    pub const ALL: Ring = Ring(!0);

    #[inline]
    pub const fn of_bits(bits: u8) -> Ring {
        Ring(bits)
    }

    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub fn is_within(self, other: Ring) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the first square of the set and the set of the others, or `None` if the set is empty.
    #[inline]
    pub fn split_first(self) -> Option<(Ring, Ring)> {
        let first = self.0 & self.0.wrapping_neg();
        (first != 0).then_some((Ring(first), Ring(self.0 ^ first)))
    }
}

impl BitOr for Ring {
    type Output = Ring;

    #[inline]
    fn bitor(self, other: Ring) -> Ring {
        Ring(self.0 | other.0)
    }
}

impl BitAnd for Ring {
    type Output = Ring;

    #[inline]
    fn bitand(self, other: Ring) -> Ring {
        Ring(self.0 & other.0)
    }
}

impl Not for Ring {
    type Output = Ring;

    #[inline]
    fn not(self) -> Ring {
        Ring(!self.0)
    }
}

/// Returns the set as the low eight bits of a *cover* (see [`CHECK`]).
impl From<Ring> for u16 {
    #[inline]
    fn from(ring: Ring) -> u16 {
        u16::from(ring.0)
    }
}

#[inline]
pub fn beside(set: u64, t: Sq) -> Ring {
    let around = (set & bitboard::king(t)).rotate_right((u32::from(t) + 55) & 63);
    Ring((around & 7 | around >> 5 & 8 | around >> 6 & 16 | around >> 11 & 0xe0) as u8)
}

/// The bit of a *cover* that is set if men attack the king's own square. A cover is the set of squares on and beside
/// the king's square that men attack: eight bits for the squares beside it, and this bit above them.
pub const CHECK: u16 = 1 << 8;
pub const COVERS: u16 = CHECK | 0xff;
/// Position of the lowest bit of the move count in an *option*. An option is a number: a cover in the low bits, and
/// above it the number of moves that achieve the cover.
pub const COST_SHIFT: u32 = 9;

/// The most moves of a side for which a bound is computed. The number of moves in an option has seven bits, and one
/// additional move has to fit there as well.
pub const MOST_MOVES: u8 = 120;

/// Returns the numbers of moves of White and Black as bounds count them, or `None` if one of them exceeds
/// [`MOST_MOVES`].
pub fn counted(moves: [u16; 2]) -> Option<[u8; 2]> {
    (moves[0].max(moves[1]) <= u16::from(MOST_MOVES)).then(|| moves.map(|moves| moves as u8))
}

/// A collection of covers, each with the fewest moves that achieve it.
pub struct Cheapest {
    least: [u8; COVERS as usize + 1],
    covers: Vec<u16>,
}

impl Default for Cheapest {
    fn default() -> Cheapest {
        Cheapest { least: [FAR; COVERS as usize + 1], covers: Vec::with_capacity(64) }
    }
}

impl Cheapest {
    pub fn add(&mut self, cost: u8, cover: u16) {
        let least = &mut self.least[usize::from(cover)];
        if *least == FAR && cost != FAR {
            self.covers.push(cover);
        }
        *least = cost.min(*least);
    }

    /// Returns the covers as options `cost << 9 | cover`, cheapest first. Leaves out each option that a cheaper one
    /// replaces: `is_replaced_by(option, other)` returns whether the option `other` makes `option` useless.
    pub fn without(self, is_replaced_by: impl Fn(u16, u16) -> bool) -> Vec<u16> {
        let Cheapest { least, covers: mut all } = self;
        let cost = |cover: u16| least[usize::from(cover)];
        all.sort_unstable_by_key(|&cover| (cost(cover), std::cmp::Reverse(cover.count_ones()), cover));
        let mut kept: Vec<u16> = Vec::new();
        for cover in all {
            let option = u16::from(cost(cover)) << COST_SHIFT | cover;
            if !kept.iter().any(|&other| is_replaced_by(option, other)) {
                kept.push(option);
            }
        }
        kept
    }
}

/// The sets of squares beside a king on `t` that the mating side may leave unattacked in a mate, because the mated
/// side's men occupy them. Each set of squares has one bit. The bit is 1 if the mating side can give check and cover
/// (attack) all squares beside `t` outside the set.
pub type Nets = [u64; 4];

#[inline]
pub fn allows(nets: &Nets, held: Ring) -> bool {
    nets[usize::from(held.0 >> 6)] >> (held.0 & 63) & 1 != 0
}

/// For each of the first six squares beside a king: a mask of the bits in [`Nets`] that stand for sets without this
/// square. The mask is the same in each word.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Adds the set `open` to `nets`: the mating side can give check and cover all squares except those in `open`.
#[inline]
pub fn leave_open(nets: &mut Nets, open: Ring) {
    nets[usize::from(open.0 >> 6)] |= 1 << (open.0 & 63);
}

/// Adds all supersets of the sets in `nets`. If the mating side can mate while the mated side holds some squares, it
/// can also mate while the mated side holds more squares.
pub fn close_upwards(nets: &mut Nets) {
    for word in nets.iter_mut() {
        for (i, without) in WITHOUT.into_iter().enumerate() {
            *word |= (*word & without) << (1 << i);
        }
    }
    nets[1] |= nets[0];
    nets[3] |= nets[2];
    nets[2] |= nets[0];
    nets[3] |= nets[1];
}

/// Returns the squares of `kings` and all squares beside them.
pub fn spread(kings: u64) -> u64 {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let row = kings | (kings << 1 & NOT_A) | (kings >> 1 & NOT_H);
    row | row << 8 | row >> 8
}

/// Returns whether the mated side can hold (occupy) all squares of some set in `nets` within `moves` moves in all.
/// `within(n)` returns the squares that some man can hold after `n` moves.
pub fn can_hold(moves: u8, nets: &Nets, within: &impl Fn(u8) -> Ring) -> bool {
    let most = within(moves);
    if !allows(nets, most) {
        return false;
    }
    if moves == 0 || allows(nets, within(0)) {
        return true;
    }
    let levels = usize::from(moves).min(ALL_REACHED);
    let mut missing = [Ring::EMPTY; ALL_REACHED];
    for (level, missing) in missing[..levels].iter_mut().enumerate() {
        *missing = !within(level as u8);
    }
    any_least(nets, |needed| needed.is_within(most) && moves_to_hold(needed, &missing[..levels]) <= u32::from(moves))
}

/// Returns the sum of the moves that it takes to hold (occupy) each of the squares `needed`. `missing[n]` has the
/// squares that cannot be held within `n` moves, so a square that takes `j` moves is in `j` of these sets.
pub fn moves_to_hold(needed: Ring, missing: &[Ring]) -> u32 {
    missing.iter().map(|missing| (needed & *missing).count()).sum()
}

/// Calls `f` for those sets in `nets` that contain no other set in `nets`, until `f` returns `true`. Returns whether
/// `f` returned `true`. Assumes that `nets` also has all sets that contain one of its sets.
pub fn any_least(nets: &Nets, mut f: impl FnMut(Ring) -> bool) -> bool {
    // A set is not minimal if it suffices without one of its squares.
    let mut more = [0; 4];
    for (more, &word) in more.iter_mut().zip(nets) {
        for (i, without) in WITHOUT.into_iter().enumerate() {
            *more |= (word & without) << (1 << i);
        }
    }
    more[1] |= nets[0];
    more[3] |= nets[2];
    more[2] |= nets[0];
    more[3] |= nets[1];
    for (high, (&word, more)) in (0u8..).zip(nets.iter().zip(more)) {
        for low in squares(word & !more) {
            if f(Ring(high << 6 | low)) {
                return true;
            }
        }
    }
    false
}
