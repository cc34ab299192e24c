//! Tests of attack, observation and check.

use crate::fairy::board::squares::Sq;
use crate::fairy::moves::effect::{Step, StepKind};
use crate::fairy::moves::move_builder::{MoveBuilder, TrialBoard};
use crate::fairy::position::FairyPosition;
use crate::fairy::steps::range::capturing;
use crate::pieces::Piece;
use crate::units::Color;
use std::cell::OnceCell;

impl FairyPosition<'_> {
    pub fn is_in_check(&self, side: Color) -> bool {
        let royals = self.board().royals(side);
        self.is_in_check_when(side, royals.iter().any(|sq| self.is_attacked(sq, !side)))
    }

    /// Whether `side` is in check under the rules about checks ([`CheckRule`](crate::fairy::rules::stages::CheckRule)).
    /// `attacked` is whether its royal men are attacked.
    pub(in crate::fairy) fn is_in_check_when(&self, side: Color, attacked: bool) -> bool {
        self.book().stages.checks.iter().fold(attacked, |check, rule| rule.is_check(self, side, check))
    }

    /// Whether a man of `by` attacks the target: whether it could capture there as the test for check demands. All
    /// restrictions apply, and under some rules the capture is played with all its consequences.
    pub fn is_attacked(&self, target: Sq, by: Color) -> bool {
        if let Some(attacked) = self.is_attacked_on_plane(target, by) {
            return attacked;
        }
        if !self.book().stages.sight_is_plain() || !self.captures_in_range(target) || !self.is_whole() {
            return self.in_range(by, target).any(|from| self.attacks(by, from, target));
        }
        let board = self.board();
        board.of(by).iter().any(|from| {
            let known = self.range(board.man(from).piece(), by).capture(from, target);
            let known = self.with_sightlines(known, by, from, target);
            from != target
                && match self.arrives(known, from, target) {
                    Some(arrives) => arrives,
                    None => self.steps(by, from, Some(target), &mut |_| true),
                }
        })
    }

    /// Whether a man of `by` would attack the target if the man on `gone`, which is not on the target, were not there.
    /// `None` if the rules or the men require that the man is really taken off the board to find out.
    pub fn is_attacked_without(&self, gone: Sq, target: Sq, by: Color) -> Option<bool> {
        if !self.book().stages.sight_is_plain() || !self.captures_in_range(target) || !self.is_whole() {
            return None;
        }
        let board = self.board();
        let mut men = board.occupied();
        men.remove(gone);
        for from in board.of(by).iter().filter(|&from| from != target && from != gone) {
            let known = self.range(board.man(from).piece(), by).capture(from, target);
            let known = self.with_sightlines(known, by, from, target);
            if known.is_fulfilled(from, target, |sq| !men.has(sq), || men)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether mobility rules and restrictions allow the step of the man on `from`.
    pub fn may_make(&self, side: Color, from: Sq, step: &Step) -> bool {
        let stages = &self.book().stages;
        let man = self.board().man(from);
        stages.mobility.iter().all(|stage| stage.is_free(self, side, from, man))
            && stages.restrictions.iter().all(|stage| stage.allows(self, side, from, man, step))
    }

    /// Like [`FairyPosition::is_attacked`], but for the man on `from` only.
    pub fn attacks(&self, by: Color, from: Sq, target: Sq) -> bool {
        if from == target {
            return false;
        }
        if let Some(plane) = self.plane_of(self.board().man(from)) {
            return !plane.board().is_empty(target) && plane.attacks(by, from, target);
        }
        let stages = &self.book().stages;
        let attacker = OnceCell::new();
        let played = |step: Step| {
            let attacker: &Option<FairyPosition> = attacker.get_or_init(|| self.in_thought(by));
            attacker.as_ref().is_none_or(|attacker| attacker.capture_succeeds(from, step))
        };
        let known = |step: &Step| {
            let may_be_known = self.book().shortcuts && self.board().man(target).is_royal();
            if may_be_known { stages.lets_take_king(self, by, from, step) } else { None }
        };
        let succeeds = |step: Step| !stages.checks_are_played || known(&step).unwrap_or_else(|| played(step));
        match self.could_capture(by, from, target) {
            Some(false) => false,
            Some(true) => {
                let step = capturing(from, target);
                self.may_make(by, from, &step) && succeeds(step)
            }
            None => self.steps(by, from, Some(target), &mut |step| succeeds(step)),
        }
    }

    /// Whether the capture is an attack when it is played with all its consequences: some outcome is possible and, if a
    /// royal man is captured, its side has fewer royal men afterwards.
    fn capture_succeeds(&self, from: Sq, step: Step) -> bool {
        let mut draft = MoveBuilder::new(self, from, step);
        let takes_royal = draft.captured.is_some_and(|(man, _)| man.is_royal());
        draft.play_step();
        let royals = |position: &FairyPosition| position.board().royals(!self.side()).count();
        self.follow_to(&mut draft, 0, &mut |end| {
            self.stands_for_checks(end) && (!takes_royal || royals(&end.after) < royals(self))
        })
    }

    /// Whether the side to move could capture on the target with an outcome that counts as an attack and for which
    /// `is_so` returns `true`.
    pub fn could_capture_so(&self, target: Sq, is_so: &dyn Fn(&MoveBuilder) -> bool) -> bool {
        let mut drafts = TrialBoard::default();
        self.in_range(self.side(), target).any(|from| {
            self.steps(self.side(), from, Some(target), &mut |step| {
                let draft = drafts.begin(self, from, step);
                draft.play_step();
                self.follow_to(draft, 0, &mut |end| self.stands_for_checks(end) && is_so(end))
            })
        })
    }

    /// Whether a capture with this outcome counts as an attack: no legality rule that applies to checks, too, forbids
    /// it ([`Legality::binds_checks`](crate::fairy::rules::stages::Legality::binds_checks)).
    fn stands_for_checks(&self, end: &MoveBuilder) -> bool {
        self.book().stages.legality.iter().all(|stage| !stage.binds_checks() || stage.is_legal(end))
    }

    /// Whether the man on `from` observes the target: it could capture there by its way of moving. Rules that take away
    /// a man's power to move are ignored, and so are restrictions that do not count for observation.
    pub fn observes(&self, by: Color, from: Sq, target: Sq) -> bool {
        if from == target {
            return false;
        }
        match self.could_capture(by, from, target) {
            Some(false) => false,
            Some(true) => {
                let (man, step) = (self.board().man(from), capturing(from, target));
                let mut binding = self.book().stages.restrictions.iter().filter(|stage| stage.binds_observation());
                binding.all(|stage| stage.allows(self, by, from, man, &step))
            }
            None => self.bare_steps(by, from, Some(target), &mut |_| true),
        }
    }

    pub fn is_observed(&self, target: Sq, by: Color) -> bool {
        self.in_range(by, target).any(|from| self.observes(by, from, target))
    }

    /// Whether a man of `by` that moves as `piece` observes the target by this way of moving. Captures en passant count
    /// only if `en_passant` is set.
    pub fn is_observed_by_kind(&self, target: Sq, piece: Piece, by: Color, en_passant: bool) -> bool {
        let board = self.board();
        if self.captures_in_range(target) && self.book().stages.ways.is_empty() {
            // Each man moves as itself, and none captures the target en passant.
            let mut men = self.sources_within(by, piece, target).iter();
            return men.any(|from| board.man(from).piece() == piece && self.observes(by, from, target));
        }
        board.of(by).iter().any(|from| {
            let man = board.man(from);
            from != target
                && (!self.is_ranged(man, target)
                    || man.piece() == piece && self.range(piece, by).captures(from).has(target))
                && self.bare_steps_as(Some(piece), by, from, Some(target), &mut |step| {
                    en_passant || step.kind != StepKind::EnPassant
                })
        })
    }
}
