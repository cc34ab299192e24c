//! How many moves both sides need at least until one of them can be mated: a set-cover bound.
//!
//! Call the mated side Black. In the mate let `t` be the square of its king.
//!
//! * Every square beside `t` is held by a black man, or a white man attacks it (lines go through the king): else the
//!   king could go there, or capture there. The king of the other side is not beside `t`, because White has just moved
//!   and may not have left him attacked.
//! * A white man other than the king attacks `t`.
//! * Every man of the mate is a man of the position now, or was promoted from one, and came to its square by its own
//!   moves: no fewer than it needs on an empty board. What it attacks is no more than what it attacks on an empty board.
//! * Different squares are held by different black men, and none of them is the king.
//!
//! So for some `t` and some set `U` of squares beside it: the moves of the black king to `t` and those that bring
//! black men to the squares of `U` are no more than Black has; and with as many moves as White has, his men come to
//! squares, none of them `t`, from which they attack `t` and all squares beside it that are not in `U`. When there are no
//! such `t` and `U`, no mate can be reached. Sums over different men never count a move twice, but for castling, which is
//! one move of two men: there the men are looked at as they stand after it, with one move less (see
//! [`castlings`]). The order of moves, captures, pins, and what stands in the way are not looked at.
//!
//! What the rules have to grant for this: only the man that moves changes its square, kind or side (captures,
//! castling and promotion apart); attacks on a king are at most those on an empty board; a king that is not
//! attacked on a square that its own side does not hold may go there; no king may be left attacked. So it holds in
//! orthodox chess, and in Madrasi as long as kings are not paralysed: paralysis takes attacks and moves from men, but
//! never a flight from a king. Where kings are paralysed, and in Isardam, like men may close squares, too, and kings may
//! stand side by side; [`likes`] grants that.
//!
//! A board may lack squares. Nobody flies there, so they count as held from the beginning; all men need as many moves as
//! on a whole board at least, and attack no more.

mod blocks;
mod likes;
pub(in crate::orthodox::bound) mod men;
pub(in crate::orthodox::bound) mod moves;
pub(in crate::orthodox::bound) mod net;
mod options;

use super::Ground;
use super::cover::{CHECK, COST_SHIFT, COVERS, Nets, beside, can_hold, close_upwards, spread};
use super::distance::{ALL_REACHED, castlings, visits_within};
use crate::orthodox::Rules;
use crate::orthodox::board::bitboard::{Sq, bit};
use crate::units::{Color, Piece};
use likes::Likes;
use men::Men;
use net::Plans;
use smallvec::SmallVec;

/// The squares of `scope` on which a king may be mated by `mover`: on no other does any play with at most so many
/// moves of White and Black mate him.
pub fn squares_within_reach(ground: Ground, mover: Color, moves: [u16; 2], scope: u64, memo: &mut MateMemo) -> u64 {
    let Ground { board, rules, missing, .. } = ground;
    if !board.has_one_king_each() {
        return scope;
    }
    let [white, black] = [moves[mover as usize], moves[!mover as usize]].map(|moves| moves.min(MOST_MOVES) as u8);
    let parried = rules == Rules::Orthodox;
    let likes = Likes::of(rules, board, mover);
    let men = |color, castled| Men { missing, likes, ..Men::new(board, color, castled) };
    if board.castling() == 0 {
        return reachable(&men(mover, None), &men(!mover, None), [white, black], parried, scope, memo);
    }
    let mut found = 0;
    for white_castles in castlings(board, mover, white.into()) {
        let attacker = men(mover, white_castles);
        for black_castles in castlings(board, !mover, black.into()) {
            let defender = men(!mover, black_castles);
            let white = white - u8::from(white_castles.is_some());
            let black = black - u8::from(black_castles.is_some());
            found |= reachable(&attacker, &defender, [white, black], parried, scope & !found, memo);
        }
    }
    found
}

/// With more moves than this everything is as good as reachable.
pub const MOST_MOVES: u16 = 15;

// ── what the attacker can do about a square ──────────────────────────────────────────────────────────────────

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    nets: Nets,
}

/// More would not stay near the processor.
const MOST_ENTRIES: usize = 1 << 14;
/// So many nets for each other entry: there are more of them, and they are small. (All are written to when the first comes.)
const NETS: usize = 2;
/// What an entry takes in the end, its plans included; measured on helpmates with many men.
const ENTRY_BYTES: usize = 2 << 10;

/// What was found before, and where the last mate was within reach. The keys stand for the attacker's men and the moves
/// it has.
pub struct MateMemo {
    entries: usize,
    nets: Vec<Entry>,
    plans: Vec<(u64, Plans)>,
    /// Squares around which the attacker can do nothing.
    hopeless: Vec<(u64, u64)>,
    witness: Sq,
}

