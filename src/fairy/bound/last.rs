//! Whether the next move could mate at all: asked before any move is tried.
//!
//! The king, if he is not neutral, stays where he is, on `t`, and so do the men that hold squares beside him. Of the mover's men one moves, to
//! where it may come at best, and the others stand where they stand; so in a mate what they attack at best, and what that
//! one attacks at best from elsewhere, is `t` and every square beside it that the king's side does not hold.
//!
//! That is so where nothing follows from moves but promotions. Where something follows from captures
//! ([`Captures`](crate::fairy::footprint::Captures)), a bit more is granted: what the king could capture may be closed to him, so a man of
//! the mover covers its own square too, and kings may stand side by side; a man that could capture something may end
//! anywhere; and when it captures, one more square may be held by the man that comes back.
//!
//! Where squares that men leave are squares no more, those that are gone need not be covered, nor the one that the man
//! leaves.

use super::kinds::{Kinds, number};
use crate::fairy::position::FairyPosition;
use crate::fairy::squares::Sq;
use crate::orthodox::board::bitboard::bit;
use crate::orthodox::bound::cover::{CHECK, COVERS, beside};
use crate::units::Color;
use smallvec::SmallVec;

/// A man of the mover, by what it covers of the square of the king and of those beside him.
struct Mover<'a> {
    /// From where it stands.
    now: u16,
    /// From elsewhere.
    after: &'a [u16],
    /// What it closes by going.
    leaves: u16,
    captures: bool,
}

impl FairyPosition<'_> {
    /// Some move of the side to move might mate the other side; `false` is a fact.
    pub(in crate::fairy) fn could_mate_at_once(&self) -> bool {
        let Some(kinds) =
            self.bound_kinds(!self.side()).filter(|kinds| self.has_its_squares(kinds) && !self.may_castle())
        else {
            return true;
        };
        self.could_mate(kinds).unwrap_or(true)
    }

    /// `None` where nothing is known.
    fn could_mate(&self, kinds: &Kinds) -> Option<bool> {
        let (book, board, side, law) = (self.book(), self.board(), self.side(), kinds.law);
        let king = self.single_king(!side)?;
        let t = number(king);
        let (own, adverse) = (board.of(side), board.of(!side));
        // Who waits beneath a square comes to light with the move, or with the king's.
        if law.waits && self.all_beneath().next().is_some() {
            return None;
        }
        // A pawn that is captured en passant leaves its square, too.
        if law.squares_vanish && self.passing().pawn().is_some() {
            return None;
        }
        // A neutral king may go elsewhere with the move itself, and a neutral man come back as an attacker.
        if own.has(king) || law.returns && own.meets(adverse) {
            return None;
        }
        let gone = self.squares_gone().iter().map(|sq| bit(number(sq))).fold(kinds.missing, |all, bit| all | bit);
        let held = adverse.without(own).iter().fold(gone, |all, sq| all | bit(number(sq)));
        let needed = COVERS & !u16::from(!beside(!0, t) | beside(held & !bit(t), t));
        let other_king =
            self.single_king(side).filter(|&sq| sq != king && law.is_plain() && !board.man(sq).is_neutral());
        let mut movers: SmallVec<[Mover; 32]> = SmallVec::new();
        // Covered by one man at least, and by more than one.
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
            // A man that covers what matters may go without covering less.
            covers(once | man.leaves, man.captures)
                || man.after.iter().any(|&after| covers(others | after, man.captures))
        };
        Some(covers(once, false) || movers.iter().any(goes_elsewhere))
    }

    /// The man of the side on the square might capture something, as far as its range tells.
    fn may_capture_something(&self, side: Color, from: Sq) -> bool {
        let man = self.board().man(from);
        self.passing().pawn().is_some() || self.range(man.piece(), side).captures(from).meets(self.board().of(!side))
    }
}
