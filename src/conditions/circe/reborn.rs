//! Rebirth of captured men, at once or by a later move.

use super::super::rebirth::{AsWhat, Event, Occupied, Subject, Where, promote};
use crate::fairy::footprint::{Brings, Captures, Footprint};
use crate::fairy::stages::Aftermath;
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, Sq, StepKind, Touch, Volage, Why, file, rank, waver};
use crate::pieces::Piece;
use crate::units::{Color, Traits};

pub struct Circe {
    pub kings: bool,
    pub place: Where,
    /// Whether the rebirth square is determined for the capturer instead of the captured man.
    pub of_capturer: bool,
    pub occupied: Occupied,
    pub as_what: AsWhat,
    pub turncoat: bool,
    /// The pieces that are reborn; an empty list means all pieces.
    pub only: Vec<Piece>,
    pub waiting: Option<Waiting>,
}

/// The kind of move by which a waiting man is reborn.
pub enum Until {
    NextCapture,
    NextMove,
}

/// A captured man that awaits rebirth. The last three fields are indices of slots, numbers kept with the position: the
/// man (0 if no man waits), its capture square and its square in the diagram.
pub struct Waiting {
    pub until: Until,
    pub man: u8,
    pub square: u8,
    pub origin: u8,
}

struct Candidate {
    man: Man,
    side: Color,
    event: Event,
    origin: Option<Sq>,
}

impl Aftermath for Circe {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let candidate = match &self.waiting {
            None => self.captured(draft),
            Some(waiting) => self.relieved(draft, waiting),
        };
        let Some(Candidate { man, side, event, origin }) = candidate else { return next(draft) };
        // A reborn man has not captured yet.
        let man = self.as_what.reborn(man, draft.mover).without_traits(Traits::HAS_CAPTURED);
        let subject = if self.of_capturer {
            // As the piece that it is now: a promoted pawn is no longer a pawn.
            let man = draft.arrived().map_or(draft.mover, |(man, _)| man);
            Subject { man, side: draft.side, origin: draft.before.origin(draft.from) }
        } else {
            Subject { man, side, origin }
        };
        let reborn = Candidate { man, side, event, origin };
        let several = match self.place {
            Where::On(rebirth) => {
                let sq = rebirth.square(draft.before.book(), subject, event);
                let legality = &draft.before.book().stages.legality;
                let may_be = |sq: Sq| legality.iter().all(|rule| rule.lets_be_reborn(&draft.after, sq));
                let sq = sq.filter(|&sq| draft.after.has(sq) && may_be(sq));
                let sq = sq.filter(|&sq| self.occupied.makes_room(draft, sq));
                return match sq {
                    Some(sq) => self.put(draft, &reborn, sq, next),
                    None => self.vanish(draft, next),
                };
            }
            Where::Among(several) => several,
        };
        let mut some = false;
        let squares = several.squares(&draft.after, subject, event.on).into_iter();
        let found = squares.take_while(|_| !draft.before.is_late()).any(|sq| {
            self.put(&mut draft.clone(), &reborn, sq, &mut |draft| {
                let suits = several.suits(&draft.after, side, sq);
                some |= suits;
                suits && next(draft)
            })
        });
        found || several.may_vanish(some) && self.vanish(draft, next)
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        let book = position.book();
        let (Some(victim), Some(on)) = (touch.victim(position), touch.step.taken) else {
            return self.waiting.is_none();
        };
        let stays_as_it_is =
            victim.is_only_of(!touch.side) && book.volage == Volage::Marked && !victim.has(Traits::VOLAGE);
        if !self.is_simple() || self.of_capturer || !stays_as_it_is {
            return false;
        }
        if !self.only.is_empty() && !self.only.contains(&victim.piece()) {
            return true;
        }
        let Where::On(rebirth) = self.place else {
            touch.fills = book.geometry.squares;
            return true;
        };
        let man = self.as_what.reborn(victim, touch.man);
        let subject = Subject { man, side: !touch.side, origin: position.origin(on) };
        let event = Event::capture(on, touch.from, touch.step.to);
        rebirth.square(book, subject, event).into_iter().for_each(|sq| touch.fills.add(sq));
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint {
            captures: if self.is_simple() { Captures::BringBack } else { Captures::Anything },
            spares_quiet_steps: !matches!(self.waiting, Some(Waiting { until: Until::NextMove, .. })),
            spares_kings_taken: !self.kings && self.waiting.is_none(),
            brings: Brings::OneMan,
            ..Footprint::default()
        }
    }
}

