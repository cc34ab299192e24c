//! Conditions under which the last move determines which moves are possible.

use super::sides::Sides;
use super::{Condition, ConditionDef};
use crate::fairy::footprint::{Brings, Footprint};
use crate::fairy::stages::{Aftermath, Mobility, Moment, Selection};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step, StepKind, at, file, rank};
use crate::units::Color;

pub const DISPARATE: ConditionDef = ConditionDef::new(
    "Disparate",
    "a side may not move a man of the kind that the other side has just moved; such men give no check either",
    |_, book| {
        let slot = book.stages.slot(NOTHING);
        book.stages.follow(Moment::Last, Remember { slot, what: |draft| kind(draft.side, draft.mover) });
        book.stages.mobility.push(Box::new(OtherKind { slot }));
        Ok(())
    },
);

/// Meaning of FollowMyLeader. In series play and in the search for threats, a side follows its own last move, as in
/// Popeye.
const FOLLOW: &str = "must move to the square that the other side has just left, if it can";
pub const BLACK_FOLLOW_MY_LEADER: ConditionDef = ConditionDef::new("BlackFollowMyLeader", FOLLOW, follow)
    .of(Sides::Black)
    .called("SchwarzerVerfolgungszueger", "NoirPoursuite");
pub const WHITE_FOLLOW_MY_LEADER: ConditionDef = ConditionDef::new("WhiteFollowMyLeader", FOLLOW, follow)
    .of(Sides::White)
    .called("WeisserVerfolgungszueger", "BlancPoursuite");

const SYNCHRON: &str = "must move as far and in the same direction as the other side just did, if it can";
pub const BLACK_SYNCHRON_MOVER: ConditionDef = ConditionDef::new("BlackSynchronMover", SYNCHRON, synchron)
    .of(Sides::Black)
    .called("SchwarzerSynchronZueger", "NoirSynchronCoup");
pub const WHITE_SYNCHRON_MOVER: ConditionDef = ConditionDef::new("WhiteSynchronMover", SYNCHRON, synchron)
    .of(Sides::White)
    .called("WeisserSynchronZueger", "BlancSynchronCoup");
const ANTISYNCHRON: &str = "must move as far as the other side just did, in the opposite direction, if it can";
pub const BLACK_ANTISYNCHRON_MOVER: ConditionDef =
    ConditionDef::new("BlackAntiSynchronMover", ANTISYNCHRON, antisynchron)
        .of(Sides::Black)
        .called("SchwarzerAntiSynchronZueger", "NoirAntiSynchronCoup");
pub const WHITE_ANTISYNCHRON_MOVER: ConditionDef =
    ConditionDef::new("WhiteAntiSynchronMover", ANTISYNCHRON, antisynchron)
        .of(Sides::White)
        .called("WeisserAntiSynchronZueger", "BlancAntiSynchronCoup");

pub const FUDDLED_MEN: ConditionDef = ConditionDef::new(
    "FuddledMen",
    "no man makes two consecutive moves of its side; a man that has just moved gives no check either",
    |_, book| {
        let slots = Color::ALL.map(|side| remember_place(book, side));
        book.stages.mobility.push(Box::new(Rested { slots }));
        Ok(())
    },
);

pub const DUELLIST: ConditionDef = ConditionDef::new(
    "DuellistChess",
    "the man that made the last move of its side must make the next one too, if it can",
    |_, book| {
        let slots = Color::ALL.map(|side| remember_place(book, side));
        book.stages.selection.push(Box::new(Duellists { slots }));
        Ok(())
    },
)
.called("DuellantenSchach", "Duelliste");

/// Value of a slot (a number kept with the position) that describes the last move, if there is no last move.
const NOTHING: u32 = u32::MAX;

/// Stores a property of the last move in a slot, a number kept with the position.
struct Remember {
    slot: u8,
    what: fn(&MoveBuilder) -> u32,
}

impl Aftermath for Remember {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        draft.apply(Effect::Slot { slot: self.slot, value: (self.what)(draft) });
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { brings: Brings::Nothing, keeps_to_chess: true, ..Footprint::default() }
    }
}

/// Adds a slot, a number kept with the position, for the departure square of the last move. Returns the index of the
/// slot. The slot is cleared when a side passes.
pub fn remember_departure(book: &mut RuleBook) -> u8 {
    let slot = book.stages.slot(NOTHING);
    book.stages.forgotten.push((slot, NOTHING));
    book.stages.follow(Moment::Last, Remember { slot, what: |draft| u32::from(draft.from) });
    slot
}

/// Encodes a man's piece and the side that moved the man as a number.
fn kind(side: Color, man: Man) -> u32 {
    (man.piece().index() as u32) << 1 | side as u32
}

