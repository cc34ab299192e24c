//! Worlds: positions with all men known, to which the moves of a line may have led.

use super::men::{Board, Kind, Man, Placed, Sq, Squares, bit, last_rank, passed_pawn, squares};
use super::query::Witness;
use super::view::{Castling, PrintedMove, View};
use crate::board::Color;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct World {
    placed: Placed,
    /// Squares of the men that are still invisible.
    pub unseen: Squares,
    /// Squares of the invisible men that have not moved.
    unmoved: Squares,
    passed: Option<Sq>,
}

impl World {
    /// Combines the visible men of `view` with the invisible men of `found`.
    pub fn new(view: &View, found: &Witness) -> World {
        let mut world = World {
            placed: view.placed().clone(),
            unseen: 0,
            unmoved: found.unmoved & !view.uncovered,
            passed: view.passed,
        };
        for &(sq, man) in &found.men {
            world.placed.put(sq, man);
            world.unseen |= bit(sq) & !view.uncovered;
        }
        world
    }

    pub fn man(&self, sq: Sq) -> Option<Man> {
        self.placed.man(sq)
    }

    fn clear(&mut self, sq: Sq) {
        self.placed.clear(sq);
        self.unseen &= !bit(sq);
        self.unmoved &= !bit(sq);
    }

    pub fn uncover(&mut self, sq: Sq) {
        self.unseen &= !bit(sq);
        self.unmoved &= !bit(sq);
    }

    /// Returns the world after the man on `from` has gone to `to`, where it is invisible if it was before; `None` if
    /// `from` is empty.
    fn gone(&self, from: Sq, to: Sq, promotion: Option<Kind>) -> Option<World> {
        let man = self.man(from)?;
        let mut world = self.clone();
        world.passed = None;
        world.clear(from);
        world.clear(to);
        world.placed.put(to, Man { kind: promotion.unwrap_or(man.kind), ..man });
        if self.unseen & bit(from) != 0 {
            world.unseen |= bit(to);
        }
        if man.kind == Kind::Pawn && from.abs_diff(to) == 16 {
            world.passed = Some(from.midpoint(to));
        }
        Some(world)
    }

    fn is_attacked(&self, board: &Board, sq: Sq, by: Color) -> bool {
        squares(self.placed.occupied & !bit(sq)).any(|from| {
            let man = self.man(from).expect("an occupied square");
            man.color == by && board.attackers_past(from, sq, self.placed.occupied).has(man)
        })
    }

    pub fn is_in_check(&self, board: &Board, color: Color) -> bool {
        self.placed.king(color).is_some_and(|sq| self.is_attacked(board, sq, !color))
    }

    /// Whether the man on `from` can go to `to`: its way of moving leads there, no man is between, and neither a man
    /// of its side nor a king is on `to`.
    fn reaches(&self, board: &Board, from: Sq, to: Sq) -> bool {
        let Some(man) = self.man(from) else { return false };
        let ways = match self.man(to) {
            Some(other) if other.color == man.color || other.kind == Kind::King => return false,
            Some(_) => board.attackers(from, to),
            None => board.goers(from, to),
        };
        ways.has(man) && board.between(from, to) & self.placed.occupied == 0
    }

    pub fn after(&self, board: &Board, view: &View, printed: PrintedMove) -> Vec<World> {
        let mut worlds = Vec::new();
        self.each_after(board, view, printed, &mut |world| {
            worlds.push(world);
            false
        });
        worlds
    }

    /// Calls `visit` with each world to which the printed move may lead from this world. Stops and returns `true` as
    /// soon as `visit` returns `true`.
    pub fn each_after(
        &self,
        board: &Board,
        view: &View,
        printed: PrintedMove,
        visit: &mut dyn FnMut(World) -> bool,
    ) -> bool {
        let color = view.mover;
        let mut visit = |world: World| !world.is_in_check(board, color) && visit(world);
        match printed {
            PrintedMove::Goes { from, to, promotion, .. } if view.is_en_passant(from, to) => {
                self.gone(from, to, promotion).is_some_and(|mut world| {
                    world.clear(passed_pawn(from, to));
                    visit(world)
                })
            }
            PrintedMove::Goes { from, to, promotion, .. } => {
                self.reaches(board, from, to) && self.gone(from, to, promotion).is_some_and(visit)
            }
            PrintedMove::PawnTakes { from, to, promotion } => {
                self.unseen & bit(to) != 0
                    && self.reaches(board, from, to)
                    && self.gone(from, to, promotion).is_some_and(visit)
            }
            PrintedMove::Castles { short } => self.castled(board, view, short).is_some_and(visit),
            PrintedMove::UnseenTakes(to) => self.unseen_go(board, color, to, &mut visit),
            PrintedMove::UnseenMoves => {
                squares(board.exists & !view.occupied()).any(|to| self.unseen_go(board, color, to, &mut visit))
            }
        }
    }

