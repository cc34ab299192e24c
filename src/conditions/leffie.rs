//! Leffie: a move is illegal if it leaves a man on a square on which Eiffel chess would paralyse it.

use super::ConditionDef;
use super::eiffel::is_paralysed;
use crate::fairy::MoveBuilder;
use crate::fairy::stages::Legality;
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "Leffie",
    "a move is illegal if it leaves any man paralysed as in EiffelChess. A man gives check only if its capture of the \
     king would be legal in this sense",
    |_, book| {
        book.stages.checks_are_played = true;
        book.stages.legality.push(Box::new(NoParalysis));
        Ok(())
    },
);

struct NoParalysis;

impl Legality for NoParalysis {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        let board = draft.after.board();
        !Color::ALL
            .into_iter()
            .any(|side| board.of(side).iter().any(|sq| is_paralysed(&draft.after, side, sq, board.man(sq))))
    }

    fn binds_checks(&self) -> bool {
        true
    }
}
