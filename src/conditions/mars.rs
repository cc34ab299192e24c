//! Mars Circe and related conditions: men act from their rebirth squares.

mod castling;

use super::rebirth::{Event, PLACES, Rebirth, Subject, includes_kings, variants};
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Restriction, Way, WayList, Ways};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Squares, Step};
use crate::pieces::Mode;
use crate::units::Color;
use castling::Homecoming;

const OWN: &[VariantDef] = &[
    VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "the condition applies to kings too" },
    VariantDef { name: "RexExclusive", aliases: &[], doc: "the condition does not apply to kings" },
];
const VARIANTS: &[VariantDef] = &variants::<{ OWN.len() + PLACES.len() }>(&[OWN, PLACES]);
const ANYWHERE: &[VariantDef] =
    &[VariantDef { name: "Super", aliases: &[], doc: "men capture from their own squares and from any empty square" }];
const VARIANTS_OF_MARS: &[VariantDef] =
    &variants::<{ OWN.len() + ANYWHERE.len() + PLACES.len() }>(&[OWN, ANYWHERE, PLACES]);

macro_rules! mars {
    ($name:literal, $family:literal, $aliases:expr, $install:ident, $preset:expr, $doc:literal) => {
        ConditionDef {
            family: $family,
            variants: VARIANTS,
            preset: $preset,
            aliases: $aliases,
            ..ConditionDef::new($name, $doc, $install)
        }
    };
}

pub const MARS: ConditionDef = ConditionDef {
    variants: VARIANTS_OF_MARS,
    ..mars!(
        "MarsCirce",
        "MarsCirce",
        &[],
        install_mars,
        &[],
        "men move as usual, but capture only from their home squares, if these are empty"
    )
}
.called("Marscirce", "MarsCirce");
pub const MARS_MIRROR: ConditionDef = mars!(
    "MarsMirrorCirce",
    "MarsCirce",
    &[],
    install_mars,
    &["Mirror"],
    "as MarsCirce, but from the other side's home squares"
)
.called("MarsSpiegelCirce", "MarsCirceMalefique");
pub const ANTI_MARS: ConditionDef = mars!(
    "AntiMarsCirce",
    "AntiMarsCirce",
    &[],
    install_anti_mars,
    &[],
    "men capture as usual, but move without capturing only from their home squares, if these are empty; to castle, \
     king and rook come home in the same move"
);
pub const ANTI_MARS_MIRROR: ConditionDef = mars!(
    "AntiMarsMirrorCirce",
    "AntiMarsCirce",
    &[],
    install_anti_mars,
    &["Mirror"],
    "as AntiMarsCirce, but from the other side's home squares"
)
.called("AntiMarsMalefiqueCirce", "AntiMarsMalefiqueCirce");
pub const ANTI_MARS_ANTIPODEAN: ConditionDef = mars!(
    "AntiMarsAntipodeanCirce",
    "AntiMarsCirce",
    &[],
    install_anti_mars,
    &["Antipodes"],
    "as AntiMarsCirce, but from the square four files and four ranks away"
);
pub const PHANTOM: ConditionDef = mars!(
    "PhantomChess",
    "PhantomChess",
    &[],
    install_phantom,
    &[],
    "men (not kings) move and capture as usual, and also from their home squares, if these are empty"
)
.called("PhantomSchach", "EchecsPhantom");
pub const IMMUN: ConditionDef = mars!(
    "ImmunChess",
    "ImmunChess",
    &[],
    install_immun,
    &[],
    "men (not kings) cannot be captured while their home squares are occupied"
)
.called("Immunschach", "Immun");

pub const IMMUN_MIRROR: ConditionDef = mars!(
    "MirrorImmunChess",
    "ImmunChess",
    &[],
    install_immun,
    &["Mirror"],
    "as ImmunChess, with the other side's home squares"
)
.called("SpiegelImmunSchach", "ImmunMalefique");
pub const IMMUN_FILE: ConditionDef = mars!(
    "FileImmunChess",
    "ImmunChess",
    &[],
    install_immun,
    &["File"],
    "as ImmunChess, with the first ranks of the files of capture"
)
.called("FileImmunSchach", "ImmunFile");
pub const IMMUN_MIRROR_FILE: ConditionDef = mars!(
    "MirrorFileImmunChess",
    "ImmunChess",
    &[],
    install_immun,
    &["File", "Mirror"],
    "as ImmunChess, with the other ends of the files of capture"
)
.called("SpiegelFileImmunSchach", "ImmunFileMalefique");
pub const IMMUN_DIAGRAM: ConditionDef = mars!(
    "DiagramImmunChess",
    "ImmunChess",
    &[],
    install_immun,
    &["Diagram"],
    "as ImmunChess, with the men's squares in the diagram"
)
.called("DiagrammImmunSchach", "ImmunDiagramme");
pub const IMMUN_SYMMETRY: ConditionDef = mars!(
    "SymmetryImmunChess",
    "ImmunChess",
    &[],
    install_immun,
    &["Symmetry"],
    "as ImmunChess, with the square point-symmetric to the square of capture"
)
.called("SymmetrieImmunSchach", "ImmunSymmetrique");
pub const IMMUN_HORIZONTAL_SYMMETRY: ConditionDef = mars!(
    "ImmuneHorizontalSymmetry",
    "ImmunChess",
    &[],
    install_immun,
    &["HorizontalSymmetry"],
    "as ImmunChess, with the square of capture mirrored in the horizontal centre line"
)
.called("ImmuneHorizontaleSymmetrie", "ImmuneSymetriqueHorizontale");
pub const IMMUN_VERTICAL_SYMMETRY: ConditionDef = mars!(
    "ImmuneVerticalSymmetry",
    "ImmunChess",
    &[],
    install_immun,
    &["VerticalSymmetry"],
    "as ImmunChess, with the square of capture mirrored in the vertical centre line"
)
.called("ImmuneVertikaleSymmetrie", "ImmuneSymetriqueVerticale");
pub const IMMUN_ANTIPODEAN: ConditionDef = mars!(
    "AntipodeanImmunChess",
    "ImmunChess",
    &[],
    install_immun,
    &["Antipodes"],
    "as ImmunChess, with the square four files and four ranks away from the square of capture"
)
.called("AntipodenImmunSchach", "ImmunAntipoden");
pub const IMMUN_EQUIPOLLENTS: ConditionDef = mars!(
    "EquipollentsImmunChess",
    "ImmunChess",
    &[],
    install_immun,
    &["Equipollents"],
    "as ImmunChess, with the square beyond the square of capture, at the distance and in the direction of the \
     capturing move"
)
.called("EquipollentsImmunSchach", "ImmunEquipollents");

