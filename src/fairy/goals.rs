//! Whether the last move reached a goal.

use super::effect::{Effect, Move, StepKind, Why};
use super::position::FairyPosition;
use super::squares::{Sq, from_square, to_square};
use crate::position::{Position, WithoutParry};
use crate::problem::Goal;
use crate::units::{Placement, Unit};

impl FairyPosition<'_> {
    pub fn has_reached(&self, goal: &Goal, path: &[Move]) -> bool {
        let mover = !self.side();
        let last = self.last();
        match goal {
            Goal::Mate => self.is_mate(),
            Goal::Stalemate => self.is_stalemate(),
            Goal::MateOrStalemate => {
                !self.has_legal_move() && (!self.is_check() || self.without_parry() != WithoutParry::Neither)
            }
            Goal::DoubleStalemate => self.is_stalemate() && self.passed().is_stalemate(),
            Goal::DoubleMate => self.is_mate() && self.passed().is_mate(),
            Goal::CounterMate => self.is_mate() && self.passed().is_mate(),
            Goal::AutoMate => self.passed().is_mate(),
            Goal::AutoStalemate => self.passed().is_stalemate(),
            Goal::Check => self.is_in_check(self.side()),
            Goal::Capture => last.is_some_and(|last| last.step.taken.is_some()),
            Goal::WinPiece => last.is_some_and(|last| last.step.taken.is_some() && !last.reborn),
            Goal::Target(square) => last.is_some_and(|last| last.at == Some(from_square(*square))),
            Goal::EnPassant => last.is_some_and(|last| last.step.kind == StepKind::EnPassant),
            Goal::Castling => last.is_some_and(|last| last.step.kind.is_castling()),
            Goal::Any => last.is_some(),
            Goal::Circuit => last.and_then(|last| last.at).is_some_and(|at| origin(path, at) == Some(at)),
            Goal::Exchange => last.and_then(|last| last.at).is_some_and(|at| {
                origin(path, at).is_some_and(|home| {
                    home != at && self.board().man(home).is_of(mover) && origin(path, home) == Some(at)
                })
            }),
            Goal::CircuitByRebirth => reborn(path).any(|(sq, home)| sq == home),
            Goal::ExchangeByRebirth => reborn(path).any(|(sq, home)| sq != home && origin(path, home) == Some(sq)),
            Goal::Kiss(square) => self.is_kiss(from_square(*square), path),
            Goal::Chess81 => {
                last.and_then(|last| last.at).is_some_and(|at| self.book().geometry.promotion[mover as usize].has(at))
            }
            Goal::Diagram(placement) | Goal::AToB(placement) => self.holds_exactly(placement),
        }
    }

    /// The last move ended beside the man that stood on the square in the diagram, and no other man is beside it. Where
    /// none stood, none is kissed.
    fn is_kiss(&self, sq: Sq, path: &[Move]) -> bool {
        let mut at = sq;
        for effect in path.iter().flat_map(|m| m.effects.iter()) {
            match *effect {
                Effect::Go { from, to, .. } if from == at => at = to,
                Effect::Swap { a, b } if a == at => at = b,
                Effect::Swap { a, b } if b == at => at = a,
                Effect::Remove { sq, .. } | Effect::Put { sq, .. } | Effect::Go { to: sq, .. } if sq == at => {
                    return false;
                }
                _ => {}
            }
        }
        let beside = crate::pieces::QUEEN.iter().filter_map(|&vector| self.book().geometry.step(at, vector));
        let mut beside = beside.filter(|&sq| !self.board().is_empty(sq));
        let kisser = self.last().and_then(|last| last.at);
        !self.board().is_empty(at) && kisser.is_some() && beside.next() == kisser && beside.next().is_none()
    }

    pub fn placement(&self) -> Placement {
        let mut placement = Placement::default();
        for sq in self.board().occupied().iter() {
            placement.put(to_square(sq), Unit::from(self.board().man(sq)));
        }
        placement
    }

    fn holds_exactly(&self, placement: &Placement) -> bool {
        placement.len() == self.board().occupied().count()
            && placement
                .iter()
                .all(|(square, unit)| self.board().man(from_square(square)).as_shown() == self.book().man(unit))
    }
}

/// The men that came back with the last move: where they are now, and where they stood before the moves of `path`.
fn reborn(path: &[Move]) -> impl Iterator<Item = (Sq, Sq)> + '_ {
    let last = path.len().saturating_sub(1);
    path.iter().skip(last).flat_map(|m| m.effects.iter()).filter_map(move |effect| {
        let Effect::Put { sq, why: Why::Reborn, .. } = *effect else { return None };
        let (index, taken) = path.iter().enumerate().rev().find_map(|(i, m)| Some((i, m.step.taken?)))?;
        Some((sq, origin(&path[..index], taken)?))
    })
}

/// Where the man that is now on `sq` stood before the moves of `path`; `None` when it came into being on the way.
fn origin(path: &[Move], sq: Sq) -> Option<Sq> {
    path.iter().rev().flat_map(|m| m.effects.iter().rev()).try_fold(sq, |at, effect| match *effect {
        Effect::Go { from, to, .. } if to == at => Some(from),
        Effect::Put { sq, .. } if sq == at => None,
        Effect::Swap { a, b } if a == at => Some(b),
        Effect::Swap { a, b } if b == at => Some(a),
        _ => Some(at),
    })
}
