use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Mobility, Restriction};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Step, StepKind};
use crate::orthodox::{Madrasi, Rules};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef {
    name: "Madrasi",
    variants: &[
        VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings paralyse each other; they may be adjacent" },
        VariantDef {
            name: "MutualParalysis",
            aliases: &["NoEpParalysis"],
            doc: "only mutual attacks paralyse, so a possible en passant capture does not",
        },
        VariantDef {
            name: "RookNeedsFreedom",
            aliases: &["NoParalysedCastling"],
            doc: "a paralysed rook may not castle",
        },
    ],
    doc: "a man (not a king) observed by an enemy man of its kind is paralysed: it does not move, capture, guard or \
          give check, but it blocks lines and paralyses in turn. Observation is geometric: pinned and paralysed men \
          observe. A pawn after its double step is observed by the pawns that could capture it en passant; a \
          paralysed rook may castle (both as in Popeye)",
    install,
    bitboards: Some(|condition| Rules::Madrasi(parameters(condition))),
    ..ConditionDef::new("Madrasi", "", install)
};

fn parameters(condition: &Condition) -> Madrasi {
    Madrasi {
        rex_inclusive: condition.has("RexInclusive"),
        en_passant_paralyses: !condition.has("MutualParalysis"),
        paralysed_rook_castles: !condition.has("RookNeedsFreedom"),
    }
}

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let madrasi = parameters(condition);
    book.stages.mobility.push(Box::new(Paralysis(madrasi)));
    if !madrasi.paralysed_rook_castles {
        book.stages.restrictions.push(Box::new(FreeRook(madrasi)));
    }
    Ok(())
}

/// Forbids castling with a paralysed rook.
struct FreeRook(Madrasi);

impl Restriction for FreeRook {
    fn allows(&self, position: &FairyPosition, side: Color, _: Sq, _: Man, step: &Step) -> bool {
        let StepKind::Castling(index) = step.kind else { return true };
        let rook = position.book().geometry.castlings[usize::from(index)].rook;
        Paralysis(self.0).is_free(position, side, rook, position.board().man(rook))
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { spares_quiet_kings: true, ..Footprint::default() }
    }
}

/// Paralyses men that are observed by an enemy man of their own kind.
struct Paralysis(Madrasi);

impl Mobility for Paralysis {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> bool {
        if man.is_royal() && !self.0.rex_inclusive {
            return true;
        }
        !position.is_observed_by_kind(from, man.piece(), !side, self.0.en_passant_paralyses)
    }

    fn spares_kings(&self) -> bool {
        !self.0.rex_inclusive
    }
}
