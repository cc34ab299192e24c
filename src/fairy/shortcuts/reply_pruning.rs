//! Proofs, made without playing a move, that the move leaves the other side a legal reply.
//!
//! A spare move ([`Spare`]) is a legal move that the other side would have if it were to move now. A move that is to
//! leave the other side without a legal move must destroy every spare move. If the rules concern only steps and attacks
//! on kings, a spare move survives ([`Spare::survives`]) for two reasons:
//!
//! 1. The step stays possible as long as nothing changes on its two squares and on those that its man examined.
//! 2. Its king stays unattacked as long as nothing changes on the squares that the enemy men examined without finding
//!    an attack, if the man that moves first could not attack the king from its target square at all
//!    ([`crate::fairy::steps::range`]).

use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::moves::effect::{Step, StepKind};
use crate::fairy::position::FairyPosition;
use crate::fairy::steps::range::Range;
use crate::fairy::steps::walk::Walk;
use crate::pieces::Mode;
use crate::units::Color;
use smallvec::SmallVec;

/// The men of the other side whose spare moves (legal replies that it would have now) are considered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Kings only. After a check, other men would have to parry it.
    King,
    All,
}

/// A spare move: a legal move that the side not to move would have if it were to move.
pub struct Spare {
    /// Squares that the spare move's man examined, and the squares of its step.
    way: Squares,
    /// The men of the side to move, each with the squares that it examined without finding an attack on the king in the
    /// position after the spare move.
    guards: SmallVec<[(Sq, Squares); 12]>,
    kings: Squares,
}

impl Spare {
    /// Whether the spare move is still legal after `step`. The step must have no consequences; `range` is the [`Range`]
    /// of the man that makes it.
    pub fn survives(&self, from: Sq, step: &Step, range: &Range) -> bool {
        let changes = |squares: &Squares| {
            squares.has(from) || squares.has(step.to) || step.taken.is_some_and(|sq| squares.has(sq))
        };
        !changes(&self.way)
            && self.guards.iter().all(|(man, looked_at)| *man == from || !changes(looked_at))
            && !self.kings.iter().any(|king| range.sources(king).has(step.to))
    }
}

/// Greatest number of spare moves that are searched for, indexed by [`Who`].
const MOST: [usize; 2] = [2, 6];

/// The spare moves of a position, searched for on demand and kept for all moves of the position.
pub struct Spares<'a, 'r> {
    before: &'a FairyPosition<'r>,
    /// Steps of the other side that have not been tried, the next one last.
    steps: Vec<(Sq, Step)>,
    most: usize,
    found: Vec<Spare>,
}

impl<'a, 'r> Spares<'a, 'r> {
    /// Prepares the search for spare moves. It will find none if the rules concern more than steps and attacks.
    pub fn new(before: &'a FairyPosition<'r>, who: Who) -> Spares<'a, 'r> {
        let most = MOST[usize::from(who == Who::All)];
        let mut spares = Spares { before, steps: Vec::new(), most, found: Vec::new() };
        if before.has_plain_spares() {
            spares.collect(who);
        }
        spares
    }

    /// Whether some spare move is still legal after `step`. The step must have no consequences; `range` is the
    /// [`Range`] of the man that makes it. `board` must be a copy of the position; spare moves are tried on it.
    pub fn survive(&mut self, board: &mut FairyPosition<'r>, from: Sq, step: &Step, range: &Range) -> bool {
        let survives = |spare: &Spare| spare.survives(from, step, range);
        if let Some(index) = self.found.iter().position(survives) {
            // A spare move that survived one move mostly survives the next.
            self.found[..=index].rotate_right(1);
            return true;
        }
        while let Some(spare) = self.next(board) {
            let survives = survives(&spare);
            self.found.push(spare);
            if survives {
                return true;
            }
        }
        false
    }

    /// Collects the steps that may be spare moves: all steps of kings, one of each other man.
    fn collect(&mut self, who: Who) {
        let before = self.before;
        let side = !before.side();
        let kings = before.board().royals(side);
        let men = if who == Who::All { *before.board().of(side) } else { kings };
        for from in kings.iter().chain(men.without(&kings).iter()) {
            let man = before.board().man(from);
            if !man.is_only_of(side) {
                continue;
            }
            before.steps(side, from, None, &mut |step| {
                let is_plain = step.kind == StepKind::Plain
                    && step.taken.is_none_or(|sq| !before.board().man(sq).is_royal())
                    && before.is_without_consequences(side, from, &step);
                if is_plain {
                    self.steps.push((from, step));
                }
                is_plain && !man.is_royal()
            });
        }
    }

    fn next(&mut self, board: &mut FairyPosition<'r>) -> Option<Spare> {
        if self.found.len() == self.most {
            return None;
        }
        let side = self.before.side();
        while let Some((from, step)) = self.steps.pop() {
            let effects = step.plain_effects(from);
            effects.iter().for_each(|&effect| board.apply(effect));
            let guards = board.guards(side);
            let kings = board.board().royals(!side);
            board.restore(self.before, effects.iter());
            if let Some(guards) = guards {
                return Some(Spare { way: self.before.way(!side, from, &step), guards, kings });
            }
        }
        None
    }
}

impl FairyPosition<'_> {
    /// Whether the legality of an enemy move without consequences depends only on its step and on attacks on its king.
    /// Otherwise no spare moves can be found.
    fn has_plain_spares(&self) -> bool {
        let (book, stages) = (self.book(), &self.book().stages);
        book.shortcuts
            && book.spares_quiet_steps()
            && stages.checks.is_empty()
            && stages.immobility.is_empty()
            && stages.sight_is_local(self)
            && stages.ways.is_empty()
            && stages.selection.is_empty()
            && stages.restrictions.iter().all(|stage| stage.footprint(self).settles_plain_steps)
            && !self.board().royals(Color::White).meets(&self.board().royals(Color::Black))
            // A pawn capturable en passant now will not be after the spare move.
            && self.passing().pawn().is_none()
    }

    /// Returns the men of `side` that could attack an enemy king if other men were placed favourably, each with the
    /// squares that it examines without finding an attack. `None` if a man does attack an enemy king, or if this
    /// depends on more than squares.
    fn guards(&self, side: Color) -> Option<SmallVec<[(Sq, Squares); 12]>> {
        let mut guards = SmallVec::new();
        for king in self.board().royals(!side).iter() {
            for from in self.in_range(side, king) {
                let look = self.look(side, from, king, true)?;
                if look.arrives {
                    return None;
                }
                guards.push((from, look.at));
            }
        }
        Some(guards)
    }

    /// Returns the squares on whose content the step depends, and the squares of the step.
    fn way(&self, side: Color, from: Sq, step: &Step) -> Squares {
        let mut arrives = |other: Step| other == *step;
        let mut walk = Walk::new(self, side, from, None, &mut arrives).watching();
        walk.go_as(self.board().man(from).piece(), from, Mode::Both);
        let mut way = walk.looked_at();
        [Some(from), Some(step.to), step.taken].into_iter().flatten().for_each(|sq| way.add(sq));
        way
    }
}
