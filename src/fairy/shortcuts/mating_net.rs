//! Filters that leave out steps after which the enemy king certainly has a square to go to, when only last moves are
//! wanted.
//!
//! 1. A mated or stalemated king cannot go to any adjacent square. So if an adjacent square is empty and the rules let
//!    the king go there ([`FairyPosition::kings_steps`]), a man of the mover (the side that makes the last move) must
//!    attack it after the move. For mate, a man must also attack the king's square. These squares are called needed.
//! 2. After a step without consequences, a man that stayed attacks at most the squares in its range
//!    ([`crate::fairy::steps::range`]), and the moved man at most those in its range from its target square. A step is
//!    left out if some needed square is in none of these ranges.
//! 3. Among the adjacent squares, those needed are the empty ones, the one that the moved man has left and, if no rule
//!    affects captures, those with a man of the mover, which the king could capture.
//! 4. The target square is not needed if rules affect captures: the king may be unable to capture there. Otherwise
//!    another man must guard it.
//!
//! Men that a condition lets move in other ways count as attacking all squares. It does not matter if rules forbid some
//! of the mover's moves. A square to which rules may forbid the king to go, though unattacked, is not needed.

use super::reply_pruning::Who;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::moves::effect::{Step, StepKind};
use crate::fairy::position::FairyPosition;
use crate::fairy::steps::range::{Capture, between};
use crate::pieces::Piece;
use crate::units::Color;

/// The squares that the mover must attack to leave the other side without a move, and those that its men can attack.
#[derive(Clone, Copy)]
pub struct MatingNet {
    /// Squares that must be attacked: those to which the king could go and, for mate, its own square.
    needed: Squares,
    /// All squares to which the rules let the enemy king go if they are empty and unattacked.
    beside: Squares,
    /// Squares that at least one man of the mover could attack from its present square if other men were placed
    /// favourably; `twice`, squares that at least two men could attack.
    once: Squares,
    twice: Squares,
    /// Whether no rule affects captures, so that the king may capture the mover's men on all adjacent unattacked
    /// squares.
    captures: bool,
    /// Whether no step of the mover's kings is left out, because there are rules that forbid moves for their
    /// results: what they promise about the enemy king
    /// ([`Legality::spares_kings`](crate::fairy::rules::stages::Legality::spares_kings)) does not hold after such
    /// steps.
    spares_kings: bool,
}

