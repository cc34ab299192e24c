//! Test, before any move is tried, whether the next move could mate at all.
//!
//! 1. The king, if not neutral, stays on its square `t`, and its side's men on adjacent squares stay, too.
//! 2. One man of the mover moves, as favourably as possible; the others stay.
//! 3. So in a mate, the attacks of the staying men at best, and of the moved man from elsewhere at best, include `t`
//!    and every adjacent square that the king's side does not hold.
//!
//! This holds if moves have no consequences except promotions. Under rules with consequences of captures
//! ([`Captures`](crate::fairy::rules::footprint::Captures)), the test grants more: the king may be unable to capture, so a
//! man of the mover also covers its own square, and kings may be adjacent; a man that could capture may end anywhere;
//! and a reborn man may hold one more square.
//!
//! If squares vanish when left, neither the vanished squares nor the one that the moving man leaves need cover.

use super::kinds::{Kinds, number};
use crate::fairy::board::squares::Sq;
use crate::fairy::position::FairyPosition;
use crate::orthodox::board::bitboard::bit;
use crate::orthodox::bound::cover::{CHECK, COVERS, beside};
use crate::units::Color;
use smallvec::SmallVec;

/// The squares, out of the enemy king's square and those next to it, that one man of the mover can cover.
struct Mover<'a> {
    /// Squares covered from the man's present square.
    now: u16,
    /// Possible sets of covered squares after the man has moved.
    after: &'a [u16],
    /// Squares that vanish when the man moves, and so need no cover.
    leaves: u16,
    captures: bool,
}

impl FairyPosition<'_> {
    /// Whether some move might mate the other side. `false` is proved; `true` means that moves must be tried.
    pub(in crate::fairy) fn could_mate_at_once(&self) -> bool {
        let Some(kinds) =
            self.bound_kinds(!self.side()).filter(|kinds| self.has_its_squares(kinds) && !self.may_castle())
        else {
            return true;
        };
        self.could_mate(kinds).unwrap_or(true)
    }

    /// Like [`FairyPosition::could_mate_at_once`], but `None` if the test does not apply to this position.
    fn could_mate(&self, kinds: &Kinds) -> Option<bool> {
        let (book, board, side, law) = (self.book(), self.board(), self.side(), kinds.law);
        let king = self.single_king(!side)?;
        let t = number(king);
        let (own, adverse) = (board.of(side), board.of(!side));
        // A man beneath a square may surface with this move, or with the king's.
        if law.waits && self.all_beneath().next().is_some() {
            return None;
        }
        // A pawn captured en passant leaves its square, too.
        if law.squares_vanish && self.passing().pawn().is_some() {
            return None;
        }
        // A neutral king may move with the move itself, and a neutral man be reborn as an attacker.
        if own.has(king) || law.returns && own.meets(adverse) {
            return None;
        }
        let gone = self.squares_gone().iter().map(|sq| bit(number(sq))).fold(kinds.missing, |all, bit| all | bit);
        let held = adverse.without(own).iter().fold(gone, |all, sq| all | bit(number(sq)));
        let needed = COVERS & !u16::from(!beside(!0, t) | beside(held & !bit(t), t));
        let other_king =
            self.single_king(side).filter(|&sq| sq != king && law.is_plain() && !board.man(sq).is_neutral());
        let mut movers: SmallVec<[Mover; 32]> = SmallVec::new();
        // Squares covered by at least one man, and by at least two.
        let (mut once, mut twice) = (0, 0);
        for sq in own.iter().filter(|&sq| sq != king) {
            let kind = kinds.of(board.man(sq), side)?;
            let is_king = other_king == Some(sq);
            let near = kinds.near(book, kind, number(sq), t, is_king);
            let now = near.now;
            let captures = !law.is_plain() && self.may_capture_something(side, sq);
            let after = match law.mover_goes_elsewhere && captures {
                true => kinds.anywhere(book, kind, t),
                false => &near.after,
            };
            twice |= once & now;
            once |= now;
            let leaves = if law.squares_vanish { beside(bit(number(sq)), t).into() } else { 0 };
            movers.push(Mover { now, after, captures, leaves });
        }
        let covers = |covered: u16, captures: bool| {
            let open = needed & !covered;
            open == 0 || law.returns && captures && open & CHECK == 0 && open.is_power_of_two()
        };
        let goes_elsewhere = |man: &Mover| {
            let others = twice | once & !man.now | man.leaves;
            // A needed man may move and still cover as much.
            covers(once | man.leaves, man.captures)
                || man.after.iter().any(|&after| covers(others | after, man.captures))
        };
        Some(covers(once, false) || movers.iter().any(goes_elsewhere))
    }

    /// Whether the range of the man on `from` includes an enemy man, or an en passant capture may be possible.
    fn may_capture_something(&self, side: Color, from: Sq) -> bool {
        let man = self.board().man(from);
        self.passing().pawn().is_some() || self.range(man.piece(), side).captures(from).meets(self.board().of(!side))
    }
}
