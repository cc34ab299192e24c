//! Mates by a single man, looked at closely: who may stand where beside the king so that nobody parries the check.
//!
//! Say that a man *aims* at `t` when it attacks `t` on an empty board. In a mate look at one man that gives check, the
//! one that moved last if there are two. The squares between it and the king are empty, and its own square is not held by
//! the other side. If it is the only one to give check, every man of the mated side that attacks it, or could go between,
//! is pinned, each by another man that aims. Two men give check only after a move of one of them, or after an en passant
//! capture, by which a third one opened two lines. (Castling opens no line but to the castled rook.)
//!
//! The check is given by the last move: the mated side has not exposed its own king. So either the man that gives check has
//! moved, or another of its side has left the line (or an en passant capture has opened it).
//!
//! That leaves fewer men for the squares beside the king, and there are men that must go away or be captured.
//!
//! This needs more of the rules than the bound itself: a man that attacks a square can capture there and move there, and
//! only line men pin.

use super::super::bitboard::{self, RANK_1, RANK_8, Sq, between, bit, squares};
use super::distance::{ALL_REACHED, Distances, PROMOTED, Within, plain_within, promoted_within};
use super::mate::{CHECK, COST_SHIFT, COVERS, Men, Nets, allows, beside, close_upwards, cover, options};
use crate::units::{Color, Piece};

/// What the mating side can do around a square in so many moves.
#[derive(Default)]
pub struct Plans(Vec<Plan>);

/// A man gives check.
struct Plan {
    nets: Nets,
    /// The checking man has to move, and captures nobody in the way where it arrives.
    moves: bool,
    /// So many men that could parry the check may be pinned.
    pins: u8,
    parries: Parries,
}

/// As good as all: in double check nobody needs to be pinned.
const ALL_PINNED: u8 = 64;

const NONE: u8 = u8::MAX;

/// The least moves in which some men cover a set of squares beside `t` (the inner index), with none, one, or more of
/// them aiming at it.
type Guards = [[u8; 256]; 3];

impl Plans {
    pub fn new(attacker: &Men, moves: u8, t: Sq) -> Plans {
        let mut men: Vec<(Piece, Sq)> = Vec::with_capacity(16);
        attacker.each(|piece, sq| men.push((piece, sq)));
        let color = attacker.color;
        let mut alone: Guards = [[NONE; 256]; 3];
        alone[0][usize::from(!beside(!0, t))] = 0;
        let king = add_guard(&alone, options(color, Piece::KING, attacker.king, t), moves, true);
        let guards: Vec<Vec<u16>> = men.iter().map(|&(piece, sq)| guard_options(color, piece, sq, t, moves)).collect();
        let en_passant =
            men.iter().any(|&(piece, sq)| piece == Piece::PAWN && may_capture_en_passant(color, sq, moves));
        let mut plans = Plans::default();
        // Castling has been counted already, and may be what gives check.
        let castled = attacker.castled_rook.is_some();
        if moves == 0 && !castled {
            return plans;
        }
        for (checker, &(piece, sq)) in men.iter().enumerate() {
            let placements = checks(color, piece, sq, t, moves);
            if placements.is_empty() {
                continue;
            }
            let others = guards.iter().enumerate().filter(|&(other, _)| other != checker);
            let covered = others.fold(king, |covered, (_, options)| add_guard(&covered, options, moves, false));
            for (cost, from, mask) in placements {
                let parries = Parries::new(!color, from, t);
                let covered = if cost > 0 || moves > 1 || en_passant || castled {
                    covered
                } else {
                    attacker.covered_by_discovery(checker, &men, &guards, &alone, parries.line, t)
                };
                let mut add = |aiming: std::ops::RangeInclusive<usize>, cost: u8, pins: u8| {
                    let nets = nets_of(&covered[aiming], mask, parries.taken, moves, cost);
                    if nets != [0; 4] {
                        plans.0.push(Plan { nets, moves: cost > 0, pins, parries });
                    }
                };
                add(0..=0, cost, 0);
                let opens = |&(piece, behind): &(Piece, Sq)| {
                    let aims = cover(piece, color, behind, t) & CHECK != 0;
                    let line = between(behind, t);
                    aims && line & bit(sq) != 0 && line & bit(from) == 0
                };
                // To give double check a man has to move: one that stands there already goes and comes back, and with
                // the only move it opens a line of another where that stands now.
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

    /// The mated side can do its part in so many moves; the other captures at most `captures` men.
    pub fn can_be_met(&self, defender: &Men, t: Sq, captures: u8, moves: u8) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let holders = holders(defender, t, moves);
        self.0.iter().any(|plan| {
            let blocks = Blocks { holders: &holders, plan };
            allows(&plan.nets, blocks.within(moves, plan.pins, 0)) && {
                let excused = captures - u8::from(plan.moves);
                let in_the_way = plan.parries.in_the_way(defender, plan.pins > 0, excused);
                blocks.can_hold(0, !0, moves, plan.pins, 0, in_the_way, excused)
            }
        })
    }
}

impl Men {
    /// What is covered when the only move is made by a man that stands on the line of a check and leaves it.
    fn covered_by_discovery(
        &self,
        checker: usize,
        men: &[(Piece, Sq)],
        guards: &[Vec<u16>],
        nothing: &Guards,
        line: u64,
        t: Sq,
    ) -> Guards {
        let mut all = [[NONE; 256]; 3];
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
                None => add_guard(nothing, &leaving(Piece::KING, self.king), 0, true),
                Some(_) => add_guard(nothing, options(self.color, Piece::KING, self.king, t), 0, true),
            };
            for (other, &(piece, sq)) in men.iter().enumerate().filter(|&(other, _)| other != checker) {
                covered = if Some(other) == front {
                    add_guard(&covered, &leaving(piece, sq), 0, false)
                } else {
                    add_guard(&covered, &guards[other], 0, false)
                };
            }
            for (all, covered) in all.as_flattened_mut().iter_mut().zip(covered.as_flattened()) {
                *all = (*covered).min(*all);
            }
        }
        all
    }
}

