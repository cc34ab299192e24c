//! Conditions that determine which men are royal, or when an attack on a royal man is check.

use super::ConditionDef;
use super::lese_majeste::NoRegicide;
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, CheckRule, Moment, Restriction};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, Sq, Squares, Step, Why};
use crate::units::{Color, Piece};

pub const DYNASTY: ConditionDef = ConditionDef::new(
    "RoyalDynasty",
    "a side with several kings is never in check, and they can be captured until one is left. Pawns may promote to \
     kings",
    |_, book| {
        book.promote_to_kings_too();
        book.stages.checks.push(Box::new(TheLastKing));
        book.stages.restrictions.push(Box::new(OnlyTheLastCastles));
        book.stages.follow(Moment::Last, SeveralKings);
        book.stages.kings_are_royal_alone = true;
        Ok(())
    },
)
.called("KoenigsDynastie", "DynastieRoyale");

pub const VOGTLAENDER: ConditionDef = ConditionDef::new(
    "VogtlaenderChess",
    "a side is in check when it attacks the enemy king. Kings are not captured",
    |_, book| {
        book.stages.checks.push(Box::new(OwnAttack));
        book.stages.legality.push(Box::new(NoRegicide));
        Ok(())
    },
)
.called("VogtlaenderSchach", "EchecsVogtlaender");

pub const EXTINCTION: ConditionDef = ConditionDef::new(
    "ExtinctionChess",
    "a side is in check when its last man of any kind is attacked; kings are a kind like any other. Pawns may promote \
     to kings",
    |_, book| {
        book.promote_to_kings_too();
        book.stages.kings_are_common = true;
        book.stages.checks.push(Box::new(LastOfItsKind));
        Ok(())
    },
)
.called("AusrottungsSchach", "EchecsExtinction");

struct TheLastKing;

impl CheckRule for TheLastKing {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        attacked && position.board().royals(side).count() == 1
    }

    fn needs_attack(&self) -> bool {
        true
    }
}

struct OnlyTheLastCastles;

impl Restriction for OnlyTheLastCastles {
    fn allows(&self, position: &FairyPosition, side: Color, _: Sq, _: Man, step: &Step) -> bool {
        !step.kind.is_castling() || position.board().royals(side).count() == 1
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: true, spares_quiet_kings: true, settles_plain_steps: true, ..Footprint::default() }
    }
}

/// Removes the castling rights of a side that has several kings before or after a move.
struct SeveralKings;

impl Aftermath for SeveralKings {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let book = draft.before.book();
        let several =
            |side: Color| [draft.before, &draft.after].iter().any(|position| position.board().royals(side).count() > 1);
        let lost: Vec<Sq> = book
            .geometry
            .castlings
            .iter()
            .filter(|castling| draft.after.unmoved().has(castling.king) && several(castling.color))
            .map(|castling| castling.king)
            .collect();
        for sq in lost {
            let man = draft.after.board().man(sq);
            draft.apply(Effect::Change { sq, man, why: Why::Silent });
        }
        next(draft)
    }
}

struct OwnAttack;

impl CheckRule for OwnAttack {
    fn is_check(&self, position: &FairyPosition, side: Color, _: bool) -> bool {
        position.board().royals(!side).iter().any(|king| position.is_attacked(king, side))
    }
}

struct LastOfItsKind;

impl CheckRule for LastOfItsKind {
    fn is_check(&self, position: &FairyPosition, side: Color, _: bool) -> bool {
        let board = position.board();
        board.of(side).iter().any(|sq| {
            let piece = board.man(sq).piece();
            of_kind(position, side, piece).count() == 1
                && position.is_attacked(sq, !side)
                && dies_out(position, side, sq, piece)
        })
    }
}

fn of_kind(position: &FairyPosition, side: Color, piece: Piece) -> Squares {
    let board = position.board();
    board.of(side).iter().filter(|&sq| board.man(sq).piece() == piece).collect()
}

/// Whether a capture on `sq` could leave `side` without men of this piece, after all effects of the capture.
fn dies_out(position: &FairyPosition, side: Color, sq: Sq, piece: Piece) -> bool {
    let is_last = |end: &MoveBuilder| of_kind(&end.after, side, piece).is_empty();
    position.in_thought(!side).is_none_or(|thought| thought.could_capture_so(sq, &is_last))
}
