//! Mates by a single man, looked at closely: who may stand where beside the king so that nobody parries the check.
//!
//! Say that a man *aims* at `t` when it attacks `t` on an empty board. If only one man of the mating side aims at the
//! king in the mate, it is the only one to give check, and nobody is pinned. So no man of the mated side can capture it
//! or go between; the squares between are empty, and the square of the checking man is not held by the other side. That leaves
//! fewer men for the squares beside the king, and men that must go away. When two or more aim (double check, or pins),
//! nothing of this is asked for.
//!
//! This needs more of the rules than the bound itself: a man that attacks a square can capture there and move there.

use super::super::bitboard::{self, Sq, between, bit};
use super::distance::{Distances, FAR, PROMOTED};
use super::mate::{ALL_REACHED, CHECK, COST_SHIFT, COVERS, Men, Nets, allows, beside, close_upwards, cover, options};
use crate::units::{Color, Piece};

/// What the mating side can do around a square in so many moves.
#[derive(Default)]
pub struct Plans {
    single: Vec<Plan>,
    /// With two or more men that aim at the square.
    several: Nets,
}

/// A man gives check from `from`, alone.
struct Plan {
    from: Sq,
    nets: Nets,
}

const NONE: u8 = u8::MAX;

/// The least moves in which some men cover a set of squares beside `t` (an index), none of them aiming at it.
type Guards = [u8; 256];

impl Plans {
    pub fn new(attacker: &Men, moves: u8, t: Sq) -> Plans {
        let mut men: Vec<(Piece, Sq)> = Vec::with_capacity(16);
        attacker.each(|piece, sq| men.push((piece, sq)));
        let color = attacker.color;
        let mut alone: Guards = [NONE; 256];
        alone[usize::from(!beside(!0, t))] = 0;
        let king = add_guard(&alone, options(color, Piece::KING, attacker.king, t), moves, true);
        let guards: Vec<Vec<u16>> = men.iter().map(|&(piece, sq)| guard_options(color, piece, sq, t, moves)).collect();
        let mut plans = Plans::default();
        for (checker, &(piece, sq)) in men.iter().enumerate() {
            let placements = checks(color, piece, sq, t, moves);
            if placements.is_empty() {
                continue;
            }
            let others = guards.iter().enumerate().filter(|&(other, _)| other != checker);
            let covered = others.fold(king, |covered, (_, options)| add_guard(&covered, options, moves, false));
            for (cost, from, mask) in placements {
                let mut nets = [0; 4];
                let must_be_covered = taken(from, t);
                for (guarded, &least) in covered.iter().enumerate().filter(|&(_, &least)| least != NONE) {
                    if least + cost > moves {
                        continue;
                    }
                    let open = !(guarded as u8 | mask);
                    if open & must_be_covered == 0 {
                        nets[usize::from(open >> 6)] |= 1 << (open & 63);
                    }
                }
                if nets != [0; 4] {
                    close_upwards(&mut nets);
                    plans.single.push(Plan { from, nets });
                }
            }
        }
        plans.several = several(&king, &men, color, moves, t);
        plans
    }

    /// The mated side can do its part in so many moves.
    pub fn can_be_met(&self, defender: &Men, t: Sq, white: u8, moves: u8) -> bool {
        let free = Task::new(defender, t, None, moves);
        if free.can_hold(&self.several, 0) {
            return true;
        }
        self.single.iter().any(|plan| {
            free.may_hold(&plan.nets, taken(plan.from, t))
                && Task::new(defender, t, Some(plan.from), moves).can_hold(&plan.nets, white)
        })
    }
}

/// The squares beside `t` that a man checking from `from` keeps free of the other side.
fn taken(from: Sq, t: Sq) -> u8 {
    beside(bit(from) | between(from, t), t)
}

fn add_guard(before: &Guards, options: &[u16], moves: u8, must: bool) -> Guards {
    let mut after = if must { [NONE; 256] } else { *before };
    for (covered, &least) in before.iter().enumerate().filter(|&(_, &least)| least != NONE) {
        for &option in options {
            let cost = least + (option >> COST_SHIFT) as u8;
            if cost > moves {
                break;
            }
            let to = &mut after[covered | usize::from(option & 0xff)];
            *to = cost.min(*to);
        }
    }
    after
}

/// Calls `f` for every way of the man to stand somewhere else than on `t`: moves, kind, square.
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

fn guard_options(color: Color, piece: Piece, from: Sq, t: Sq, moves: u8) -> Vec<u16> {
    let mut all = Vec::new();
    each_place(color, piece, from, t, moves, |cost, piece, sq| {
        let cover = cover(piece, color, sq, t);
        if cover & CHECK == 0 && cover != 0 {
            all.push(u16::from(cost) << COST_SHIFT | cover);
        }
    });
    all.sort_unstable_by_key(|&option| (option >> COST_SHIFT, std::cmp::Reverse((option & COVERS).count_ones())));
    let mut kept: Vec<u16> = Vec::new();
    for option in all {
        if !kept.iter().any(|&other| option & COVERS & !other == 0) {
            kept.push(option);
        }
    }
    kept
}

fn checks(color: Color, piece: Piece, from: Sq, t: Sq, moves: u8) -> Vec<(u8, Sq, u8)> {
    let mut all = Vec::new();
    each_place(color, piece, from, t, moves, |cost, piece, sq| {
        let cover = cover(piece, color, sq, t);
        if cover & CHECK != 0 {
            all.push((cost, sq, cover as u8));
        }
    });
    all
}

