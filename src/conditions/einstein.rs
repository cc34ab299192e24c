//! Einstein chess: with each move, a man becomes the next or the previous piece in the sequence queen, rook, bishop,
//! knight, pawn.

use super::ConditionDef;
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Squares, Step, StepKind, Touch, Why};
use crate::units::{Color, Piece};

pub const EINSTEIN: ConditionDef = ConditionDef::new(
    "EinsteinChess",
    "a man becomes weaker when it moves without capturing (queen, rook, bishop, knight, pawn) and stronger when it \
     captures. Pawns do not promote; from the first rank they may move up to three squares",
    |_, book| install(book, Einstein { moving: weaker, capturing: stronger }),
)
.called("EinsteinSchach", "EchecsEinstein");

pub const REVERSAL_EINSTEIN: ConditionDef = ConditionDef::new(
    "ReversalEinsteinChess",
    "as EinsteinChess, but a man becomes stronger when it moves without capturing and weaker when it captures",
    |_, book| install(book, Einstein { moving: stronger, capturing: weaker }),
)
.called("ReversesEinsteinSchach", "ReversEchecsEinstein");

pub const ANTI_EINSTEIN: ConditionDef =
    ConditionDef::new("AntiEinsteinChess", "as EinsteinChess, but a capturing man keeps its kind", |_, book| {
        install(book, Einstein { moving: weaker, capturing: |piece| piece })
    })
    .called("AntiEinsteinSchach", "EchecsAntiEinstein");

fn install(book: &mut RuleBook, einstein: Einstein) -> Result<(), String> {
    book.geometry.promotion = [Squares::NONE; 2];
    book.geometry.pawns_leave_first_rank = true;
    book.stages.follow(Moment::Changed, einstein);
    Ok(())
}

const RANKING: [Piece; 5] = [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN];

pub fn weaker(piece: Piece) -> Piece {
    let Some(at) = RANKING.iter().position(|&other| other == piece) else { return piece };
    RANKING[at.saturating_sub(1)]
}

pub fn stronger(piece: Piece) -> Piece {
    let Some(at) = RANKING.iter().position(|&other| other == piece) else { return piece };
    RANKING[(at + 1).min(RANKING.len() - 1)]
}

struct Einstein {
    moving: fn(Piece) -> Piece,
    capturing: fn(Piece) -> Piece,
}

impl Einstein {
    fn change(&self, draft: &mut MoveBuilder, sq: Sq, successor: fn(Piece) -> Piece) {
        let man = draft.after.board().man(sq);
        let piece = successor(man.piece());
        if piece != man.piece() {
            draft.change(sq, man.with_piece(piece), Why::PieceAlone);
        }
    }
}

impl Aftermath for Einstein {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        // Men that change places keep their pieces.
        if let Some(sq) = draft.at.filter(|_| draft.step.kind != StepKind::Exchange) {
            self.change(draft, sq, if draft.captured.is_some() { self.capturing } else { self.moving });
            // A pawn that has become another piece can still be captured en passant.
            let is_pawn = draft.after.board().man(sq).piece().is_captured_en_passant();
            if let StepKind::Passing(squares, count) = draft.step.kind
                && !is_pawn
            {
                draft.apply(Effect::Passing { squares, count, pawn: sq });
            }
        }
        if let Some(rook) = draft.castled_rook() {
            self.change(draft, rook, self.moving);
        }
        next(draft)
    }

    fn spares(&self, _: &FairyPosition, _: Color, _: Sq, man: Man, step: &Step) -> bool {
        step.kind == StepKind::Plain && (self.moving)(man.piece()) == man.piece()
    }

    fn touch(&self, _: &FairyPosition, touch: &mut Touch) -> bool {
        let change = if touch.step.taken.is_some() { self.capturing } else { self.moving };
        touch.lands_as.iter_mut().for_each(|man| *man = man.with_piece(change(man.piece())));
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_by_man: true, ..Footprint::default() }
    }
}
