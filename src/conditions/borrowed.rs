//! Men go as their neighbours.

use super::{Condition, ConditionDef};
use crate::fairy::stages::{Way, Ways};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq};
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
    "adverse units that stand side by side on a rank go as each other, between two as either",
    install,
);

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let (own, beside) = match condition.def.name {
        "AnnanChess" => (true, Beside::Behind),
        "NannaChess" => (true, Beside::Before),
        "FaceToFace" => (false, Beside::Before),
        "BackToBack" => (false, Beside::Behind),
        _ => (false, Beside::Side),
    };
    book.stages.ways.push(Box::new(Borrowed { own, beside }));
    Ok(())
}

#[derive(Clone, Copy)]
enum Beside {
    Before,
    Behind,
    Side,
}

/// As whom men go, and where that one stands.
struct Borrowed {
    own: bool,
    beside: Beside,
}

impl Ways for Borrowed {
    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, ways: &mut Vec<Way>) {
        let ahead = if side == Color::White { 1 } else { -1 };
        let vectors: &[_] = match self.beside {
            Beside::Before => &[(0, ahead)],
            Beside::Behind => &[(0, -ahead)],
            Beside::Side => &[(-1, 0), (1, 0)],
        };
        let lender = if self.own { side } else { !side };
        let board = position.board();
        let mut pieces = Vec::new();
        for sq in vectors.iter().filter_map(|&vector| position.step(from, vector)) {
            let man = board.man(sq);
            if man.is_some() && man.is_of(lender) && !pieces.contains(&man.piece()) {
                pieces.push(man.piece());
            }
        }
        if !pieces.is_empty() {
            *ways =
                ways.iter().flat_map(|&way| pieces.iter().map(move |&piece| Way { piece, ..way })).collect::<Vec<_>>();
        }
    }
}