/// Lets a man act from its own square in the moves that `here` allows (captures, moves without capture, or both), and
/// from its rebirth square in the moves that `there` allows.
#[derive(Clone, Copy)]
struct Elsewhere {
    rebirth: Rebirth,
    here: Mode,
    there: Mode,
    kings: bool,
}

fn install_mars(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    if condition.says("Super") {
        let rebirth = Rebirth::of(|variant| condition.says(variant))?;
        if rebirth != Rebirth::default() || condition.says("RexExclusive") {
            return Err("`Super` cannot be combined with other variants of MarsCirce".into());
        }
        book.stages.ways.push(Box::new(FromAnywhere));
        book.stages.other_origins_are_printed = true;
        return Ok(());
    }
    install(condition, book, !condition.says("RexExclusive"), Mode::Move, Mode::Capture)?;
    Ok(())
}

fn install_anti_mars(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    if condition.has("RexExclusive") {
        return Err("no rule says how kings that are not reborn move and castle".into());
    }
    let elsewhere = install(condition, book, !condition.says("RexExclusive"), Mode::Capture, Mode::Move)?;
    book.stages.extra.push(Box::new(Homecoming(elsewhere)));
    Ok(())
}

fn install_phantom(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    if condition.says("RexInclusive") && condition.says("RexExclusive") {
        return Err("`RexInclusive` and `RexExclusive` cannot be used together".into());
    }
    let kings = condition.says("RexInclusive");
    install(condition, book, kings, Mode::Both, Mode::Both)?;
    Ok(())
}

fn install(
    condition: &Condition,
    book: &mut RuleBook,
    kings: bool,
    here: Mode,
    there: Mode,
) -> Result<Elsewhere, String> {
    let rebirth = Rebirth::of(|variant| condition.says(variant))?;
    rebirth.prepare(book);
    let elsewhere = Elsewhere { rebirth, here, there, kings };
    book.stages.ways.push(Box::new(elsewhere));
    Ok(elsewhere)
}

impl Elsewhere {
    fn home(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> Option<Sq> {
        self.rebirth.square(position.book(), Subject { man, side, origin: position.origin(from) }, Event::none(from))
    }
}

impl Ways for Elsewhere {
    fn concerns(&self, man: Man) -> bool {
        self.kings || !man.is_royal()
    }

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
            ways.extend(way.mode.and(self.here).map(|mode| Way { mode, ..way }));
            let there = home.zip(way.mode.and(self.there));
            ways.extend(there.map(|(origin, mode)| Way { origin, mode, ..way }));
        }
    }

    fn looks_at(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> Option<Squares> {
        Some(self.home(position, side, from, man).into_iter().collect())
    }
}

/// Lets men capture from any empty square as well as from their own.
struct FromAnywhere;

impl Ways for FromAnywhere {
    fn ways(&self, position: &FairyPosition, _: Color, _: Sq, _: Man, ways: &mut WayList) {
        let empty = position.book().geometry.squares.without(&position.board().occupied());
        for way in std::mem::take(ways) {
            ways.push(way);
            if let Some(mode) = way.mode.and(Mode::Capture) {
                let origins = empty.iter().filter(|&origin| position.has(origin));
                ways.extend(origins.map(|origin| Way { origin, mode, ..way }));
            }
        }
    }
}

/// Forbids the capture of men that could not be reborn.
struct Immunity {
    rebirth: Rebirth,
    kings: bool,
}

fn install_immun(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    if condition.says("Mirror") && condition.says("Equipollents") {
        return Err("no rule says on which square a man would be reborn with both `Mirror` and `Equipollents`".into());
    }
    let rebirth = Rebirth::of(|variant| condition.says(variant))?;
    rebirth.prepare(book);
    let kings = includes_kings(|variant| condition.says(variant), false)?;
    book.stages.restrictions.push(Box::new(Immunity { rebirth, kings }));
    Ok(())
}

impl Restriction for Immunity {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, step: &Step) -> bool {
        let Some(on) = step.taken else { return true };
        let victim = position.board().man(on);
        if victim.is_none() || victim.is_royal() && !self.kings {
            return true;
        }
        let subject = Subject { man: victim, side: !side, origin: position.origin(on) };
        let square = self.rebirth.square(position.book(), subject, Event::capture(on, from, step.to));
        // The capturer's departure square becomes empty, and so does the victim's square unless the capturer stops
        // there. The arrival square does not.
        let is_left = |sq: Sq| sq == from || sq == on && sq != step.to;
        let is_free = |sq: Sq| sq != step.to && position.board().is_empty(sq) && position.has(sq);
        square.is_some_and(|sq| is_left(sq) || is_free(sq))
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: !self.kings, spares_quiet_kings: true, ..Footprint::default() }
    }
}
