use super::turncoats::turn_because;
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, FairyPosition, MoveBuilder, RuleBook, Sq, Touch, Why};

pub const DEF: ConditionDef = ConditionDef {
    variants: &[
        VariantDef { name: "Adverse", aliases: &[], doc: "the man that vanishes is one of the captured man's side" },
        VariantDef { name: "PY", aliases: &[], doc: "the man vanishes after a promotion, and may be the promoted man" },
        VariantDef { name: "Chromatic", aliases: &[], doc: "the man changes colour instead of vanishing" },
    ],
    ..ConditionDef::new(
        "Breton",
        "when a man is captured, the capturing side loses a man of the same kind, too, if it has one, and chooses \
         which",
        install,
    )
};

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let breton = Breton {
        adverse: condition.has("Adverse"),
        promoted: condition.has("PY"),
        chromatic: condition.has("Chromatic"),
    };
    book.stages.offers_choice = true;
    // Without `PY`, the man vanishes before a pawn is promoted.
    book.stages.follow(if breton.promoted { Moment::Elsewhere } else { Moment::Arrived }, breton);
    Ok(())
}

struct Breton {
    adverse: bool,
    /// Whether the man that vanishes may be one that has just been promoted or a neutral man (variant `PY`).
    promoted: bool,
    chromatic: bool,
}

impl Aftermath for Breton {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let Some((victim, _)) = draft.captured else { return next(draft) };
        let side = if self.adverse { !draft.side } else { draft.side };
        let board = draft.after.board();
        let vanishing: Vec<Sq> = board
            .of(side)
            .iter()
            .filter(|&sq| board.man(sq).piece() == victim.piece() && !board.man(sq).is_royal())
            // Neutral men vanish only with `PY`.
            .filter(|&sq| self.promoted || !board.man(sq).is_neutral())
            .collect();
        if vanishing.is_empty() {
            return next(draft);
        }
        vanishing.into_iter().any(|sq| {
            let mut draft = draft.clone();
            if self.chromatic {
                let man = draft.after.board().man(sq);
                turn_because(&mut draft, sq, man, Why::Apart);
            } else {
                draft.apply(Effect::Remove { sq, why: Why::Condition });
            }
            next(&mut draft)
        })
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        let Some(victim) = touch.victim(position) else { return true };
        if self.chromatic {
            return false;
        }
        let side = if self.adverse { !touch.side } else { touch.side };
        let board = position.board();
        let vanishing = board.of(side).iter().filter(|&sq| board.man(sq).piece() == victim.piece());
        vanishing.filter(|&sq| !board.man(sq).is_royal()).for_each(|sq| touch.vacates.add(sq));
        // The moving man may vanish, too.
        touch.vacates.add(touch.step.to);
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, ..Footprint::default() }
    }
}
