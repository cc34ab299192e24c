//! What pawns promote to.

use super::sides::Sides;
use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::Legality;
use crate::fairy::{Effect, MoveBuilder, RuleBook, Why};
use crate::pieces::Piece;
use crate::units::Traits;

pub const PROM_ONLY: ConditionDef = ConditionDef {
    arguments: Arguments::Pieces,
    ..ConditionDef::new("PromOnly", "pawns promote to these pieces only", |condition, book| {
        let magic = book.diagram.iter().any(|(_, unit)| unit.traits.has(Traits::MAGIC) && unit.piece.is_pawn());
        if magic && condition.pieces.iter().any(|piece| !piece.is_orthodox()) {
            return Err("what magic pawns observe when they become fairy pieces is not settled".into());
        }
        book.promotions.clone_from(&condition.pieces);
        Ok(())
    })
};

pub const CAVALIER_MAJEUR: ConditionDef = ConditionDef {
    in_array: |piece| if piece == Piece::KNIGHT { Piece::from_code("N").unwrap_or(piece) } else { piece },
    ..ConditionDef::new(
        "CavalierMajeur",
        "the nightrider takes the place of the knight: in the game array, in promotions, and the diagram has no knights",
        |condition, book| {
            let nightrider = (condition.def.in_array)(Piece::KNIGHT);
            book.promotions.retain(|&piece| piece != nightrider);
            for piece in book.promotions.iter_mut().filter(|piece| **piece == Piece::KNIGHT) {
                *piece = nightrider;
            }
            Ok(())
        },
    )
};

const NO_PROMOTION: &str = "pawns do not go to the rank on which they would promote";
pub const NO_BLACK_PROMOTION: ConditionDef =
    ConditionDef::new("NoBlackPromotion", NO_PROMOTION, no_promotion).of(Sides::Black);
pub const NO_WHITE_PROMOTION: ConditionDef =
    ConditionDef::new("NoWhitePromotion", NO_PROMOTION, no_promotion).of(Sides::White);

fn no_promotion(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.legality.push(Box::new(NoPromotion(condition.def.sides)));
    Ok(())
}

struct NoPromotion(Sides);

impl Legality for NoPromotion {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        let promotes = |effect: &Effect| matches!(effect, Effect::Change { sq, why: Why::Move, .. } if draft.after.book().promotes(draft.side, draft.mover, *sq));
        !self.0.has(draft.side) || !draft.effects.iter().any(promotes)
    }
}
