//! The least number of moves of both sides until one of them can be mated: a set-cover bound.
//!
//! The *mating side* makes the last move and mates the *mated side*. Let `t` be the square of the mated king in the
//! mate.
//!
//! 1. Each square beside `t` is held by a man of the mated side, or attacked by a man of the mating side (lines go
//!    through the king). Otherwise the king could go there, or capture there. The mating king is not beside `t`,
//!    because its side has just moved and may not have left it attacked.
//! 2. A man of the mating side other than the king attacks `t`.
//! 3. Every man in the mate is a man of the present position, or was promoted from one. It came to its square by
//!    moves of its own, at least as many as on an empty board. It attacks no more squares than on an empty board.
//! 4. Different squares are held by different men of the mated side, and none of them is the king.
//! 5. So there are a square `t` and a set `U` of squares beside it such that:
//!    * the mated side has enough moves to bring its king to `t` and men to the squares of `U`;
//!    * the mating side has enough moves to bring men to squares other than `t` from which they attack `t` and all
//!      squares beside it that are not in `U`.
//! 6. If no such `t` and `U` exist, no mate can be reached.
//!
//! No move is counted twice in sums over different men. Castling, one move of two men, is considered separately: from
//! the squares after castling, with one move less (see [`castlings`]). The bound ignores the order of moves,
//! captures, pins and obstacles.
//!
//! Requirements on the rules: only the moving man changes its square, kind or side (captures, castling and promotion
//! apart); attacks on a king are at most those on an empty board; a king may go to a square that is neither attacked
//! nor occupied by its own side; no king may be left attacked. So the bound holds in orthodox chess. It holds in
//! Madrasi if kings are not paralysed: paralysis takes attacks and moves from men, but never a flight from a king. If
//! kings are paralysed, and in Isardam, men of one kind may also close squares, and kings may be side by side;
//! [`likes`] takes account of that.
//!
//! A board may lack squares. No king can go there, so they count as held from the beginning. Every man needs at least
//! as many moves as on a whole board, and attacks no more squares.

mod blocks;
mod likes;
pub(in crate::orthodox::bound) mod men;
pub(in crate::orthodox::bound) mod moves;
pub(in crate::orthodox::bound) mod net;
mod options;

use super::Ground;
use super::cover::{
    CHECK, COST_SHIFT, COVERS, Nets, Ring, beside, can_hold, close_upwards, counted, leave_open, spread,
};
use super::distance::{ALL_REACHED, castlings, visits_within};
use crate::orthodox::Rules;
use crate::orthodox::board::bitboard::{Sq, bit};
use crate::units::{Color, Piece};
use likes::Likes;
use men::Men;
use net::CheckPlans;
use smallvec::SmallVec;

/// Returns the squares of `scope` on which `mating_side` may mate a king in play with at most `moves` of White and
/// Black. A mate on any other square is proved impossible.
pub fn squares_within_reach(
    ground: Ground,
    mating_side: Color,
    moves: [u16; 2],
    scope: u64,
    memo: &mut MateMemo,
) -> u64 {
    let Ground { board, rules, missing, .. } = ground;
    let Some(moves) = counted(moves).filter(|_| board.has_one_king_each()) else { return scope };
    let [mating_moves, mated_moves] = [moves[mating_side as usize], moves[!mating_side as usize]];
    let parried = rules == Rules::Orthodox;
    let likes = Likes::of(rules, board, mating_side);
    let men = |color, castled| Men { missing, likes, ..Men::new(board, color, castled) };
    if board.castling() == 0 {
        return reachable(
            &men(mating_side, None),
            &men(!mating_side, None),
            [mating_moves, mated_moves],
            parried,
            scope,
            memo,
        );
    }
    let mut found = 0;
    for mating_castles in castlings(board, mating_side, mating_moves.into()) {
        let mating = men(mating_side, mating_castles);
        for mated_castles in castlings(board, !mating_side, mated_moves.into()) {
            let mated = men(!mating_side, mated_castles);
            let mating_moves = mating_moves - u8::from(mating_castles.is_some());
            let mated_moves = mated_moves - u8::from(mated_castles.is_some());
            found |= reachable(&mating, &mated, [mating_moves, mated_moves], parried, scope & !found, memo);
        }
    }
    found
}

// ── the mating side's part around a square ─────────────────────────────────────────────────────────────────────────

#[derive(Clone, Copy, Default)]
struct MemoEntry {
    key: u64,
    nets: Nets,
}

/// The most entries of each table in [`MateMemo`]. Larger tables would not stay in the processor's cache.
const MOST_ENTRIES: usize = 1 << 14;
/// The table of nets has this many times the entries of each other table, because nets are more numerous and smaller.
/// (All tables are allocated when the first result is stored.)
const NETS: usize = 2;
/// Bytes that a full memo takes for each entry of a table, including the check plans; measured on helpmates with many
/// men.
const ENTRY_BYTES: usize = 2 << 10;

