//! Conditions under which kings in check move as other pieces.

use super::sides::Sides;
use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::{Aftermath, Legality, Moment, Way, WayList, Ways};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Why};
use crate::pieces::Piece;
use crate::units::{Color, Traits};

const TRANSMUTED: &str = "a king in check moves as the checking men, and not as a king";
pub const TRANSMUTED_KINGS: ConditionDef =
    ConditionDef::new("TransmutedKings", TRANSMUTED, transmuted).called("TransmutierendeKoenige", "RoisTransmutes");
pub const BLACK_TRANSMUTED_KING: ConditionDef = ConditionDef::new("BlackTransmutedKing", TRANSMUTED, transmuted)
    .of(Sides::Black)
    .called("SchwarzerTransmutierenderKoenig", "NoirRoiTransmute");
pub const WHITE_TRANSMUTED_KING: ConditionDef = ConditionDef::new("WhiteTransmutedKing", TRANSMUTED, transmuted)
    .of(Sides::White)
    .called("WeisserTransmutierenderKoenig", "BlancRoiTransmute");

const REFLECTIVE: &str = "a king in check also moves as the checking men";
pub const REFLECTIVE_KINGS: ConditionDef =
    ConditionDef::new("ReflectiveKings", REFLECTIVE, reflective).called("ReflektierendeKoenige", "RoisReflecteurs");
pub const BLACK_REFLECTIVE_KING: ConditionDef = ConditionDef::new("BlackReflectiveKing", REFLECTIVE, reflective)
    .of(Sides::Black)
    .called("SchwarzerReflektierenderKoenig", "NoirRoiReflecteur");
pub const WHITE_REFLECTIVE_KING: ConditionDef = ConditionDef::new("WhiteReflectiveKing", REFLECTIVE, reflective)
    .of(Sides::White)
    .called("WeisserReflektierenderKoenig", "BlancRoiReflecteur");

const VAULTING: &str = "a king in check also moves as the listed pieces (default: equihopper)";
const fn vaulting(name: &'static str) -> ConditionDef {
    ConditionDef { arguments: Arguments::Pieces, ..ConditionDef::new(name, VAULTING, install_vaulting) }
}
pub const VAULTING_KINGS: ConditionDef = vaulting("VaultingKings");
pub const BLACK_VAULTING_KING: ConditionDef =
    vaulting("BlackVaultingKing").of(Sides::Black).called("SchwarzerVaultingKing", "NoirVaultingKing");
pub const WHITE_VAULTING_KING: ConditionDef =
    vaulting("WhiteVaultingKing").of(Sides::White).called("WeisserVaultingKing", "BlancVaultingKing");

const SUPER_TRANSMUTING: &str =
    "a king in check must move itself; it moves as a checking man, and becomes a man of that kind, not royal";
pub const BLACK_SUPER_TRANSMUTING_KING: ConditionDef =
    ConditionDef::new("BlackSuperTransmutingKing", SUPER_TRANSMUTING, super_transmuting)
        .of(Sides::Black)
        .called("SchwarzerSuperTransmutierenderKoenig", "NoirSuperRoiTransmute");
pub const WHITE_SUPER_TRANSMUTING_KING: ConditionDef =
    ConditionDef::new("WhiteSuperTransmutingKing", SUPER_TRANSMUTING, super_transmuting)
        .of(Sides::White)
        .called("WeisserSuperTransmutierenderKoenig", "BlancSuperRoiTransmute");

fn transmuted(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.ways.push(Box::new(InCheck { sides: condition.def.sides, keeps: false, pieces: None }));
    Ok(())
}

fn reflective(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.ways.push(Box::new(InCheck { sides: condition.def.sides, keeps: true, pieces: None }));
    Ok(())
}

fn install_vaulting(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let pieces = match condition.pieces[..] {
        [] => vec![Piece::from_code("EQ").ok_or("the equihopper is not supported")?],
        _ => condition.pieces.clone(),
    };
    book.stages.ways.push(Box::new(InCheck { sides: condition.def.sides, keeps: true, pieces: Some(pieces) }));
    Ok(())
}

fn super_transmuting(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.offers_choice = true;
    book.stages.follow(Moment::Promoted, Becoming(condition.def.sides));
    book.stages.legality.push(Box::new(Becoming(condition.def.sides)));
    transmuted(condition, book)
}

