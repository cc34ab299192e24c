//! Circe: captured men are reborn. One condition with parameters: who is reborn, where, as what, and what happens when
//! the square is occupied.

use super::einstein::{stronger, weaker};
use super::rebirth::{
    Event, OCCUPIED, OCCUPIED_OF_CAPTURED, Occupied, PLACES, Place, Rebirth, SEVERAL, Several, Subject, Where, has,
    promote, restore_castling, variants,
};
use super::{Arguments, Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{Aftermath, Brings, CheckRule, Moment};
use crate::fairy::{Draft, Effect, FairyPosition, Man, RuleBook, Sq, StepKind, Why, file, rank, waver};
use crate::pieces::Piece;
use crate::units::{Color, Traits};

const OWN: &[VariantDef] = &[
    VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings are reborn too" },
    VariantDef { name: "RexExclusive", aliases: &[], doc: "kings are not reborn (as without it)" },
    VariantDef { name: "Clone", aliases: &[], doc: "the man is reborn as the piece that captured it" },
    VariantDef { name: "Couscous", aliases: &[], doc: "on the home square of the capturing man" },
    VariantDef { name: "Turncoats", aliases: &["Turncoat"], doc: "the man changes its side" },
    VariantDef { name: "Chameleon", aliases: &[], doc: "the man is reborn as the next piece of a sequence" },
    VariantDef {
        name: "Einstein",
        aliases: &[],
        doc: "queen, rook, bishop, knight are reborn as the next, the last as pawn",
    },
    VariantDef { name: "ReversalEinstein", aliases: &[], doc: "pawn, knight, bishop, rook are reborn as the next" },
    VariantDef { name: "WaitCapture", aliases: &[], doc: "the man is reborn with the next capture" },
    VariantDef { name: "LastMove", aliases: &[], doc: "the man is reborn with the next half-move" },
    VariantDef { name: "Parrain", aliases: &[], doc: "short for `Equipollents LastMove`" },
    VariantDef { name: "ContraParrain", aliases: &[], doc: "short for `Equipollents LastMove Mirror`" },
    VariantDef { name: "April", aliases: &[], doc: "only the pieces that follow are reborn, and they have to be" },
];
const VARIANTS: &[VariantDef] = &variants::<
    { OWN.len() + OCCUPIED_OF_CAPTURED.len() + OCCUPIED.len() + SEVERAL.len() + PLACES.len() },
>(&[OWN, OCCUPIED_OF_CAPTURED, OCCUPIED, SEVERAL, PLACES]);

macro_rules! circe {
    ($name:literal, $caption:literal, $aliases:expr, $preset:expr, $doc:literal) => {
        ConditionDef {
            caption: $caption,
            variants: VARIANTS,
            arguments: Arguments::Pieces,
            aliases: $aliases,
            ..ConditionDef::new($name, $doc, |condition, book| install(condition, book, $preset))
        }
    };
}

pub const CIRCE: ConditionDef = circe!(
    "Circe",
    "",
    &[],
    &[],
    "captured men (not kings) are reborn on their home squares; when they are occupied, the men vanish as usual"
);
pub const MIRROR: ConditionDef =
    circe!("MirrorCirce", "Circe Mirror", &[], &["Mirror"], "as Circe, on the home squares of the other side");
pub const FILE: ConditionDef = circe!("FileCirce", "Circe File", &[], &["File"], "as Circe, on the file of capture");
pub const MIRROR_FILE: ConditionDef = circe!(
    "MirrorFileCirce",
    "Circe File Mirror",
    &[],
    &["File", "Mirror"],
    "as Circe, on the file of capture, at the other side's end"
);
pub const RANK: ConditionDef = circe!("RankCirce", "Circe Rank", &[], &["Rank"], "as Circe, on the rank of capture");
pub const SYMMETRY: ConditionDef = circe!(
    "SymmetryCirce",
    "Circe Symmetry",
    &[],
    &["Symmetry"],
    "captured men are reborn point-symmetrically to the square of capture"
);
pub const HORIZONTAL_SYMMETRY: ConditionDef = circe!(
    "HorizontalSymmetryCirce",
    "Circe HorizontalSymmetry",
    &[],
    &["HorizontalSymmetry"],
    "captured men are reborn symmetrically to the middle between the ranks"
);
pub const VERTICAL_SYMMETRY: ConditionDef = circe!(
    "VerticalSymmetryCirce",
    "Circe VerticalSymmetry",
    &[],
    &["VerticalSymmetry"],
    "captured men are reborn symmetrically to the middle between the files"
);
pub const VERTICAL_MIRROR: ConditionDef = circe!(
    "VerticalMirrorCirce",
    "Circe VerticalMirror",
    &[],
    &["VerticalMirror"],
    "as Circe, the home squares mirrored between the files"
);
pub const DIAMETRAL: ConditionDef = circe!(
    "DiametralCirce",
    "Circe Diametral",
    &[],
    &["Diametral"],
    "as Circe, the home squares turned about the centre"
);
pub const ANTIPODEAN: ConditionDef = circe!(
    "AntipodeanCirce",
    "Circe Antipodes",
    &[],
    &["Antipodes"],
    "captured men are reborn four files and ranks away from the square of capture"
);
pub const EQUIPOLLENTS: ConditionDef = circe!(
    "EquipollentsCirce",
    "Circe Equipollents",
    &[],
    &["Equipollents"],
    "captured men are reborn as far beyond the square of capture as the capturing man came from"
);
pub const EXCHANGE: ConditionDef = circe!(
    "PWC",
    "Circe PWC",
    &["PlatzwechselCirce"],
    &["PWC"],
    "captured men are reborn on the square that the capturing man has left"
);
pub const CLONE: ConditionDef =
    circe!("CirceClone", "Circe Clone", &[], &["Clone"], "captured men are reborn as the piece that captured them");
pub const COUSCOUS: ConditionDef = circe!(
    "CouscousCirce",
    "Circe Couscous",
    &[],
    &["Couscous"],
    "captured men are reborn on the home square of the capturing man"
);
pub const MIRROR_COUSCOUS: ConditionDef = circe!(
    "MirrorCouscousCirce",
    "Circe Couscous Mirror",
    &[],
    &["Couscous", "Mirror"],
    "captured men are reborn on the home square that the capturing man had if it were of the other side"
);
pub const TURNCOATS: ConditionDef = circe!(
    "CirceTurncoats",
    "Circe Turncoats",
    &[],
    &["Turncoats"],
    "captured men are reborn as men of the other side"
);
pub const DOUBLE_AGENTS: ConditionDef = circe!(
    "CirceDoubleAgents",
    "Circe Mirror Turncoats",
    &[],
    &["Mirror", "Turncoats"],
    "captured men are reborn on the other side's home squares, as men of the other side"
);
pub const CHAMELEON: ConditionDef = circe!(
    "ChameleonCirce",
    "Circe Chameleon",
    &[],
    &["Chameleon"],
    "captured men are reborn as the next piece of the cycle knight, bishop, rook, queen, knight (or another that follows)"
);
pub const ASSASSIN: ConditionDef = circe!(
    "CirceAssassin",
    "Circe Assassin",
    &[],
    &["Assassin"],
    "captured men capture what stands on their square of rebirth"
);
pub const SUPER: ConditionDef =
    circe!("SuperCirce", "Circe Super", &[], &["Super"], "captured men are reborn on any empty square, or not at all");
pub const APRIL: ConditionDef = circe!(
    "AprilChess",
    "Circe Super April",
    &[],
    &["April", "Super"],
    "only the pieces that follow are reborn, on any empty square; they have to be"
);

pub const DIAGRAM: ConditionDef = circe!(
    "DiagramCirce",
    "Circe Diagram",
    &[],
    &["Diagram"],
    "captured men are reborn where they stood in the diagram"
);
pub const CAGE: ConditionDef = circe!(
    "CageCirce",
    "Circe Cage",
    &[],
    &["Cage"],
    "captured men are reborn on any empty square on which they could not move without capturing; when there is none, \
     they vanish as usual"
);
pub const ONWARD: ConditionDef = circe!(
    "CirceTake&Make",
    "Circe Take&Make",
    &["AntiTake&Make"],
    &["Take&Make"],
    "captured men go on, in their own manner and without capturing, from the square of capture; when they cannot, the \
     capture is impossible"
);
pub const FRISCHAUF: ConditionDef = circe!(
    "FrischaufCirce",
    "Circe Frischauf",
    &[],
    &["Frischauf"],
    "as Circe, promoted men on their promotion rank, on the file of capture"
);

pub const PARRAIN: ConditionDef = circe!(
    "ParrainCirce",
    "Circe Parrain",
    &[],
    &["Parrain"],
    "a captured man (not a king) is reborn after the next half-move, as far and in the same direction from the square \
     of capture as that half-move goes, if the square is empty"
);
pub const CONTRA_PARRAIN: ConditionDef = circe!(
    "ContraParrain",
    "Circe ContraParrain",
    &[],
    &["ContraParrain"],
    "as ParrainCirce, but in the opposite direction"
);

/// What a man is reborn as.
enum AsWhat {
    Itself,
    /// As the piece that captured it.
    Capturer,
    /// Each piece as the next, the last as the first.
    Next(Vec<Piece>),
    Other(fn(Piece) -> Piece),
}

/// The parameters of Circe.
struct Circe {
    kings: bool,
    place: Where,
    /// On the square that the capturing man would have, or by its way.
    of_capturer: bool,
    occupied: Occupied,
    as_what: AsWhat,
    turncoat: bool,
    /// Only these are reborn; empty: all.
    only: Vec<Piece>,
    waiting: Option<Waiting>,
}

/// How long captured men wait.
enum Until {
    NextCapture,
    NextMove,
}

/// The man that waits, 0 for none, where it was captured and where it stood in the diagram.
struct Waiting {
    until: Until,
    man: u8,
    square: u8,
    origin: u8,
}

/// A man about to be reborn.
struct Candidate {
    man: Man,
    side: Color,
    event: Event,
    origin: Option<Sq>,
}

fn install(condition: &Condition, book: &mut RuleBook, preset: &[&str]) -> Result<(), String> {
    let said = |variant: &str| has(condition, preset, variant);
    let has = |variant: &str| {
        said(variant)
            || match variant {
                "Equipollents" | "LastMove" => said("Parrain") || said("ContraParrain"),
                "Mirror" => said("ContraParrain"),
                _ => false,
            }
    };
    if book.diagram.iter().any(|(_, unit)| unit.traits.has(Traits::KAMIKAZE)) {
        return Err("how kamikaze men are reborn is not settled".into());
    }
    if has("RexInclusive") && has("RexExclusive") {
        return Err("`RexInclusive` and `RexExclusive` exclude each other".into());
    }
    let place = Where::of(has)?;
    if !condition.pieces.is_empty() && !has("Chameleon") && !has("April") {
        return Err("pieces can only follow `Chameleon` or `April`".into());
    }
    if has("April") && condition.pieces.is_empty() {
        return Err("`April` needs the pieces that are reborn".into());
    }
    if has("Chameleon") && has("April") {
        return Err("`Chameleon` and `April` exclude each other".into());
    }
    let occupied = match Occupied::of(has, place)? {
        // Who can be reborn in April has to be.
        None | Some(Occupied::Relaxed) if has("April") => Occupied::Strict,
        said => said.unwrap_or(Occupied::Relaxed),
    };
    let circe = Circe {
        kings: has("RexInclusive"),
        place,
        of_capturer: has("Couscous"),
        occupied,
        as_what: as_what(condition, has)?,
        turncoat: has("Turncoats"),
        only: if has("April") { condition.pieces.clone() } else { Vec::new() },
        waiting: waiting(has, book)?,
    };
    if circe.waiting.is_some() && occupied == Occupied::Strict {
        return Err("which captures are possible when men wait is not settled".into());
    }
    if circe.waiting.is_some() && (circe.of_capturer || circe.clones() || matches!(circe.place, Where::Among(_))) {
        return Err("whose piece and way count when a man waits is not settled".into());
    }
    if let (Occupied::Assassin, Where::On(rebirth), false) = (circe.occupied, circe.place, circe.of_capturer) {
        book.stages.checks.push(Box::new(Assassination(rebirth)));
    }
    let first_rank = book.geometry.row(0).or(&book.geometry.row(book.geometry.ranks - 1));
    match circe.place {
        Where::On(rebirth) => {
            // A pawn that is carried to its first rank goes on from there, step by step.
            if circe.waiting.is_some() && rebirth.place == Place::Equipollents {
                book.geometry.first_rank = first_rank;
            }
        }
        // Whether a king could move depends on whether it could be captured, and so on.
        Where::Among(Several::Cages) if circe.kings => return Err("what cages kings is not settled".into()),
        // So does a pawn that is caged there.
        Where::Among(Several::Cages) => book.geometry.first_rank = first_rank,
        Where::Among(_) => {}
    }
    circe.place.prepare(book);
    occupied.prepare(book);
    book.stages.checks_are_played |= circe.kings || occupied == Occupied::Strict;
    book.stages.follow(Moment::Reborn, circe);
    Ok(())
}

/// What the variants say of what men are reborn as.
fn as_what(condition: &Condition, has: impl Fn(&str) -> bool) -> Result<AsWhat, String> {
    let mut sequence = vec![Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN];
    if has("Chameleon") && !condition.pieces.is_empty() {
        sequence = condition.cycle();
        if sequence.len() == 1 {
            return Err("a sequence of pieces has two at least".into());
        }
        if sequence.iter().enumerate().any(|(i, piece)| sequence[..i].contains(piece)) {
            return Err("a piece comes twice in the sequence".into());
        }
    }
    let said = [
        ("Clone", AsWhat::Capturer),
        ("Chameleon", AsWhat::Next(sequence)),
        ("Einstein", AsWhat::Other(weaker)),
        ("ReversalEinstein", AsWhat::Other(stronger)),
    ];
    let mut said = said.into_iter().filter(|(name, _)| has(name));
    let first = said.next().map_or(AsWhat::Itself, |(_, as_what)| as_what);
    match said.next() {
        Some((name, _)) => Err(format!("`{name}` is a second answer to what men are reborn as")),
        None => Ok(first),
    }
}

fn waiting(has: impl Fn(&str) -> bool, book: &mut RuleBook) -> Result<Option<Waiting>, String> {
    let until = match (has("WaitCapture"), has("LastMove")) {
        (true, true) => return Err("`WaitCapture` and `LastMove` exclude each other".into()),
        (true, false) => Until::NextCapture,
        (false, true) => Until::NextMove,
        (false, false) => return Ok(None),
    };
    let stages = &mut book.stages;
    Ok(Some(Waiting { until, man: stages.slot(0), square: stages.slot(0), origin: stages.slot(0) }))
}

/// A king is in check, too, when it stands where a man of its own side could be reborn at once.
struct Assassination(Rebirth);

impl CheckRule for Assassination {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let royals = position.board().royals(side);
        attacked
            || position.board().of(side).iter().any(|sq| {
                let man = position.board().man(sq);
                let home =
                    self.0.square(position.book(), Subject { man, side, origin: position.origin(sq) }, Event::none(sq));
                !man.is_royal() && home.is_some_and(|home| royals.has(home)) && position.is_attacked(sq, !side)
            })
    }
}

