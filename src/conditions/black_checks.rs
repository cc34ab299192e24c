use super::ConditionDef;
use super::sides::Sides;
use crate::fairy::stages::{Extra, Immobility, Legality};
use crate::fairy::{Effect, FairyPosition, MoveBuilder, RuleBook, StepKind};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "BlackChecks",
    "Black makes only moves that give check; if it has none and is not in check, it passes. Mate and stalemate are as \
     usual",
    |_, book| {
        let asked = book.stages.slot(PLAYED);
        install(ChecksOrPasses { asked }, book);
        Ok(())
    },
)
.of(Sides::Black)
.called("SchwarzSchaecher", "NoirEchecs");

fn install(rule: ChecksOrPasses, book: &mut RuleBook) {
    book.stages.legality.push(Box::new(rule));
    book.stages.extra.push(Box::new(rule));
    book.stages.immobility.push(Box::new(rule));
}

/// Value of the slot [`ChecksOrPasses::asked`] in positions that are really reached in play: the whole rule applies.
const PLAYED: u32 = 0;
/// Value of the slot [`ChecksOrPasses::asked`] during a test whether Black has a legal check: Black may not pass.
const CHECKS: u32 = 1;
/// Value of the slot [`ChecksOrPasses::asked`] during a test whether Black would have a move without this rule.
const USUAL: u32 = 2;

#[derive(Clone, Copy)]
struct ChecksOrPasses {
    /// Index of the slot, a number kept with the position, that says for what purpose moves are generated: [`PLAYED`],
    /// [`CHECKS`] or [`USUAL`].
    asked: u8,
}

impl ChecksOrPasses {
    fn has_move(self, position: &FairyPosition, asked: u32) -> bool {
        let mut position = position.clone();
        position.apply(Effect::Slot { slot: self.asked, value: asked });
        position.any_legal_move()
    }
}

impl Legality for ChecksOrPasses {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        draft.side == Color::White
            || draft.step.kind == StepKind::Null
            || draft.before.slot(self.asked) == USUAL
            || draft.finished().is_in_check(Color::White)
    }
}

impl Extra for ChecksOrPasses {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let is_played = position.side() == Color::Black && position.slot(self.asked) == PLAYED;
        if !is_played || position.is_in_check(Color::Black) || self.has_move(position, CHECKS) {
            return false;
        }
        next(&mut MoveBuilder::of_null_move(position))
    }
}

impl Immobility for ChecksOrPasses {
    fn is_immobile(&self, position: &FairyPosition, without_moves: bool) -> bool {
        match position.side() {
            Color::White => without_moves,
            Color::Black => !self.has_move(position, USUAL),
        }
    }
}
