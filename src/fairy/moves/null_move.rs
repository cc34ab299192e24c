//! Null moves: those that option NullMoves makes playable, and the pass that finds threats.

use super::effect::{Effect, Move, StepKind};
use super::move_builder::MoveBuilder;
use crate::fairy::position::FairyPosition;
use crate::fairy::rules::rulebook::RuleBook;
use crate::fairy::rules::stages::{Aftermath, Extra, Immobility, Moment};

/// Installs the rules of option NullMoves: either side may play a null move, except in check and after a null move.
pub fn install(book: &mut RuleBook) {
    let played = book.stages.slot(0);
    let null_moves = NullMoves { played };
    // The pass that finds threats is no null move.
    book.stages.lapsing.push((played, 0));
    book.stages.follow(Moment::Last, null_moves);
    book.stages.extra.push(Box::new(null_moves));
    // Precedes the rules of conditions for a side without moves.
    book.stages.immobility.insert(0, Box::new(null_moves));
    book.stages.has_null_moves = true;
}

#[derive(Clone, Copy)]
struct NullMoves {
    /// Index of the slot in which the position records whether the last move was a null move.
    played: u8,
}

impl Extra for NullMoves {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let is_refused = position.slot(self.played) != 0
            || position.is_in_check(position.side())
            || !position.book().stages.legality.iter().all(|rule| rule.allows_null_move(position));
        if is_refused {
            return false;
        }
        let mut draft = MoveBuilder::of_null_move(position);
        let stages = &position.book().stages;
        // Bans that last for one move have expired.
        for &(slot, value) in stages.lapsing.iter().chain(&stages.forgotten) {
            draft.apply(Effect::Slot { slot, value });
        }
        draft.apply(Effect::Slot { slot: self.played, value: 1 });
        next(&mut draft)
    }
}

impl Aftermath for NullMoves {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if draft.step.kind != StepKind::Null && draft.after.slot(self.played) != 0 {
            draft.apply(Effect::Slot { slot: self.played, value: 0 });
        }
        next(draft)
    }
}

/// A side whose only legal moves are null moves counts as mated or stalemated.
impl Immobility for NullMoves {
    fn is_immobile(&self, position: &FairyPosition, without_moves: bool) -> bool {
        without_moves || !position.each_legal_move(&mut |m| m.step.kind.is_made_by_a_man())
    }
}

impl FairyPosition<'_> {
    /// Returns a null move with the consequences that a rule gives to it; `None` if no rule does.
    pub fn idle_move(&self) -> Option<Move> {
        let mut following = self.book().stages.aftermath.iter().filter(|(_, aftermath)| aftermath.follows_null_moves());
        let (_, aftermath) = following.next()?;
        let mut draft = MoveBuilder::of_null_move(self);
        let mut idle = None;
        aftermath.follow(&mut draft, &mut |end| {
            idle = Some(end.to_move());
            true
        });
        idle
    }
}