impl Aftermath for Circe {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        let candidate = match &self.waiting {
            None => self.captured(draft),
            Some(waiting) => self.relieved(draft, waiting),
        };
        let Some(Candidate { man, side, event, origin }) = candidate else { return next(draft) };
        let man = self.reborn(draft, man);
        let subject = if self.of_capturer {
            // As what it has become by now: a pawn that promotes is none any more.
            let man = draft.arrived().map_or(draft.mover, |(man, _)| man);
            Subject { man, side: draft.side, origin: draft.before.origin(draft.from) }
        } else {
            Subject { man, side, origin }
        };
        let reborn = Candidate { man, side, event, origin };
        let several = match self.place {
            Where::On(rebirth) => {
                let sq = rebirth.square(draft.before.book(), subject, event);
                let legality = &draft.before.book().stages.legality;
                let may_be = |sq: Sq| legality.iter().all(|rule| rule.lets_be_reborn(&draft.after, sq));
                let sq = sq.filter(|&sq| draft.after.has(sq) && may_be(sq));
                let sq = sq.filter(|&sq| self.occupied.makes_room(draft, sq));
                return match sq {
                    Some(sq) => self.put(draft, &reborn, sq, next),
                    None => self.vanish(draft, next),
                };
            }
            Where::Among(several) => several,
        };
        let mut some = false;
        let mut squares = several.squares(&draft.after, subject, event.on).into_iter();
        let found = squares.any(|sq| {
            self.put(&mut draft.clone(), &reborn, sq, &mut |draft| {
                let suits = several.suits(&draft.after, side, sq);
                some |= suits;
                suits && next(draft)
            })
        });
        found || several.may_vanish(some) && self.vanish(draft, next)
    }

    fn follows_quiet_steps(&self) -> bool {
        matches!(self.waiting, Some(Waiting { until: Until::NextMove, .. }))
    }

    fn brings(&self) -> Brings {
        Brings::OneMan
    }
}

