//! Legal moves where most questions have quick answers.
//!
//! Most steps have no consequences, cannot uncover the own king and cannot give check. Each of these is decided from
//! facts about the position before the step:
//!
//! * *Range.* A man does not attack a square that its kind could not reach from where it stands if everything stood as
//!   well as it may ([`super::range`]).
//! * *Sight.* Where rules leave to a man what it observes (no mobility, ways, restrictions, rules of check), whether it
//!   attacks the king depends on the squares that its way looks at and on nothing else. The squares at which the men of
//!   a side looked in vain are noted once; a step that touches none of them opens no attack but that of the man itself.
//! * *Spared steps.* Where all aftermath says that it does not follow quiet steps, these are their two effects and
//!   nothing else, and one board serves to try them all.
//!
//! `RuleBook::shortcuts` turns all of this off; the answers are the same.

use super::draft::DraftBoard;
use super::effect::{Move, Step, StepKind};
use super::movegen::Wanted;
use super::position::FairyPosition;
use super::range::Range;
use super::squares::{Sq, Squares};
use super::walk::Walk;
use crate::pieces::{Mode, Piece};
use crate::units::Color;
use std::cell::OnceCell;

/// What the men of a side look at on their ways to the kings of the other, in vain.
struct Sight(Squares);

impl Sight {
    fn is_touched(&self, from: Sq, step: &Step) -> bool {
        self.0.has(from) || self.0.has(step.to) || step.taken.is_some_and(|sq| self.0.has(sq))
    }
}

impl FairyPosition<'_> {
    /// What kinds of men could do at best.
    pub fn range(&self, piece: Piece, side: Color) -> &Range {
        self.book().ranges.of(&self.book().geometry, piece, side)
    }

    /// Who attacks the target has it in its range: it goes as what it is, and does not capture en passant.
    pub fn is_ranged(&self, target: Sq) -> bool {
        self.book().shortcuts
            && self.book().stages.ways.is_empty()
            && self.passing().pawn().is_none_or(|pawn| pawn != target)
    }

    /// `None` when a king of the other side is attacked, or when sight is not all that matters.
    fn sight(&self, by: Color) -> Option<Sight> {
        let stages = &self.book().stages;
        if !stages.sight_is_local() {
            return None;
        }
        let mut squares = Squares::NONE;
        for target in self.board().royals(!by).iter() {
            let is_ranged = self.is_ranged(target);
            for from in self.board().of(by).iter().filter(|&from| from != target) {
                let piece = self.board().man(from).piece();
                if is_ranged && !self.range(piece, by).captures(from).has(target) {
                    continue;
                }
                let attacks = &mut |_| true;
                let mut walk = Walk::new(self, by, from, Some(target), attacks);
                if walk.go_as(piece, from, Mode::Both) {
                    return None;
                }
                squares = squares.or(&walk.looked_at());
                squares.add(from);
            }
        }
        Some(Sight(squares))
    }

    /// The man on the square may give check with its move, and is worth asking.
    fn may_check(&self, sight: &Sight, from: Sq, kings: &Squares) -> bool {
        let (book, side) = (self.book(), self.side());
        let piece = self.board().man(from).piece();
        let range = self.range(piece, side);
        let (ends, captures) = (range.ends(from), range.captures(from));
        let uncovers = sight.0.has(from) || ends.meets(&sight.0) || captures.meets(&sight.0);
        let arrives = kings.iter().any(|king| range.sources(king).meets(ends));
        let castles = self.unmoved().has(from);
        let promotes = piece.is_pawn() && ends.iter().any(|sq| book.promotes(side, self.board().man(from), sq));
        let takes_passing = piece.is_pawn() && self.passing().pawn().is_some();
        let has_consequences = !book.spares_captures() && captures.meets(self.board().of(!side));
        uncovers || arrives || castles || promotes || takes_passing || has_consequences
    }

    /// The legal moves where nothing follows from quiet steps. See [`FairyPosition::each_legal_move`].
    pub fn spared_moves(&self, wanted: Wanted, tell: &mut dyn FnMut(Move, &FairyPosition) -> bool) -> bool {
        let (book, side) = (self.book(), self.side());
        let (own_kings, kings) = (self.board().royals(side), self.board().royals(!side));
        let aim = if wanted == Wanted::Checks { self.sight(side) } else { None };
        let mut men = *self.board().of(side);
        if let Some(aim) = &aim {
            men = men.iter().filter(|&from| self.may_check(aim, from, &kings)).collect();
        }
        let spares_captures = book.spares_captures();
        // What is needed only when some man has a step.
        let guard: OnceCell<Option<Sight>> = OnceCell::new();
        let (mut board, mut drafts) = (None, DraftBoard::default());
        men.iter().any(|from| {
            let man = self.board().man(from);
            let range = self.range(man.piece(), side);
            self.steps(side, from, None, &mut |step| {
                let is_spared = matches!(step.kind, StepKind::Plain | StepKind::Passing(..) | StepKind::EnPassant)
                    && (spares_captures || step.taken.is_none())
                    && from != step.to
                    && !book.promotes(side, man, step.to);
                if !is_spared {
                    let draft = drafts.begin(self, from, step);
                    draft.play_step();
                    return self.follow(draft, 0, &mut |draft| {
                        self.is_finished_legally(draft, wanted) && tell(draft.to_move(), &draft.after)
                    });
                }
                if step.taken.is_some_and(|sq| own_kings.has(sq)) {
                    return false;
                }
                let gives_no_check = aim.as_ref().is_some_and(|aim| {
                    !aim.is_touched(from, &step) && !kings.iter().any(|king| range.sources(king).has(step.to))
                });
                if gives_no_check {
                    return false;
                }
                let guard = guard.get_or_init(|| self.sight(!side));
                let is_safe = !man.is_royal() && guard.as_ref().is_some_and(|guard| !guard.is_touched(from, &step));
                let m = Move::plain(from, step);
                if is_safe && wanted == Wanted::Moves {
                    return tell(m, self);
                }
                let after = board.get_or_insert_with(|| self.clone());
                m.effects.iter().for_each(|&effect| after.apply(effect));
                after.finish(from, step, Some(step.to));
                let stop = (wanted != Wanted::Checks || after.is_in_check(!side))
                    && (is_safe || !after.is_in_check(side))
                    && tell(m, after);
                after.restore(self, m.effects.iter());
                stop
            })
        })
    }
}
