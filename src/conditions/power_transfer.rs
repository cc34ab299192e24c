use super::rebirth::{Event, Rebirth, Subject, includes_kings};
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{WayList, Ways};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Squares};
use crate::pieces::Piece;
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef {
    variants: &[
        VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings too" },
        VariantDef { name: "RexExclusive", aliases: &[], doc: "not kings (default)" },
    ],
    ..ConditionDef::new(
        "PowerTransfer",
        "a man (not a king) whose Circe home square is occupied by another man moves as that man and not as itself",
        install,
    )
}
.called("KraftTransfer", "TransfertPouvoir");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let kings = includes_kings(|variant| condition.says(variant), false)?;
    book.stages.ways.push(Box::new(Transferred { kings }));
    Ok(())
}

/// Lets a man whose home square is occupied move as the piece of the man there; kings too if `kings` is set.
struct Transferred {
    kings: bool,
}

impl Transferred {
    fn home(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> Option<Sq> {
        let subject = Subject { man, side, origin: None };
        Rebirth::default().square(position.book(), subject, Event::none(from))
    }
}

impl Ways for Transferred {
    fn concerns(&self, man: Man) -> bool {
        self.kings || !man.is_royal()
    }

    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, ways: &mut WayList) {
        if !self.concerns(man) {
            return;
        }
        let Some(home) = self.home(position, side, from, man) else { return };
        let there = position.board().man(home);
        if there.is_some() {
            ways.iter_mut().for_each(|way| way.piece = there.piece());
        }
    }

    fn borrowed_ways(&self, book: &RuleBook) -> Option<Vec<Piece>> {
        let mut kinds: Vec<Piece> = Piece::orthodox().chain(book.diagram.iter().map(|(_, unit)| unit.piece)).collect();
        kinds.extend(&book.promotions);
        Some(kinds)
    }

    fn looks_at(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> Option<Squares> {
        Some(self.home(position, side, from, man).into_iter().collect())
    }
}