impl Circe {
    /// The man that the move captures, if it can be reborn.
    fn captured(&self, draft: &Draft) -> Option<Candidate> {
        let (man, on) = draft.captured?;
        let can_be = (!man.is_royal() || self.kings) && (self.only.is_empty() || self.only.contains(&man.piece()));
        // A neutral man is reborn as one of the side that lost it.
        let (side, event) = (!draft.side, Event::capture(on, draft.from));
        can_be.then(|| Candidate { man, side, event, origin: draft.before.origin(on) })
    }

    /// The man that has waited for the move. From now on waits what the move has captured.
    fn relieved(&self, draft: &mut Draft, waiting: &Waiting) -> Option<Candidate> {
        let captured = self.captured(draft);
        if matches!(waiting.until, Until::NextCapture) && draft.captured.is_none() {
            return None;
        }
        let before = draft.before;
        let man = Man::from_word(before.slot(waiting.man));
        let on = before.slot(waiting.square) as Sq;
        let origin = before.slot(waiting.origin).checked_sub(1).map(|sq| sq as Sq);
        for (slot, value) in [
            (waiting.man, captured.as_ref().map_or(0, |captured| captured.man.word())),
            (waiting.square, captured.as_ref().map_or(0, |captured| u32::from(captured.event.on))),
            (waiting.origin, captured.and_then(|captured| captured.origin).map_or(0, |sq| u32::from(sq) + 1)),
        ] {
            if before.slot(slot) != value {
                draft.apply(Effect::Slot { slot, value });
            }
        }
        let side = if man.is_neutral() { draft.side } else { man.color() };
        let mut vector = carried(draft);
        if matches!(self.place, Where::On(rebirth) if rebirth.mirror) {
            vector = (-vector.0, -vector.1);
        }
        man.is_some().then_some(Candidate { man, side, event: Event { on, from: draft.from, vector }, origin })
    }

