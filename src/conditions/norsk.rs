use super::ConditionDef;
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment, Restriction};
use crate::fairy::{FairyPosition, Man, MoveBuilder, Sq, Step, Why};
use crate::units::{Color, Piece};

pub const DEF: ConditionDef = ConditionDef::new(
    "NorskSjakk",
    "a man that moves changes kind: queen to knight and knight to queen, rook to bishop and bishop to rook. A man \
     captures only men of its own kind, and kings",
    |_, book| {
        book.stages.restrictions.push(Box::new(OwnKind));
        book.stages.follow(Moment::Changed, Norsk);
        Ok(())
    },
);

struct OwnKind;

impl Restriction for OwnKind {
    fn allows(&self, position: &FairyPosition, _: Color, _: Sq, man: Man, step: &Step) -> bool {
        step.taken.is_none_or(|sq| {
            let victim = position.board().man(sq);
            victim.is_royal() || victim.piece() == man.piece()
        })
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: true, spares_quiet_kings: true, ..Footprint::default() }
    }
}

fn partner(piece: Piece) -> Option<Piece> {
    match piece {
        Piece::QUEEN => Some(Piece::KNIGHT),
        Piece::KNIGHT => Some(Piece::QUEEN),
        Piece::ROOK => Some(Piece::BISHOP),
        Piece::BISHOP => Some(Piece::ROOK),
        _ => None,
    }
}

struct Norsk;

impl Norsk {
    fn change(draft: &mut MoveBuilder, sq: Sq) {
        let man = draft.after.board().man(sq);
        if let Some(piece) = partner(man.piece()) {
            draft.change(sq, man.with_piece(piece), Why::Condition);
        }
    }
}

impl Aftermath for Norsk {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        // A man that has just been promoted keeps its piece.
        if let Some((_, sq)) = draft.arrived().filter(|(man, _)| man.piece() == draft.mover.piece()) {
            Norsk::change(draft, sq);
        }
        if let Some(rook) = draft.castled_rook() {
            Norsk::change(draft, rook);
        }
        next(draft)
    }
}
