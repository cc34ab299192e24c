use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::Legality;
use crate::fairy::{FairyPosition, MoveBuilder, RuleBook};
use crate::orthodox::{Isardam, Rules};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef {
    name: "Isardam",
    variants: &[
        VariantDef {
            name: "TypeB",
            aliases: &["B"],
            doc: "checks are ordinary, even if the capture of the king would be illegal",
        },
        VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings may not be adjacent" },
    ],
    doc: "a move is illegal if it leaves any man (not a king) observed by an enemy man of its kind, which would \
          paralyse it in Madrasi. A man gives check only if its capture of the king would be legal in this sense",
    install,
    bitboards: Some(|condition| Rules::Isardam(parameters(condition))),
    ..ConditionDef::new("Isardam", "", install)
};

fn parameters(condition: &Condition) -> Isardam {
    Isardam { type_b: condition.has("TypeB"), rex_inclusive: condition.has("RexInclusive") }
}

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let isardam = parameters(condition);
    book.stages.checks_are_played |= !isardam.type_b;
    book.stages.legality.push(Box::new(NoParalysis(isardam)));
    Ok(())
}

/// Forbids moves after which a man is observed by an enemy man of its own kind.
struct NoParalysis(Isardam);

impl Legality for NoParalysis {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        self.allows_null_move(&draft.after)
    }

    /// Whether a side may pass. It may not while any man is observed by an enemy man of its kind, as can be the case in
    /// the diagram.
    fn allows_null_move(&self, position: &FairyPosition) -> bool {
        !Color::ALL.into_iter().any(|side| self.is_any_observed(position, side))
    }

    fn binds_checks(&self) -> bool {
        !self.0.type_b
    }
}

impl NoParalysis {
    fn is_any_observed(&self, position: &FairyPosition, side: Color) -> bool {
        position.board().of(side).iter().any(|sq| {
            let man = position.board().man(sq);
            (self.0.rex_inclusive || !man.is_royal()) && position.is_observed_by_kind(sq, man.piece(), !side, true)
        })
    }
}
