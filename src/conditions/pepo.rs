//! Pepo: an attacked king is paralysed, and a king is in check only if at least two men attack it.

use super::ConditionDef;
use super::lese_majeste::NoRegicide;
use crate::fairy::stages::{CheckRule, Mobility};
use crate::fairy::{FairyPosition, Man, Sq};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "Pepo",
    "a king attacked by an enemy man is paralysed: it does not move, capture or give check. It is in check, and can \
     be captured, only if at least two men attack it",
    |_, book| {
        book.stages.legality.push(Box::new(NoRegicide));
        book.stages.mobility.push(Box::new(Powerless));
        book.stages.checks.push(Box::new(Twice));
        Ok(())
    },
);

struct Powerless;

impl Mobility for Powerless {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> bool {
        !man.is_royal() || !position.is_observed(from, !side)
    }
}

struct Twice;

impl CheckRule for Twice {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let board = position.board();
        let is_attacked_twice = |king| {
            let attackers = board.of(!side).iter().filter(|&from| position.attacks(!side, from, king));
            attackers.take(2).count() == 2
        };
        attacked && board.royals(side).iter().any(is_attacked_twice)
    }

    fn needs_attack(&self) -> bool {
        true
    }
}