/// A pawn on its fifth rank may capture en passant with the last of so many moves.
fn may_capture_en_passant(color: Color, sq: Sq, moves: u8) -> bool {
    let rank = if color == Color::White { sq >> 3 } else { 7 - (sq >> 3) };
    // From its second rank it comes to the fifth in two moves.
    let before = [4, 2, 2, 1, 0].get(usize::from(rank)).copied();
    before.is_some_and(|before| before < moves)
}

/// The sets of squares that stay open, where the checking man covers `mask` in `cost` moves and the others do the rest.
fn nets_of(covered: &[[u8; 256]], mask: u8, taken: u8, moves: u8, cost: u8) -> Nets {
    let mut nets = [0; 4];
    for guards in covered {
        for (guarded, &least) in guards.iter().enumerate().filter(|&(_, &least)| least != NONE) {
            let open = !(guarded as u8 | mask);
            if least + cost <= moves && open & taken == 0 {
                nets[usize::from(open >> 6)] |= 1 << (open & 63);
            }
        }
    }
    close_upwards(&mut nets);
    nets
}

/// Where men of the other side stand that parry the check of a single man.
#[derive(Clone, Copy)]
struct Parries {
    checker: u64,
    /// The squares between.
    line: u64,
    /// The squares beside the king that the mating side keeps free of the other: where the checking man stands, and
    /// those between.
    taken: u8,
    /// By kind: a man there captures the checking man or goes between, whatever else stands on the board.
    from: [u64; 5],
    /// The same of the squares beside the king.
    beside: [u8; 5],
}

impl Parries {
    fn new(color: Color, checker: Sq, t: Sq) -> Parries {
        let line = between(checker, t);
        let mut from = [0; 5];
        for piece in PROMOTED {
            // Lines through the squares between are open, and seeing is mutual.
            from[piece.index()] =
                squares(line | bit(checker)).fold(0, |all, sq| all | bitboard::attacks(piece, color, sq, !line));
        }
        let behind = if color == Color::White { line >> 8 } else { line << 8 };
        from[Piece::PAWN.index()] = bitboard::pawn(!color, checker) | behind;
        Parries {
            checker: bit(checker),
            line,
            taken: beside(bit(checker) | line, t),
            from,
            beside: from.map(|squares| beside(squares, t)),
        }
    }

    /// The men (by number, as [`Men::each`] tells them) that have to go away, if there are more than are excused. Those
    /// on the line have to even where those that could parry may be pinned.
    fn in_the_way(&self, defender: &Men, pinned: bool, excused: u8) -> u64 {
        let (mut men, mut number) = (0u64, 0);
        defender.each(|piece, sq| {
            let parries = if pinned { 0 } else { self.from[piece.index()] & !self.checker };
            if (parries | self.line) & bit(sq) != 0 {
                men |= 1 << number;
            }
            number += 1;
        });
        if men.count_ones() > u32::from(excused) { men } else { 0 }
    }
}

