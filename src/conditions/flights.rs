//! A king with flights is in check.

use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::CheckRule;
use crate::fairy::{Effect, FairyPosition, RuleBook, Sq, Why};
use crate::pieces::QUEEN;
use crate::units::Color;

pub const SAT: ConditionDef = ConditionDef {
    arguments: Arguments::Numbers,
    ..ConditionDef::new(
        "SAT",
        "a king is in check when it has a flight, or as many as a number says: a square beside it to which it could move \
         without being attacked there; nothing else is check",
        install,
    )
};
pub const STRICT_SAT: ConditionDef = ConditionDef {
    arguments: Arguments::Numbers,
    ..ConditionDef::new(
        "StrictSAT",
        "a king is in check when it is attacked, and when it has a flight, or as many as a number says: a square beside it \
         to which it could move without being attacked there",
        install,
    )
};

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let enough = match condition.numbers[..] {
        [] => 1,
        [number @ 1..=8] => number as usize,
        _ => return Err("the number of flights is one from 1 to 8".into()),
    };
    book.stages.checks.push(Box::new(Flights { enough, strict: condition.def.name == "StrictSAT" }));
    Ok(())
}

struct Flights {
    enough: usize,
    strict: bool,
}

impl CheckRule for Flights {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let has_flights = |king: Sq| {
            let flights = QUEEN.iter().filter_map(|&vector| position.step(king, vector));
            flights.filter(|&to| is_flight(position, side, king, to)).nth(self.enough - 1).is_some()
        };
        self.strict && attacked || position.board().royals(side).iter().any(has_flights)
    }
}

fn is_flight(position: &FairyPosition, side: Color, king: Sq, to: Sq) -> bool {
    let victim = position.board().man(to);
    if victim.is_some() && (!victim.is_of(!side) || victim.is_royal()) {
        return false;
    }
    let mut there = position.clone();
    if victim.is_some() {
        there.apply(Effect::Remove { sq: to, why: Why::Silent });
    }
    there.apply(Effect::Go { from: king, to, why: Why::Silent });
    !there.is_attacked(to, !side)
}