impl Circe {
    /// Returns whether captured men are reborn at once, in their colour, on empty squares only, and kings never.
    fn is_simple(&self) -> bool {
        self.waiting.is_none()
            && !self.turncoat
            && !self.kings
            && matches!(self.occupied, Occupied::Relaxed | Occupied::Strict)
    }

    /// Returns the man captured by the move; `None` if there is no capture, or if the captured man cannot be reborn.
    fn captured(&self, draft: &MoveBuilder) -> Option<Candidate> {
        let (man, on) = draft.captured?;
        let can_be = (!man.is_royal() || self.kings) && (self.only.is_empty() || self.only.contains(&man.piece()));
        // A neutral man is reborn as a man of the side that lost it.
        let (side, event) = (!draft.side, Event::capture(on, draft.from, draft.step.to));
        can_be.then(|| Candidate { man, side, event, origin: draft.before.origin(on) })
    }

    /// Returns the waiting man if this move lets it be reborn; `None` if no man waits, or if only a capture lets it be
    /// reborn and the move is none. If the man captured by the move can be reborn, it takes the place of the waiting
    /// man.
    fn relieved(&self, draft: &mut MoveBuilder, waiting: &Waiting) -> Option<Candidate> {
        let captured = self.captured(draft);
        if matches!(waiting.until, Until::NextCapture) && draft.captured.is_none() {
            return None;
        }
        let before = draft.before;
        // The slot of the square also holds the second half of the man.
        let [on, more, ..] = before.slot(waiting.square).to_le_bytes();
        let man = Man::from_halves(before.slot(waiting.man), more);
        let origin = before.slot(waiting.origin).checked_sub(1).map(|sq| sq as Sq);
        let (first, second) = captured.as_ref().map_or((0, 0), |captured| captured.man.halves());
        let square = captured.as_ref().map_or(0, |captured| captured.event.on);
        for (slot, value) in [
            (waiting.man, first),
            (waiting.square, u32::from_le_bytes([square, second, 0, 0])),
            (waiting.origin, captured.and_then(|captured| captured.origin).map_or(0, |sq| u32::from(sq) + 1)),
        ] {
            if before.slot(slot) != value {
                draft.apply(Effect::Slot { slot, value });
            }
        }
        let side = man.color_or(draft.side);
        let mut vector = carried(draft);
        if matches!(self.place, Where::On(rebirth) if rebirth.mirror) {
            vector = (-vector.0, -vector.1);
        }
        man.is_some().then_some(Candidate { man, side, event: Event { on, from: draft.from, vector }, origin })
    }

    pub fn clones(&self) -> bool {
        matches!(self.as_what, AsWhat::Other)
    }

    /// Continues the move without a rebirth. Returns `false` if the rule for occupied rebirth squares makes the move
    /// illegal; otherwise returns the result of `next`.
    fn vanish(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        self.occupied != Occupied::Strict && next(draft)
    }

    /// Puts the reborn man on the empty square `sq` and continues the move.
    fn put(
        &self,
        draft: &mut MoveBuilder,
        reborn: &Candidate,
        sq: Sq,
        next: &mut dyn FnMut(&mut MoveBuilder) -> bool,
    ) -> bool {
        let &Candidate { man, side, event, origin } = reborn;
        draft.apply(Effect::Put { sq, man, why: Why::Reborn });
        if let Some(origin) = origin {
            draft.apply(Effect::Origin { sq, origin });
        }
        draft.renew(sq);
        promote(draft, side, sq, &mut |reborn| {
            waver(reborn, side, &[event.on], sq);
            let man = reborn.after.board().man(sq);
            if self.turncoat && man.is_only_of(side) {
                reborn.apply(Effect::Change { sq, man: man.with_color(!side), why: Why::Condition });
            }
            self.occupied.settles(reborn, sq);
            next(reborn)
        })
    }
}

/// Returns the vector of a ply: by how many files and ranks it moves its man. For castling, it is the sum of the
/// vectors of king and rook.
pub fn carried(draft: &MoveBuilder) -> (i8, i8) {
    let vector = (file(draft.step.to) - file(draft.from), rank(draft.step.to) - rank(draft.from));
    match draft.step.kind {
        StepKind::Castling(index) => {
            let castling = &draft.before.book().geometry.castlings[usize::from(index)];
            (vector.0 + file(castling.rook_to) - file(castling.rook), vector.1)
        }
        _ => vector,
    }
}
