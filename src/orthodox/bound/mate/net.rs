//! A closer test of mates by a single checking man: which men may be beside the king without being able to parry the
//! check.
//!
//! A man *aims* at `t` if it attacks `t` on an empty board. In a mate, consider one checking man. If two men give
//! check, consider the one that moved last.
//!
//! 1. The squares between the checking man and the king are empty, and the mated side does not hold the checking
//!    man's square.
//! 2. If it is the only checking man, every man of the mated side that attacks it or could interpose is pinned.
//!    Different men of the mating side that aim at `t` pin different men.
//! 3. Two men give check only after a move of one of them, or after an en passant capture, by which a third man opened
//!    two lines. (Castling opens no line except to the castled rook.)
//! 4. The check is given by the last move: the mated side has not exposed its own king. So either the checking man has
//!    moved, or another man of its side has left the line (or an en passant capture has opened it).
//!
//! So fewer men are available for the squares beside the king, and some men must leave or be captured.
//!
//! This test requires more of the rules than the bound itself: a man that attacks a square can capture there and move
//! there, and only line men pin.

use super::blocks::{Blocks, Holders, Parries};
use super::men::Men;
use super::options::{MEN_AND_SQUARES, PerMan, cover, man_and_square, options};
use crate::orthodox::board::bitboard::{self, Sq, between, bit};
use crate::orthodox::bound::cover::{
    CHECK, COST_SHIFT, COVERS, Cheapest, Nets, Ring, allows, any_least, beside, close_upwards, leave_open,
};
use crate::orthodox::bound::distance::{Distances, FAR, PROMOTED};
use crate::units::{Color, Piece};
use std::cell::LazyCell;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// The checks around one square that the mating side can give within a number of moves, with the squares beside the
/// king that it can cover at the same time.
#[derive(Default)]
pub struct CheckPlans(Vec<CheckPlan>);

/// A check by one man, with the squares that the mating side can leave open.
struct CheckPlan {
    nets: Nets,
    /// Whether the checking man has to move. If so, its move does not also capture a man that is in the way.
    moves: bool,
    /// The most men that could parry the check but may be pinned.
    pins: u8,
    parries: Parries,
}

/// The value of [`CheckPlan::pins`] for a double check: any number of men, because neither a capture nor an
/// interposition parries a double check.
const ALL_PINNED: u8 = 64;

const NONE: u8 = u8::MAX;

/// The least moves in which a group of men covers sets of squares beside `t`. The low eight bits of the index are the
/// set. The two bits above are the number of men in the group that aim at `t`: 0, 1, or 2 for more than one.
#[derive(Clone)]
struct GuardCosts {
    least: [u8; STATES],
    /// The indices at which `least` is not [`NONE`]; only the first `count` entries are used.
    reached: [u16; STATES],
    count: usize,
}

const STATES: usize = 3 << 8;

impl GuardCosts {
    const NOTHING: GuardCosts = GuardCosts { least: [NONE; STATES], reached: [0; STATES], count: 0 };

    fn none(t: Sq) -> GuardCosts {
        let mut guards = GuardCosts::NOTHING;
        guards.lower(usize::from((!beside(!0, t)).bits()), 0);
        guards
    }

    fn reached(&self) -> &[u16] {
        &self.reached[..self.count]
    }

    fn lower(&mut self, index: usize, cost: u8) {
        if self.least[index] == NONE {
            self.reached[self.count] = index as u16;
            self.count += 1;
        }
        self.least[index] = cost.min(self.least[index]);
    }

    /// Adds a man to the group. The man covers squares by one of its options, or covers none.
    fn add(&mut self, options: &[u16], moves: u8) {
        if options.is_empty() {
            return;
        }
        let before = self.least;
        for i in 0..self.count {
            let from = self.reached[i];
            self.add_to(from, before[usize::from(from)], options, moves);
        }
    }

    /// Returns the group with one more man, which has to cover squares by one of its options.
    fn with(&self, options: &[u16], moves: u8) -> GuardCosts {
        let mut guards = GuardCosts::NOTHING;
        for &from in self.reached() {
            guards.add_to(from, self.least[usize::from(from)], options, moves);
        }
        guards
    }

    fn add_to(&mut self, from: u16, least: u8, options: &[u16], moves: u8) {
        for &option in options {
            let cost = least + (option >> COST_SHIFT) as u8;
            if cost > moves {
                break;
            }
            let aiming = (usize::from(from >> 8) + usize::from(option & CHECK != 0)).min(2);
            self.lower(aiming << 8 | usize::from((from | option) & 0xff), cost);
        }
    }

    fn merge(&mut self, other: &GuardCosts) {
        for &index in other.reached() {
            self.lower(usize::from(index), other.least[usize::from(index)]);
        }
    }

