//! Parrain Circe: captured men are reborn after the next half-move, which carries them along.

use super::rebirth::{promote, restore_castling};
use super::{Condition, ConditionDef};
use crate::fairy::stages::{Aftermath, Brings, Moment};
use crate::fairy::{Draft, Effect, Man, RuleBook, Sq, StepKind, Why, file, rank, waver};

pub const PARRAIN: ConditionDef = ConditionDef {
    caption: "Circe Parrain",
    ..ConditionDef::new(
        "ParrainCirce",
        "a captured man (not a king) is reborn after the next half-move, as far and in the same direction from the square \
         of capture as that half-move goes, if the square is empty",
        |condition, book| install(condition, book, 1),
    )
};

pub const CONTRA_PARRAIN: ConditionDef = ConditionDef {
    ..ConditionDef::new("ContraParrain", "as ParrainCirce, but in the opposite direction", |condition, book| {
        install(condition, book, -1)
    })
};

struct Parrain {
    /// The captured man, and where it was captured; 0 for none.
    man: u8,
    square: u8,
    direction: i8,
}

fn install(_: &Condition, book: &mut RuleBook, direction: i8) -> Result<(), String> {
    // A pawn that is carried to its first rank goes on from there, step by step.
    book.geometry.first_rank = book.geometry.row(0).or(&book.geometry.row(book.geometry.ranks - 1));
    let (man, square) = (book.stages.slot(0), book.stages.slot(0));
    book.stages.follow(Moment::Reborn, Parrain { man, square, direction });
    Ok(())
}

impl Aftermath for Parrain {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        let waiting = Man::from_word(draft.before.slot(self.man));
        let on = draft.before.slot(self.square) as Sq;
        let captured = draft.captured.filter(|(man, _)| !man.is_royal());
        for (slot, value) in [
            (self.man, captured.map_or(0, |(man, _)| man.word())),
            (self.square, captured.map_or(0, |(_, sq)| u32::from(sq))),
        ] {
            if draft.before.slot(slot) != value {
                draft.apply(Effect::Slot { slot, value });
            }
        }
        let sq = self.landing(draft, on).filter(|&sq| waiting.is_some() && draft.after.board().is_empty(sq));
        let Some(sq) = sq else { return next(draft) };
        draft.apply(Effect::Put { sq, man: waiting, why: Why::Condition });
        restore_castling(draft, waiting, sq);
        let side = if waiting.is_neutral() { draft.side } else { waiting.color() };
        promote(draft, side, sq, &mut |reborn| {
            waver(reborn, side, &[on], sq);
            next(reborn)
        })
    }

    fn brings(&self) -> Brings {
        Brings::OneMan
    }
}

impl Parrain {
    /// The square to which the half-move carries a man.
    fn landing(&self, draft: &Draft, on: Sq) -> Option<Sq> {
        let mut vector = (file(draft.step.to) - file(draft.from), rank(draft.step.to) - rank(draft.from));
        if let StepKind::Castling(index) = draft.step.kind {
            let castling = &draft.before.book().geometry.castlings[usize::from(index)];
            vector.0 += file(castling.rook_to) - file(castling.rook);
        }
        let vector = (vector.0 * self.direction, vector.1 * self.direction);
        draft.before.book().geometry.step(on, vector)
    }
}
