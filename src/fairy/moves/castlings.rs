//! Generation of castlings.

use super::effect::{Effect, Step, Why};
use super::move_builder::MoveBuilder;
use crate::fairy::board::squares::{Sq, file, rank};
use crate::fairy::position::FairyPosition;
use crate::pieces::Piece;
use crate::units::Color;

impl FairyPosition<'_> {
    /// Whether the step captures a king from a square to which the man on `from` could only come by castling.
    pub(in crate::fairy) fn goes_like_castling(&self, from: Sq, step: &Step) -> bool {
        step.taken.is_some_and(|taken| self.board().man(taken).piece() == Piece::KING)
            && step.origin.abs_diff(from) > 1
            && self.book().geometry.castling_of(from, step.origin).is_some()
    }

    /// Returns the castlings of the king on `home`, by index in the geometry's list. Check on the king's target square
    /// is not tested.
    pub fn castlings(&self, side: Color, home: Sq) -> Vec<u8> {
        let unmoved = self.unmoved();
        if unmoved.is_empty() || !unmoved.has(home) {
            return Vec::new();
        }
        let book = self.book();
        let mut found = Vec::new();
        for (index, castling) in book.geometry.castlings.iter().enumerate() {
            let stands = |sq: Sq, piece: Piece| {
                let man = self.board().man(sq);
                unmoved.has(sq) && man.is_of(side) && man.piece() == piece
            };
            if castling.color != side
                || castling.king != home
                || !stands(castling.king, castling.royal)
                || !stands(castling.rook, castling.partner)
            {
                continue;
            }
            if castling.is_fast {
                if self.board().is_empty(castling.king_to) && !self.is_in_check(side) {
                    found.push(index as u8);
                }
                continue;
            }
            let row =
                |a: Sq, b: Sq| (file(a).min(file(b))..=file(a).max(file(b))).map(move |f| (rank(a) << 4 | f) as Sq);
            let own = [castling.king, castling.rook];
            let is_free = |sq: Sq| own.contains(&sq) || self.board().is_empty(sq) && self.has(sq);
            let ways =
                [(castling.king, castling.rook), (castling.king, castling.king_to), (castling.rook, castling.rook_to)];
            if !ways.into_iter().all(|(from, to)| row(from, to).all(is_free)) {
                continue;
            }
            let crossed =
                row(castling.king, castling.king_to).filter(|&sq| sq == castling.king || sq != castling.king_to);
            let safe = |sq: Sq| {
                let mut there = self.clone();
                if sq == castling.rook {
                    there.apply(Effect::Remove { sq, why: Why::Silent });
                }
                if sq != castling.king {
                    there.apply(Effect::Go { from: castling.king, to: sq, why: Why::Silent });
                    self.go_along(castling.king, sq).iter().for_each(|&effect| there.apply(effect));
                }
                !there.is_in_check(side)
            };
            if crossed.into_iter().all(safe) {
                found.push(index as u8);
            }
        }
        found
    }

    /// Returns the effects that accompany even the king's steps in castling
    /// ([`crate::fairy::rules::stages::Aftermath::goes_along`]), for a step from `from` to `to`.
    fn go_along(&self, from: Sq, to: Sq) -> Vec<Effect> {
        let mut draft = MoveBuilder::new(self, from, Step::quiet(from, to));
        for (_, aftermath) in self.book().stages.aftermath.iter().filter(|(_, aftermath)| aftermath.goes_along()) {
            aftermath.follow(&mut draft, &mut |_| true);
        }
        draft.effects.iter().copied().collect()
    }
}
