//! The legal moves of the side to move in a position given as [`Men`].

use super::men::{
    BISHOP, KING, KING_HOME, KNIGHT, LONG, LONG_ROOK, Men, PAWN, QUEEN, ROOK, SHORT, SHORT_ROOK, Step, attacks,
};
use crate::orthodox::board::bitboard::{self, RANK_8, Sq, between, bit, line_through, squares};
use crate::units::Color;

const RANK_3: u64 = 0xff << 16;
const PROMOTIONS: [u8; 4] = [QUEEN, KNIGHT, ROOK, BISHOP];

/// The squares and men that decide which moves of the side to move leave its king in check.
pub struct Safety {
    pub king: Sq,
    pub is_check: bool,
    /// Squares on which men other than the king may arrive: all squares, or those on which a man parries the check.
    pub targets: u64,
    /// Pinned men, which have to stay on the line to the king.
    pub pinned: u64,
}

impl Safety {
    pub fn new(men: &Men) -> Safety {
        let king = men.king();
        let occupied = men.occupied();
        let mut checkers = men.theirs
            & (bitboard::knight(king) & men.kinds[usize::from(KNIGHT)]
                | bitboard::pawn(Color::White, king) & men.kinds[usize::from(PAWN)]);
        let mut pinned = 0;
        for sniper in squares(men.snipers(king) & men.theirs) {
            let line = between(king, sniper) & occupied;
            if line == 0 {
                checkers |= bit(sniper);
            } else if line & (line - 1) == 0 {
                pinned |= line & men.own;
            }
        }
        let targets = match checkers {
            0 => !0,
            _ if checkers & (checkers - 1) != 0 => 0,
            _ => checkers | between(king, checkers.trailing_zeros() as Sq),
        };
        Safety { king, is_check: checkers != 0, targets, pinned }
    }

    /// Returns the squares on which the man on `from` may arrive without leaving the king in check. The man must not
    /// be the king.
    pub fn of(&self, from: Sq) -> u64 {
        if self.pinned & bit(from) == 0 { self.targets } else { self.targets & line_through(self.king, from) }
    }

    /// Whether the king can go to the square `to` beside it, because no man attacks `to`.
    pub fn lets_king_go(&self, men: &Men, to: Sq) -> bool {
        !men.is_attacked(to, men.occupied() & !bit(self.king))
    }
}

/// Calls `take` for each legal move, until `take` returns `true`. Returns whether `take` returned `true`.
pub fn any_step(men: &Men, take: &mut impl FnMut(Step) -> bool) -> bool {
    any_step_to(men, &|_, _| !0, take)
}

/// Like [`any_step`], but only for moves that arrive on one of the squares `wanted(kind, from)`. Promotions, castling
/// and captures en passant are always included.
pub fn any_step_to(men: &Men, wanted: &impl Fn(u8, Sq) -> u64, take: &mut impl FnMut(Step) -> bool) -> bool {
    let safety = Safety::new(men);
    let mut flights = squares(bitboard::king(safety.king) & !men.own & wanted(KING, safety.king));
    if flights.any(|to| safety.lets_king_go(men, to) && take(Step::plain(KING, safety.king, to))) {
        return true;
    }
    if safety.targets == 0 {
        return false;
    }
    let occupied = men.occupied();
    for kind in [QUEEN, ROOK, BISHOP, KNIGHT] {
        for from in squares(men.mine(kind)) {
            let to = attacks(kind, from, occupied) & !men.own & safety.of(from) & wanted(kind, from);
            if squares(to).any(|to| take(Step::plain(kind, from, to))) {
                return true;
            }
        }
    }
    squares(men.mine(PAWN)).any(|from| any_pawn_step(men, &safety, from, wanted(PAWN, from), take))
        || !safety.is_check && castlings(men).into_iter().flatten().any(take)
}

/// Returns the legal castling moves of the side to move. The king must not be in check.
pub fn castlings(men: &Men) -> [Option<Step>; 2] {
    if men.castling & (SHORT | LONG) == 0 {
        return [None; 2];
    }
    [(SHORT, SHORT_ROOK, KING_HOME + 2), (LONG, LONG_ROOK, KING_HOME - 2)].map(|(right, rook, to)| {
        let step = Step::plain(KING, KING_HOME, to);
        let is_free = men.castling & right != 0
            && between(KING_HOME, rook) & men.occupied() == 0
            && !men.is_attacked(KING_HOME.midpoint(to), men.occupied());
        let after = men.play(step);
        (is_free && !after.is_attacked(to, after.occupied())).then_some(step)
    })
}

fn any_pawn_step(men: &Men, safety: &Safety, from: Sq, wanted: u64, take: &mut impl FnMut(Step) -> bool) -> bool {
    let to = pawn_arrivals(men, from) & safety.of(from);
    if squares(to & wanted & !RANK_8).any(|to| take(Step::plain(PAWN, from, to))) {
        return true;
    }
    let mut promotions = squares(to & RANK_8).flat_map(|to| PROMOTIONS.map(|becomes| (to, becomes)));
    if promotions.any(|(to, becomes)| take(Step { from, to, kind: PAWN, becomes })) {
        return true;
    }
    en_passant(men, from).is_some_and(take)
}

/// Returns the arrival squares of the pawn on `from`, except en passant. Checks and pins are ignored.
pub fn pawn_arrivals(men: &Men, from: Sq) -> u64 {
    let empty = !men.occupied();
    let one = bit(from) << 8 & empty;
    one | (one & RANK_3) << 8 & empty | bitboard::pawn(Color::White, from) & men.theirs
}

/// Returns the legal capture en passant by the pawn on `from`, or `None` if there is none.
pub fn en_passant(men: &Men, from: Sq) -> Option<Step> {
    if bitboard::pawn(Color::White, from) & men.passed == 0 {
        return None;
    }
    let step = Step::plain(PAWN, from, men.passed.trailing_zeros() as Sq);
    let after = men.play(step);
    (!after.is_attacked(after.king(), after.occupied())).then_some(step)
}

/// Returns the position after `step`, which was a move of the same side in another position. Returns `None` if the
/// move is illegal here.
pub fn play_if_legal(men: &Men, step: Step) -> Option<Men> {
    let (from, to) = (bit(step.from), bit(step.to));
    if men.mine(step.kind) & from == 0 || men.own & to != 0 {
        return None;
    }
    let goes = match step.kind {
        PAWN => pawn_arrivals(men, step.from),
        kind => attacks(kind, step.from, men.occupied()),
    };
    if goes & to == 0 {
        if step.is_castling() {
            let is_check = men.is_attacked(step.from, men.occupied());
            return (!is_check && castlings(men).contains(&Some(step))).then(|| men.play(step));
        }
        if step.kind != PAWN || to != men.passed || bitboard::pawn(Color::White, step.from) & to == 0 {
            return None;
        }
    }
    let after = men.play(step);
    (!after.is_attacked(after.king(), after.occupied())).then_some(after)
}
