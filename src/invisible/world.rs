//! Worlds: positions with all men known, to which the moves of a line may have led.

use super::men::{Board, Kind, Man, Placed, Sq, Squares, bit, last_rank, passed_pawn, squares};
use super::query::Witness;
use super::view::{Castling, PrintedMove, View};
use crate::board::Color;

/// A move of a man in a world.
#[derive(Clone, Copy)]
pub struct Step {
    from: Sq,
    to: Sq,
    /// The man after the step, which may be a promotion.
    man: Man,
    /// The square of the captured man, as a set; empty without a capture.
    taken: Squares,
    /// The home square and the target square of the rook, if a king castles.
    rook: Option<(Sq, Sq)>,
}

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

    /// Returns the world after the step of a man, which stays invisible if it was.
    fn with(&self, step: Step) -> World {
        let Step { from, to, man, taken, .. } = step;
        let mut world = self.clone();
        let is_double = self.man(from) == Some(man) && man.kind == Kind::Pawn && from.abs_diff(to) == 16;
        world.passed = is_double.then(|| from.midpoint(to));
        world.clear(from);
        squares(taken).for_each(|sq| world.clear(sq));
        world.placed.put(to, man);
        if self.unseen & bit(from) != 0 {
            world.unseen |= bit(to);
        }
        if let Some((from, to)) = step.rook {
            world.clear(from);
            world.placed.put(to, Man { kind: Kind::Rook, ..man });
        }
        world
    }

    fn is_attacked(&self, board: &Board, sq: Sq, by: Color) -> bool {
        self.placed.attackers(board, sq, by, self.placed.occupied).next().is_some()
    }

    /// Returns the squares from which the side's king is attacked.
    #[cfg(test)]
    pub fn checkers(&self, board: &Board, color: Color) -> Squares {
        let attackers = |king| self.placed.attackers(board, king, !color, self.placed.occupied);
        self.placed.king(color).into_iter().flat_map(attackers).fold(0, |set, sq| set | bit(sq))
    }

    #[cfg(test)]
    pub fn is_in_check(&self, board: &Board, color: Color) -> bool {
        self.placed.king(color).is_some_and(|sq| self.is_attacked(board, sq, !color))
    }

    /// Whether a man of the side attacks the square after the step.
    fn is_attacked_after(&self, board: &Board, step: &Step, sq: Sq, by: Color) -> bool {
        if step.rook.is_some() {
            return self.with(*step).is_attacked(board, sq, by);
        }
        let gone = bit(step.from) | step.taken;
        let occupied = self.placed.occupied & !gone | bit(step.to);
        step.man.color == by && board.attackers_past(step.to, sq, occupied).has(step.man)
            || self.placed.attackers(board, sq, by, occupied).any(|from| gone & bit(from) == 0)
    }

    /// Whether the king of the side is in check after the step.
    fn is_check_after(&self, board: &Board, step: &Step, color: Color) -> bool {
        let is_king = step.man == Man::new(color, Kind::King);
        let king = if is_king { Some(step.to) } else { self.placed.king(color) };
        king.is_some_and(|sq| self.is_attacked_after(board, step, sq, !color))
    }

    /// Whether the step mates the side.
    pub fn is_mate_after(&self, board: &Board, step: &Step, color: Color) -> bool {
        self.is_check_after(board, step, color) && self.with(*step).is_mate(board, color)
    }

    /// Returns the step of the man on `from` to `to`; `None` if its way of moving does not lead there, a man is
    /// between, or a man of its side or a king is on `to`.
    fn step(&self, board: &Board, from: Sq, to: Sq, promotion: Option<Kind>) -> Option<Step> {
        let man = self.man(from)?;
        let (ways, taken) = match self.man(to) {
            Some(other) if other.color == man.color || other.kind == Kind::King => return None,
            Some(_) => (board.attackers(from, to), bit(to)),
            None => (board.goers(from, to), 0),
        };
        let reaches = ways.has(man) && board.between(from, to) & self.placed.occupied == 0;
        let man = Man { kind: promotion.unwrap_or(man.kind), ..man };
        reaches.then_some(Step { from, to, man, taken, rook: None })
    }

    /// Returns the capture en passant by the man on `from`, a pawn, to the empty square `to`.
    fn en_passant(&self, from: Sq, to: Sq) -> Option<Step> {
        let man = self.man(from)?;
        Some(Step { from, to, man, taken: bit(passed_pawn(from, to)), rook: None })
    }

    /// Returns the worlds to which the move may lead.
    pub fn after(&self, board: &Board, view: &View, printed: PrintedMove) -> Vec<World> {
        let mut worlds = Vec::new();
        self.each_step(board, view, printed, &mut |step| {
            worlds.push(self.with(step));
            false
        });
        worlds
    }

    /// Calls `visit` with each legal step that the printed move may be in this world. Stops and returns `true` as soon
    /// as `visit` returns `true`.
    pub fn each_step(
        &self,
        board: &Board,
        view: &View,
        printed: PrintedMove,
        visit: &mut dyn FnMut(Step) -> bool,
    ) -> bool {
        let color = view.mover;
        let mut visit = |step: Step| !self.is_check_after(board, &step, color) && visit(step);
        match printed {
            PrintedMove::Goes { from, to, .. } if view.is_en_passant(from, to) => {
                self.en_passant(from, to).is_some_and(visit)
            }
            PrintedMove::PawnTakes { to, .. } if self.unseen & bit(to) == 0 => false,
            PrintedMove::Goes { from, to, promotion, .. } | PrintedMove::PawnTakes { from, to, promotion } => {
                self.step(board, from, to, promotion).is_some_and(visit)
            }
            PrintedMove::Castles { short } => self.castling(board, view, short).is_some_and(visit),
            PrintedMove::UnseenTakes(to) => {
                let captors = self.unseen & self.placed.side(color) & board.sources(to);
                squares(captors).any(|from| self.unseen_steps(board, from, to, &mut visit))
            }
            PrintedMove::UnseenMoves => squares(self.unseen & self.placed.side(color)).any(|from| {
                let targets = board.targets(from) & !view.occupied();
                squares(targets).any(|to| self.unseen_steps(board, from, to, &mut visit))
            }),
        }
    }

    /// Like [`World::each_step`], for the steps of an invisible man from one square to another.
    fn unseen_steps(&self, board: &Board, from: Sq, to: Sq, visit: &mut dyn FnMut(Step) -> bool) -> bool {
        let Some(step) = self.step(board, from, to, None) else { return false };
        if step.man.kind == Kind::Pawn && to >> 3 == last_rank(step.man.color) {
            Kind::PROMOTIONS.into_iter().any(|kind| visit(Step { man: Man { kind, ..step.man }, ..step }))
        } else {
            visit(step)
        }
    }

    fn castling(&self, board: &Board, view: &View, short: bool) -> Option<Step> {
        let color = view.mover;
        let Castling { king, rook, king_to, rook_to } = Castling::of(color, short);
        let has_rook = self.man(rook) == Some(Man::new(color, Kind::Rook));
        let stood = view.plain() & bit(rook) != 0 || self.unmoved & bit(rook) != 0;
        let free = board.between(king, rook) & self.placed.occupied == 0;
        let is_safe = || [king, rook_to].iter().all(|&sq| !self.is_attacked(board, sq, !color));
        let step = Step { from: king, to: king_to, man: self.man(king)?, taken: 0, rook: Some((rook, rook_to)) };
        (has_rook && stood && free && is_safe()).then_some(step)
    }

    /// Whether the side is checked and has no legal move.
    ///
    /// A move of another man than the king captures each checking man, or ends on a square between it and the king. So
    /// only moves to these squares, moves of the king and captures en passant are tried.
    pub fn is_mate(&self, board: &Board, color: Color) -> bool {
        let Some(king) = self.placed.king(color) else { return false };
        let (mut parries, mut is_check) = (board.exists, false);
        for from in self.placed.attackers(board, king, !color, self.placed.occupied) {
            is_check = true;
            parries &= board.between(from, king) | bit(from);
        }
        is_check
            && squares(self.placed.side(color)).all(|from| {
                let passed = self.passed.map_or(0, bit);
                let among = board.targets(from) & if from == king { board.exists } else { parries | passed };
                squares(among).all(|to| !self.parries(board, from, to))
            })
    }

    /// Whether the man on `from` can go to `to`, and its king is not in check afterwards.
    fn parries(&self, board: &Board, from: Sq, to: Sq) -> bool {
        let Some(man) = self.man(from) else { return false };
        let captures_passed =
            man.kind == Kind::Pawn && self.passed == Some(to) && board.pawn_attacks(man.color, from) & bit(to) != 0;
        let step = if captures_passed { self.en_passant(from, to) } else { self.step(board, from, to, None) };
        step.is_some_and(|step| !self.is_check_after(board, &step, man.color))
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
            self.step(board, from, to, None).is_some_and(|step| !self.is_check_after(board, &step, color))
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
