//! Who is royal, and whom an attack puts in check.

use super::ConditionDef;
use super::lese_majeste::NoRegicide;
use crate::fairy::stages::CheckRule;
use crate::fairy::{FairyPosition, Squares};
use crate::units::{Color, Piece};

pub const DYNASTY: ConditionDef = ConditionDef::new(
    "RoyalDynasty",
    "a side with several kings is never in check, and they may be captured but for the last. Pawns may become kings",
    |_, book| {
        if !book.promotions.contains(&Piece::KING) {
            book.promotions.push(Piece::KING);
        }
        book.stages.checks.push(Box::new(TheLastKing));
        Ok(())
    },
);

pub const VOGTLAENDER: ConditionDef = ConditionDef::new(
    "VogtlaenderChess",
    "a side is in check when it attacks the king of the other. Kings are not captured",
    |_, book| {
        book.stages.checks.push(Box::new(OwnAttack));
        book.stages.legality.push(Box::new(NoRegicide));
        Ok(())
    },
);

pub const EXTINCTION: ConditionDef = ConditionDef::new(
    "ExtinctionChess",
    "a side is in check when the last of its units of one kind is attacked; kings are a kind as all others. Pawns may \
     become kings",
    |_, book| {
        if !book.promotions.contains(&Piece::KING) {
            book.promotions.push(Piece::KING);
        }
        book.stages.kings_are_common = true;
        book.stages.checks.push(Box::new(LastOfItsKind));
        Ok(())
    },
);

struct TheLastKing;

impl CheckRule for TheLastKing {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        attacked && position.board().royals(side).count() == 1
    }
}

struct OwnAttack;

impl CheckRule for OwnAttack {
    fn is_check(&self, position: &FairyPosition, side: Color, _: bool) -> bool {
        position.board().royals(!side).iter().any(|king| position.is_attacked(king, side))
    }
}

struct LastOfItsKind;

impl CheckRule for LastOfItsKind {
    fn is_check(&self, position: &FairyPosition, side: Color, _: bool) -> bool {
        let board = position.board();
        let men = board.of(side);
        let of_kind = |piece: Piece| -> Squares { men.iter().filter(|&sq| board.man(sq).piece() == piece).collect() };
        men.iter().any(|sq| of_kind(board.man(sq).piece()).count() == 1 && position.is_attacked(sq, !side))
    }
}
