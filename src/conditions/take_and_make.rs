//! Take & Make and Make & Take: a capture is combined with a further move in the manner of the captured man.

use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::Castling;
use crate::fairy::footprint::{Brings, Captures, Footprint};
use crate::fairy::stages::{Aftermath, Moment, Recording, Restriction, Way, WayList, Ways};
use crate::fairy::{Effect, FairyPosition, Man, Move, MoveBuilder, RuleBook, Sq, Step, Touch, Why};
use crate::pieces::Mode;
use crate::units::{Color, MoveRecord, Piece, Special};

pub const TAKE_AND_MAKE: ConditionDef = ConditionDef {
    variants: &[VariantDef {
        name: "Absolute",
        aliases: &[],
        doc: "the capture of a king also needs a second step, in the way that the king moves: without one there is no \
              check",
    }],
    ..ConditionDef::new(
        "Take&MakeChess",
        "a capture includes a second step, without capture, in the way that the captured man moves; if there is none, \
         the capture is illegal. With this step, pawns do not move to their first rank, and they promote where it \
         ends. The capture \
         of a king needs no second step",
        |condition, book| {
            no_borrowers(book)?;
            book.stages.follow(Moment::Arrived, Make);
            if condition.has("Absolute") {
                book.stages.restrictions.push(Box::new(GoesOnFromKing));
            }
            Ok(())
        },
    )
}
.called("Take&MakeSchach", "Take&MakeEchecs");

pub const MAKE_AND_TAKE: ConditionDef = ConditionDef::new(
    "Make&TakeChess",
    "a capture begins with a step, without capture, in the way that the man to be captured moves",
    install,
)
.called("Make&TakeSchach", "Make&TakeEchecs");

/// Returns an error if the diagram has men that borrow their way of moving from others. If such a man is captured, no
/// rule says how its capturer moves.
fn no_borrowers(book: &RuleBook) -> Result<(), String> {
    match book.diagram.iter().find(|(_, unit)| unit.piece.borrows().is_some()) {
        Some((square, _)) => {
            Err(format!("men that borrow their moves, such as the one on {square}, are not supported"))
        }
        None => Ok(()),
    }
}

fn install(_: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let castlings = castlings_of_others(book);
    let slot = if castlings.is_empty() { 0 } else { book.stages.slot(0) };
    if !castlings.is_empty() {
        book.stages.follow(Moment::Arrived, HomeComing { slot });
        book.stages.follow(Moment::Arrived, LikeCastling);
    }
    book.stages.ways.push(Box::new(MadeFirst { castlings: castlings.clone(), slot }));
    book.stages.restrictions.push(Box::new(MadeFirst { castlings, slot }));
    book.stages.origins_are_silent = true;
    book.stages.recording.push(Box::new(LikeCastling));
    Ok(())
}

/// Returns the indices of the castlings that may be part of a king's capture in Make & Take: a man on the king's home
/// square first moves as the king could, even by castling, and then captures it. In the diagram, the rook must be at
/// home and the king not: a king that leaves its home square loses its castling.
pub fn castlings_of_others(book: &RuleBook) -> Vec<usize> {
    let castlings = book.geometry.castlings.iter().enumerate();
    castlings
        .filter(|(_, castling)| {
            book.begins_with(castling.color, castling.partner, castling.rook)
                && !book.begins_with(castling.color, castling.royal, castling.king)
        })
        .map(|(index, _)| index)
        .collect()
}

/// Returns the side whose pawn direction counts when a man of `mover` moves as `victim`.
fn direction(victim: Man, mover: Color) -> Color {
    victim.color_or(!mover)
}

/// Returns the squares that the man on `from` could reach without capturing if it moved as `piece`, with the pawn
/// direction of `side`.
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

/// Returns the squares on which a man that has captured `victim` may end its move, by the rule of Take & Make.
fn ends(draft: &MoveBuilder, victim: Man) -> Vec<Sq> {
    let Some((man, sq)) = draft.arrived() else { return Vec::new() };
    let geometry = &draft.before.book().geometry;
    let way = Way { origin: sq, piece: victim.piece(), mode: Mode::Move };
    let mut ends = made(&draft.after, direction(victim, draft.side), sq, way);
    ends.retain(|&to| !man.piece().is_pawn() || geometry.rank_for(draft.side, to) != 0);
    ends
}

impl Aftermath for Make {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let (Some((victim, _)), Some((_, sq))) = (draft.captured, draft.arrived()) else { return next(draft) };
        if victim.is_royal() {
            return next(draft);
        }
        ends(draft, victim).into_iter().any(|to| {
            let mut made = draft.clone();
            made.apply(Effect::Go { from: sq, to, why: Why::Onward });
            next(&mut made)
        })
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        let Some(victim) = touch.victim(position) else { return true };
        let range = position.range(victim.piece(), direction(victim, touch.side));
        let men = position.board().occupied().without(&touch.vacates);
        touch.moves_on(range.ends(touch.step.to).without(&men));
        true
    }

    fn footprint(&self) -> Footprint {
        let captures = Captures::MoveTheMover;
        Footprint { spares_quiet_steps: true, brings: Brings::Nothing, captures, ..Footprint::default() }
    }
}

/// Allows the capture of a king only by men that could then move on as Take & Make requires.
struct GoesOnFromKing;

