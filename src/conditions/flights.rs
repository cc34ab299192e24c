//! SAT and StrictSAT: a king is in check if it could move to a safe square (a flight).

use super::lese_majeste::NoRegicide;
use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::{Aftermath, CheckRule, Moment, Way};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Why};
use crate::pieces::{Mode, Piece, QUEEN};
use crate::units::Color;
use smallvec::SmallVec;
use std::cell::OnceCell;

const DOC: &str = "a king is in check when it has a flight: a square next to it to which it could move without being \
                   attacked there; nothing else is check. With a number n, a king is in check only if it has n \
                   flights or more, or n + 1 or more if it is attacked";

pub const SAT: ConditionDef = ConditionDef { arguments: Arguments::Numbers, ..ConditionDef::new("SAT", DOC, install) };
fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let (unattacked, attacked) = match condition.numbers[..] {
        [] => (1, 1),
        [number @ 1..=8] => (number as usize, number as usize + 1),
        _ => return Err("expected a number of flights from 1 to 8".into()),
    };
    book.stages.legality.push(Box::new(NoRegicide));
    book.stages.checks.push(Box::new(Flights { unattacked, attacked }));
    Ok(())
}

pub const STRICT_SAT: ConditionDef = ConditionDef::new(
    "StrictSAT",
    "as SAT, but a king is also in check if it has been attacked before and is not attacked now",
    |_, book| {
        let slot = book.stages.slot(0);
        book.stages.follow(Moment::Last, RememberAttacks { slot });
        book.stages.legality.push(Box::new(NoRegicide));
        book.stages.checks.push(Box::new(Strict { slot }));
        Ok(())
    },
);

/// Records in a slot, a number kept with the position, whether each side's king was attacked in an earlier position:
/// one bit for each side.
struct RememberAttacks {
    slot: u8,
}

impl Aftermath for RememberAttacks {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let attacked = Color::ALL.map(|side| u32::from(has_attacked_king(draft.before, side)));
        let value = draft.before.slot(self.slot) | attacked[0] | attacked[1] << 1;
        draft.apply(Effect::Slot { slot: self.slot, value });
        next(draft)
    }
}

fn has_attacked_king(position: &FairyPosition, side: Color) -> bool {
    position.board().royals(side).iter().any(|king| position.is_attacked(king, !side))
}

/// StrictSAT: a king that was attacked in an earlier position and is not attacked now is also in check.
struct Strict {
    slot: u8,
}

impl CheckRule for Strict {
    fn is_check(&self, position: &FairyPosition, side: Color, _: bool) -> bool {
        let attacked = has_attacked_king(position, side);
        let was_attacked = position.slot(self.slot) >> side as u32 & 1 == 1;
        was_attacked && !attacked || Flights { unattacked: 1, attacked: 1 }.is_check(position, side, attacked)
    }
}

/// The numbers of flights (safe squares to which the king could move) that suffice for check: for a king that is not
/// attacked, and for an attacked king.
struct Flights {
    unattacked: usize,
    attacked: usize,
}

impl CheckRule for Flights {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let enough = if attacked { self.attacked } else { self.unattacked };
        position.board().royals(side).iter().any(|king| {
            let man = position.board().man(king);
            let without_king = || {
                let mut without = position.to_try_moves();
                without.apply(Effect::Remove { sq: king, why: Why::Silent });
                without
            };
            let flights = goals(position, side, king, man).into_iter().filter(|&to| {
                let victim = position.board().man(to);
                victim.is_none() || victim.is_of(!side) && !victim.is_royal()
            });
            let stages = &position.book().stages;
            // If attacks depend on the board alone, the king need not be put on the square.
            if stages.sight_is_plain() {
                let without = OnceCell::new();
                let is_safe = |&to: &Sq| {
                    let attacked = position.is_attacked_without(king, to, !side);
                    !attacked.unwrap_or_else(|| without.get_or_init(without_king).is_attacked(to, !side))
                };
                return flights.filter(is_safe).nth(enough - 1).is_some();
            }
            let mut without = without_king();
            flights.filter(|&to| is_flight(&mut without, side, man, to)).nth(enough - 1).is_some()
        })
    }
}

/// Returns the squares to which the royal man on `from` could move according to its piece.
fn goals(position: &FairyPosition, side: Color, from: Sq, man: Man) -> SmallVec<[Sq; 8]> {
    if man.piece() == Piece::KING {
        return QUEEN.iter().filter_map(|&vector| position.step(from, vector)).collect();
    }
    let mut goals = SmallVec::new();
    position.steps_as(side, from, Way { origin: from, piece: man.piece(), mode: Mode::Both }, &mut |step| {
        if !goals.contains(&step.to) {
            goals.push(step.to);
        }
        false
    });
    goals
}

/// Whether `king`, which has been taken off the board, would be safe on `to`.
fn is_flight(board: &mut FairyPosition, side: Color, king: Man, to: Sq) -> bool {
    let victim = board.board().man(to);
    let why = Why::Silent;
    if victim.is_some() {
        board.apply(Effect::Remove { sq: to, why });
    }
    board.apply(Effect::Put { sq: to, man: king, why });
    let is_safe = !board.is_attacked(to, !side);
    board.apply(Effect::Remove { sq: to, why });
    if victim.is_some() {
        board.apply(Effect::Put { sq: to, man: victim, why });
    }
    is_safe
}
