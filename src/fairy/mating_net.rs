//! Which of the steps with which play is to end can leave the other side's king nowhere to go.
//!
//! When a side is to be mated or stalemated, its king must not be able to go to any square beside him. As far as the rules
//! let him go to an empty one ([`FairyPosition::kings_steps`]), a man of the mover has to attack it after the move, and,
//! for mate, the king's own square. After a step without consequences that is so for the men that stayed where they
//! are, as far as their kinds could attack it from there at best ([`super::range`]), and for the man that has moved from
//! where it has arrived. So a step is left out when some square is attacked by none of these:
//!
//! * the squares that have to be attacked are those on which nobody stands, that which the man has left, and, where
//!   nothing is said of captures, those on which men of the mover stand;
//! * that to which the man goes need not be, unless nothing is said of captures: the king may be unable to capture there.
//!   Else another man has to guard it.
//!
//! For the men that a condition lets go in other ways all squares are granted. Rules that forbid the mover some moves
//! make no difference; where they may forbid the king to go to a square that nobody attacks, that one is not asked for.

use super::effect::{Step, StepKind};
use super::position::FairyPosition;
use super::range::{Capture, between};
use super::reply_pruning::Who;
use super::squares::{Sq, Squares};
use crate::pieces::Piece;
use crate::units::Color;

/// What has to be attacked when a side is to be left without a move.
#[derive(Clone, Copy)]
pub struct MatingNet {
    /// Where the king may go, and for mates where he is.
    needed: Squares,
    /// Where else he may go, when it is free.
    beside: Squares,
    /// What one of the mover's men at least could attack as they stand, and what more than one could.
    once: Squares,
    twice: Squares,
    /// The king captures whatever he is beside.
    captures: bool,
    /// Nothing is said of steps of the mover's kings.
    spares_kings: bool,
}

impl FairyPosition<'_> {
    /// What the side to move needs, where that can be told; `checks`: it has to give check.
    pub(super) fn mating_net(&self, checks: bool) -> Option<MatingNet> {
        let (book, board, side) = (self.book(), self.board(), self.side());
        let stages = &book.stages;
        let royals = board.royals(!side);
        let king = royals.first().filter(|_| royals.count() == 1)?;
        let man = board.man(king);
        let is_told = book.shortcuts
            && stages.prelude.is_none()
            && !book.remembers_past
            && !stages.has_planes
            && self.is_whole()
            && stages.immobility.is_empty()
            && stages.checks.iter().all(|rule| rule.needs_attack())
            && man.is_only_of(!side)
            && man.piece() == Piece::KING;
        if !is_told {
            return None;
        }
        let beside = self.kings_steps(king);
        let captures = book.spares_captures() && stages.restrictions.is_empty() && stages.legality.is_empty();
        let taboo = if captures { board.of(!side).or(&board.royals(side)) } else { board.occupied() };
        let mut needed = beside.without(&taboo);
        if checks {
            needed.add(king);
        } else if beside.is_empty() {
            return None;
        }
        let (mut once, mut twice) = (Squares::NONE, Squares::NONE);
        for from in board.of(side).iter() {
            let attacked = self.attacked_from(from, side);
            twice = twice.or(&once.and(&attacked));
            once = once.or(&attacked);
        }
        Some(MatingNet { needed, beside, once, twice, captures, spares_kings: !stages.legality.is_empty() })
    }

    /// Where the rules let the king of the side that is not to move go, if nobody stands or attacks there; perhaps not all
    /// of it.
    fn kings_steps(&self, king: Sq) -> Squares {
        let (stages, side) = (&self.book().stages, !self.side());
        let man = self.board().man(king);
        let is_free = stages.goes_as_it_is(man)
            && stages.mobility.iter().all(|stage| stage.spares_kings())
            && stages.legality.iter().all(|stage| stage.spares_kings(self, king));
        if !is_free {
            return Squares::NONE;
        }
        let mut squares = *self.range(Piece::KING, side).captures(king);
        let mut keep = |allows: &dyn Fn(&Step) -> bool| {
            squares = squares.iter().filter(|&to| allows(&Step::quiet(king, to))).collect();
        };
        for stage in &stages.restrictions {
            let footprint = stage.footprint(self);
            if !footprint.spares_quiet_kings {
                keep(&|step| footprint.settles_plain_steps && stage.allows(self, side, king, man, step));
            }
        }
        for (_, aftermath) in &stages.aftermath {
            let footprint = aftermath.footprint();
            if !footprint.spares_quiet_steps && !footprint.keeps_to_chess {
                keep(&|step| aftermath.spares(self, side, king, man, step));
            }
        }
        squares
    }

    /// Where a king of the other side could be in check, whatever else stands there.
    pub fn attacked_at_best(&self, side: Color) -> Squares {
        let (book, stages) = (self.book(), &self.book().stages);
        let is_told = book.shortcuts && !stages.has_planes && stages.checks.iter().all(|rule| rule.needs_attack());
        if !is_told {
            return Squares::ALL;
        }
        self.board().of(side).iter().fold(Squares::NONE, |all, from| all.or(&self.attacked_from(from, side)))
    }

    /// What the man of the side could attack from where it stands.
    fn attacked_from(&self, from: Sq, side: Color) -> Squares {
        let man = self.board().man(from);
        match self.book().stages.goes_as_it_is(man) {
            true => *self.range(man.piece(), side).captures(from),
            false => Squares::ALL,
        }
    }

    /// After a step of the side to move that leaves its kings where they are and unattacked, the king on `king` attacks none
    /// of them and uncovers no attack on them by going to a square on which nobody stands.
    pub fn gives_no_check_by_going(&self, king: Sq) -> bool {
        let (stages, board, side) = (&self.book().stages, self.board(), self.side());
        let is_blind = |from: Sq, royal: Sq| match self.capture(!side, from, royal) {
            Capture::Never => true,
            Capture::IfClear => between(from, royal).all(|sq| sq != king),
            _ => false,
        };
        let mut men = board.of(!side).iter().filter(|&from| from != king);
        stages.mobility.is_empty()
            && stages.restrictions.is_empty()
            && stages.checks.is_empty()
            && self.is_whole()
            && men.all(|from| board.royals(side).iter().all(|royal| is_blind(from, royal)))
    }
}

