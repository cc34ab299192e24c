//! Covers of the squares beside a king: the words of the set-cover bounds on mates.

pub use super::distance::{ALL_REACHED, FAR};
use crate::orthodox::board::bitboard::{self, Sq, squares};

/// The squares beside `t` that are in `set`, as eight bits.
#[inline]
pub fn beside(set: u64, t: Sq) -> u8 {
    let around = (set & bitboard::king(t)).rotate_right((u32::from(t) + 55) & 63);
    (around & 7 | around >> 5 & 8 | around >> 6 & 16 | around >> 11 & 0xe0) as u8
}

/// The square of the king himself, beside the eight bits.
pub const CHECK: u16 = 1 << 8;
pub const COVERS: u16 = CHECK | 0xff;
/// Above these bits stands how many moves a cover takes.
pub const COST_SHIFT: u32 = 9;

/// Ways to cover squares, each with the fewest moves.
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

    /// As options, the cheap ones first, without those that a cheaper one replaces: `is_replaced_by` tells by what.
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

/// For each set of squares beside `t` (as an index): the attacker can give check and cover all others.
pub type Nets = [u64; 4];

#[inline]
pub fn allows(nets: &Nets, held: u8) -> bool {
    nets[usize::from(held >> 6)] >> (held & 63) & 1 != 0
}

/// By square: the sets (of the first six squares) in which it is not.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// What can be done when some squares are held can be done when more are.
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

/// The squares that a king on one of these reaches, and they themselves.
pub fn spread(kings: u64) -> u64 {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let row = kings | (kings << 1 & NOT_A) | (kings >> 1 & NOT_H);
    row | row << 8 | row >> 8
}

/// The defender can hold enough squares beside the king, each with its own cost, so that the attacker can do the rest.
/// `within` tells the squares that are held after so many moves.
pub fn can_hold(moves: u8, nets: &Nets, within: &impl Fn(u8) -> u8) -> bool {
    let most = within(moves);
    if !allows(nets, most) {
        return false;
    }
    if moves == 0 || allows(nets, within(0)) {
        return true;
    }
    let levels = usize::from(moves).min(ALL_REACHED);
    let mut missing = [0; ALL_REACHED];
    for (level, missing) in missing[..levels].iter_mut().enumerate() {
        *missing = !within(level as u8);
    }
    any_least(nets, |needed| needed & !most == 0 && moves_to_hold(needed, &missing[..levels]) <= u32::from(moves))
}

/// What it costs to hold these squares, if `missing` tells those that are not held within so many moves: a square that
/// takes `j` moves is missing `j` times.
pub fn moves_to_hold(needed: u8, missing: &[u8]) -> u32 {
    missing.iter().map(|missing| (needed & missing).count_ones()).sum()
}

/// Calls `f` for the sets of squares that have to be held, none of them more than another, until it answers `true`.
pub fn any_least(nets: &Nets, mut f: impl FnMut(u8) -> bool) -> bool {
    // A set is one too many when it is enough without some square.
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
            if f(high << 6 | low) {
                return true;
            }
        }
    }
    false
}
