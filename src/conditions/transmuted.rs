//! Kings in check go as others.

use super::sides::Sides;
use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::{Way, Ways};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq};
use crate::pieces::Piece;
use crate::units::Color;

const TRANSMUTED: &str = "a king in check goes as the units that give it, and not as a king";
pub const TRANSMUTED_KINGS: ConditionDef = ConditionDef::new("TransmutedKings", TRANSMUTED, install);
pub const BLACK_TRANSMUTED_KING: ConditionDef = ConditionDef::new("BlackTransmutedKing", TRANSMUTED, install);
pub const WHITE_TRANSMUTED_KING: ConditionDef = ConditionDef::new("WhiteTransmutedKing", TRANSMUTED, install);

const REFLECTIVE: &str = "a king in check goes as the units that give it too";
pub const REFLECTIVE_KINGS: ConditionDef = ConditionDef::new("ReflectiveKings", REFLECTIVE, install);
pub const BLACK_REFLECTIVE_KING: ConditionDef = ConditionDef::new("BlackReflectiveKing", REFLECTIVE, install);
pub const WHITE_REFLECTIVE_KING: ConditionDef = ConditionDef::new("WhiteReflectiveKing", REFLECTIVE, install);

const VAULTING: &str = "a king in check goes as these pieces (without a word: as an equihopper) too";
const fn vaulting(name: &'static str) -> ConditionDef {
    ConditionDef { arguments: Arguments::Pieces, ..ConditionDef::new(name, VAULTING, install) }
}
pub const VAULTING_KINGS: ConditionDef = vaulting("VaultingKings");
pub const BLACK_VAULTING_KING: ConditionDef = vaulting("BlackVaultingKing");
pub const WHITE_VAULTING_KING: ConditionDef = vaulting("WhiteVaultingKing");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let name = condition.def.name;
    let pieces = match condition.pieces[..] {
        _ if !name.contains("Vaulting") => None,
        [] => Some(vec![Piece::from_code("EQ").ok_or("the equihopper is not supported")?]),
        _ => Some(condition.pieces.clone()),
    };
    let keeps = !name.contains("Transmuted");
    book.stages.ways.push(Box::new(InCheck { sides: Sides::of(condition), keeps, pieces }));
    Ok(())
}

/// How royal men in check go.
struct InCheck {
    sides: Sides,
    /// They keep their own way.
    keeps: bool,
    /// As whom; as the checking men without.
    pieces: Option<Vec<Piece>>,
}

/// The pieces that check. Kings check by being kings here: what each of two such kings makes of the other would never
/// be settled.
fn checking(position: &FairyPosition, side: Color, king: Sq) -> Vec<Piece> {
    let board = position.board();
    let mut pieces = Vec::new();
    for from in board.of(!side).iter().filter(|&from| from != king) {
        let man = board.man(from);
        let observes = if man.is_royal() {
            position.observes(!side, from, king)
        } else {
            position.steps(!side, from, Some(king), &mut |_| true)
        };
        if observes && !pieces.contains(&man.piece()) {
            pieces.push(man.piece());
        }
    }
    pieces
}

impl Ways for InCheck {
    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, ways: &mut Vec<Way>) {
        if !man.is_royal() || !self.sides.has(side) {
            return;
        }
        let checking = checking(position, side, from);
        if checking.is_empty() {
            return;
        }
        let pieces = self.pieces.as_ref().unwrap_or(&checking);
        let mut others: Vec<Way> =
            ways.iter().flat_map(|&way| pieces.iter().map(move |&piece| Way { piece, ..way })).collect();
        if self.keeps {
            others.retain(|other| !ways.iter().any(|way| way.piece == other.piece));
            ways.extend(others);
        } else {
            *ways = others;
        }
    }
}
