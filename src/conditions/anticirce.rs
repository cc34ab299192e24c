//! AntiCirce: a capturing man is reborn, and cannot capture if its rebirth square is occupied.

mod waiting;

use super::einstein::{stronger, weaker};
use super::rebirth::{
    AS_WHAT, AsWhat, Event, OCCUPIED, OCCUPIED_OF_CAPTURED, Occupied, PLACES, SEVERAL, Several, Subject, Where,
    includes_kings, promote, variants,
};
use super::{Arguments, Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::{Brings, Captures, Footprint};
use crate::fairy::stages::{Aftermath, CheckRule, Moment};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step, Touch, Why};
use crate::pieces::Piece;
use crate::units::{Color, Traits};

const OWN: &[VariantDef] = &[
    VariantDef { name: "Cheylan", aliases: &[], doc: "no capture on the rebirth square itself" },
    VariantDef { name: "Calvet", aliases: &[], doc: "captures on the rebirth square are legal (default)" },
    VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings are reborn too (default)" },
    VariantDef { name: "RexExclusive", aliases: &[], doc: "kings are not reborn" },
    VariantDef { name: "Couscous", aliases: &[], doc: "the man is reborn on the home square of the captured man" },
    VariantDef { name: "Turncoats", aliases: &["Turncoat"], doc: "the man changes sides when it is reborn" },
    VariantDef { name: "April", aliases: &[], doc: "only the listed pieces are reborn" },
    VariantDef {
        name: "Parrain",
        aliases: &[],
        doc: "after the next ply, the man moves as far and in the same direction as that ply; a ply after which it \
              cannot do so is illegal",
    },
    VariantDef { name: "ContraParrain", aliases: &[], doc: "as Parrain, but in the opposite direction" },
];
const VARIANTS: &[VariantDef] = &variants::<
    { OWN.len() + AS_WHAT.len() + OCCUPIED_OF_CAPTURED.len() + OCCUPIED.len() + SEVERAL.len() + PLACES.len() },
>(&[OWN, AS_WHAT, OCCUPIED_OF_CAPTURED, OCCUPIED, SEVERAL, PLACES]);

/// Variants that may be combined only with those of [`WITH_ALONE`]. Other combinations with them are unverified.
const ALONE: [&str; 4] = ["Relaxed", "Assassin", "Turncoats", "April"];
const WITH_ALONE: [&str; 4] = ["Super", "Calvet", "RexInclusive", "RexExclusive"];

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
    "a capturing man (kings included) is reborn on its home square; the capture is illegal if that square is occupied"
);
pub const SUPER: ConditionDef =
    anticirce!("AntiSuperCirce", &["Super"], "capturing men are reborn on any empty square");
pub const MIRROR: ConditionDef =
    anticirce!("MirrorAntiCirce", &["Mirror"], "as AntiCirce, but on the other side's home squares")
        .called("AntiSpiegelCirce", "AntiCirceMalefique");
pub const FILE: ConditionDef = anticirce!("FileAntiCirce", &["File"], "as AntiCirce, but on the file of capture")
    .called("AntiFileCirce", "AntiFileCirce");
pub const MIRROR_FILE: ConditionDef = anticirce!(
    "MirrorFileAntiCirce",
    &["File", "Mirror"],
    "as AntiCirce, but at the other side's end of the file of capture"
)
.called("AntiSpiegelFileCirce", "AntiFileCirceMalefique");
pub const SYMMETRY: ConditionDef = anticirce!(
    "SymmetryAntiCirce",
    &["Symmetry"],
    "as AntiCirce, but on the square point-symmetric to the square of capture"
)
.called("AntiSymmetrieCirce", "AntiCirceSymetrique");
pub const HORIZONTAL_SYMMETRY: ConditionDef = anticirce!(
    "HorizontalSymmetryAntiCirce",
    &["HorizontalSymmetry"],
    "as AntiCirce, but on the square of capture mirrored in the horizontal centre line"
)
.called("HorizontaleAntiSymmetrieCirce", "AntiCirceSymetriqueHorizontale");
pub const VERTICAL_SYMMETRY: ConditionDef = anticirce!(
    "VerticalSymmetryAntiCirce",
    &["VerticalSymmetry"],
    "as AntiCirce, but on the square of capture mirrored in the vertical centre line"
)
.called("VertikaleAntiSymmetrieCirce", "AntiCirceSymetriqueVerticale");
pub const ANTIPODEAN: ConditionDef = anticirce!(
    "AntipodeanAntiCirce",
    &["Antipodes"],
    "as AntiCirce, but on the square four files and four ranks away from the square of capture"
)
.called("AntiAntipodenCirce", "AntiCirceAntipoden");
pub const EQUIPOLLENTS: ConditionDef = anticirce!(
    "EquipollentsAntiCirce",
    &["Equipollents"],
    "as AntiCirce, but beyond the square of capture, at the distance and in the direction of the capturing move"
)
.called("AntiEquipollentsCirce", "AntiCirceEquipollents");
pub const DIAGRAM: ConditionDef =
    anticirce!("DiagramAntiCirce", &["Diagram"], "capturing men are reborn on their squares in the diagram")
        .called("AntiDiagrammCirce", "AntiCirceDiagramme");