    fn clones(&self) -> bool {
        matches!(self.as_what, AsWhat::Capturer)
    }

    /// The man as it is reborn.
    fn reborn(&self, draft: &Draft, captured: Man) -> Man {
        let piece = captured.piece();
        let mover = draft.mover.piece();
        captured.with_piece(match &self.as_what {
            AsWhat::Itself => piece,
            AsWhat::Capturer if mover == Piece::KING || draft.mover.is_royal() => piece,
            AsWhat::Capturer => mover,
            AsWhat::Next(sequence) => match sequence.iter().position(|&other| other == piece) {
                Some(at) => sequence[(at + 1) % sequence.len()],
                None => piece,
            },
            AsWhat::Other(successor) => successor(piece),
        })
    }

    /// The man is not reborn.
    fn vanish(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        self.occupied != Occupied::Strict && next(draft)
    }

    /// Puts the man on a square on which there is room for it.
    fn put(&self, draft: &mut Draft, reborn: &Candidate, sq: Sq, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        let &Candidate { man, side, event, origin } = reborn;
        draft.apply(Effect::Put { sq, man, why: Why::Condition });
        if let Some(origin) = origin {
            draft.apply(Effect::Origin { sq, origin });
        }
        restore_castling(draft, man, sq);
        promote(draft, side, sq, &mut |reborn| {
            waver(reborn, side, &[event.on], sq);
            let man = reborn.after.board().man(sq);
            if self.turncoat && man.is_only_of(side) {
                reborn.apply(Effect::Change { sq, man: man.with_color(!side), why: Why::Condition });
            }
            self.occupied.settles(reborn, sq);
            next(reborn)
        })
    }
}

/// How far and whither the half-move goes: in castling, king and rook together.
fn carried(draft: &Draft) -> (i8, i8) {
    let vector = (file(draft.step.to) - file(draft.from), rank(draft.step.to) - rank(draft.from));
    match draft.step.kind {
        StepKind::Castling(index) => {
            let castling = &draft.before.book().geometry.castlings[usize::from(index)];
            (vector.0 + file(castling.rook_to) - file(castling.rook), vector.1)
        }
        _ => vector,
    }
}
