//! Hash keys of positions, and of positions after moves, mostly without playing the moves.

use super::{FairyPosition, Passing, SLOTS};
use crate::fairy::board::man::Man;
use crate::fairy::board::mix;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::moves::effect::{Effect, Move, StepKind};
use crate::units::Color;
use smallvec::SmallVec;

impl FairyPosition<'_> {
    /// Returns a hash key that is equal for positions with equal further play. It includes former positions if the
    /// rules need them.
    pub fn full_key(&self) -> u128 {
        self.own_key() ^ self.past.key()
    }

    /// Returns the key of the position after a move, in most cases without playing the move.
    pub fn key_after(&self, m: &Move) -> u128 {
        self.foreseen_key(m).unwrap_or_else(|| self.after(m).full_key())
    }

    /// Returns the key of the position after a move without playing it; `None` if the move changes more than men on
    /// squares and numbers beside the board.
    fn foreseen_key(&self, m: &Move) -> Option<u128> {
        if self.book.remembers_past || self.book.keeps_origins {
            return None;
        }
        let changed = self.men_after(m)?;
        let (mut unmoved, mut slots, mut at) = (self.unmoved, self.slots, Some(m.from));
        for &effect in m.effects(&self.book.long_moves).iter() {
            at = effect.carry(at);
            let squares = effect.changed_squares()?;
            squares.into_iter().flatten().for_each(|sq| unmoved.remove(sq));
            match effect {
                Effect::Slot { slot, value } => slots[usize::from(slot)] = value,
                Effect::Unmoved { sq } => unmoved.add(sq),
                _ => {}
            }
        }
        let passing = match m.step.kind {
            StepKind::Plain | StepKind::EnPassant | StepKind::Over(_) => Passing::default(),
            StepKind::Passing(squares, count) => match at {
                Some(pawn) if self.man_among(&changed, m.step.to).piece().is_captured_en_passant() => {
                    Passing { squares, count, pawn }
                }
                _ => Passing::default(),
            },
            _ => return None,
        };
        let key = changed.iter().fold(self.board.key(), |key, &(sq, man)| key ^ self.board.key_of_change(sq, man));
        Some(self.key_with(key, !self.side, &unmoved, &passing, &slots))
    }

    /// Returns each square whose content the move changes, once, with the new content; `None` if the move changes
    /// anything else on the board.
    pub fn men_after(&self, m: &Move) -> Option<SmallVec<[(Sq, Man); 6]>> {
        let mut changed: SmallVec<[(Sq, Man); 6]> = SmallVec::new();
        for &effect in m.effects(&self.book.long_moves).iter() {
            let man = |sq| self.man_among(&changed, sq);
            let puts = match effect {
                Effect::Nothing | Effect::Slot { .. } | Effect::Unmoved { .. } | Effect::Origin { .. } => [None; 2],
                Effect::Remove { sq, .. } => [Some((sq, Man::NONE)), None],
                Effect::Go { from, to, .. } => [Some((from, Man::NONE)), Some((to, man(from)))],
                Effect::Put { sq, man, .. } | Effect::Change { sq, man, .. } => [Some((sq, man)), None],
                Effect::Swap { a, b } => [Some((a, man(b))), Some((b, man(a)))],
                Effect::Hole { .. }
                | Effect::Under { .. }
                | Effect::Cover { .. }
                | Effect::Dive { .. }
                | Effect::Cycle { .. }
                | Effect::Passing { .. }
                | Effect::Turned => return None,
            };
            for (sq, man) in puts.into_iter().flatten() {
                match changed.iter_mut().find(|(other, _)| *other == sq) {
                    Some(put) => put.1 = man,
                    None => changed.push((sq, man)),
                }
            }
        }
        Some(changed)
    }

    /// Returns the content of `sq` after the given changes.
    pub fn man_among(&self, changed: &[(Sq, Man)], sq: Sq) -> Man {
        changed.iter().find(|(other, _)| *other == sq).map_or_else(|| self.board.man(sq), |(_, man)| *man)
    }

    /// Like [`FairyPosition::full_key`], but without former positions.
    pub(super) fn own_key(&self) -> u128 {
        self.key_with(self.board.key(), self.side, &self.unmoved, &self.passing, &self.slots)
    }

    /// Returns the key of the position that differs from this one only in the arguments.
    fn key_with(&self, board: u128, side: Color, unmoved: &Squares, passing: &Passing, slots: &[u32; SLOTS]) -> u128 {
        let mut key = board;
        let mut add = |tag: u64, value: u64| key ^= mix(value.wrapping_add(tag.wrapping_mul(0xD6E8_FEB8_6659_FD93)));
        if side == Color::Black {
            add(1, 1);
        }
        for (i, word) in unmoved.words().into_iter().enumerate().filter(|(_, word)| *word != 0) {
            add(2 + i as u64, word);
        }
        if passing.count > 0 {
            let [a, b] = passing.squares;
            add(6, u64::from(a) | u64::from(b) << 8 | u64::from(passing.pawn) << 16);
        }
        for (i, word) in self.holes.words().into_iter().enumerate().filter(|(_, word)| *word != 0) {
            add(32 + i as u64, word);
        }
        for (i, &slot) in slots[..self.book.stages.slots.len()].iter().enumerate() {
            add(8 + i as u64, u64::from(slot));
        }
        for (depth, &(sq, man)) in self.beneath.iter().enumerate() {
            add(64 + u64::from(sq) + ((depth as u64) << 16), man.word());
        }
        for &(sq, origin) in &self.origins {
            add(320 + u64::from(sq), u64::from(origin));
        }
        key
    }
}
