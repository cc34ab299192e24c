use super::ConditionDef;
use crate::fairy::stages::{Way, WayList, Ways};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Squares, at};
use crate::pieces::Mode;
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "PlusChess",
    "a man on one of the central squares d4, e4, d5, e5 may also capture as if it stood on any other of these squares \
     that is empty",
    |_, book: &mut RuleBook| {
        book.stages.ways.push(Box::new(Central(centre())));
        Ok(())
    },
)
.called("PlusSchach", "EchecsPlus");

fn centre() -> Squares {
    [(3, 3), (4, 3), (3, 4), (4, 4)].into_iter().filter_map(|(file, rank)| at(file, rank)).collect()
}

struct Central(Squares);

impl Ways for Central {
    fn ways(&self, position: &FairyPosition, _: Color, from: Sq, _: Man, ways: &mut WayList) {
        if !self.0.has(from) {
            return;
        }
        let empty = |&sq: &Sq| sq != from && position.has(sq) && position.board().is_empty(sq);
        let own = ways.clone();
        for origin in self.0.iter().filter(empty) {
            let captures =
                own.iter().filter_map(|way| Some(Way { origin, mode: way.mode.and(Mode::Capture)?, ..*way }));
            ways.extend(captures);
        }
    }

    fn looks_at(&self, _: &FairyPosition, _: Color, from: Sq, _: Man) -> Option<Squares> {
        Some(if self.0.has(from) { self.0 } else { Squares::NONE })
    }
}