fn add_guard(before: &Guards, options: &[u16], moves: u8, must: bool) -> Guards {
    let mut after = if must { [[NONE; 256]; 3] } else { *before };
    for (aiming, guards) in before.iter().enumerate() {
        for (covered, &least) in guards.iter().enumerate().filter(|&(_, &least)| least != NONE) {
            for &option in options {
                let cost = least + (option >> COST_SHIFT) as u8;
                if cost > moves {
                    break;
                }
                let aiming = (aiming + usize::from(option & CHECK != 0)).min(2);
                let to = &mut after[aiming][covered | usize::from(option & 0xff)];
                *to = cost.min(*to);
            }
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

/// As [`options`], but a man that aims does not replace one that does not, and only line men aim: they pin, or give
/// check after the move of another; a leaper that aims gives check, so it is the one that moved last.
fn guard_options(color: Color, piece: Piece, from: Sq, t: Sq, moves: u8) -> Vec<u16> {
    let mut all = Vec::new();
    each_place(color, piece, from, t, moves, |cost, piece, sq| {
        let cover = cover(piece, color, sq, t);
        let leaps = piece == Piece::KNIGHT || piece == Piece::PAWN;
        if cover != 0 && !(leaps && cover & CHECK != 0) {
            all.push(u16::from(cost) << COST_SHIFT | cover);
        }
    });
    all.sort_unstable_by_key(|&option| (option >> COST_SHIFT, std::cmp::Reverse((option & COVERS).count_ones())));
    let mut kept: Vec<u16> = Vec::new();
    for option in all {
        let replaces = |other: u16| option & CHECK == other & CHECK && option & COVERS & !other == 0;
        if !kept.iter().any(|&other| replaces(other)) {
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

// ── the other side ───────────────────────────────────────────────────────────────────────────────────────────

/// A man, as what it is or as what it may become, with the squares beside the king that it reaches.
struct Holder {
    man: u8,
    kind: u8,
    /// By the moves it takes at most.
    within: [u8; ALL_REACHED + 1],
}

fn holders(defender: &Men, t: Sq, moves: u8) -> Vec<Holder> {
    let top = usize::from(moves).min(ALL_REACHED);
    let mut holders = Vec::with_capacity(16);
    let mut man = 0;
    let mut add = |man: u8, kind: Piece, reached: &Within, mask: u64| {
        if reached[top] & mask & bitboard::king(t) != 0 {
            let mut within = [0; ALL_REACHED + 1];
            for (within, squares) in within[..=top].iter_mut().zip(reached) {
                *within = beside(squares & mask, t);
            }
            holders.push(Holder { man, kind: kind.index() as u8, within });
        }
    };
    defender.each(|piece, sq| {
        if piece == Piece::PAWN {
            // On the last rank it is a pawn no longer.
            add(man, piece, plain_within(defender.color, piece, sq), !(RANK_1 | RANK_8) | bit(sq));
            for becomes in PROMOTED {
                add(man, becomes, promoted_within(defender.color, becomes, sq), !0);
            }
        } else {
            add(man, piece, plain_within(defender.color, piece, sq), !0);
        }
        man += 1;
    });
    holders
}

/// What the mated side has to do about one plan.
struct Blocks<'a> {
    holders: &'a [Holder],
    plan: &'a Plan,
}

impl Blocks<'_> {
    /// The squares beside the king on which the man parries the check.
    fn parries(&self, holder: &Holder) -> u8 {
        self.plan.parries.beside[usize::from(holder.kind)]
    }

    /// The squares that some man not yet used can hold.
    fn within(&self, moves: u8, pins: u8, used: u64) -> u8 {
        let level = usize::from(moves).min(ALL_REACHED);
        let unused = self.holders.iter().filter(|holder| used >> holder.man & 1 == 0);
        let all = unused
            .fold(0, |all, holder| all | holder.within[level] & if pins > 0 { !0 } else { !self.parries(holder) });
        all & !self.plan.parries.taken
    }

    /// The men in the way that are not used elsewhere need a move each, unless they are excused.
    #[allow(clippy::too_many_arguments)]
    fn can_hold(&self, held: u8, open: u8, moves: u8, pins: u8, used: u64, in_the_way: u64, excused: u8) -> bool {
        let nets = &self.plan.nets;
        if allows(nets, held) && (in_the_way & !used).count_ones() <= u32::from(moves) + u32::from(excused) {
            return true;
        }
        let mut open = open & self.within(moves, pins, used);
        if !allows(nets, held | open) {
            return false;
        }
        let level = usize::from(moves).min(ALL_REACHED);
        while open != 0 {
            let square = open & open.wrapping_neg();
            open ^= square;
            for holder in self.holders {
                let pinned = square & self.parries(holder) != 0;
                if used >> holder.man & 1 != 0 || holder.within[level] & square == 0 || pinned && pins == 0 {
                    continue;
                }
                let cost = holder.within.iter().position(|within| within & square != 0).unwrap_or(level) as u8;
                let (used, pins) = (used | 1 << holder.man, pins - u8::from(pinned));
                if self.can_hold(held | square, open, moves - cost, pins, used, in_the_way, excused) {
                    return true;
                }
            }
            if !allows(nets, held | open) {
                return false;
            }
        }
        false
    }
}
