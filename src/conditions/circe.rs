//! Circe: captured men are reborn. One condition with parameters: who is reborn, where, as what, and what happens when
//! the square is occupied.

use super::rebirth::{PLACES, Place, Rebirth, empty_squares, has, promote, restore_castling};
use super::{Arguments, Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{Aftermath, Brings, CheckRule, Moment};
use crate::fairy::{Draft, Effect, FairyPosition, Man, RuleBook, Sq, Why, waver};
use crate::pieces::Piece;
use crate::units::{Color, Traits};

const VARIANTS: &[VariantDef] = &{
    let mut all = [VariantDef { name: "", aliases: &[], doc: "" }; PLACES.len() + 9];
    let own = [
        VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings are reborn too" },
        VariantDef {
            name: "Strict",
            aliases: &[],
            doc: "a capture is possible only if the captured man can be reborn",
        },
        VariantDef { name: "Assassin", aliases: &[], doc: "what stands on the square of rebirth is captured" },
        VariantDef { name: "Clone", aliases: &[], doc: "the man is reborn as the piece that captured it" },
        VariantDef { name: "Couscous", aliases: &[], doc: "on the home square of the capturing man" },
        VariantDef { name: "Turncoats", aliases: &["Turncoat"], doc: "the man changes its side" },
        VariantDef { name: "Chameleon", aliases: &[], doc: "the man is reborn as the next piece of a sequence" },
        VariantDef { name: "Super", aliases: &[], doc: "on any empty square, or not at all" },
        VariantDef { name: "April", aliases: &[], doc: "only the pieces that follow are reborn, and they have to be" },
    ];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < own.len() { own[i] } else { PLACES[i - own.len()] };
        i += 1;
    }
    all
};

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

/// Where men are reborn.
#[derive(Clone, PartialEq, Eq)]
enum Where {
    On(Rebirth),
    /// On the home square of the capturing man.
    OfCapturer(Rebirth),
    Anywhere,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Occupied {
    Vanishes,
    Forbids,
    IsCaptured,
}

/// The parameters of Circe.
struct Circe {
    kings: bool,
    place: Where,
    occupied: Occupied,
    clone: bool,
    turncoat: bool,
    /// Each piece is reborn as the next, the last as the first.
    sequence: Vec<Piece>,
    /// Only these are reborn; empty: all.
    only: Vec<Piece>,
}

fn install(condition: &Condition, book: &mut RuleBook, preset: &[&str]) -> Result<(), String> {
    let has = |variant: &str| has(condition, preset, variant);
    if book.diagram.iter().any(|(_, unit)| unit.traits.has(Traits::KAMIKAZE)) {
        return Err("how kamikaze men are reborn is not settled".into());
    }
    let rebirth = Rebirth::of(has)?;
    let places = [(has("Super"), Where::Anywhere), (has("Couscous"), Where::OfCapturer(rebirth))];
    let mut chosen = places.into_iter().filter(|(said, _)| *said).map(|(_, place)| place);
    let place = chosen.next().unwrap_or(Where::On(rebirth));
    if chosen.next().is_some() || !matches!(place, Where::On(_)) && rebirth.place != Place::Home {
        return Err("two places of rebirth exclude each other".into());
    }
    if !condition.pieces.is_empty() && !has("Chameleon") && !has("April") {
        return Err("pieces can only follow `Chameleon` or `April`".into());
    }
    let mut sequence = Vec::new();
    if has("Chameleon") {
        sequence = vec![Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN];
        if !condition.pieces.is_empty() {
            sequence = condition.cycle();
            if sequence.len() == 1 {
                return Err("a sequence of pieces has two at least".into());
            }
        }
    }
    if sequence.iter().enumerate().any(|(i, piece)| sequence[..i].contains(piece)) {
        return Err("a piece comes twice in the sequence".into());
    }
    if has("April") && condition.pieces.is_empty() {
        return Err("`April` needs the pieces that are reborn".into());
    }
    if has("Chameleon") && has("April") {
        return Err("`Chameleon` and `April` exclude each other".into());
    }
    let circe = Circe {
        kings: has("RexInclusive"),
        place,
        // Who can be reborn in April has to be.
        occupied: if has("Strict") || has("April") {
            Occupied::Forbids
        } else if has("Assassin") {
            Occupied::IsCaptured
        } else {
            Occupied::Vanishes
        },
        clone: has("Clone"),
        turncoat: has("Turncoats"),
        sequence,
        only: if has("April") { condition.pieces.clone() } else { Vec::new() },
    };
    if let (Occupied::IsCaptured, Where::On(rebirth)) = (circe.occupied, &circe.place) {
        book.stages.checks.push(Box::new(Assassination(*rebirth)));
    }
    book.stages.checks_are_played |= circe.kings || circe.occupied == Occupied::Forbids;
    book.stages.follow(Moment::Reborn, circe);
    Ok(())
}

/// A king is in check, too, when it stands where a man of its own side could be reborn at once.
struct Assassination(Rebirth);

impl CheckRule for Assassination {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let royals = position.board().royals(side);
        attacked
            || position.board().of(side).iter().any(|sq| {
                let man = position.board().man(sq);
                let home = self.0.square(position.book(), man.piece(), side, sq, sq);
                !man.is_royal() && home.is_some_and(|home| royals.has(home)) && position.is_attacked(sq, !side)
            })
    }
}

