//! Tests whether the last move has reached a goal.

use crate::fairy::board::mix;
use crate::fairy::board::squares::{Sq, from_square, to_square};
use crate::fairy::moves::effect::{Effect, LongMoves, Move, StepKind, Why};
use crate::fairy::position::FairyPosition;
use crate::position::{Position, WithoutParry};
use crate::units::{Color, Goal, Placement, Unit};

impl FairyPosition<'_> {
    pub fn has_reached(&self, goal: &Goal, path: &[Move]) -> bool {
        let mover = !self.side();
        let last = self.last();
        match goal {
            Goal::Mate => self.is_mate(),
            Goal::Stalemate => self.is_stalemate(),
            Goal::MateOrStalemate => {
                self.is_immobile() && (!self.is_check() || self.without_parry() != WithoutParry::Neither)
            }
            Goal::StalemateMate => self.is_mate() && self.passed().can_only_capture_king(),
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
            Goal::Circuit => last.and_then(|last| last.at).is_some_and(|at| self.origin_on(path, at) == Some(at)),
            Goal::Exchange => last.and_then(|last| last.at).is_some_and(|at| {
                self.origin_on(path, at).is_some_and(|home| {
                    home != at && self.board().man(home).is_of(mover) && self.origin_on(path, home) == Some(at)
                })
            }),
            Goal::CircuitByRebirth => reborn(path, &self.book().long_moves).any(|(sq, home)| sq == home),
            // Exchanged men belong to one side, as for `Exchange`.
            Goal::ExchangeByRebirth => reborn(path, &self.book().long_moves).any(|(sq, home)| {
                let [one, other] = [sq, home].map(|sq| self.board().man(sq));
                sq != home
                    && [Color::White, Color::Black].into_iter().any(|side| one.is_of(side) && other.is_of(side))
                    && self.origin_on(path, home) == Some(sq)
            }),
            Goal::Kiss(square) => self.is_kiss(from_square(*square), path),
            // A rebirth counts only from the first or the last rank.
            Goal::Chess81 => last.is_some_and(|last| {
                let ends = |side: Color, sq| self.book().geometry.promotion[side as usize].has(sq);
                let arrives = last.at.is_some_and(|at| ends(mover, at));
                arrives && (ends(Color::White, last.step.to) || ends(Color::Black, last.step.to))
            }),
            Goal::Diagram(placement) | Goal::AToB(placement) => self.holds_exactly(placement),
        }
    }

    /// Whether the side to move is not in check, and each of its legal moves, if any, captures a king.
    fn can_only_capture_king(&self) -> bool {
        let is_other = |m: Move| m.step.taken.is_none_or(|sq| !self.board().man(sq).is_royal());
        !self.is_check() && !self.each_legal_move(&mut |m| is_other(m))
    }

    /// Whether the last move ended next to the man whose diagram square is `home`, and no other man is next to that
    /// man.
    fn is_kiss(&self, home: Sq, path: &[Move]) -> bool {
        let Some(kissed) = self.board().occupied().iter().find(|&sq| self.origin_on(path, sq) == Some(home)) else {
            return false;
        };
        let beside = crate::pieces::QUEEN.iter().filter_map(|&vector| self.book().geometry.step(kissed, vector));
        let mut beside = beside.filter(|&sq| !self.board().is_empty(sq));
        let kisser = self.last().and_then(|last| last.at);
        kisser.is_some() && beside.next() == kisser && beside.next().is_none()
    }

    /// Returns the square, before the moves of `path`, of the man now on `sq`; `None` as in [`origin`].
    fn origin_on(&self, path: &[Move], sq: Sq) -> Option<Sq> {
        origin(path, sq, &self.book().long_moves)
    }

    /// Returns a hash key of the squares, before the moves of `path`, from which all men and the last captured man
    /// come.
    pub fn key_of_origins_on(&self, path: &[Move]) -> u128 {
        let word = |origin: Option<Sq>| origin.map_or(0, |origin| 1 + u64::from(origin));
        let men = self.board().occupied();
        let moved = men.iter().map(|sq| (sq, self.origin_on(path, sq))).filter(|&(sq, origin)| origin != Some(sq));
        let captured = before_capture(path, &self.book().long_moves);
        moved
            .fold(mix(word(captured) << 32), |key, (sq, origin)| key ^ mix(word(origin) << 8 | u64::from(sq) | 1 << 20))
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

/// Returns, for each man reborn in the last move, its present square and its square before the moves of `path`.
fn reborn<'a>(path: &'a [Move], long_moves: &'a LongMoves) -> impl Iterator<Item = (Sq, Sq)> + 'a {
    let last = path.len().saturating_sub(1);
    path.iter().skip(last).flat_map(|m| m.effects(long_moves).into_owned()).filter_map(move |effect| {
        let Effect::Put { sq, why: Why::Reborn, .. } = effect else { return None };
        Some((sq, before_capture(path, long_moves)?))
    })
}

/// Returns the square, before the moves of `path`, of the man captured last; `None` if no man was captured or if it
/// was created on the way.
fn before_capture(path: &[Move], long_moves: &LongMoves) -> Option<Sq> {
    let (index, taken) = path.iter().enumerate().rev().find_map(|(i, m)| Some((i, m.step.taken?)))?;
    origin(&path[..index], taken, long_moves)
}

/// Returns the square, before the moves of `path`, of the man now on `sq`; `None` if it was created on the way. A
/// reborn man counts as the man captured.
fn origin(path: &[Move], sq: Sq, long_moves: &LongMoves) -> Option<Sq> {
    let mut at = sq;
    for (i, m) in path.iter().enumerate().rev() {
        for effect in m.effects(long_moves).iter().rev() {
            match *effect {
                Effect::Put { sq, why: Why::Reborn, .. } if sq == at => return before_capture(&path[..=i], long_moves),
                Effect::Put { sq, .. } if sq == at => return None,
                Effect::Go { from, to, .. } if to == at => at = from,
                Effect::Swap { a, b } if a == at => at = b,
                Effect::Swap { a, b } if b == at => at = a,
                _ => {}
            }
        }
    }
    Some(at)
}
