//! Moves under construction: from a man's step to a legal move.

use super::effect::{Effect, Effects, Move, Step, StepKind, Why};
use crate::fairy::board::geometry::Castling;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::Sq;
use crate::fairy::position::FairyPosition;
use crate::fairy::rules::footprint::{Brings, Footprint};
use crate::fairy::rules::rulebook::PromotedAttribute;
use crate::fairy::rules::stages::Aftermath;
use crate::units::{Color, Traits};

/// A move under construction.
#[derive(Clone)]
pub struct MoveBuilder<'a> {
    pub before: &'a FairyPosition<'a>,
    /// The position with the effects applied up to now. Its side to move is still that of `before`.
    pub after: FairyPosition<'a>,
    pub side: Color,
    pub from: Sq,
    /// The moving man as it was before the move.
    pub mover: Man,
    pub step: Step,
    /// Present square of the moving man; `None` if it has vanished.
    pub at: Option<Sq>,
    /// The captured man and its square; `None` if the step is no capture.
    pub captured: Option<(Man, Sq)>,
    pub effects: Effects,
}

impl<'a> MoveBuilder<'a> {
    /// Starts a null move, to which rules may add consequences.
    pub fn of_null_move(before: &'a FairyPosition<'a>) -> MoveBuilder<'a> {
        let nowhere = 0;
        let step = Step { origin: nowhere, to: nowhere, taken: None, kind: StepKind::Null };
        MoveBuilder { at: None, ..MoveBuilder::new(before, nowhere, step) }
    }

    /// Starts a move of the man on `from`; [`MoveBuilder::play_step`] then plays its step.
    pub fn new(before: &'a FairyPosition<'a>, from: Sq, step: Step) -> MoveBuilder<'a> {
        let mover = before.board().man(from);
        let captured = step.taken.map(|sq| (before.board().man(sq), sq));
        MoveBuilder {
            before,
            after: before.to_try_moves(),
            side: before.side(),
            from,
            mover,
            step,
            at: Some(from),
            captured,
            effects: Effects::default(),
        }
    }

    /// Starts another move from the same position. This reuses the board, which is cheaper than [`MoveBuilder::new`].
    pub fn begin_again(&mut self, from: Sq, step: Step) {
        self.after.restore(self.before, self.effects.iter());
        self.mover = self.before.board().man(from);
        self.captured = step.taken.map(|sq| (self.before.board().man(sq), sq));
        (self.from, self.step, self.at) = (from, step, Some(from));
        self.effects.clear();
    }

    /// Plays the step: removes the captured man, if any, and moves the man; in castling, moves king and rook.
    pub fn play_step(&mut self) {
        if let Some(sq) = self.step.taken {
            self.apply(Effect::Remove { sq, why: Why::Move });
        }
        if self.step.kind == StepKind::Exchange {
            self.apply(Effect::Swap { a: self.from, b: self.step.to });
        } else if let StepKind::Castling(index) = self.step.kind {
            self.castle(&self.before.book().geometry.castlings[usize::from(index)]);
        } else if self.from != self.step.to {
            self.apply(Effect::Go { from: self.from, to: self.step.to, why: Why::Move });
        }
        self.after.pass_by(self.step);
    }

    /// Moves king and rook. If one man's target is the other man's square, the other man moves first.
    fn castle(&mut self, castling: &Castling) {
        let &Castling { king, king_to, rook, rook_to, .. } = castling;
        // If the king's target does not identify the castling, the other movement is printed too.
        let rook_goes =
            Effect::Go { from: rook, to: rook_to, why: if castling.is_fast { Why::Condition } else { Why::Silent } };
        // A king that has come home to castle is not on `from` any more.
        let king_goes = Effect::Go { from: self.at.unwrap_or(self.from), to: self.step.to, why: Why::Move };
        if (king_to, rook_to) == (rook, king) {
            self.apply(Effect::Swap { a: king, b: rook });
        } else if king_to == king {
            // The king stays on its square, but counts as moved.
            self.apply(Effect::Go { from: king, to: rook_to, why: Why::Silent });
            self.apply(Effect::Go { from: rook_to, to: king, why: Why::Move });
            self.apply(rook_goes);
        } else if king_to == rook {
            self.apply(rook_goes);
            self.apply(king_goes);
        } else {
            self.apply(king_goes);
            if rook != rook_to {
                self.apply(rook_goes);
            }
        }
    }

    /// Applies an effect and adds it to the move.
    pub fn apply(&mut self, effect: Effect) {
        self.at = effect.carry(self.at);
        self.effects.push(effect);
        self.after.apply(effect);
    }

    /// Replaces the man on a square by `man`, which counts as unmoved if this is its home square.
    pub fn change(&mut self, sq: Sq, man: Man, why: Why) {
        self.apply(Effect::Change { sq, man, why });
        self.renew(sq);
    }

    /// Lets the man on a square count as unmoved if this is its home square, so that it may castle.
    pub fn renew(&mut self, sq: Sq) {
        if self.after.is_home(sq) {
            self.apply(Effect::Unmoved { sq });
        }
    }

    /// If the square is empty, puts the uppermost man beneath the square onto the board.
    pub fn surface(&mut self, sq: Sq) {
        let man = self.after.beneath(sq);
        if man.is_some() && self.after.board().is_empty(sq) {
            self.apply(Effect::Under { sq, man: Man::NONE });
            self.apply(Effect::Put { sq, man, why: Why::Condition });
        }
    }

    /// Calls `next` with the move once for each choice of attributes that the man on `sq`, which has just been promoted
    /// to `choice`, may get ([`RuleBook::promoted_attributes`](crate::fairy::RuleBook::promoted_attributes)). Stops and
    /// returns `true` as soon as `next` returns `true`.
    pub fn with_attributes(&mut self, sq: Sq, choice: Man, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        self.with_each_of(&self.before.book().promoted_attributes, sq, choice, next)
    }

    /// Like [`MoveBuilder::with_attributes`], with the given list instead of that of the rule book. The last entry of
    /// the list is applied first, because it is printed first.
    fn with_each_of(
        &mut self,
        attributes: &[PromotedAttribute],
        sq: Sq,
        choice: Man,
        next: &mut dyn FnMut(&mut MoveBuilder) -> bool,
    ) -> bool {
        let Some((with, others)) = attributes.split_last() else { return next(self) };
        let has_one = |traits: &Traits| *traits != Traits::NONE && choice.has(*traits);
        if with.piece != choice.piece() || with.choices.iter().any(has_one) {
            return self.with_each_of(others, sq, choice, next);
        }
        with.choices.iter().any(|&attribute| {
            if attribute == Traits::NONE {
                return self.with_each_of(others, sq, choice, next);
            }
            let man = choice.with_traits(attribute);
            let mut changed = self.clone();
            changed.apply(Effect::Change { sq, man, why: Why::Condition });
            changed.with_each_of(others, sq, man, next)
        })
    }

    /// Returns the rook's target square if the move is a castling, otherwise `None`.
    pub fn castled_rook(&self) -> Option<Sq> {
        match self.step.kind {
            StepKind::Castling(index) => Some(self.before.book().geometry.castlings[usize::from(index)].rook_to),
            _ => None,
        }
    }

    /// Returns the moving man as it is now and its present square; `None` if it has vanished.
    pub fn arrived(&self) -> Option<(Man, Sq)> {
        self.at.map(|sq| (self.after.board().man(sq), sq))
    }

    /// Ends the move, calls `ask` with it and returns the answer. Before it returns, it reopens the move, so that more
    /// consequences can be added.
    pub(in crate::fairy) fn when_finished<R>(&mut self, ask: impl FnOnce(&MoveBuilder) -> R) -> R {
        let unfinished = self.after.unfinished();
        self.after.finish(self.from, self.step, &self.effects, self.at);
        let answer = ask(self);
        self.after.take_up(unfinished);
        answer
    }

    /// Returns the position after the move, with the other side to move.
    pub fn finished(&self) -> FairyPosition<'a> {
        let mut after = self.after.clone();
        after.finish(self.from, self.step, &self.effects, self.at);
        after
    }

    pub fn to_move(&self) -> Move {
        Move::new(self.from, self.step, &self.effects, &self.before.book().long_moves)
    }
}

