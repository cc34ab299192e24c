//! What pawns promote to.

use super::{Arguments, ConditionDef};
use crate::pieces::Piece;

pub const PROM_ONLY: ConditionDef = ConditionDef {
    arguments: Arguments::Pieces,
    ..ConditionDef::new("PromOnly", "pawns promote to these pieces only", |condition, book| {
        book.promotions.clone_from(&condition.pieces);
        Ok(())
    })
};

pub const NO_I_PROM: ConditionDef =
    ConditionDef::new("NoIProm", "pawns promote to the pieces of orthodox chess only", |_, book| {
        book.promotions.retain(|piece: &Piece| piece.is_orthodox());
        Ok(())
    });
