//! Men go as their neighbours.

use super::{Condition, ConditionDef};
use crate::fairy::stages::{Way, WayList, Ways};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Squares};
use crate::units::Color;

pub const ANNAN: ConditionDef = ConditionDef::new(
    "AnnanChess",
    "a unit that stands immediately before another of its side, as this side looks, goes as that unit and not as itself",
    install,
);
pub const NANNA: ConditionDef = ConditionDef::new(
    "NannaChess",
    "a unit that stands immediately behind another of its side, as this side looks, goes as that unit and not as itself",
    install,
);
pub const FACE_TO_FACE: ConditionDef = ConditionDef::new(
    "FaceToFace",
    "adverse units that stand immediately before each other, as each side looks, go as each other",
    install,
);
pub const BACK_TO_BACK: ConditionDef = ConditionDef::new(
    "BackToBack",
    "adverse units that stand immediately behind each other, as each side looks, go as each other",
    install,
);
pub const CHEEK_TO_CHEEK: ConditionDef = ConditionDef::new(
    "CheekToCheek",
    "adverse units that stand beside each other on a rank go as each other",
    |_, book| {
        book.stages.ways.push(Box::new(Cheeks));
        Ok(())
    },
);
fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let (own, beside) = match condition.def.name {
        "AnnanChess" => (true, Beside::Behind),
        "NannaChess" => (true, Beside::Before),
        "FaceToFace" => (false, Beside::Before),
        _ => (false, Beside::Behind),
    };
    book.stages.ways.push(Box::new(Borrowed { own, beside }));
    Ok(())
}

#[derive(Clone, Copy)]
enum Beside {
    Before,
    Behind,
}

/// As whom men go, and where that one stands.
struct Borrowed {
    own: bool,
    beside: Beside,
}

impl Borrowed {
    fn beside(&self, position: &FairyPosition, side: Color, from: Sq) -> Option<Sq> {
        let ahead = if side == Color::White { 1 } else { -1 };
        let vector = match self.beside {
            Beside::Before => (0, ahead),
            Beside::Behind => (0, -ahead),
        };
        position.step(from, vector)
    }
}

impl Ways for Borrowed {
    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, ways: &mut WayList) {
        let lender = if self.own { side } else { !side };
        let Some(beside) = self.beside(position, side, from) else { return };
        let man = position.board().man(beside);
        if man.is_some() && man.is_of(lender) {
            for way in ways {
                way.piece = man.piece();
            }
        }
    }

    fn looks_at(&self, position: &FairyPosition, side: Color, from: Sq, _: Man) -> Option<Squares> {
        Some(self.beside(position, side, from).into_iter().collect())
    }
}

struct Cheeks;

impl Cheeks {
    fn beside(position: &FairyPosition, from: Sq) -> impl Iterator<Item = Sq> {
        [(-1, 0), (1, 0)].into_iter().filter_map(move |vector| position.step(from, vector))
    }
}

impl Ways for Cheeks {
    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, ways: &mut WayList) {
        let board = position.board();
        let lenders =
            Cheeks::beside(position, from).map(|sq| board.man(sq)).filter(|man| man.is_some() && man.is_of(!side));
        let mut borrowed = WayList::new();
        for lender in lenders {
            borrowed.extend(ways.iter().map(|&way| Way { piece: lender.piece(), ..way }));
        }
        if !borrowed.is_empty() {
            *ways = borrowed;
        }
    }

    fn looks_at(&self, position: &FairyPosition, _: Color, from: Sq, _: Man) -> Option<Squares> {
        Some(Cheeks::beside(position, from).collect())
    }
}