impl FairyPosition<'_> {
    /// Returns the net that filters the last moves of the side to move; `None` if the rules or the position do not
    /// permit this filter. `checks`: the last move must give check, so the enemy king's own square must be attacked,
    /// too.
    pub(in crate::fairy) fn mating_net(&self, checks: bool) -> Option<MatingNet> {
        let (book, board, side) = (self.book(), self.board(), self.side());
        let stages = &book.stages;
        let royals = board.royals(!side);
        let king = royals.first().filter(|_| royals.count() == 1)?;
        let man = board.man(king);
        let is_told = book.shortcuts && self.has_plain_checks() && man.is_only_of(!side) && man.piece() == Piece::KING;
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

    /// Returns squares to which the rules certainly let the enemy king go if they are empty and unattacked. There may
    /// be more.
    pub(in crate::fairy) fn kings_steps(&self, king: Sq) -> Squares {
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

    /// Returns the squares on which a king of the other side could be in check from men of `side` that stay where they
    /// are, if everything else on the board were as favourable as possible.
    pub fn attacked_at_best(&self, side: Color) -> Squares {
        let (book, stages) = (self.book(), &self.book().stages);
        let is_told = book.shortcuts && !stages.has_planes && stages.checks.iter().all(|rule| rule.needs_attack());
        if !is_told {
            return Squares::ALL;
        }
        self.board().of(side).iter().fold(Squares::NONE, |all, from| all.or(&self.attacked_from(from, side)))
    }

    /// Returns the squares that the man on `from` could attack for `side` if all other men were placed favourably: its
    /// range, or all squares if a condition may change its ways of moving.
    fn attacked_from(&self, from: Sq, side: Color) -> Squares {
        let man = self.board().man(from);
        match self.book().stages.goes_as_it_is(man) {
            true => *self.range(man.piece(), side).captures(from),
            false => Squares::ALL,
        }
    }

    /// Whether it is proved that the king on `king`, of the side not to move, gives no check when it goes to an empty
    /// square after any step of the side to move. The step must leave the kings of its side unmoved and unattacked. The
    /// proof: each other man of the king's side can never attack a king of the side to move, or only along a straight
    /// line of empty squares on which the king is not.
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
    /// Returns which steps of the side to move may let the other side mate with its next move; `None` if all steps may.
    ///
    /// 1. The other side's [`MatingNet`] is computed as if that side were to move. If one of its men may mate now,
    ///    nothing is proved.
    /// 2. Consider a step of the side to move without consequences, by a man that is not neutral. It adds no attack of
    ///    the other side beyond the ranges of its men. It takes from its own king no square except the step's target.
    /// 3. So the other side can mate only if the step's target is next to the king, or if the step is made by the king,
    ///    by a neutral man, or by a pawn that may then be captured en passant.
    pub(in crate::fairy) fn exposure(&self) -> Option<Exposure> {
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

/// The steps of the side to move after which the other side may be able to mate at once: steps to squares next to the
/// king (`beside`), and all steps of some men (`free`).
pub struct Exposure {
    beside: Squares,
    /// Squares of the men of which every step may let the other side mate.
    free: Squares,
}

impl Exposure {
    fn ends(&self, from: Sq) -> Squares {
        if self.free.has(from) { Squares::ALL } else { self.beside }
    }
}

/// A filter that leaves out useless steps before they are tried: steps that cannot mate or stalemate ([`MatingNet`]),
/// or steps that cannot let the other side mate ([`Exposure`]).
pub enum Sieve {
    Net(MatingNet),
    Exposure(Exposure),
}

impl Sieve {
    /// Returns the squares to which steps of the man on `from` are worth trying; the filter proves that its steps to
    /// other squares are useless. Steps with consequences (changes besides the step itself) and captures elsewhere than
    /// on the target square are not covered: the caller must try them in addition.
    pub fn ends(&self, position: &FairyPosition, from: Sq) -> Squares {
        match self {
            Sieve::Net(net) => net.ends(position, from),
            Sieve::Exposure(exposure) => exposure.ends(from),
        }
    }
}

/// Filters for the search for the last moves of a solution, or for the moves before them. A field that is `None` leaves
/// out nothing.
#[derive(Clone, Copy, Default)]
pub struct LastMoves<'a> {
    /// Leaves out moves after which one of these men of the other side certainly has a legal move.
    pub whom: Option<Who>,
    /// Leaves out steps that the sieve proves useless.
    pub sieve: Option<&'a Sieve>,
}

impl MatingNet {
    /// Whether the step of the man on `from` may leave the other side without a legal move (and, if this net is for
    /// mates, in check). `false` is proved.
    pub fn holds(&self, position: &FairyPosition, from: Sq, step: &Step) -> bool {
        let side = position.side();
        // Some rules let a side make steps of enemy men.
        !position.board().man(from).is_of(side)
            || !position.leaves_all_else(side, from, step)
            || self.ends(position, from).has(step.to)
    }

    /// Returns the squares to which the man on `from` may step so that the other side may then be without a legal move.
    /// Holds only for steps without consequences that capture nothing except on the target square.
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
    /// Whether the step, made by a man of `side`, only takes the man to its target square and captures nothing but a
    /// man there.
    pub fn leaves_all_else(&self, side: Color, from: Sq, step: &Step) -> bool {
        let stages = &self.book().stages;
        let man = self.board().man(from);
        matches!(step.kind, StepKind::Plain | StepKind::Passing(..))
            && step.taken.is_none_or(|sq| sq == step.to)
            && self.is_without_consequences(side, from, step)
            && stages.aftermath.iter().all(|(_, aftermath)| {
                let footprint = aftermath.footprint();
                footprint.spares_quiet_steps
                    || footprint.keeps_to_chess
                    || side == self.side() && step.taken.is_none() && aftermath.spares(self, side, from, man, step)
            })
    }
}
