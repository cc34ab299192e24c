use super::ConditionDef;
use crate::fairy::stages::Selection;
use crate::fairy::{FairyPosition, Move};
use crate::position::Position;

pub const DEF: ConditionDef =
    ConditionDef::new("ExclusiveChess", "a move that mates is legal only if no other move mates", |_, book| {
        book.stages.selection.push(Box::new(OneMate));
        Ok(())
    });

/// At most one mate.
struct OneMate;

impl Selection for OneMate {
    fn select(&self, position: &FairyPosition, moves: &mut Vec<Move>) {
        let mates: Vec<bool> = moves.iter().map(|m| position.after(m).is_mate()).collect();
        if mates.iter().filter(|&&mate| mate).count() > 1 {
            let mut mates = mates.into_iter();
            moves.retain(|_| !mates.next().expect("one for each move"));
        }
    }
}
