//! Immobilio: a man can move, capture and give check only while its Circe rebirth square is empty.

use super::rebirth::{Event, Rebirth, Subject};
use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::Mobility;
use crate::fairy::{FairyPosition, Man, RuleBook, Sq};
use crate::pieces::Piece;
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef {
    arguments: Arguments::Pieces,
    ..ConditionDef::new(
        "Immobilio",
        "a man (any man, kings included, or only the listed pieces) moves, captures and gives check only while its \
         Circe rebirth square is empty (so not while it is on that square itself)",
        install,
    )
};

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.mobility.push(Box::new(Homesick { pieces: condition.pieces.clone() }));
    Ok(())
}

/// Paralyses men whose Circe rebirth square is occupied.
struct Homesick {
    /// The pieces to which the rule applies; an empty list means all pieces.
    pieces: Vec<Piece>,
}

impl Mobility for Homesick {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> bool {
        if !self.pieces.is_empty() && !self.pieces.contains(&man.piece()) {
            return true;
        }
        let home = Rebirth::default().square(position.book(), Subject { man, side, origin: None }, Event::none(from));
        home.is_some_and(|home| position.board().man(home).is_none())
    }
}