impl Restriction for GoesOnFromKing {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, step: &Step) -> bool {
        let victim = step.taken.map(|taken| position.board().man(taken)).filter(|victim| victim.is_royal());
        victim.is_none_or(|victim| {
            let mut draft = MoveBuilder { side, ..MoveBuilder::new(position, from, *step) };
            draft.play_step();
            !ends(&draft, victim).is_empty()
        })
    }
}

struct MadeFirst {
    /// Indices of the castlings that [`castlings_of_others`] returns.
    castlings: Vec<usize>,
    /// Index of the slot that [`HomeComing`] sets; it has no meaning if `castlings` is empty.
    slot: u8,
}

impl MadeFirst {
    /// Returns the squares from which the man on `from` may capture a man of this piece, because it can reach them as
    /// that piece moves. A castling as part of a king's capture requires an unmoved rook, empty squares between the
    /// home squares of king and rook, and that the king has not been at home; attacks and other moves of the king do
    /// not matter.
    fn origins(&self, position: &FairyPosition, side: Color, from: Sq, piece: Piece) -> Vec<Sq> {
        let mut origins = made(position, side, from, Way { origin: from, piece, mode: Mode::Move });
        for &index in &self.castlings {
            let castling = &position.book().geometry.castlings[index];
            let is_its = castling.color == side && castling.king == from && piece == castling.royal;
            let rook = position.board().man(castling.rook);
            let stands =
                || rook.is_of(side) && rook.piece() == castling.partner && position.unmoved().has(castling.rook);
            let may = || position.slot(self.slot) >> side as u32 & 1 == 0 && stands();
            if is_its && may() && is_open(position, castling) && !origins.contains(&castling.king_to) {
                origins.push(castling.king_to);
            }
        }
        origins
    }
}

/// Records in a slot, a number kept with the position, whether each side's king has come to its home square: one bit
/// for each side. Enemy men can then no longer move by the castling of that king.
struct HomeComing {
    slot: u8,
}

impl Aftermath for HomeComing {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived().filter(|(man, _)| man.piece() == Piece::KING) {
            let castlings = &draft.before.book().geometry.castlings;
            let home = castlings.iter().find(|castling| castling.king == sq && man.is_of(castling.color));
            let before = draft.before.slot(self.slot);
            let value = home.map_or(before, |castling| before | 1 << castling.color as u32);
            if value != before {
                draft.apply(Effect::Slot { slot: self.slot, value });
            }
        }
        next(draft)
    }
}

/// Completes a capture in which the capturer moves by the enemy king's castling: the rook moves too, and the record of
/// the move shows the castling.
struct LikeCastling;

impl Aftermath for LikeCastling {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let (from, origin) = (draft.from, draft.step.origin);
        if origin != from
            && let Some(castling) = draft.before.book().geometry.castling_of(from, origin)
        {
            draft.apply(Effect::Go { from: castling.rook, to: castling.rook_to, why: Why::Silent });
        }
        next(draft)
    }
}

impl Recording for LikeCastling {
    fn begin(&self, _: &FairyPosition, m: &Move, record: &mut MoveRecord) {
        if m.step.origin != m.from {
            let is_king_side = m.step.origin > m.from;
            record.special = if is_king_side { Special::LikeKingSideCastling } else { Special::LikeQueenSideCastling };
        }
    }
}

/// Whether the squares between the home squares of king and rook are empty.
fn is_open(position: &FairyPosition, castling: &Castling) -> bool {
    let (near, far) = (castling.king.min(castling.rook), castling.king.max(castling.rook));
    (near + 1..far).all(|sq| position.board().is_empty(sq) && position.has(sq))
}

/// Replaces each way of moving by one without captures, and adds captures of the same piece from each square of
/// `origins`.
fn capture_from(origins: &[Sq], ways: &mut WayList) {
    for way in std::mem::take(ways) {
        ways.push(Way { mode: Mode::Move, ..way });
        ways.extend(origins.iter().map(|&origin| Way { origin, piece: way.piece, mode: Mode::Capture }));
    }
}

impl Ways for MadeFirst {
    fn spares_moves(&self) -> bool {
        true
    }

    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, ways: &mut WayList) {
        let mut kinds: Vec<(Piece, Color)> = Vec::new();
        for sq in position.board().of(!side).iter().filter(|&sq| sq != from) {
            let victim = position.board().man(sq);
            let kind = (victim.piece(), direction(victim, side));
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let mut origins = Vec::new();
        for (piece, direction) in kinds {
            for origin in self.origins(position, direction, from, piece) {
                if !origins.contains(&origin) {
                    origins.push(origin);
                }
            }
        }
        capture_from(&origins, ways);
    }

    fn ways_to(&self, position: &FairyPosition, side: Color, from: Sq, target: Sq, ways: &mut WayList) {
        if from == target || !position.board().of(!side).has(target) {
            return self.ways(position, side, from, position.board().man(from), ways);
        }
        let victim = position.board().man(target);
        capture_from(&self.origins(position, direction(victim, side), from, victim.piece()), ways);
    }
}

impl Restriction for MadeFirst {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, step: &Step) -> bool {
        let Some(taken) = step.taken else { return true };
        let victim = position.board().man(taken);
        self.origins(position, direction(victim, side), from, victim.piece()).contains(&step.origin)
    }
}
