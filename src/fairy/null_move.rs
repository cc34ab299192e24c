//! A null move (option NullMoves) among the moves from which conditions choose.

use super::effect::Move;
use super::move_builder::MoveBuilder;
use super::position::FairyPosition;
use super::wanted::Wanted;
use crate::position::NullMove;

impl FairyPosition<'_> {
    /// A null move with all that follows from it, where anything may.
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

    /// A null move is a move of no length that goes nowhere and captures nothing. Where such a move is among those that a
    /// condition prefers, as with a minimummer, it may be the only one.
    pub fn null_move_among_selected(&self) -> NullMove {
        let stages = &self.book().stages;
        if !stages.legality.iter().all(|rule| rule.allows_null_move(self)) {
            return NullMove::Refused;
        }
        if self.all_may_be_played() {
            return NullMove::AmongOthers;
        }
        let mut moves = Vec::new();
        self.legal_drafts(Wanted::Moves, &mut |m, _| {
            moves.push(m);
            false
        });
        for stage in stages.selection.iter().filter(|stage| stage.concerns(self)) {
            let null = stage.rank_of_null_move();
            let greatest = moves.iter().map(|m| stage.rank_of_move(self, m)).max();
            if greatest.is_some_and(|greatest| greatest > null) {
                return NullMove::Refused;
            }
            moves.retain(|m| stage.rank_of_move(self, m) == null);
        }
        if moves.is_empty() { NullMove::Compulsory } else { NullMove::AmongOthers }
    }
}