/// A board on which the moves of a position are tried one after the other; empty until the first.
#[derive(Default)]
pub struct TrialBoard<'a>(Option<MoveBuilder<'a>>);

impl<'a> TrialBoard<'a> {
    /// Starts a move of the man on `from`; [`MoveBuilder::play_step`] then plays its step.
    pub fn begin(&mut self, before: &'a FairyPosition<'a>, from: Sq, step: Step) -> &mut MoveBuilder<'a> {
        match &mut self.0 {
            Some(draft) => draft.begin_again(from, step),
            none => *none = Some(MoveBuilder::new(before, from, step)),
        }
        self.0.as_mut().expect("just begun")
    }
}

/// The promotion of chess, an [`Aftermath`]: a pawn that arrives on its last rank becomes one of the pieces that pawns
/// promote to. Each choice is an outcome of the move.
pub struct Promotion;

impl Aftermath for Promotion {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let Some((man, sq)) = draft.arrived() else { return next(draft) };
        let book = draft.before.book();
        // A kamikaze pawn dies as a pawn, unless it is reborn.
        let dies = draft.captured.is_some() && man.has(Traits::KAMIKAZE) && !book.stages.capturers_are_reborn();
        // A man that exchanges places stays what it is.
        let stays = draft.step.kind == StepKind::Exchange;
        if dies || stays || !book.promotes(draft.side, man, sq) {
            return next(draft);
        }
        // If the man became a pawn by this very move, the promotion is recorded after that.
        let why = if man.piece() == draft.mover.piece() { Why::Move } else { Why::Condition };
        let mut choices: Vec<Man> = book.promotions_of(man).iter().map(|&piece| book.promoted(man, piece)).collect();
        for stage in &book.stages.promoting {
            stage.choose(draft, man, &mut choices);
        }
        let mut promote = |promoted: &mut MoveBuilder, choice: Man| {
            if choice.is_none() {
                promoted.apply(Effect::Remove { sq, why: Why::IntoImitator });
                return next(promoted);
            }
            if choice != man {
                promoted.change(sq, choice, why);
            }
            promoted.with_attributes(sq, choice, next)
        };
        let Some(last) = choices.pop() else { return false };
        choices.into_iter().any(|choice| promote(&mut draft.clone(), choice)) || promote(draft, last)
    }

    fn footprint(&self) -> Footprint {
        Footprint {
            spares_quiet_steps: true,
            spares_kings_taken: true,
            brings: Brings::Nothing,
            keeps_to_chess: true,
            ..Footprint::default()
        }
    }
}
