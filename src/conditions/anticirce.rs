//! AntiCirce: the capturing man is reborn, and cannot capture when its square is occupied.

use super::rebirth::{PLACES, Rebirth, empty_squares, has, promote, restore_castling};
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{Aftermath, Brings, Moment};
use crate::fairy::{Draft, Effect, Man, RuleBook, Sq, Why};

const VARIANTS: &[VariantDef] = &{
    let mut all = [VariantDef { name: "", aliases: &[], doc: "" }; PLACES.len() + 4];
    let own = [
        VariantDef { name: "Cheylan", aliases: &[], doc: "no capture on the square of rebirth itself" },
        VariantDef {
            name: "Calvet",
            aliases: &[],
            doc: "captures on the square of rebirth are possible (as without it)",
        },
        VariantDef { name: "RexExclusive", aliases: &[], doc: "kings are not reborn" },
        VariantDef { name: "Super", aliases: &[], doc: "on any empty square" },
    ];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < own.len() { own[i] } else { PLACES[i - own.len()] };
        i += 1;
    }
    all
};

macro_rules! anticirce {
    ($name:literal, $caption:literal, $preset:expr, $doc:literal) => {
        ConditionDef {
            caption: $caption,
            variants: VARIANTS,
            ..ConditionDef::new($name, $doc, |condition, book| install(condition, book, $preset))
        }
    };
}

pub const ANTICIRCE: ConditionDef = anticirce!(
    "AntiCirce",
    "",
    &[],
    "capturing men (kings too) are reborn on their home squares, and cannot capture when these are occupied"
);
pub const SUPER: ConditionDef =
    anticirce!("AntiSuperCirce", "AntiCirce Super", &["Super"], "capturing men are reborn on any empty square");
pub const MIRROR: ConditionDef = anticirce!(
    "MirrorAntiCirce",
    "AntiCirce Mirror",
    &["Mirror"],
    "as AntiCirce, on the home squares of the other side"
);
pub const FILE: ConditionDef =
    anticirce!("FileAntiCirce", "AntiCirce File", &["File"], "as AntiCirce, on the file of capture");
pub const MIRROR_FILE: ConditionDef = anticirce!(
    "MirrorFileAntiCirce",
    "AntiCirce File Mirror",
    &["File", "Mirror"],
    "as AntiCirce, on the file of capture, at the other end"
);
pub const SYMMETRY: ConditionDef = anticirce!(
    "SymmetryAntiCirce",
    "AntiCirce Symmetry",
    &["Symmetry"],
    "as AntiCirce, point-symmetrically to the square of capture"
);
pub const HORIZONTAL_SYMMETRY: ConditionDef = anticirce!(
    "HorizontalSymmetryAntiCirce",
    "AntiCirce HorizontalSymmetry",
    &["HorizontalSymmetry"],
    "as AntiCirce, symmetrically to the middle between the ranks"
);
pub const VERTICAL_SYMMETRY: ConditionDef = anticirce!(
    "VerticalSymmetryAntiCirce",
    "AntiCirce VerticalSymmetry",
    &["VerticalSymmetry"],
    "as AntiCirce, symmetrically to the middle between the files"
);
pub const ANTIPODEAN: ConditionDef =
    anticirce!("AntipodeanAntiCirce", "AntiCirce Antipodes", &["Antipodes"], "as AntiCirce, four files and ranks away");
pub const EQUIPOLLENTS: ConditionDef = anticirce!(
    "EquipollentsAntiCirce",
    "AntiCirce Equipollents",
    &["Equipollents"],
    "as AntiCirce, as far beyond the square of capture as the man came from"
);
struct AntiCirce {
    rebirth: Rebirth,
    anywhere: bool,
    cheylan: bool,
    kings: bool,
}

fn install(condition: &Condition, book: &mut RuleBook, preset: &[&str]) -> Result<(), String> {
    let has = |variant: &str| has(condition, preset, variant);
    if has("Cheylan") && has("Calvet") {
        return Err("`Cheylan` and `Calvet` exclude each other".into());
    }
    book.stages.checks_are_played = true;
    book.stages.follow(
        Moment::CapturerReborn,
        AntiCirce {
            rebirth: Rebirth::of(has)?,
            anywhere: has("Super"),
            cheylan: has("Cheylan"),
            kings: !has("RexExclusive"),
        },
    );
    Ok(())
}

impl Aftermath for AntiCirce {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        let (Some((_, on)), Some((man, at))) = (draft.captured, draft.arrived()) else { return next(draft) };
        if man.is_royal() && !self.kings {
            return next(draft);
        }
        if self.anywhere {
            let mut squares = (!self.cheylan).then_some(at).into_iter().chain(empty_squares(&draft.after));
            return squares.any(|sq| self.reborn(&mut draft.clone(), man, at, sq, next));
        }
        match self.rebirth.square(draft.before.book(), man.piece(), draft.side, on, draft.from) {
            Some(sq) if sq == at => !self.cheylan && self.reborn(draft, man, at, sq, next),
            Some(sq) if draft.after.board().is_empty(sq) && draft.after.has(sq) => {
                self.reborn(draft, man, at, sq, next)
            }
            _ => false,
        }
    }

    fn follows_quiet_steps(&self) -> bool {
        false
    }

    fn brings(&self) -> Brings {
        Brings::Nothing
    }
}

impl AntiCirce {
    fn reborn(&self, draft: &mut Draft, man: Man, at: Sq, sq: Sq, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        if man != draft.after.board().man(at) {
            draft.apply(Effect::Change { sq: at, man, why: Why::Condition });
        }
        // Told even when the man stays where it is.
        draft.apply(Effect::Go { from: at, to: sq, why: Why::Condition });
        restore_castling(draft, man, sq);
        promote(draft, draft.side, sq, next)
    }
}