    fn unseen_go(&self, board: &Board, color: Color, to: Sq, visit: &mut dyn FnMut(World) -> bool) -> bool {
        squares(self.unseen).any(|from| {
            let is_mine = self.man(from).filter(|man| man.color == color);
            let Some(man) = is_mine.filter(|_| self.reaches(board, from, to)) else { return false };
            if man.kind == Kind::Pawn && to >> 3 == last_rank(color) {
                Kind::PROMOTIONS.into_iter().any(|kind| self.gone(from, to, Some(kind)).is_some_and(&mut *visit))
            } else {
                self.gone(from, to, None).is_some_and(&mut *visit)
            }
        })
    }

    fn castled(&self, board: &Board, view: &View, short: bool) -> Option<World> {
        let color = view.mover;
        let Castling { king, rook, king_to, rook_to } = Castling::of(color, short);
        let has_rook = self.man(rook) == Some(Man::new(color, Kind::Rook));
        let stood = view.plain() & bit(rook) != 0 || self.unmoved & bit(rook) != 0;
        let free = board.between(king, rook) & self.placed.occupied == 0;
        let safe = !self.is_attacked(board, king, !color) && !self.is_attacked(board, rook_to, !color);
        if !(has_rook && stood && free && safe) {
            return None;
        }
        let mut world = self.gone(king, king_to, None)?.gone(rook, rook_to, None)?;
        world.uncover(rook_to);
        Some(world)
    }

    pub fn is_mate(&self, board: &Board, color: Color) -> bool {
        if !self.is_in_check(board, color) {
            return false;
        }
        let mine = squares(self.placed.occupied).filter(|&from| self.man(from).is_some_and(|man| man.color == color));
        for from in mine {
            let man = self.man(from).expect("an occupied square");
            for to in squares(board.exists & !bit(from)) {
                let captures_passed =
                    man.kind == Kind::Pawn && self.passed == Some(to) && board.pawn_attacks(color, from) & bit(to) != 0;
                if !captures_passed && !self.reaches(board, from, to) {
                    continue;
                }
                let Some(mut world) = self.gone(from, to, None) else { continue };
                if captures_passed {
                    world.clear(passed_pawn(from, to));
                }
                if !world.is_in_check(board, color) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether `man` is on the square and is still invisible.
    pub fn has_unseen(&self, sq: Sq, man: Man) -> bool {
        self.unseen & bit(sq) != 0 && self.man(sq) == Some(man)
    }

    /// Returns the legal steps of a side's visible men, except castlings and captures en passant.
    #[cfg(test)]
    pub fn visible_steps(&self, board: &Board, color: Color) -> Vec<(Sq, Sq)> {
        let mine = |&from: &Sq| self.man(from).is_some_and(|man| man.color == color);
        let is_legal = |from: Sq, to: Sq| {
            let leads = |world: World| !world.is_in_check(board, color);
            self.reaches(board, from, to) && self.gone(from, to, None).is_some_and(leads)
        };
        let visible = squares(self.placed.occupied & !self.unseen).filter(mine);
        visible
            .flat_map(|from| squares(board.exists).map(move |to| (from, to)))
            .filter(|&(from, to)| is_legal(from, to))
            .collect()
    }

    /// Whether each side has exactly one king.
    #[cfg(test)]
    pub fn has_kings(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let king = Some(Man::new(color, Kind::King));
            squares(self.placed.occupied).filter(|&sq| self.man(sq) == king).count() == 1
        })
    }
}