impl MateMemo {
    /// Grows to about so many bytes at most.
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
            self.nets = vec![Entry::default(); NETS * self.entries];
            self.plans.resize_with(self.entries, Default::default);
        }
        let place = self.index(key);
        let entry = &mut self.hopeless[place];
        if entry.0 != key {
            *entry = (key, 0);
        }
        entry.1
    }

    pub fn nets(&mut self, key: u64, attacker: &Men, moves: u8, t: Sq) -> Nets {
        let around = with_square(key, t);
        let place = (around >> 32) as usize & (self.nets.len() - 1);
        let place_of_key = self.index(key);
        let entry = &mut self.nets[place];
        if entry.key != around {
            *entry = Entry { key: around, nets: nets(attacker, moves, t) };
            if entry.nets == [0; 4] {
                let hopeless = &mut self.hopeless[place_of_key];
                if hopeless.0 == key {
                    hopeless.1 |= bit(t);
                }
            }
        }
        entry.nets
    }

    pub fn plans(&mut self, key: u64, attacker: &Men, moves: u8, t: Sq) -> &Plans {
        let key = with_square(key, t);
        let place = self.index(key);
        let entry = &mut self.plans[place];
        if entry.0 != key {
            *entry = (key, Plans::new(attacker, moves, t));
        }
        &entry.1
    }
}

fn with_square(key: u64, t: Sq) -> u64 {
    key ^ (u64::from(t) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// All that the attacker can do around `t` in so many moves.
fn nets(attacker: &Men, moves: u8, t: Sq) -> Nets {
    if moves <= 1 { nets_of_one_move(attacker, moves, t) } else { nets_of_more_moves(attacker, moves, t) }
}

/// The same where one man moves at most: what all cover now, but for one of them what it covers from elsewhere.
fn nets_of_one_move(attacker: &Men, moves: u8, t: Sq) -> Nets {
    const ONE: u16 = 1 << COST_SHIFT;
    let mut men: [&[u16]; 64] = [&[]; 64];
    let mut count = 0;
    let king = attacker.options(Piece::KING, attacker.king, t);
    let king_stays = king.first().is_some_and(|&option| option < ONE);
    // Covered by one man at least, and by more than one.
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
    attacker.each(|piece, sq| add(attacker.options(piece, sq, t)));
    let mut nets = [0; 4];
    let mut covered_is = |covered: u16| {
        if covered & CHECK != 0 {
            let open = !covered as u8;
            nets[usize::from(open >> 6)] |= 1 << (open & 63);
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
                // The king has to go away, and does not.
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

fn nets_of_more_moves(attacker: &Men, moves: u8, t: Sq) -> Nets {
    let limit = u16::from(moves + 1) << COST_SHIFT;
    let within = |options: &'static [u16]| &options[..options.partition_point(|&option| option < limit)];
    let king = within(attacker.options(Piece::KING, attacker.king, t));
    if king.is_empty() {
        return [0; 4];
    }
    let mut men: SmallVec<[&[u16]; 16]> = SmallVec::new();
    let mut union = king.iter().fold(0, |all, option| all | option);
    attacker.each(|piece, sq| {
        let options = within(attacker.options(piece, sq, t));
        if !options.is_empty() {
            men.push(options);
            union = options.iter().fold(union, |all, option| all | option);
        }
    });
    if union & CHECK == 0 {
        return [0; 4];
    }
    const NONE: u8 = u8::MAX;
    // No fewer moves cover so much. What can be covered at all stands in `reached`, too.
    let mut least = [NONE; 512];
    let mut reached = [0; 512];
    let mut count = 0;
    // There is nothing to cover off the board. The king has no choice but to be somewhere.
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
            let open = !covered as u8;
            nets[usize::from(open >> 6)] |= 1 << (open & 63);
        }
    };
    for (m, options) in men.iter().enumerate() {
        let is_last = m + 1 == men.len();
        // What this man adds is no ground for more by it.
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

// ── what the defender has to do ──────────────────────────────────────────────────────────────────────────────

/// The squares of `scope` on which a mate is not excluded. Once one is found the others are looked at less closely. The
/// attacker is called White, the defender Black.
fn reachable(
    attacker: &Men,
    defender: &Men,
    [white, black]: [u8; 2],
    parried: bool,
    scope: u64,
    memo: &mut MateMemo,
) -> u64 {
    let key = attacker.key_with(white);
    let mut held = [defender.missing; ALL_REACHED + 1];
    let top = usize::from(black).min(ALL_REACHED);
    if top == 0 {
        held[0] |= defender.squares();
    } else {
        defender.each(|piece, sq| {
            let within = visits_within(defender.color, piece, sq);
            for (all, squares) in held[..=top].iter_mut().zip(within) {
                *all |= squares;
            }
        });
    }
    let mut king = bit(defender.king);
    // By moves of the king.
    let mut scope = scope & !memo.hopeless(key) & !defender.missing;
    let mut found = 0;
    for king_moves in 0..=usize::from(black) {
        let mut here = king & scope;
        scope &= !king;
        let first = here & bit(memo.witness);
        while here != 0 {
            let t = if here & first != 0 { memo.witness } else { here.trailing_zeros() as Sq };
            here &= !bit(t);
            let moves = black - king_moves as u8;
            let within = |moves: u8| beside(held[usize::from(moves).min(top)], t);
            let nets = memo.nets(key, attacker, white, t);
            if !can_hold(moves, &nets, &within) {
                continue;
            }
            if found == 0 && parried && !memo.plans(key, attacker, white, t).can_be_met(defender, t, white, moves, None)
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
        king = spread(king) & !defender.missing;
    }
    found
}
