//! Conditions about promotion: the possible pieces, the promotion squares, and fairy pieces that replace the orthodox
//! ones.

use super::sides::Sides;
use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::Legality;
use crate::fairy::{Effect, MoveBuilder, RuleBook, Why, from_square};
use crate::pieces::Piece;
use crate::units::Color;

pub const PROM_ONLY: ConditionDef = ConditionDef {
    arguments: Arguments::Pieces,
    ..ConditionDef::new("PromOnly", "pawns promote only to these pieces", |condition, book| {
        if condition.pieces.is_empty() {
            return Err("PromOnly needs a list of the pieces to which pawns promote".into());
        }
        book.promotions.clear();
        book.promotions_are_named = true;
        for &piece in &condition.pieces {
            if !book.promotions.contains(&piece) {
                book.promotions.push(piece);
            }
        }
        Ok(())
    })
}
.called("UWnur", "PromSeul");

pub const CAVALIER_MAJEUR: ConditionDef = ConditionDef {
    in_array: |piece| if piece == Piece::KNIGHT { Piece::from_code("N").unwrap_or(piece) } else { piece },
    ..ConditionDef::new(
        "CavalierMajeur",
        "nightriders replace knights in the game array and in promotions; the diagram has no knights",
        |condition, book| {
            let nightrider = (condition.def.in_array)(Piece::KNIGHT);
            book.promotions.retain(|&piece| piece != nightrider);
            for piece in book.promotions.iter_mut().filter(|piece| **piece == Piece::KNIGHT) {
                *piece = nightrider;
            }
            book.stand_ins.push((Piece::KNIGHT, nightrider));
            Ok(())
        },
    )
};

pub const MARINE: ConditionDef = ConditionDef {
    in_array: |piece| instead(MARINE_MEN, piece),
    ..ConditionDef::new(
        "MarineChess",
        "sirens, tritons, nereids and marine knights replace queens, rooks, bishops and knights in the game array and \
         in promotions",
        |_, book| promote_instead(book, MARINE_MEN),
    )
}
.called("MarinesSchach", "EchecsMarins");

pub const ULTRAMARINE: ConditionDef = ConditionDef {
    in_array: |piece| instead(ULTRAMARINE_MEN, piece),
    ..ConditionDef::new(
        "UltramarineChess",
        "as MarineChess, and poseidons and marine pawns replace kings and pawns in the game array",
        |_, book| promote_instead(book, ULTRAMARINE_MEN),
    )
}
.called("UltramarinesSchach", "EchecsUltramarins");

pub const ARGENTINIAN: ConditionDef = ConditionDef {
    in_array: |piece| instead(ARGENTINIAN_MEN, piece),
    ..ConditionDef::new(
        "ArgentinianChess",
        "senoras, faros, locos and saltadores replace queens, rooks, bishops and knights in the game array and in \
         promotions",
        |_, book| promote_instead(book, ARGENTINIAN_MEN),
    )
}
.called("ArgentinischesSchach", "EchecsArgentins");

pub const LEOFAMILY: ConditionDef = ConditionDef {
    in_array: |piece| instead(LEO_MEN, piece),
    ..ConditionDef::new(
        "Leofamily",
        "leos, paos, vaos and maos replace queens, rooks, bishops and knights in the game array and in promotions",
        |_, book| promote_instead(book, LEO_MEN),
    )
};

pub const NORMAL_PAWN: ConditionDef =
    ConditionDef::new("NormalPawn", "pawns on their first rank may move", |_, book| {
        let geometry = &mut book.geometry;
        geometry.first_rank = geometry.row(0).or(&geometry.row(geometry.ranks - 1));
        Ok(())
    })
    .called("NormalBauern", "PionNormale");

pub const CHINESE: ConditionDef =
    ConditionDef::new("ChineseChess", "pawns may also promote to leos, maos, paos and vaos", |_, book| {
        for code in ["LE", "MA", "PA", "VA"] {
            let piece = Piece::from_code(code).ok_or("a Chinese piece is not supported")?;
            if !book.promotions.contains(&piece) {
                book.promotions.push(piece);
            }
        }
        Ok(())
    })
    .called("ChinesischesSchach", "Chinoises");

/// Pairs of an orthodox piece and the code of the fairy piece that replaces it.
type Instead = &'static [(Piece, &'static str)];