impl Aftermath for Circe {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        let Some((captured, on)) = draft.captured else { return next(draft) };
        if captured.is_royal() && !self.kings || !self.only.is_empty() && !self.only.contains(&captured.piece()) {
            return next(draft);
        }
        let Some(man) = self.as_what(draft, captured) else { return next(draft) };
        // A neutral man is reborn as one of the side that lost it.
        let side = !draft.side;
        let book = draft.before.book();
        let piece = man.piece();
        match &self.place {
            Where::On(rebirth) => {
                let sq = rebirth.square(book, piece, side, on, draft.from);
                self.put(draft, man, side, sq, next)
            }
            Where::OfCapturer(rebirth) => {
                // As what it has become by now: a pawn that promotes is none any more.
                let capturer = draft.arrived().map_or(draft.mover, |(man, _)| man);
                let sq = rebirth.square(book, capturer.piece(), draft.side, on, draft.from);
                self.put(draft, man, side, sq, next)
            }
            Where::Anywhere => {
                (self.occupied != Occupied::Forbids && next(&mut draft.clone()))
                    || empty_squares(&draft.after).any(|sq| self.put(&mut draft.clone(), man, side, Some(sq), next))
            }
        }
    }

    fn follows_quiet_steps(&self) -> bool {
        false
    }

    fn brings(&self) -> Brings {
        Brings::OneMan
    }
}

impl Circe {
    /// The man as it is reborn; `None` when it is not.
    fn as_what(&self, draft: &Draft, captured: Man) -> Option<Man> {
        if self.clone {
            let piece = draft.mover.piece();
            let king = piece == Piece::KING || draft.mover.is_royal();
            return Some(if king { captured } else { captured.with_piece(piece) });
        }
        let at = self.sequence.iter().position(|&piece| piece == captured.piece());
        Some(at.map_or(captured, |at| captured.with_piece(self.sequence[(at + 1) % self.sequence.len()])))
    }

    fn put(
        &self,
        draft: &mut Draft,
        man: Man,
        side: Color,
        sq: Option<Sq>,
        next: &mut dyn FnMut(&mut Draft) -> bool,
    ) -> bool {
        let sq = sq.filter(|&sq| draft.after.has(sq));
        let free = sq.is_some_and(|sq| draft.after.board().is_empty(sq));
        let Some(sq) = sq.filter(|_| free || self.occupied == Occupied::IsCaptured) else {
            return self.occupied != Occupied::Forbids && next(draft);
        };
        if !free {
            draft.apply(Effect::Remove { sq, why: Why::Silent });
        }
        draft.apply(Effect::Put { sq, man, why: Why::Condition });
        restore_castling(draft, man, sq);
        let on = draft.captured.map_or(sq, |(_, on)| on);
        promote(draft, side, sq, &mut |reborn| {
            waver(reborn, side, &[on], sq);
            let man = reborn.after.board().man(sq);
            if self.turncoat && man.is_only_of(side) {
                reborn.apply(Effect::Change { sq, man: man.with_color(!side), why: Why::Condition });
            }
            next(reborn)
        })
    }
}
