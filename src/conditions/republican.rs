use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, Man, MoveBuilder, RuleBook, Why};
use crate::units::{Color, Piece, Traits};

pub const DEF: ConditionDef = ConditionDef {
    variants: &[
        VariantDef { name: "Type1", aliases: &[], doc: "a side whose king has been placed is mated and cannot reply" },
        VariantDef {
            name: "Type2",
            aliases: &[],
            doc: "a side whose king has been placed may still reply with a move after which it places the enemy king \
                  in mate (default)",
        },
    ],
    ..ConditionDef::new(
        "RepublicanChess",
        "the diagram has no kings; after its move, a side may place the enemy king on an empty square where it is \
         mated",
        install,
    )
}
.called("RepublikanerSchach", "EchecsRepublicains");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    if condition.variants.len() > 1 {
        return Err("`Type1` and `Type2` cannot be used together".into());
    }
    let thought = book.stages.slot(0);
    book.stages.offers_choice = true;
    book.stages.follow(Moment::Last, Enthroning { thought, answers: !condition.has("Type1") });
    Ok(())
}

/// Lets a side place the missing enemy king on a square on which this king is mated.
struct Enthroning {
    /// Index of the slot, a number kept with the position. The number is not 0 in positions that the rule tries only to
    /// find out whether a king would be mated; no king is placed there.
    thought: u8,
    /// Whether a side whose king has just been placed in mate may place the enemy king after its own next move.
    answers: bool,
}

impl Aftermath for Enthroning {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if next(&mut draft.clone()) {
            return true;
        }
        let other = !draft.side;
        if draft.before.slot(self.thought) != 0 || !draft.after.board().royals(other).is_empty() {
            return false;
        }
        if !self.answers && draft.before.is_in_check(draft.side) {
            return false;
        }
        let king = Man::new(other, Piece::KING, Traits::ROYAL);
        let empty = draft.before.book().geometry.squares.without(&draft.after.board().occupied());
        // On other squares the king could not even be in check.
        empty.and(&draft.after.attacked_at_best(draft.side)).iter().any(|sq| {
            let mut enthroned = draft.clone();
            enthroned.apply(Effect::Put { sq, man: king, why: Why::Condition });
            self.is_mated(&enthroned, other) && next(&mut enthroned)
        })
    }
}

impl Enthroning {
    fn is_mated(&self, draft: &MoveBuilder, side: Color) -> bool {
        let mut position = draft.finished();
        position.apply(Effect::Slot { slot: self.thought, value: 1 });
        position.is_in_check(side) && !position.any_legal_move()
    }
}
