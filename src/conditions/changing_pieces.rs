//! Conditions under which men change their pieces by moving.

use super::{Arguments, ConditionDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{FairyPosition, Man, MoveBuilder, Sq, Step, Touch, Why, file};
use crate::units::{Color, Piece};

pub const FOOTBALL: ConditionDef = ConditionDef {
    arguments: Arguments::Pieces,
    ..ConditionDef::new(
        "Football",
        "a man (not a king; a promoted pawn counts) that arrives on an edge file may become one of the listed \
         pieces; without a list nothing changes",
        |condition, book| {
            let mut pieces: Vec<Piece> = Vec::new();
            for &piece in condition.pieces.iter() {
                if !pieces.contains(&piece) {
                    pieces.push(piece);
                }
            }
            book.stages.offers_choice = true;
            book.stages.follow(Moment::Promoted, Football(pieces));
            Ok(())
        },
    )
}
.called("Fussball", "Football");

pub const RELEGATION: ConditionDef = ConditionDef::new(
    "RelegationChess",
    "a man (not a king) that arrives on the second rank of its side becomes a pawn",
    |_, book| {
        book.stages.follow(Moment::Changed, Relegation);
        Ok(())
    },
)
.called("Degradierung", "Degradierung");

fn change(draft: &mut MoveBuilder, sq: Sq, man: Man, piece: Piece, why: Why) {
    if piece != man.piece() {
        draft.change(sq, man.with_piece(piece), why);
    }
}

struct Football(Vec<Piece>);

impl Aftermath for Football {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let Some((man, sq)) = draft.arrived() else { return next(draft) };
        let files = draft.before.book().geometry.files;
        if man.is_royal() || file(sq) != 0 && file(sq) != files - 1 {
            return next(draft);
        }
        if next(&mut draft.clone()) {
            return true;
        }
        self.0.iter().filter(|&&piece| piece != man.piece()).any(|&piece| {
            let mut changed = draft.clone();
            change(&mut changed, sq, man, piece, Why::PieceAlone);
            next(&mut changed)
        })
    }

    fn spares(&self, position: &FairyPosition, _: Color, _: Sq, man: Man, step: &Step) -> bool {
        let files = position.book().geometry.files;
        man.is_royal() || file(step.to) != 0 && file(step.to) != files - 1
    }

    fn touch(&self, _: &FairyPosition, touch: &mut Touch) -> bool {
        touch.lands_as.extend(self.0.iter().map(|&piece| touch.man.with_piece(piece)));
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_by_man: true, ..Footprint::default() }
    }
}

struct Relegation;

impl Aftermath for Relegation {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && !man.is_royal()
            && !man.piece().is_pawn()
            && draft.before.book().geometry.rank_for(draft.side, sq) == 1
        {
            change(draft, sq, man, Piece::PAWN, Why::Condition);
        }
        next(draft)
    }

    fn spares(&self, position: &FairyPosition, side: Color, _: Sq, man: Man, step: &Step) -> bool {
        man.is_royal() || man.piece().is_pawn() || position.book().geometry.rank_for(side, step.to) != 1
    }

    fn touch(&self, _: &FairyPosition, touch: &mut Touch) -> bool {
        touch.lands_as.push(touch.man.with_piece(Piece::PAWN));
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_by_man: true, ..Footprint::default() }
    }
}