/// Stored results of the bound. Their key consists of the mating side's men and its number of moves. The memo also
/// stores the square of the last mate that the bound permitted.
pub struct MateMemo {
    entries: usize,
    nets: Vec<MemoEntry>,
    plans: Vec<(u64, CheckPlans)>,
    /// Pairs of a key and a set of squares: with the men of this key, no king can be mated on these squares, whatever
    /// squares the mated side holds.
    hopeless: Vec<(u64, u64)>,
    witness: Sq,
}

impl MateMemo {
    /// Returns an empty memo that grows to about `bytes`.
    pub fn of_bytes(bytes: usize) -> MateMemo {
        let fitting = (bytes / ENTRY_BYTES).clamp(1, MOST_ENTRIES);
        MateMemo {
            entries: 1 << fitting.ilog2(),
            nets: Vec::new(),
            plans: Vec::new(),
            hopeless: Vec::new(),
            witness: 0,
        }
    }

    fn index(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.entries - 1)
    }

    pub fn hopeless(&mut self, key: u64) -> u64 {
        if self.hopeless.is_empty() {
            self.hopeless = vec![(0, 0); self.entries];
            self.nets = vec![MemoEntry::default(); NETS * self.entries];
            self.plans.resize_with(self.entries, Default::default);
        }
        let place = self.index(key);
        let entry = &mut self.hopeless[place];
        if entry.0 != key {
            *entry = (key, 0);
        }
        entry.1
    }

    pub fn nets(&mut self, key: u64, mating: &Men, moves: u8, t: Sq) -> Nets {
        let around = with_square(key, t);
        let place = (around >> 32) as usize & (self.nets.len() - 1);
        let place_of_key = self.index(key);
        let entry = &mut self.nets[place];
        if entry.key != around {
            *entry = MemoEntry { key: around, nets: nets(mating, moves, t) };
            if entry.nets == [0; 4] {
                let hopeless = &mut self.hopeless[place_of_key];
                if hopeless.0 == key {
                    hopeless.1 |= bit(t);
                }
            }
        }
        entry.nets
    }

    pub fn plans(&mut self, key: u64, mating: &Men, moves: u8, t: Sq) -> &CheckPlans {
        let key = with_square(key, t);
        let place = self.index(key);
        let entry = &mut self.plans[place];
        if entry.0 != key {
            *entry = (key, CheckPlans::new(mating, moves, t));
        }
        &entry.1
    }
}

