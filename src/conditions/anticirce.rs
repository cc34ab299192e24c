//! AntiCirce: the capturing man is reborn, and cannot capture when its square is occupied.

use super::einstein::{stronger, weaker};
use super::rebirth::{
    AS_WHAT, AsWhat, Event, OCCUPIED, Occupied, PLACES, SEVERAL, Several, Subject, Where, includes_kings, promote,
    variants,
};
use super::{Arguments, Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::{Brings, Captures, Footprint};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, Man, MoveBuilder, RuleBook, Sq, Why};

const OWN: &[VariantDef] = &[
    VariantDef { name: "Cheylan", aliases: &[], doc: "no capture on the square of rebirth itself" },
    VariantDef { name: "Calvet", aliases: &[], doc: "captures on the square of rebirth are possible (as without it)" },
    VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings are reborn too (as without it)" },
    VariantDef { name: "RexExclusive", aliases: &[], doc: "kings are not reborn" },
    VariantDef { name: "Couscous", aliases: &[], doc: "on the home square of the captured man" },
];
const VARIANTS: &[VariantDef] = &variants::<
    { OWN.len() + AS_WHAT.len() + OCCUPIED.len() + SEVERAL.len() + PLACES.len() },
>(&[OWN, AS_WHAT, OCCUPIED, SEVERAL, PLACES]);

macro_rules! anticirce {
    ($name:literal, $preset:expr, $doc:literal) => {
        ConditionDef {
            family: "AntiCirce",
            variants: VARIANTS,
            preset: $preset,
            arguments: Arguments::Pieces,
            ..ConditionDef::new($name, $doc, install)
        }
    };
}

pub const ANTICIRCE: ConditionDef = anticirce!(
    "AntiCirce",
    &[],
    "capturing men (kings too) are reborn on their home squares, and cannot capture when these are occupied"
);
pub const SUPER: ConditionDef =
    anticirce!("AntiSuperCirce", &["Super"], "capturing men are reborn on any empty square");
pub const MIRROR: ConditionDef =
    anticirce!("MirrorAntiCirce", &["Mirror"], "as AntiCirce, on the home squares of the other side");
pub const FILE: ConditionDef = anticirce!("FileAntiCirce", &["File"], "as AntiCirce, on the file of capture");
pub const MIRROR_FILE: ConditionDef =
    anticirce!("MirrorFileAntiCirce", &["File", "Mirror"], "as AntiCirce, on the file of capture, at the other end");
pub const SYMMETRY: ConditionDef =
    anticirce!("SymmetryAntiCirce", &["Symmetry"], "as AntiCirce, point-symmetrically to the square of capture");
pub const HORIZONTAL_SYMMETRY: ConditionDef = anticirce!(
    "HorizontalSymmetryAntiCirce",
    &["HorizontalSymmetry"],
    "as AntiCirce, symmetrically to the middle between the ranks"
);
pub const VERTICAL_SYMMETRY: ConditionDef = anticirce!(
    "VerticalSymmetryAntiCirce",
    &["VerticalSymmetry"],
    "as AntiCirce, symmetrically to the middle between the files"
);
pub const ANTIPODEAN: ConditionDef =
    anticirce!("AntipodeanAntiCirce", &["Antipodes"], "as AntiCirce, four files and ranks away");
pub const EQUIPOLLENTS: ConditionDef = anticirce!(
    "EquipollentsAntiCirce",
    &["Equipollents"],
    "as AntiCirce, as far beyond the square of capture as the man came from"
);
pub const DIAGRAM: ConditionDef =
    anticirce!("DiagramAntiCirce", &["Diagram"], "capturing men are reborn where they stood in the diagram");
pub const CLONE: ConditionDef =
    anticirce!("AntiCloneCirce", &["Clone"], "capturing men are reborn as what they have captured, kings as royal men");

struct AntiCirce {
    place: Where,
    occupied: Occupied,
    cheylan: bool,
    kings: bool,
    as_what: AsWhat,
    of_captured: bool,
}

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let has = |variant: &str| condition.says(variant);
    if has("Cheylan") && has("Calvet") {
        return Err("`Cheylan` and `Calvet` exclude each other".into());
    }
    if !condition.pieces.is_empty() && !has("Chameleon") {
        return Err("pieces can only follow `Chameleon`".into());
    }
    let kings = includes_kings(has, true)?;
    let place = Where::of(has)?;
    let anticirce = AntiCirce {
        place,
        occupied: Occupied::of(has, place)?.unwrap_or(Occupied::Strict),
        cheylan: has("Cheylan"),
        kings,
        as_what: AsWhat::of(condition, has, stronger, weaker)?,
        of_captured: has("Couscous"),
    };
    place.prepare(book);
    anticirce.occupied.prepare(book);
    book.stages.checks_are_played = true;
    book.stages.follow(Moment::CapturerReborn, anticirce);
    Ok(())
}

impl Aftermath for AntiCirce {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let (Some((captured, on)), Some((man, at))) = (draft.captured, draft.arrived()) else { return next(draft) };
        if man.is_royal() && !self.kings {
            return next(draft);
        }
        let reborn = self.as_what.reborn(man, captured);
        let subject = if self.of_captured {
            Subject { man: captured, side: !draft.side, origin: draft.before.origin(on) }
        } else {
            // It may have gone over.
            Subject { man: reborn, side: man.color_or(draft.side), origin: draft.before.origin(draft.from) }
        };
        let several = match self.place {
            Where::On(rebirth) => {
                return match rebirth.square(draft.before.book(), subject, Event::capture(on, draft.from)) {
                    Some(sq) if sq == at => !self.cheylan && self.go(draft, reborn, at, sq, next),
                    Some(sq) if draft.after.has(sq) && self.occupied.makes_room(draft, sq) => {
                        self.go(draft, reborn, at, sq, next)
                    }
                    _ => false,
                };
            }
            Where::Among(several) => several,
        };
        // A pawn goes on in the direction of what it has captured.
        let subject =
            Subject { side: if several == Several::Onward { !subject.side } else { subject.side }, ..subject };
        let itself = (!self.cheylan && several != Several::Onward).then_some(at);
        let mut squares = itself.into_iter().chain(several.squares(&draft.after, subject, on));
        squares.any(|sq| {
            self.go(&mut draft.clone(), reborn, at, sq, &mut |gone| {
                several.suits(&gone.after, draft.side, sq) && next(gone)
            })
        })
    }

    fn footprint(&self) -> Footprint {
        let is_simple = matches!(self.as_what, AsWhat::Itself) && matches!(self.occupied, Occupied::Strict);
        Footprint {
            spares_quiet_steps: true,
            brings: Brings::Nothing,
            captures: if is_simple { Captures::MoveTheMover } else { Captures::Anything },
            ..Footprint::default()
        }
    }
}

impl AntiCirce {
    /// The man on `at` goes to a square on which there is room for it, or stays if it is the same.
    fn go(
        &self,
        draft: &mut MoveBuilder,
        reborn: Man,
        at: Sq,
        sq: Sq,
        next: &mut dyn FnMut(&mut MoveBuilder) -> bool,
    ) -> bool {
        // Told even when the man stays where it is.
        draft.apply(Effect::Go { from: at, to: sq, why: Why::Condition });
        if reborn != draft.after.board().man(sq) {
            draft.apply(Effect::Change { sq, man: reborn, why: Why::Reborn });
        }
        draft.renew(sq);
        promote(draft, reborn.color_or(draft.side), sq, &mut |gone| {
            self.occupied.settles(gone, sq);
            next(gone)
        })
    }
}