const MARINE_MEN: Instead = &[(Piece::QUEEN, "SI"), (Piece::ROOK, "TR"), (Piece::BISHOP, "ND"), (Piece::KNIGHT, "MS")];
const ULTRAMARINE_MEN: Instead = &[
    (Piece::QUEEN, "SI"),
    (Piece::ROOK, "TR"),
    (Piece::BISHOP, "ND"),
    (Piece::KNIGHT, "MS"),
    (Piece::KING, "PO"),
    (Piece::PAWN, "MP"),
];
const LEO_MEN: Instead = &[(Piece::QUEEN, "LE"), (Piece::ROOK, "PA"), (Piece::BISHOP, "VA"), (Piece::KNIGHT, "MA")];
const ARGENTINIAN_MEN: Instead =
    &[(Piece::QUEEN, "SE"), (Piece::ROOK, "FA"), (Piece::BISHOP, "LO"), (Piece::KNIGHT, "SA")];

fn instead(men: Instead, piece: Piece) -> Piece {
    let code = men.iter().find(|(usual, _)| *usual == piece).map(|(_, code)| *code);
    code.and_then(Piece::from_code).unwrap_or(piece)
}

fn promote_instead(book: &mut RuleBook, men: Instead) -> Result<(), String> {
    book.stand_ins = men.iter().filter_map(|(usual, code)| Some((*usual, Piece::from_code(code)?))).collect();
    let kings_too = book.promotions.contains(&Piece::KING);
    let is_promoted = |usual: Piece| !usual.is_royal() && !usual.is_pawn();
    let taking: Vec<Piece> =
        book.stand_ins.iter().filter(|(usual, _)| is_promoted(*usual)).map(|(_, piece)| *piece).collect();
    book.promote_to(&taking);
    if kings_too {
        book.promote_to_kings_too();
    }
    for castling in &mut book.geometry.castlings {
        castling.royal = instead(men, castling.royal);
        castling.partner = instead(men, castling.partner);
    }
    Ok(())
}

pub const GLASGOW: ConditionDef =
    ConditionDef::new("GlasgowChess", "pawns promote on the rank before the last", |_, book| {
        let ranks = book.geometry.ranks;
        book.geometry.last_ranks = [ranks - 2, 1];
        book.geometry.promotion = book.geometry.last_ranks.map(|rank| book.geometry.row(rank));
        Ok(())
    })
    .called("GlasgowSchach", "EchecsGlasgow");

const PROMOTION_SQUARES: &str = "pawns promote only on these squares";
pub const BLACK_PROMOTION_SQUARES: ConditionDef =
    promotion_squares("BlackPromSquares").of(Sides::Black).called("UWFeldSchwarz", "NoirCasePromotion");
pub const WHITE_PROMOTION_SQUARES: ConditionDef =
    promotion_squares("WhitePromSquares").of(Sides::White).called("UWFeldWeiss", "BlancCasePromotion");

const fn promotion_squares(name: &'static str) -> ConditionDef {
    ConditionDef {
        arguments: Arguments::Squares,
        ..ConditionDef::new(name, PROMOTION_SQUARES, |condition, book| {
            let squares = condition.squares.iter().map(|&square| from_square(square)).collect();
            for side in Color::ALL.into_iter().filter(|&side| condition.def.sides.has(side)) {
                book.geometry.promotion[side as usize] = squares;
            }
            Ok(())
        })
    }
}

const NO_PROMOTION: &str = "pawns do not move to the rank on which they would promote";
pub const NO_BLACK_PROMOTION: ConditionDef = ConditionDef::new("NoBlackPromotion", NO_PROMOTION, no_promotion)
    .of(Sides::Black)
    .called("OhneSchwarzUW", "SansNoirPromotion");
pub const NO_WHITE_PROMOTION: ConditionDef = ConditionDef::new("NoWhitePromotion", NO_PROMOTION, no_promotion)
    .of(Sides::White)
    .called("OhneWeissUW", "SansBlancPromotion");

fn no_promotion(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.legality.push(Box::new(NoPromotion(condition.def.sides)));
    Ok(())
}

struct NoPromotion(Sides);

impl Legality for NoPromotion {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        let promotes = |effect: &Effect| matches!(effect, Effect::Change { sq, why: Why::Move, .. } if draft.after.book().promotes(draft.side, draft.mover, *sq));
        !self.0.has(draft.side) || !draft.effects.iter().any(promotes)
    }

    fn binds_kings(&self, _: Color) -> bool {
        false
    }
}
