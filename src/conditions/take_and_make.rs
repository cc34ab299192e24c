//! Take & Make and Make & Take: a capture is joined by a move in the manner of the captured man.

use super::{Condition, ConditionDef};
use crate::fairy::footprint::{Brings, Captures, Footprint};
use crate::fairy::stages::{Aftermath, Moment, Restriction, Way, WayList, Ways};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step, Why, from_square};
use crate::pieces::Mode;
use crate::units::Color;

pub const TAKE_AND_MAKE: ConditionDef = ConditionDef::new(
    "Take&MakeChess",
    "a unit that captures goes on, in the same move, without capturing and in the manner of what it has captured; if it \
     cannot, the capture is impossible. Pawns do not go to their first rank so, and promote where they come to stand at \
     the end. The capture of a king needs no further move",
    |_, book| {
        no_borrowers(book)?;
        book.stages.follow(Moment::Arrived, Make);
        Ok(())
    },
);

pub const MAKE_AND_TAKE: ConditionDef = ConditionDef::new(
    "Make&TakeChess",
    "a unit captures only after it has gone, in the same move, without capturing and in the manner of what it is going \
     to capture",
    install,
);

/// Of whom a man borrows its way when it moves like an adversary that borrows, is not settled here.
fn no_borrowers(book: &RuleBook) -> Result<(), String> {
    match book.diagram.iter().find(|(_, unit)| unit.piece.borrows().is_some()) {
        Some((square, _)) => Err(format!("men that move like the one on {square} are not settled")),
        None => Ok(()),
    }
}

fn install(_: &Condition, book: &mut RuleBook) -> Result<(), String> {
    no_borrowers(book)?;
    // Whether a man can castle in the manner of a king before it captures that king is not settled here.
    let mut corners = book.geometry.castlings.iter().map(|castling| (castling.color, castling.rook));
    if corners.any(|(color, sq)| {
        let rook = crate::units::Unit::new(color, crate::units::Piece::ROOK);
        book.diagram.iter().any(|(square, unit)| from_square(square) == sq && unit == rook)
    }) {
        return Err("rooks on their squares of castling are not settled".into());
    }
    book.stages.ways.push(Box::new(MadeFirst));
    book.stages.restrictions.push(Box::new(MadeFirst));
    book.stages.origins_are_silent = true;
    Ok(())
}

/// Whose way a man goes that moves like this adversary.
fn direction(victim: Man, mover: Color) -> Color {
    victim.color_or(!mover)
}

/// Where the man on `from` comes, without capturing, as a piece of that side.
pub fn made(position: &FairyPosition, side: Color, from: Sq, piece: Way) -> Vec<Sq> {
    let mut squares = Vec::new();
    position.steps_as(side, from, piece, &mut |step| {
        if step.taken.is_none() && !step.kind.is_castling() && !squares.contains(&step.to) {
            squares.push(step.to);
        }
        false
    });
    squares
}

struct Make;

impl Aftermath for Make {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let (Some((victim, _)), Some((man, sq))) = (draft.captured, draft.arrived()) else { return next(draft) };
        if victim.is_royal() {
            return next(draft);
        }
        let geometry = &draft.before.book().geometry;
        let way = Way { origin: sq, piece: victim.piece(), mode: Mode::Move };
        made(&draft.after, direction(victim, draft.side), sq, way)
            .into_iter()
            .filter(|&to| !man.piece().is_pawn() || geometry.rank_for(draft.side, to) != 0)
            .any(|to| {
                let mut made = draft.clone();
                made.apply(Effect::Go { from: sq, to, why: Why::Onward });
                next(&mut made)
            })
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn footprint(&self) -> Footprint {
        let captures = Captures::MoveTheMover;
        Footprint { spares_quiet_steps: true, brings: Brings::Nothing, captures, ..Footprint::default() }
    }
}

struct MadeFirst;

impl Ways for MadeFirst {
    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, ways: &mut WayList) {
        let own = std::mem::take(ways);
        let mut kinds: Vec<(crate::units::Piece, Color)> = Vec::new();
        for sq in position.board().of(!side).iter().filter(|&sq| sq != from) {
            let victim = position.board().man(sq);
            let kind = (victim.piece(), direction(victim, side));
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let mut origins = Vec::new();
        for (piece, direction) in kinds {
            for origin in made(position, direction, from, Way { origin: from, piece, mode: Mode::Move }) {
                if !origins.contains(&origin) {
                    origins.push(origin);
                }
            }
        }
        for way in own {
            ways.push(Way { mode: Mode::Move, ..way });
            ways.extend(origins.iter().map(|&origin| Way { origin, piece: way.piece, mode: Mode::Capture }));
        }
    }
}

impl Restriction for MadeFirst {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, step: &Step) -> bool {
        let Some(taken) = step.taken else { return true };
        let victim = position.board().man(taken);
        let way = Way { origin: from, piece: victim.piece(), mode: Mode::Move };
        made(position, direction(victim, side), from, way).contains(&step.origin)
    }
}