fn several(king: &Guards, men: &[(Piece, Sq)], color: Color, moves: u8, t: Sq) -> Nets {
    let mut by_aiming = [*king, [NONE; 256], [NONE; 256]];
    for &(piece, sq) in men {
        let before = by_aiming;
        for (aiming, guards) in before.iter().enumerate() {
            for (covered, &least) in guards.iter().enumerate().filter(|&(_, &least)| least != NONE) {
                for &option in options(color, piece, sq, t) {
                    let cost = least + (option >> COST_SHIFT) as u8;
                    if cost > moves {
                        break;
                    }
                    let aiming = (aiming + usize::from(option & CHECK != 0)).min(2);
                    let to = &mut by_aiming[aiming][covered | usize::from(option & 0xff)];
                    *to = cost.min(*to);
                }
            }
        }
    }
    let mut nets = [0; 4];
    for (covered, _) in by_aiming[2].iter().enumerate().filter(|&(_, &least)| least != NONE) {
        let open = !covered as u8;
        nets[usize::from(open >> 6)] |= 1 << (open & 63);
    }
    close_upwards(&mut nets);
    nets
}

// ── the other side ───────────────────────────────────────────────────────────────────────────────────────────

/// What the mated side has to do about one plan.
struct Task {
    moves: u8,
    /// Men with the moves that bring them to the squares beside the king, where they may stand.
    men: Vec<[u8; 8]>,
    /// Men that have to go away, or be captured.
    in_the_way: u64,
    within: [u8; ALL_REACHED + 1],
}

impl Task {
    fn new(defender: &Men, t: Sq, checker: Option<Sq>, moves: u8) -> Task {
        let color = defender.color;
        let line = checker.map_or(0, |from| between(from, t));
        let taken = checker.map_or(0, |from| taken(from, t));
        let parries = |piece: Piece, sq: Sq| checker.is_some_and(|from| parries(color, piece, sq, from, line));
        let around = AROUND.map(|(df, dr)| neighbour(t, df, dr));
        let mut task = Task { moves, men: Vec::with_capacity(16), in_the_way: 0, within: [0; ALL_REACHED + 1] };
        let distances = Distances::get();
        defender.each(|piece, sq| {
            let mut costs = [FAR; 8];
            for (i, to) in around.iter().enumerate() {
                let Some(to) = *to else { continue };
                if taken >> i & 1 != 0 {
                    continue;
                }
                let mut cost = distances.as_it_is(color, piece, sq, to);
                if cost > moves || parries(piece, to) {
                    cost = FAR;
                }
                if piece == Piece::PAWN {
                    for becomes in PROMOTED {
                        let promoted = distances.promoted(color, becomes, sq, to);
                        if promoted <= moves && promoted < cost && !parries(becomes, to) {
                            cost = promoted;
                        }
                    }
                }
                costs[i] = cost;
                if cost != FAR {
                    for level in &mut task.within[usize::from(cost).min(ALL_REACHED)..] {
                        *level |= 1 << i;
                    }
                }
            }
            if Some(sq) != checker && parries(piece, sq) {
                task.in_the_way |= 1 << task.men.len();
            }
            task.men.push(costs);
        });
        task
    }

    /// A quick look that may say yes too often.
    fn may_hold(&self, nets: &Nets, taken: u8) -> bool {
        allows(nets, self.within[usize::from(self.moves).min(ALL_REACHED)] & !taken)
    }

    /// `captures`: as many men in the way the other side may capture.
    fn can_hold(&self, nets: &Nets, captures: u8) -> bool {
        self.hold(nets, captures, 0, !0, self.moves, 0)
    }

    fn hold(&self, nets: &Nets, captures: u8, held: u8, open: u8, moves: u8, used: u64) -> bool {
        let open = open & self.within[usize::from(moves).min(ALL_REACHED)];
        if !allows(nets, held | open) {
            return false;
        }
        if allows(nets, held) {
            let left = (self.in_the_way & !used).count_ones();
            if left <= u32::from(moves) + u32::from(captures) {
                return true;
            }
        }
        let mut open = open;
        while open != 0 {
            let i = open.trailing_zeros() as usize;
            open &= open - 1;
            for (man, costs) in self.men.iter().enumerate() {
                if used >> man & 1 == 0
                    && costs[i] <= moves
                    && self.hold(nets, captures, held | 1 << i, open, moves - costs[i], used | 1 << man)
                {
                    return true;
                }
            }
        }
        false
    }
}

const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

fn neighbour(t: Sq, df: i32, dr: i32) -> Option<Sq> {
    let (file, rank) = (i32::from(t & 7) + df, i32::from(t >> 3) + dr);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as Sq)
}

/// A man that is not pinned parries the check whatever else stands on the board: it captures the checking man on
/// `checker`, or goes to one of the empty squares `line` between it and the king.
fn parries(color: Color, piece: Piece, sq: Sq, checker: Sq, line: u64) -> bool {
    if piece == Piece::PAWN {
        let ahead = if color == Color::White { bit(sq) << 8 } else { bit(sq) >> 8 };
        (bitboard::pawn(color, sq) & bit(checker)) | (ahead & line) != 0
    } else {
        bitboard::attacks(piece, color, sq, !line) & (line | bit(checker)) != 0
    }
}