fn with_square(key: u64, t: Sq) -> u64 {
    key ^ (u64::from(t) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the nets around `t`: all sets of squares beside `t` such that the mating side can give check on `t` and
/// cover (attack) the other squares beside `t`, with at most `moves` moves.
fn nets(mating: &Men, moves: u8, t: Sq) -> Nets {
    if moves <= 1 { nets_of_one_move(mating, moves, t) } else { nets_of_more_moves(mating, moves, t) }
}

/// Like [`nets`], for at most one move. The result is exact as to the covers: all men cover what they attack now, and
/// at most one man covers what it attacks from a new square instead.
fn nets_of_one_move(mating: &Men, moves: u8, t: Sq) -> Nets {
    const ONE: u16 = 1 << COST_SHIFT;
    let mut men: [&[u16]; 64] = [&[]; 64];
    let mut count = 0;
    let king = mating.options(Piece::KING, mating.king, t);
    let king_stays = king.first().is_some_and(|&option| option < ONE);
    // Squares covered by at least one man, and by more than one.
    let (mut once, mut twice) = (u16::from(!beside(!0, t)), 0);
    let mut add = |options: &'static [u16]| {
        let Some(&first) = options.first() else { return };
        if first < ONE {
            twice |= once & first;
            once |= first;
        }
        if first < ONE + ONE {
            men[count] = options;
            count += 1;
        }
    };
    add(king);
    mating.each(|piece, sq| add(mating.options(piece, sq, t)));
    let mut nets = [0; 4];
    let mut covered_is = |covered: u16| {
        if covered & CHECK != 0 {
            leave_open(&mut nets, Ring::of_bits(!covered as u8));
        }
    };
    if king_stays {
        covered_is(once);
    }
    if moves == 1 {
        let edge = u16::from(!beside(!0, t));
        for (index, options) in men[..count].iter().enumerate() {
            let is_king = index == 0 && std::ptr::eq(*options, king);
            if !king_stays && !is_king {
                // The king is beside `t` and has to leave, so no other man can make the only move.
                break;
            }
            let now = if options[0] < ONE { options[0] } else { 0 };
            let others = twice | once & !now | edge;
            for &option in options.iter().skip_while(|&&option| option < ONE).take_while(|&&option| option < ONE + ONE)
            {
                covered_is(others | option & COVERS);
            }
        }
    }
    close_upwards(&mut nets);
    nets
}

fn nets_of_more_moves(mating: &Men, moves: u8, t: Sq) -> Nets {
    let limit = u16::from(moves + 1) << COST_SHIFT;
    let within = |options: &'static [u16]| &options[..options.partition_point(|&option| option < limit)];
    let king = within(mating.options(Piece::KING, mating.king, t));
    if king.is_empty() {
        return [0; 4];
    }
    let mut men: SmallVec<[&[u16]; 16]> = SmallVec::new();
    let mut union = king.iter().fold(0, |all, option| all | option);
    mating.each(|piece, sq| {
        let options = within(mating.options(piece, sq, t));
        if !options.is_empty() {
            men.push(options);
            union = options.iter().fold(union, |all, option| all | option);
        }
    });
    if union & CHECK == 0 {
        return [0; 4];
    }
    const NONE: u8 = u8::MAX;
    // `least` has the least moves for each cover, `reached` the covers that are possible.
    let mut least = [NONE; 512];
    let mut reached = [0; 512];
    let mut count = 0;
    // Squares off the board need no cover. Every group of men contains the king, which comes first.
    let edge = u16::from(!beside(!0, t));
    for &option in king {
        let to = edge | option & COVERS;
        if least[usize::from(to)] == NONE {
            least[usize::from(to)] = (option >> COST_SHIFT) as u8;
            reached[count] = to;
            count += 1;
        }
    }
    let mut nets = [0; 4];
    let mut covered_is = |covered: u16| {
        if covered & CHECK != 0 {
            leave_open(&mut nets, Ring::of_bits(!covered as u8));
        }
    };
    for (m, options) in men.iter().enumerate() {
        let is_last = m + 1 == men.len();
        // `before` has the costs without this man, so that it is added only once.
        let before = least;
        let known = count;
        for i in 0..known {
            let from = reached[i];
            if is_last {
                covered_is(from);
            }
            for &option in *options {
                let cost = before[usize::from(from)] + (option >> COST_SHIFT) as u8;
                if cost > moves {
                    break;
                }
                let to = from | option & COVERS;
                if is_last {
                    covered_is(to);
                    continue;
                }
                let best = &mut least[usize::from(to)];
                if *best == NONE {
                    reached[count] = to;
                    count += 1;
                }
                *best = cost.min(*best);
            }
        }
    }
    close_upwards(&mut nets);
    nets
}

// ── the mated side's part ──────────────────────────────────────────────────────────────────────────────────────────

/// Returns the squares of `scope` on which the bound does not exclude a mate in at most `mating_moves` and
/// `mated_moves`. As soon as one such square is found, the other squares get only a coarser test. `parried` states
/// whether the closer test of [`net`], which takes account of parries, holds under the rules.
fn reachable(
    mating: &Men,
    mated: &Men,
    [mating_moves, mated_moves]: [u8; 2],
    parried: bool,
    scope: u64,
    memo: &mut MateMemo,
) -> u64 {
    let key = mating.key_with(mating_moves);
    let mut held = [mated.missing; ALL_REACHED + 1];
    let top = usize::from(mated_moves).min(ALL_REACHED);
    if top == 0 {
        held[0] |= mated.squares();
    } else {
        mated.each(|piece, sq| {
            let within = visits_within(mated.color, piece, sq);
            for (all, squares) in held[..=top].iter_mut().zip(within) {
                *all |= squares;
            }
        });
    }
    let mut king = bit(mated.king);
    // The loop goes through the squares by the number of the king's moves to them.
    let mut scope = scope & !memo.hopeless(key) & !mated.missing;
    let mut found = 0;
    for king_moves in 0..=usize::from(mated_moves) {
        let mut here = king & scope;
        scope &= !king;
        let first = here & bit(memo.witness);
        while here != 0 {
            let t = if here & first != 0 { memo.witness } else { here.trailing_zeros() as Sq };
            here &= !bit(t);
            let moves = mated_moves - king_moves as u8;
            let within = |moves: u8| beside(held[usize::from(moves).min(top)], t);
            let nets = memo.nets(key, mating, mating_moves, t);
            if !can_hold(moves, &nets, &within) {
                continue;
            }
            if found == 0
                && parried
                && !memo.plans(key, mating, mating_moves, t).can_be_met(mated, t, mating_moves, moves, None)
            {
                continue;
            }
            if found == 0 {
                memo.witness = t;
            }
            found |= bit(t);
        }
        if scope == 0 {
            break;
        }
        let before = king;
        king = spread(king) & !mated.missing;
        if king == before {
            break;
        }
    }
    found
}