pub const CLONE: ConditionDef =
    anticirce!("AntiCloneCirce", &["Clone"], "capturing men are reborn as the captured piece, kings as royal men");

struct AntiCirce {
    place: Where,
    occupied: Occupied,
    cheylan: bool,
    kings: bool,
    as_what: AsWhat,
    of_captured: bool,
    turncoat: bool,
    /// The pieces that are reborn; an empty list means all pieces.
    only: Vec<Piece>,
}

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let has = |variant: &str| condition.says(variant);
    if has("Cheylan") && has("Calvet") {
        return Err("`Cheylan` and `Calvet` cannot be used together".into());
    }
    if !condition.pieces.is_empty() && !has("Chameleon") && !has("April") {
        return Err("only `Chameleon` and `April` take a list of pieces".into());
    }
    if has("April") && condition.pieces.is_empty() {
        return Err("`April` needs a list of the pieces that are reborn".into());
    }
    if has("Chameleon") && has("April") {
        return Err("`Chameleon` and `April` cannot be used together".into());
    }
    if has("Parrain") || has("ContraParrain") {
        return waiting::install(condition, book);
    }
    if let Some(variant) = ALONE.into_iter().find(|variant| has(variant)) {
        let goes_with = |other: &&str| *other == variant || WITH_ALONE.contains(other);
        if let Some(other) = condition.all_variants().into_iter().find(|other| !goes_with(other)) {
            return Err(format!("no rule says how men are reborn with both `{variant}` and `{other}`"));
        }
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
        turncoat: has("Turncoats"),
        only: if has("April") { condition.pieces.clone() } else { Vec::new() },
    };
    if anticirce.occupied == Occupied::Relaxed && matches!(place, Where::On(_)) {
        return Err("no rule says what happens to a man that cannot be reborn".into());
    }
    let has_king = || book.diagram.iter().any(|(_, unit)| unit.is_royal());
    if anticirce.turncoat && anticirce.kings && has_king() {
        return Err("no rule says whose king it is after the king has changed sides; use RexExclusive".into());
    }
    if anticirce.occupied == Occupied::Assassin {
        book.stages.checks.push(Box::new(Assassination));
    }
    place.prepare(book);
    anticirce.occupied.prepare(book);
    book.stages.checks_are_played = true;
    book.stages.follow(Moment::CapturerReborn, anticirce);
    Ok(())
}

