//! Conditions under which all men, or men of given pieces, are chameleons.

use super::{Arguments, Condition, ConditionDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step, Touch, Why, file, next_in};
use crate::pieces::Piece;
use crate::units::Color;

pub const CHESS: ConditionDef = ConditionDef {
    arguments: Arguments::Pieces,
    ..ConditionDef::new(
        "ChameleonChess",
        "a man that moves becomes the next piece of the cycle knight, bishop, rook, queen, knight, or of the listed \
         cycle",
        |condition, book| {
            let cycle = cycle_of(condition, book)?;
            if cycle.iter().any(|piece| piece.is_pawn()) {
                return Err(
                    "no rule says how a man promotes when it becomes a pawn on a square where pawns promote".into()
                );
            }
            book.stages.follow(Moment::Changed, Chameleons(cycle));
            Ok(())
        },
    )
}
.called("ChamaeleonSchach", "EchecsCameleon");

pub const SEQUENCE: ConditionDef = ConditionDef {
    arguments: Arguments::Pieces,
    ..ConditionDef::new(
        "ChameleonSequence",
        "men marked as chameleons change along this cycle of pieces",
        |condition, book| {
            let cycle = cycle_of(condition, book)?;
            book.set_chameleons(cycle);
            Ok(())
        },
    )
}
.called("ChamaeleonSequenz", "CameleonSequence");

pub const LINE: ConditionDef = ConditionDef::new(
    "LineChameleonChess",
    "a queen, rook, bishop or knight that moves becomes the piece on the first rank of its new file in the game \
     array, but never a king",
    |_, book| {
        book.stages.follow(Moment::Changed, OfTheFile);
        Ok(())
    },
)
.called("LinienChamaeleonSchach", "EchecsCameleonLigne");

fn cycle_of(condition: &Condition, book: &RuleBook) -> Result<Vec<Piece>, String> {
    let cycle = condition.cycle();
    match cycle.len() {
        0 => Ok(book.chameleons.clone()),
        1 => Err("a cycle needs at least two pieces".into()),
        _ if (1..cycle.len()).any(|at| cycle[..at].contains(&cycle[at])) => {
            Err("a cycle contains each piece only once".into())
        }
        _ => Ok(cycle),
    }
}

struct Chameleons(Vec<Piece>);

impl Aftermath for Chameleons {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            // A man that has just been promoted keeps its piece.
            && man.piece() == draft.mover.piece()
            && let Some(piece) = next_in(&self.0, man.piece())
        {
            draft.change(sq, man.with_piece(piece), Why::Condition);
        }
        next(draft)
    }

    fn spares(&self, _: &FairyPosition, _: Color, _: Sq, man: Man, _: &Step) -> bool {
        next_in(&self.0, man.piece()).is_none()
    }

    fn touch(&self, _: &FairyPosition, touch: &mut Touch) -> bool {
        if let Some(piece) = next_in(&self.0, touch.man.piece()) {
            touch.lands_as.iter_mut().for_each(|man| *man = man.with_piece(piece));
        }
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_by_man: true, ..Footprint::default() }
    }
}

struct OfTheFile;

impl Aftermath for OfTheFile {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && !man.is_royal()
            && man.piece().is_orthodox()
            && !man.piece().is_pawn()
            && let Some(&piece) = Piece::FIRST_RANK.get(file(sq) as usize)
            && !piece.is_royal()
            && piece != man.piece()
        {
            draft.change(sq, man.with_piece(piece), Why::Condition);
        }
        next(draft)
    }

    fn spares(&self, _: &FairyPosition, _: Color, _: Sq, man: Man, _: &Step) -> bool {
        man.is_royal()
    }

    fn touch(&self, _: &FairyPosition, touch: &mut Touch) -> bool {
        if let Some(&piece) = Piece::FIRST_RANK.get(file(touch.step.to) as usize) {
            touch.lands_as.push(touch.man.with_piece(piece));
        }
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_by_man: true, ..Footprint::default() }
    }
}