    /// Returns the sets of squares that may stay open if the number of aiming men is in `aiming`, the checking man
    /// covers `mask` in `cost` moves, and the group covers the other squares in the moves left. No open square is in
    /// `taken`.
    fn nets(&self, aiming: RangeInclusive<u16>, mask: Ring, taken: Ring, moves: u8, cost: u8) -> Nets {
        let mut nets = [0; 4];
        for &index in self.reached() {
            let open = !(Ring::of_bits(index as u8) | mask);
            if aiming.contains(&(index >> 8))
                && self.least[usize::from(index)] + cost <= moves
                && (open & taken).is_empty()
            {
                leave_open(&mut nets, open);
            }
        }
        if nets != [0; 4] {
            close_upwards(&mut nets);
        }
        nets
    }
}

impl CheckPlans {
    pub fn new(mating: &Men, moves: u8, t: Sq) -> CheckPlans {
        let mut men: Vec<(Piece, Sq)> = Vec::with_capacity(16);
        mating.each(|piece, sq| men.push((piece, sq)));
        let color = mating.color;
        let king = GuardCosts::none(t).with(options(color, Piece::KING, mating.king, t), moves);
        let guards: Vec<&[u16]> = men.iter().map(|&(piece, sq)| guard_options(color, piece, sq, t, moves)).collect();
        let en_passant =
            men.iter().any(|&(piece, sq)| piece == Piece::PAWN && may_capture_en_passant(color, sq, moves));
        let mut plans = CheckPlans::default();
        // Castling has already been counted as a move, and the castled rook may give check.
        let castled = mating.castled_rook.is_some();
        if moves == 0 && !castled {
            return plans;
        }
        for (checker, &(piece, sq)) in men.iter().enumerate() {
            let placements = checks(color, piece, sq, t, moves);
            if placements.is_empty() {
                continue;
            }
            let mut together: Option<GuardCosts> = None;
            for &(cost, from, mask) in placements {
                let line = between(from, t);
                let taken = beside(bit(from) | line, t);
                let by_discovery;
                let covered = if cost > 0 || moves > 1 || en_passant || castled {
                    &*together.get_or_insert_with(|| {
                        let mut covered = king.clone();
                        for (_, options) in guards.iter().enumerate().filter(|&(other, _)| other != checker) {
                            covered.add(options, moves);
                        }
                        covered
                    })
                } else {
                    by_discovery = mating.covered_by_discovery(checker, &men, &guards, line, t);
                    &by_discovery
                };
                let mut parries = None;
                let mut add = |aiming: RangeInclusive<u16>, cost: u8, pins: u8| {
                    let nets = covered.nets(aiming, mask, taken, moves, cost);
                    if nets != [0; 4] {
                        let parries = *parries.get_or_insert_with(|| Parries::new(!color, from, t));
                        plans.0.push(CheckPlan { nets, moves: cost > 0, pins, parries });
                    }
                };
                add(0..=0, cost, 0);
                let opens = |&(piece, behind): &(Piece, Sq)| {
                    let aims = cover(piece, color, behind, t) & CHECK != 0;
                    let line = between(behind, t);
                    aims && line & bit(sq) != 0 && line & bit(from) == 0
                };
                // In a double check the checking man has moved last. If it is already in place, it leaves and
                // returns, which takes two moves. A single move opens the line of another man that is already in
                // place.
                let last_to_move = match (cost, moves) {
                    _ if en_passant => cost,
                    (0, _) => 2,
                    (1, 1) if !men.iter().any(opens) => 2,
                    _ => cost,
                };
                add(1..=2, last_to_move, ALL_PINNED);
                if last_to_move > cost {
                    add(1..=1, cost, 1);
                    add(2..=2, cost, ALL_PINNED);
                }
            }
        }
        plans
    }

    /// Whether the mated side can hold the squares needed for one of these checks within `moves`, while the mating
    /// side captures at most `captures` men. The man on `moves_first`, if given, may make an extra move.
    pub fn can_be_met(&self, mated: &Men, t: Sq, captures: u8, moves: u8, moves_first: Option<Sq>) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let holders = Holders::new(mated, t, moves, moves_first);
        let gone = beside(mated.missing, t);
        let stays = moves_first.map_or(!0, |sq| !bit(sq));
        self.0.iter().any(|plan| {
            if !allows(&plan.nets, holders.within(moves) & !plan.parries.taken | gone) {
                return false;
            }
            let blocks = Blocks::new(&holders, &plan.parries, plan.pins, gone);
            let most = blocks.levels.within(moves);
            let excused = captures - u8::from(plan.moves);
            let in_the_way = LazyCell::new(|| plan.parries.in_the_way(mated, stays, plan.pins > 0, excused));
            // Each man in the way that holds none of the needed squares takes a move to leave, except the excused
            // ones. (Holding a square that is not needed would also take such a man a move, because it may not hold
            // its present square.)
            let go_away =
                |used: u64, left: u8| (*in_the_way & !used).count_ones() <= u32::from(left) + u32::from(excused);
            allows(&plan.nets, most)
                && any_least(&plan.nets, |needed| {
                    needed.is_within(most)
                        && blocks.levels.moves_to_hold(needed, moves) <= u32::from(moves)
                        && blocks.can_hold(needed & !gone, moves, plan.pins, 0, &go_away)
                })
        })
    }
}