impl FairyPosition<'_> {
    /// What is known of the steps of the side to move after which the other side cannot mate it; `None` when nothing is.
    ///
    /// The other side's net is told as if it were to move. A step of a man of the own side alone that has no consequences
    /// brings no attacker and takes away no square to which the king may go, but that on which it ends; so when none of the
    /// other side's men has a step into the net, nor a move that is more than a step, the other side mates only after a step
    /// to such a square, or of the king, or of a neutral man, or of a pawn that can be captured en passant.
    pub(super) fn exposure(&self) -> Option<Exposure> {
        let stages = &self.book().stages;
        let is_lasting = stages.legality.is_empty()
            && stages.aftermath.iter().all(|(_, aftermath)| {
                let footprint = aftermath.footprint();
                footprint.spares_quiet_steps || footprint.keeps_to_chess
            })
            && stages.restrictions.is_empty();
        let royals = self.board().royals(self.side());
        if !is_lasting {
            return None;
        }
        let other = self.with_side(!self.side());
        let net = other.mating_net(true)?;
        let men = other.worth_trying_for(&Sieve::Net(net));
        let board = self.board();
        let is_free = |&sq: &Sq| {
            let man = board.man(sq);
            royals.has(sq) || man.is_neutral() || man.piece().is_captured_en_passant()
        };
        let free = board.of(self.side()).iter().filter(is_free).collect();
        men.is_empty().then_some(Exposure { beside: net.beside, free })
    }
}

/// No step of the side to move lets the other side mate it, but those to squares beside the king.
pub struct Exposure {
    beside: Squares,
    /// Nothing is said of the steps of these men.
    free: Squares,
}

impl Exposure {
    fn ends(&self, from: Sq) -> Squares {
        if self.free.has(from) { Squares::ALL } else { self.beside }
    }
}

/// Tells steps that lead to what is wanted from others.
pub enum Sieve {
    Net(MatingNet),
    Exposure(Exposure),
}

impl Sieve {
    /// Where the man of the side to move has to go with a step without consequences, if it captures nobody elsewhere.
    pub fn ends(&self, position: &FairyPosition, from: Sq) -> Squares {
        match self {
            Sieve::Net(net) => net.ends(position, from),
            Sieve::Exposure(exposure) => exposure.ends(from),
        }
    }
}

/// What spares work where moves are looked for that end the play.
#[derive(Clone, Copy, Default)]
pub struct LastMoves<'a> {
    /// Moves may be left out that leave a spare move of these men of the other side.
    pub whom: Option<Who>,
    /// Steps may be left out that do not pass.
    pub sieve: Option<&'a Sieve>,
}

impl MatingNet {
    /// The side may be left without a move by the step of the man.
    pub fn holds(&self, position: &FairyPosition, from: Sq, step: &Step) -> bool {
        !position.leaves_all_else(from, step) || self.ends(position, from).has(step.to)
    }

    /// Where the man has to go with its step, if it captures nobody elsewhere.
    pub fn ends(&self, position: &FairyPosition, from: Sq) -> Squares {
        let (man, side) = (position.board().man(from), position.side());
        if !position.book().stages.goes_as_it_is(man) || self.spares_kings && man.is_royal() {
            return Squares::ALL;
        }
        let range = position.range(man.piece(), side);
        let others = self.twice.or(&self.once.without(range.captures(from)));
        let mut open = self.needed.without(&others);
        if self.beside.has(from) && !others.has(from) {
            open.add(from);
        }
        let mut ends = *range.ends(from);
        for sq in open.iter() {
            let mut sources = *range.sources(sq);
            sources.set(sq, !self.captures);
            ends = ends.and(&sources);
            if ends.is_empty() {
                break;
            }
        }
        if self.captures { ends.without(&self.beside.without(&others)) } else { ends }
    }
}

impl FairyPosition<'_> {
    /// Nothing follows from the step of a man of the side to move that changes the board, but that he goes, and takes whom
    /// he takes where he arrives.
    pub(super) fn leaves_all_else(&self, from: Sq, step: &Step) -> bool {
        let (stages, side) = (&self.book().stages, self.side());
        let man = self.board().man(from);
        matches!(step.kind, StepKind::Plain | StepKind::Passing(..))
            && step.taken.is_none_or(|sq| sq == step.to)
            && self.is_without_consequences(side, from, step)
            && stages.aftermath.iter().all(|(_, aftermath)| {
                let footprint = aftermath.footprint();
                footprint.spares_quiet_steps
                    || footprint.keeps_to_chess
                    || step.taken.is_none() && aftermath.spares(self, side, from, man, step)
            })
    }
}
