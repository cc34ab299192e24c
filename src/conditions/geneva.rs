use super::rebirth::{BasePlace, Event, PLACES, Rebirth, Subject, variants};
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::Restriction;
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Step};
use crate::units::Color;

const OWN: &[VariantDef] = &[VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings too" }];
const VARIANTS: &[VariantDef] = &variants::<{ OWN.len() + PLACES.len() }>(&[OWN, PLACES]);

pub const DEF: ConditionDef = ConditionDef {
    variants: VARIANTS,
    ..ConditionDef::new("GenevaChess", "a man (not a king) can capture only while its home square is empty", install)
}
.called("GenferSchach", "EchecsGeneve");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    if condition.has("Equipollents") || condition.has("PWC") {
        return Err("no rule says where a man that captures would be reborn then".into());
    }
    let rebirth = Rebirth::of(|variant| condition.says(variant))?;
    rebirth.prepare(book);
    book.stages.restrictions.push(Box::new(HomeIsEmpty { rebirth, kings: condition.has("RexInclusive") }));
    Ok(())
}

struct HomeIsEmpty {
    rebirth: Rebirth,
    kings: bool,
}

impl Restriction for HomeIsEmpty {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, step: &Step) -> bool {
        let Some(taken) = step.taken.filter(|_| !man.is_royal() || self.kings) else { return true };
        let subject = Subject { man, side, origin: position.origin(from) };
        let on = match self.rebirth.place {
            BasePlace::Home | BasePlace::Rank => from,
            // The rebirth square that the man would have if it were captured on `taken`.
            _ => taken,
        };
        let home = self.rebirth.square(position.book(), subject, Event::none(on));
        // A man that captures from its home square occupies it. A man captured in passing vacates its square.
        let is_left = |home| home == taken && home != step.to;
        home.is_none_or(|home| home != step.origin && (is_left(home) || position.board().is_empty(home)))
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { spares_quiet_kings: true, ..Footprint::default() }
    }
}
