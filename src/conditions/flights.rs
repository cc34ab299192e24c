//! A king with flights is in check.

use super::lese_majeste::NoRegicide;
use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::CheckRule;
use crate::fairy::{Effect, FairyPosition, RuleBook, Sq, Why};
use crate::pieces::QUEEN;
use crate::units::Color;

const DOC: &str = "a king is in check when it has a flight, a square beside it to which it could go without being attacked \
                   there; nothing else is check. A number says how many flights it takes, one more for an attacked king";

pub const SAT: ConditionDef = ConditionDef { arguments: Arguments::Numbers, ..ConditionDef::new("SAT", DOC, install) };
fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let (unattacked, attacked) = match condition.numbers[..] {
        [] => (1, 1),
        [number @ 1..=8] => (number as usize, number as usize + 1),
        _ => return Err("the number of flights is one from 1 to 8".into()),
    };
    book.stages.legality.push(Box::new(NoRegicide));
    book.stages.checks.push(Box::new(Flights { unattacked, attacked }));
    Ok(())
}

/// So many flights are check for a king that is attacked, and for one that is not.
struct Flights {
    unattacked: usize,
    attacked: usize,
}

impl CheckRule for Flights {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let enough = if attacked { self.attacked } else { self.unattacked };
        position.board().royals(side).iter().any(|king| {
            let flights = QUEEN.iter().filter_map(|&vector| position.step(king, vector));
            flights.filter(|&to| is_flight(position, side, king, to)).nth(enough - 1).is_some()
        })
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