impl Men {
    /// Returns the squares that the men other than the checking man cover, if the only move is made by a man that
    /// opens the line of the check by leaving it.
    fn covered_by_discovery(
        &self,
        checker: usize,
        men: &[(Piece, Sq)],
        guards: &[&[u16]],
        line: u64,
        t: Sq,
    ) -> GuardCosts {
        let alone = GuardCosts::none(t);
        let mut all = GuardCosts::NOTHING;
        let is_front = |sq: Sq| line & bit(sq) != 0;
        let leaving = |piece: Piece, from: Sq| {
            let mut after = Vec::new();
            each_place(self.color, piece, from, t, 1, |cost, piece, to| {
                let beside_king = piece == Piece::KING && bitboard::king(t) & bit(to) != 0;
                if cost == 1 && !is_front(to) && !beside_king {
                    after.push(cover(piece, self.color, to, t));
                }
            });
            after
        };
        let fronts = men.iter().enumerate().filter(|&(_, &(_, sq))| is_front(sq)).map(|(front, _)| Some(front));
        for front in fronts.chain(is_front(self.king).then_some(None)) {
            let mut covered = match front {
                None => alone.with(&leaving(Piece::KING, self.king), 0),
                Some(_) => alone.with(options(self.color, Piece::KING, self.king, t), 0),
            };
            for (other, &(piece, sq)) in men.iter().enumerate().filter(|&(other, _)| other != checker) {
                if Some(other) == front {
                    covered.add(&leaving(piece, sq), 0);
                } else {
                    covered.add(guards[other], 0);
                }
            }
            all.merge(&covered);
        }
        all
    }
}

/// Whether a pawn on `sq` can come to its fifth rank and capture en passant there with the last of `moves`.
fn may_capture_en_passant(color: Color, sq: Sq, moves: u8) -> bool {
    let rank = if color == Color::White { sq >> 3 } else { 7 - (sq >> 3) };
    // The pawn goes from its second rank to the fifth in two moves.
    let before = [4, 2, 2, 1, 0].get(usize::from(rank)).copied();
    before.is_some_and(|before| before < moves)
}

/// Calls `f` with the number of moves, the kind and the square, for each kind and each square except `t` that the man
/// reaches within `moves`.
fn each_place(color: Color, piece: Piece, from: Sq, t: Sq, moves: u8, mut f: impl FnMut(u8, Piece, Sq)) {
    let distances = Distances::get();
    for sq in (0..64).filter(|&sq| sq != t) {
        let cost = distances.as_it_is(color, piece, from, sq);
        if cost <= moves {
            f(cost, piece, sq);
        }
        if piece == Piece::PAWN {
            for becomes in PROMOTED {
                let cost = distances.promoted(color, becomes, from, sq);
                if cost <= moves {
                    f(cost, becomes, sq);
                }
            }
        }
    }
}

/// Like [`options`], for men other than the checking man. An option that aims at `t` never replaces one that does
/// not, and the reverse. Only line men may aim at `t`: they pin, or give check after another man's move. A pawn or
/// knight that aims at `t` gives check itself, so it would be the man that moved last.
fn guard_options(color: Color, piece: Piece, from: Sq, t: Sq, moves: u8) -> &'static [u16] {
    static TABLE: PerMan<u16> = [const { OnceLock::new() }; MEN_AND_SQUARES];
    let all =
        TABLE[man_and_square(color, piece, from, t)].get_or_init(|| find_guard_options(color, piece, from, t).into());
    &all[..all.partition_point(|&option| option >> COST_SHIFT <= u16::from(moves))]
}

fn find_guard_options(color: Color, piece: Piece, from: Sq, t: Sq) -> Vec<u16> {
    let mut all = Cheapest::default();
    each_place(color, piece, from, t, FAR - 1, |cost, piece, sq| {
        let cover = cover(piece, color, sq, t);
        let leaps = piece == Piece::KNIGHT || piece == Piece::PAWN;
        if cover != 0 && !(leaps && cover & CHECK != 0) {
            all.add(cost, cover);
        }
    });
    all.without(|option, other| option & CHECK == other & CHECK && option & COVERS & !other == 0)
}

/// Returns the checks that the man can give to a king on `t` within `moves`: the number of moves, the square of the
/// man, and the squares beside the king that it covers from there.
fn checks(color: Color, piece: Piece, from: Sq, t: Sq, moves: u8) -> &'static [(u8, Sq, Ring)] {
    static TABLE: PerMan<(u8, Sq, Ring)> = [const { OnceLock::new() }; MEN_AND_SQUARES];
    let all = TABLE[man_and_square(color, piece, from, t)].get_or_init(|| find_checks(color, piece, from, t).into());
    &all[..all.partition_point(|&(cost, ..)| cost <= moves)]
}

fn find_checks(color: Color, piece: Piece, from: Sq, t: Sq) -> Vec<(u8, Sq, Ring)> {
    let mut all = Vec::new();
    each_place(color, piece, from, t, FAR - 1, |cost, piece, sq| {
        let cover = cover(piece, color, sq, t);
        if cover & CHECK != 0 {
            all.push((cost, sq, Ring::of_bits(cover as u8)));
        }
    });
    all.sort_by_key(|&(cost, ..)| cost);
    all
}
