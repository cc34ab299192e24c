//! Bolero: a man moves as the piece that the game array has on the first rank of its file, and captures as itself.
//! BoleroInverse: a man moves as itself, and captures as that piece.

use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{Way, WayList, Ways};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Squares, file};
use crate::pieces::{Mode, Piece};
use crate::units::Color;

const VARIANTS: &[VariantDef] = &[VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings too" }];

pub const BOLERO: ConditionDef = ConditionDef {
    variants: VARIANTS,
    ..ConditionDef::new(
        "Bolero",
        "a man (not a pawn or king) captures as usual, but moves without capturing as the piece on the first rank of \
         its file in the game array",
        install,
    )
};
pub const INVERSE: ConditionDef = ConditionDef {
    variants: VARIANTS,
    ..ConditionDef::new(
        "BoleroInverse",
        "a man (not a pawn or king) moves without capturing as usual, but captures as the piece on the first rank of \
         its file in the game array",
        install,
    )
}
.called("BoleroInvers", "BoleroInverse");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let (own, of_file) = match condition.def.name {
        "Bolero" => (Mode::Capture, Mode::Move),
        _ => (Mode::Move, Mode::Capture),
    };
    book.stages.ways.push(Box::new(OfItsFile { own, of_file, kings: condition.has("RexInclusive") }));
    Ok(())
}

/// Lets a man act as its own piece in the moves that `own` allows (captures, or moves without capture), and as the
/// piece of its file in the moves that `of_file` allows.
struct OfItsFile {
    own: Mode,
    of_file: Mode,
    kings: bool,
}

impl Ways for OfItsFile {
    fn concerns(&self, man: Man) -> bool {
        !man.piece().is_pawn() && (self.kings || !man.is_royal())
    }

    fn ways(&self, _: &FairyPosition, _: Color, from: Sq, man: Man, ways: &mut WayList) {
        let Some(&piece) = Piece::FIRST_RANK.get(file(from) as usize).filter(|_| self.concerns(man)) else { return };
        for way in std::mem::take(ways) {
            ways.extend(way.mode.and(self.own).map(|mode| Way { mode, ..way }));
            ways.extend(way.mode.and(self.of_file).map(|mode| Way { mode, piece, ..way }));
        }
    }

    fn looks_at(&self, _: &FairyPosition, _: Color, _: Sq, _: Man) -> Option<Squares> {
        Some(Squares::NONE)
    }
}