struct OtherKind {
    slot: u8,
}

impl Mobility for OtherKind {
    fn is_free(&self, position: &FairyPosition, side: Color, _: Sq, man: Man) -> bool {
        position.slot(self.slot) != kind(!side, man)
    }
}

/// Compels a side to play one of its preferred moves if it has any. A move is preferred if it leads to the square that
/// `preferred` returns for the value of the slot and the departure square.
struct Preferred {
    sides: Sides,
    slot: u8,
    preferred: fn(u32, Sq) -> Option<Sq>,
}

impl Selection for Preferred {
    fn concerns(&self, position: &FairyPosition) -> bool {
        let last = position.slot(self.slot);
        last != NOTHING && self.sides.has(position.side()) && position.may_step(&|from| (self.preferred)(last, from))
    }

    fn rank(&self, position: &FairyPosition, from: Sq, step: &Step) -> i32 {
        i32::from((self.preferred)(position.slot(self.slot), from) == Some(step.to))
    }
}

fn follow(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let slot = book.stages.slot(NOTHING);
    book.stages.lapsing.push((slot, NOTHING));
    book.stages.follow(Moment::Last, Remember { slot, what: |draft| u32::from(draft.from) });
    let preferred = |last, _| Sq::try_from(last).ok();
    book.stages.selection.push(Box::new(Preferred { sides: condition.def.sides, slot, preferred }));
    Ok(())
}

fn synchron(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    moves_alike(condition, book, |last, from| moved(from, last, 1))
}

fn antisynchron(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    moves_alike(condition, book, |last, from| moved(from, last, -1))
}

fn moves_alike(condition: &Condition, book: &mut RuleBook, preferred: fn(u32, Sq) -> Option<Sq>) -> Result<(), String> {
    let slot = book.stages.slot(NOTHING);
    book.stages.lapsing.push((slot, NOTHING));
    book.stages
        .follow(Moment::Last, Remember { slot, what: |draft| vector(draft.from, draft.effects.whole(draft.step).to) });
    book.stages.selection.push(Box::new(Preferred { sides: condition.def.sides, slot, preferred }));
    Ok(())
}

/// Encodes the vector between two squares as a number.
fn vector(from: Sq, to: Sq) -> u32 {
    let difference = |coordinate: fn(Sq) -> i8| i32::from(coordinate(to) - coordinate(from)) + 16;
    (difference(file) << 8 | difference(rank)) as u32
}

/// Returns the square at `from` plus `sign` times the vector that [`vector`] encodes as `code`; `None` if there is no
/// such square.
fn moved(from: Sq, code: u32, sign: i8) -> Option<Sq> {
    let [files, ranks] = [code >> 8, code & 255].map(|coordinate| sign * (coordinate as i8 - 16));
    at(file(from) + files, rank(from) + ranks)
}

/// Adds a slot, a number kept with the position, for the square of the man that `side` moved last. Returns the index of
/// the slot.
fn remember_place(book: &mut RuleBook, side: Color) -> u8 {
    let slot = book.stages.slot(NOTHING);
    book.stages.follow(Moment::Last, Place { slot, side });
    slot
}

/// Whether the man on `sq` made the last move of its side, or was the rook in its castling. `place` is the number that
/// [`remember_place`] stores for that side.
fn has_moved(place: u32, sq: Sq) -> bool {
    place != NOTHING && (place & 255 == u32::from(sq) || place >> 8 == u32::from(sq))
}

struct Place {
    slot: u8,
    side: Color,
}

impl Aftermath for Place {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let before = draft.before.slot(self.slot);
        let value = if draft.side == self.side {
            let rook = match draft.step.kind {
                StepKind::Castling(index) => draft.before.book().geometry.castlings[usize::from(index)].rook_to,
                _ => draft.at.unwrap_or_default(),
            };
            draft.at.map_or(NOTHING, |at| u32::from(at) | u32::from(rook) << 8)
        } else if draft.captured.is_some_and(|(_, sq)| has_moved(before, sq)) {
            NOTHING
        } else {
            before
        };
        draft.apply(Effect::Slot { slot: self.slot, value });
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { brings: Brings::Nothing, keeps_to_chess: true, ..Footprint::default() }
    }
}

/// Forbids a side to move the same man twice in succession.
struct Rested {
    slots: [u8; 2],
}

impl Mobility for Rested {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, _: Man) -> bool {
        !has_moved(position.slot(self.slots[side as usize]), from)
    }
}

struct Duellists {
    slots: [u8; 2],
}

impl Selection for Duellists {
    fn rank(&self, position: &FairyPosition, from: Sq, _: &Step) -> i32 {
        i32::from(has_moved(position.slot(self.slots[position.side() as usize]), from))
    }
}
