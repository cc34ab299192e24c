//! Mars Circe and its kin: men act from the square where they would be reborn.

use super::rebirth::{PLACES, Rebirth, has};
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{Restriction, Way, WayList, Ways};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Squares, Step};
use crate::pieces::Mode;
use crate::units::Color;

const VARIANTS: &[VariantDef] = &{
    let mut all = [VariantDef { name: "", aliases: &[], doc: "" }; PLACES.len() + 2];
    let own = [
        VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings too" },
        VariantDef { name: "RexExclusive", aliases: &[], doc: "not kings" },
    ];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < own.len() { own[i] } else { PLACES[i - own.len()] };
        i += 1;
    }
    all
};

macro_rules! mars {
    ($name:literal, $caption:literal, $aliases:expr, $install:ident, $preset:expr, $doc:literal) => {
        ConditionDef {
            caption: $caption,
            variants: VARIANTS,
            aliases: $aliases,
            ..ConditionDef::new($name, $doc, |condition, book| $install(condition, book, $preset))
        }
    };
}

pub const MARS: ConditionDef = mars!(
    "MarsCirce",
    "",
    &[],
    install_mars,
    &[],
    "men move as usual, and capture only from their home squares, when these are empty"
);
pub const MARS_MIRROR: ConditionDef = mars!(
    "MarsMirrorCirce",
    "MarsCirce Mirror",
    &[],
    install_mars,
    &["Mirror"],
    "as MarsCirce, from the other side's home squares"
);
pub const PHANTOM: ConditionDef = mars!(
    "PhantomChess",
    "",
    &[],
    install_phantom,
    &[],
    "men (not kings) move and capture as usual, and also from their home squares, when these are empty"
);
pub const IMMUN: ConditionDef = mars!(
    "ImmunChess",
    "",
    &[],
    install_immun,
    &[],
    "men (not kings) cannot be captured while their home squares are occupied"
);

/// What is done from the own square, what from the square of rebirth.
struct Elsewhere {
    rebirth: Rebirth,
    here: Option<Mode>,
    there: Mode,
    kings: bool,
}

fn install_mars(condition: &Condition, book: &mut RuleBook, preset: &[&str]) -> Result<(), String> {
    install(condition, book, preset, Some(Mode::Move), Mode::Capture)
}

fn install_phantom(condition: &Condition, book: &mut RuleBook, preset: &[&str]) -> Result<(), String> {
    let kings = if condition.has("RexInclusive") { &[][..] } else { &["RexExclusive"] };
    install(condition, book, &[preset, kings].concat(), None, Mode::Both)
}

fn install(
    condition: &Condition,
    book: &mut RuleBook,
    preset: &[&str],
    here: Option<Mode>,
    there: Mode,
) -> Result<(), String> {
    let has = |variant: &str| has(condition, preset, variant);
    book.stages.ways.push(Box::new(Elsewhere { rebirth: Rebirth::of(has)?, here, there, kings: !has("RexExclusive") }));
    Ok(())
}

impl Elsewhere {
    fn home(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> Option<Sq> {
        self.rebirth.square(position.book(), man.piece(), side, from, from)
    }
}

impl Ways for Elsewhere {
    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, ways: &mut WayList) {
        if man.is_royal() && !self.kings {
            return;
        }
        let home = self
            .home(position, side, from, man)
            .filter(|&sq| sq == from || position.board().is_empty(sq) && position.has(sq));
        if home == Some(from) {
            return;
        }
        let before = std::mem::take(ways);
        for way in before {
            match self.here {
                Some(mode) => ways.push(Way { mode, ..way }),
                None => ways.push(way),
            }
            if let Some(origin) = home {
                ways.push(Way { origin, mode: self.there, ..way });
            }
        }
    }

    fn looks_at(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> Option<Squares> {
        Some(self.home(position, side, from, man).into_iter().collect())
    }
}

/// Who could not be reborn cannot be captured.
struct Immunity {
    rebirth: Rebirth,
    kings: bool,
}

fn install_immun(condition: &Condition, book: &mut RuleBook, preset: &[&str]) -> Result<(), String> {
    let has = |variant: &str| has(condition, preset, variant);
    book.stages.restrictions.push(Box::new(Immunity { rebirth: Rebirth::of(has)?, kings: has("RexInclusive") }));
    Ok(())
}

impl Restriction for Immunity {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, step: &Step) -> bool {
        let Some(on) = step.taken else { return true };
        let victim = position.board().man(on);
        if victim.is_none() || victim.is_royal() && !self.kings {
            return true;
        }
        let square = self.rebirth.square(position.book(), victim.piece(), !side, on, from);
        // The square that the capturing man leaves is free by then.
        square.is_none_or(|sq| sq == from || position.board().is_empty(sq))
    }

    fn is_local(&self, _: &FairyPosition) -> bool {
        !self.kings
    }
}