/// Changes the moves of royal men in check. The rule holds for the given sides only.
struct InCheck {
    sides: Sides,
    /// Whether a royal man in check also keeps its own moves.
    keeps: bool,
    /// The pieces as which a royal man in check moves; `None` means the pieces of the checking men.
    pieces: Option<Vec<Piece>>,
}

/// Returns the pieces as which men of the other side attack `king`. Enemy kings count only as kings, because the moves
/// of two transmuted kings would depend on each other.
fn checking(position: &FairyPosition, side: Color, king: Sq) -> Vec<Piece> {
    checking_as(position, side, king, &|_| true)
}

/// Like [`checking`], but only men of pieces for which `counts` returns `true` are asked.
fn checking_as(position: &FairyPosition, side: Color, king: Sq, counts: &dyn Fn(Piece) -> bool) -> Vec<Piece> {
    let board = position.board();
    let mut pieces = Vec::new();
    for from in board.of(!side).iter().filter(|&from| from != king && counts(board.man(from).piece())) {
        for piece in position.attacks_as(!side, from, king) {
            if !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
    }
    pieces
}

impl InCheck {
    /// Changes the ways of a royal man that is in check from men of the pieces in `checking`; it is in no check if
    /// there are none.
    fn change(&self, checking: &[Piece], ways: &mut WayList) {
        if checking.is_empty() {
            return;
        }
        let pieces = self.pieces.as_deref().unwrap_or(checking);
        let mut others: WayList =
            ways.iter().flat_map(|&way| pieces.iter().map(move |&piece| Way { piece, ..way })).collect();
        if self.keeps {
            others.retain(|other| !ways.iter().any(|way| way.piece == other.piece));
            ways.extend(others);
        } else {
            *ways = others;
        }
    }
}

impl Ways for InCheck {
    fn concerns(&self, man: Man) -> bool {
        man.is_royal() && Color::ALL.into_iter().any(|side| man.is_of(side) && self.sides.has(side))
    }

    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, ways: &mut WayList) {
        if !man.is_royal() || !self.sides.has(side) {
            return;
        }
        self.change(&checking(position, side, from), ways);
    }

    fn ways_to(&self, position: &FairyPosition, side: Color, from: Sq, target: Sq, ways: &mut WayList) {
        let man = position.board().man(from);
        if !man.is_royal() || !self.sides.has(side) {
            return;
        }
        let reaches = |piece: Piece| position.might_capture(side, piece, from, target);
        let keeps_its_own = self.keeps || !ways.iter().any(|way| reaches(way.piece));
        match &self.pieces {
            Some(pieces) if keeps_its_own && !pieces.iter().any(|&piece| reaches(piece)) => {}
            // Under this rule alone, men give check as their own piece.
            None if keeps_its_own && position.book().stages.ways.len() == 1 => {
                self.change(&checking_as(position, side, from, &reaches), ways);
            }
            _ => self.ways(position, side, from, man, ways),
        }
    }

    fn leaves_observation(&self) -> bool {
        true
    }

    fn borrowed_ways(&self, book: &RuleBook) -> Option<Vec<Piece>> {
        if let Some(pieces) = &self.pieces {
            return Some(pieces.clone());
        }
        let mut kinds: Vec<Piece> = Piece::orthodox().chain(book.diagram.iter().map(|(_, unit)| unit.piece)).collect();
        kinds.extend(&book.promotions);
        if kinds.iter().any(|kind| kind.is_marine_pawn()) {
            kinds.extend(&book.marine_promotions);
        }
        Some(kinds)
    }
}

/// Turns a king in check that moves as a checking piece into that piece.
struct Becoming(Sides);

impl Aftermath for Becoming {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let Some((man, sq)) = draft.arrived() else { return next(draft) };
        if !man.is_royal() || !self.0.has(draft.side) {
            return next(draft);
        }
        let pieces = checking(draft.before, draft.side, draft.from);
        if pieces.is_empty() {
            return next(draft);
        }
        pieces.into_iter().any(|piece| {
            let mut changed = draft.clone();
            let man = man.with_piece(piece).without_traits(Traits::ROYAL);
            draft.before.goes_as(draft.side, draft.from, piece, draft.step) && {
                changed.apply(Effect::Change { sq, man, why: Why::Move });
                next(&mut changed)
            }
        })
    }
}

/// Forbids all moves except those of royal men while a king of the side is in check.
impl Legality for Becoming {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        let (before, side) = (draft.before, draft.side);
        !self.0.has(side)
            || draft.mover.is_royal()
            || before.board().royals(side).iter().all(|king| checking(before, side, king).is_empty())
    }
}