impl Aftermath for AntiCirce {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let (Some((captured, on)), Some((man, at))) = (draft.captured, draft.arrived()) else { return next(draft) };
        if !self.concerns(man) {
            return next(draft);
        }
        let reborn = self.as_what.reborn(man, captured);
        let subject = if self.of_captured {
            Subject { man: captured, side: !draft.side, origin: draft.before.origin(on) }
        } else {
            // The man may have changed sides.
            Subject { man: reborn, side: man.color_or(draft.side), origin: draft.before.origin(draft.from) }
        };
        let several = match self.place {
            Where::On(rebirth) => {
                return match rebirth.square(draft.before.book(), subject, Event::capture(on, draft.from, draft.step.to))
                {
                    Some(sq) if sq == at => !self.cheylan && self.go(draft, reborn, at, sq, next),
                    // A capture whose rebirth would remove its side's king is impossible, and gives no check.
                    Some(sq) if self.occupied == Occupied::Assassin && is_own_king(draft, sq) => false,
                    Some(sq) if draft.after.has(sq) && self.occupied.makes_room(draft, sq) => {
                        self.go(draft, reborn, at, sq, next)
                    }
                    _ => false,
                };
            }
            Where::Among(several) => several,
        };
        if self.occupied == Occupied::Relaxed && next(&mut draft.clone()) {
            return true;
        }
        // A pawn continues in the direction of the captured man's side.
        let subject =
            Subject { side: if several == Several::Onward { !subject.side } else { subject.side }, ..subject };
        let itself = (!self.cheylan && several != Several::Onward).then_some(at);
        let squares = itself.into_iter().chain(several.squares(&draft.after, subject, on));
        squares.take_while(|_| !draft.before.is_late()).any(|sq| {
            self.go(&mut draft.clone(), reborn, at, sq, &mut |gone| {
                several.suits(&gone.after, draft.side, sq) && next(gone)
            })
        })
    }

    fn lets_take_king(&self, position: &FairyPosition, by: Color, from: Sq, step: &Step) -> Option<bool> {
        let (book, board) = (position.book(), position.board());
        let (man, on) = (board.man(from), step.taken?);
        if !self.is_simple() || man.has(Traits::KAMIKAZE) || book.promotes(by, man, step.to) {
            return None;
        }
        if !self.concerns(man) {
            return Some(true);
        }
        let rebirth = match self.place {
            Where::On(rebirth) => rebirth,
            // The capturer may stay where it has captured.
            Where::Among(Several::Anywhere) => return (!self.cheylan).then_some(true),
            Where::Among(_) => return None,
        };
        let subject = if self.of_captured {
            Subject { man: board.man(on), side: !by, origin: position.origin(on) }
        } else {
            Subject { man, side: man.color_or(by), origin: position.origin(from) }
        };
        match rebirth.square(book, subject, Event::capture(on, from, step.to)) {
            Some(sq) if book.promotes(subject.side, man, sq) => None,
            Some(sq) if sq == step.to => Some(!self.cheylan),
            Some(sq) => Some(position.has(sq) && (sq == from || sq == on || board.is_empty(sq))),
            None => Some(false),
        }
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        let (Some(victim), Some(on)) = (touch.victim(position), touch.step.taken) else { return true };
        let (book, man, to) = (position.book(), touch.man, touch.step.to);
        // A promoted man has the rebirth square of its new piece.
        let Where::On(rebirth) = self.place else { return false };
        if !self.is_simple() || book.promotes(touch.side, man, to) {
            return false;
        }
        if !self.concerns(man) {
            return true;
        }
        let subject = if self.of_captured {
            Subject { man: victim, side: !touch.side, origin: position.origin(on) }
        } else {
            Subject { man, side: man.color_or(touch.side), origin: position.origin(touch.from) }
        };
        // Without a rebirth square, the capture is illegal.
        if let Some(sq) = rebirth.square(book, subject, Event::capture(on, touch.from, to)).filter(|&sq| sq != to) {
            if book.promotes(subject.side, man, sq) {
                return false;
            }
            touch.moves_on([sq].into_iter().collect());
        }
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint {
            spares_quiet_steps: true,
            brings: if self.turncoat { Brings::ItsColour } else { Brings::Nothing },
            captures: if self.is_simple() { Captures::MoveTheMover } else { Captures::Anything },
            ..Footprint::default()
        }
    }
}

impl AntiCirce {
    /// Whether the man is reborn when it captures.
    fn concerns(&self, man: Man) -> bool {
        (!man.is_royal() || self.kings) && (self.only.is_empty() || self.only.contains(&man.piece()))
    }

    /// Whether a capturer keeps its piece and its side, and cannot capture if its rebirth square is occupied, because
    /// no variant changes these rules.
    fn is_simple(&self) -> bool {
        matches!(self.as_what, AsWhat::Itself) && self.occupied == Occupied::Strict && !self.turncoat
    }

    /// Moves the capturer from `at`, where it has captured, to its rebirth square `sq`, and turns it into `reborn`.
    /// `sq` is empty or `at` itself. Then passes the move to `next`, once for each promotion of the reborn man.
    fn go(
        &self,
        draft: &mut MoveBuilder,
        reborn: Man,
        at: Sq,
        sq: Sq,
        next: &mut dyn FnMut(&mut MoveBuilder) -> bool,
    ) -> bool {
        // Recorded even if the man stays on its square.
        draft.apply(Effect::Go { from: at, to: sq, why: Why::Condition });
        if reborn != draft.after.board().man(sq) {
            draft.apply(Effect::Change { sq, man: reborn, why: Why::Reborn });
        }
        draft.renew(sq);
        promote(draft, reborn.color_or(draft.side), sq, &mut |gone| {
            let man = gone.after.board().man(sq);
            // A side that has lost its king has lost, so nothing turns.
            let is_over = gone.captured.is_some_and(|(captured, _)| captured.is_royal());
            if self.turncoat && !is_over && man.is_only_of(gone.side) {
                gone.apply(Effect::Change { sq, man: man.with_color(!gone.side), why: Why::Condition });
            }
            self.occupied.settles(gone, sq);
            next(gone)
        })
    }
}

fn is_own_king(draft: &MoveBuilder, sq: Sq) -> bool {
    let man = draft.after.board().man(sq);
    man.is_royal() && man.is_of(draft.side)
}

/// Assassin: a king is also in check if an enemy man could capture another man and then, reborn on the king's square,
/// capture the king.
struct Assassination;

impl CheckRule for Assassination {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let board = position.board();
        let kings = board.royals(side).count();
        let is_regicide = |end: &MoveBuilder| end.after.board().royals(side).count() < kings;
        attacked
            || position
                .in_thought(!side)
                .is_none_or(|thought| board.of(side).iter().any(|sq| thought.could_capture_so(sq, &is_regicide)))
    }
}
