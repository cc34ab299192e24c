use super::ConditionDef;
use crate::fairy::stages::Mobility;
use crate::fairy::{FairyPosition, Man, Sq, Squares};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "CentralChess",
    "a man can move, capture and give check only if it is guarded by its king or by a man that can do so",
    |_, book| {
        book.stages.mobility.push(Box::new(Linked));
        Ok(())
    },
)
.called("ZentralSchach", "EchecsCentral");

/// Paralyses each man that is not connected with its king by a chain of men in which each man guards the next.
struct Linked;

impl Mobility for Linked {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, _: Man) -> bool {
        let board = position.board();
        let mut linked = board.royals(side);
        let mut new: Vec<Sq> = linked.iter().collect();
        let mut others: Squares = board.of(side).without(&linked);
        while !linked.has(from) {
            let Some(guard) = new.pop() else { return false };
            for sq in others.iter() {
                if position.observes(side, guard, sq) {
                    others.remove(sq);
                    linked.add(sq);
                    new.push(sq);
                }
            }
        }
        true
    }
}
