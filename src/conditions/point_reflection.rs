use super::ConditionDef;
use crate::fairy::stages::{Way, Ways};
use crate::fairy::{FairyPosition, Man, Sq, file, rank};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "PointReflection",
    "a unit moves as the unit, of either side, that stands where reflection in the centre of the board brings it",
    |_, book| {
        book.stages.ways.push(Box::new(Reflected));
        Ok(())
    },
);

struct Reflected;

impl Ways for Reflected {
    fn ways(&self, position: &FairyPosition, _: Color, from: Sq, _: Man, ways: &mut Vec<Way>) {
        let geometry = &position.book().geometry;
        let (files, ranks) = (geometry.files - 1 - 2 * file(from), geometry.ranks - 1 - 2 * rank(from));
        let Some(opposite) = geometry.step(from, (files, ranks)) else { return };
        let man = position.board().man(opposite);
        if man.is_some() {
            for way in ways {
                way.piece = man.piece();
            }
        }
    }
}
