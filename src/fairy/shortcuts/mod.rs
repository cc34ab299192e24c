//! Generation of legal moves that avoids playing most of them.
//!
//! Most steps have no consequences, cannot uncover a king of their side and cannot give check. Each of these facts
//! follows from the position before the step:
//!
//! * *Range.* A man does not attack a square that its piece could not reach even if the other men were placed as
//!   favourably as possible ([`crate::fairy::steps::range`]).
//! * *Check info.* Under most rules ([`crate::fairy::rules::stages::Stages::sight_is_local`]), an attack on the king
//!   depends only on the squares that the man's way of moving examines. The squares that a side's men examine without
//!   finding an attack are collected once. A step that touches none of them opens no attack except by the moving man.
//!   If a man attacks the king, a step that touches none of the squares that this man examines leaves the king
//!   attacked.
//! * *Spared steps.* A step is spared if no rule adds consequences to it. Its effects are the removal of the captured
//!   man, if any, and the movement alone, and one board serves to try all such steps.
//! * *Judged checks.* Some rules judge a move by its results, but only if it gives check
//!   ([`crate::fairy::rules::stages::Legality::judges_only_checks`]). Spared steps that certainly give no check are not
//!   shown to them.
//! * *Judged steps.* Some rules forbid a step whatever follows from it
//!   ([`crate::fairy::rules::stages::Legality::forbids`]); such a step is not played. If they forbid no other step without
//!   consequences, one board serves for those that they allow, too.
//! * *Steps without check.* Where only checking moves are wanted, a step without consequences is left out if it touches
//!   no square on which the attacks on the enemy king depend, and its man could not attack the king afterwards. The
//!   step of an enemy man, which some rules permit, can give check only by touching such a square.
//!
//! `RuleBook::shortcuts` turns all of this off; the answers stay the same.

pub mod bound;
pub mod check_info;
pub mod chess;
pub mod mating_net;
pub mod reply_pruning;
pub mod siege;

use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::moves::effect::{Move, Step, StepKind};
use crate::fairy::moves::move_builder::{MoveBuilder, TrialBoard};
use crate::fairy::moves::movegen::Filters;
use crate::fairy::moves::wanted::Wanted;
use crate::fairy::position::FairyPosition;
use crate::fairy::steps::range::{Capture, Range, between};
use crate::units::Color;
use check_info::{CheckInfo, Outlook};
use mating_net::{LastMoves, Sieve};
use reply_pruning::Spares;

/// The kinds of steps that are spared under the rules.
#[derive(Clone, Copy)]
struct SparedKinds {
    /// Whether rules add no consequences to any quiet step.
    all: bool,
    /// Whether only steps are spared about which [`crate::fairy::rules::stages::Legality::forbids`] decides.
    only_judged: bool,
}

impl FairyPosition<'_> {
    /// Whether a check requires that a man on this board attacks the king, and whether mate and stalemate depend on
    /// this board alone: not on former positions, a second plane, a rule that makes men immobile, a change demanded
    /// before the move, or vanished squares.
    fn has_plain_checks(&self) -> bool {
        let (book, stages) = (self.book(), &self.book().stages);
        stages.prelude.is_none()
            && !book.remembers_past
            && !stages.has_planes
            && self.is_whole()
            && stages.immobility.is_empty()
            && stages.checks.iter().all(|rule| rule.needs_attack())
    }

    /// Whether a man of this range, moving as its own piece, might attack the king on `king` after it has made `step`,
    /// which has no consequences. `false` is proved.
    ///
    /// Such a step changes only its own squares, and a man that has just moved cannot capture a king en passant.
    fn might_attack_after(&self, range: &Range, from: Sq, step: &Step, king: Sq) -> bool {
        match range.capture(step.to, king) {
            Capture::Never => false,
            Capture::IfClear if self.is_whole() => {
                let leaves = |sq| sq == from || step.taken == Some(sq);
                between(step.to, king).all(|sq| self.board().is_empty(sq) || leaves(sq))
            }
            _ => true,
        }
    }

    /// Whether a step of a man of side `by`, made by the side to move, certainly attacks no enemy king. `aim` holds the
    /// present attacks on enemy kings, of which there are none.
    pub(in crate::fairy) fn gives_no_check(&self, aim: &CheckInfo, by: Color, from: Sq, step: &Step) -> bool {
        let (stages, side, man) = (&self.book().stages, self.side(), self.board().man(from));
        let kings = self.board().royals(!side);
        if aim.attacks || kings.has(from) || aim.is_touched(from, step) {
            return false;
        }
        let range = self.range(man.piece(), side);
        let is_far = || {
            man.is_only_of(!side)
                || stages.goes_as_it_is(man)
                    && !kings.iter().any(|king| self.might_attack_after(range, from, step, king))
        };
        is_far() && self.leaves_all_else(by, from, step)
    }

    /// Whether a move of the man on `from` might change a square on which the attacks in `sight` depend, or might have
    /// other effects than its step.
    fn may_touch(&self, sight: &CheckInfo, from: Sq) -> bool {
        let (book, side) = (self.book(), self.side());
        let man = self.board().man(from);
        let range = self.range(man.piece(), side);
        let (ends, captures) = (range.ends(from), range.captures(from));
        !book.stages.all_quiet_steps_are_spared()
            || sight.squares.has(from)
            || ends.meets(&sight.squares)
            || captures.meets(&sight.squares)
            || self.unmoved().has(from)
            || man.piece().is_pawn()
                && (self.passing().pawn().is_some() || ends.iter().any(|sq| book.promotes(side, man, sq)))
            || !book.spares_captures() && captures.meets(self.board().of(!side))
    }

    /// Whether a step of `side` has no effects except movement and capture, provided that rules give quiet steps no
    /// consequences.
    pub(in crate::fairy) fn is_without_consequences(&self, side: Color, from: Sq, step: &Step) -> bool {
        let book = self.book();
        (step.taken.is_none() || book.spares_captures())
            && from != step.to
            && !book.promotes(side, self.board().man(from), step.to)
    }

    /// Whether the step of the side to move, made by `man` on `from`, is spared: its effects are the movement and the
    /// capture alone, and no rule needs to judge the move after it, except those that judge checks.
    fn is_spared(&self, from: Sq, man: Man, step: &Step, kinds: SparedKinds) -> bool {
        let (side, aftermath) = (self.side(), &self.book().stages.aftermath);
        matches!(step.kind, StepKind::Plain | StepKind::Passing(..) | StepKind::EnPassant)
            && (!kinds.only_judged || step.taken.is_none_or(|sq| sq == step.to))
            && self.is_without_consequences(side, from, step)
            && (kinds.all
                || step.taken.is_none() && aftermath.iter().all(|(_, rule)| rule.spares(self, side, from, man, step)))
    }

    /// Whether `m`, a move that the side to move has in another position, is possible here, too, and has no
    /// consequences. Self-check is not tested. Also `false` if more than the step decides this under the rules.
    pub fn has_plain_step(&self, m: &Move) -> bool {
        let (book, side) = (self.book(), self.side());
        book.shortcuts
            && book.spares_quiet_steps()
            && self.all_may_be_played()
            && m.step.kind == StepKind::Plain
            && m.step.taken.is_none_or(|sq| !self.board().royals(side).has(sq))
            && self.board().man(m.from).is_of(side)
            && self.is_without_consequences(side, m.from, &m.step)
            && *m == Move::plain(m.from, m.step)
            && self.steps(side, m.from, None, &mut |step| step == m.step)
    }

    /// Calls `take` with the legal moves for which `is_wanted` returns `true`. Stops and returns `true` as soon as
    /// `take` does. If self-check is expensive to test, only wanted moves are tested for it.
    pub fn each_legal_move_that(
        &self,
        is_wanted: &mut dyn FnMut(&Move) -> bool,
        take: &mut dyn FnMut(Move) -> bool,
    ) -> bool {
        let stages = &self.book().stages;
        if !self.all_may_be_played() || stages.sight_is_local(self) || !self.book().shortcuts {
            return self.each_legal_move(&mut |m| is_wanted(&m) && take(m));
        }
        let outlook = if self.book().foresees() { self.outlook(Wanted::Moves) } else { Outlook::default() };
        self.ends(Filters::default(), Wanted::Moves, &mut |draft| {
            let m = draft.to_move();
            is_wanted(&m)
                && stages.legality.iter().all(|stage| stage.is_legal(draft))
                && self.is_finished_legally(draft, Wanted::Moves, &outlook)
                && take(m)
        })
    }

    /// Returns those of `men` whose moves need to be tried. If `aim` is given, men that cannot give check are left out.
    /// If `guard` is given and shows that the side to move is in check, men that cannot parry are left out.
    fn worth_trying(&self, mut men: Squares, aim: Option<&CheckInfo>, guard: Option<&CheckInfo>) -> Squares {
        let side = self.side();
        if let Some(aim) = aim {
            let kings = self.board().royals(!side);
            let arrives = |from| {
                let range = self.range(self.board().man(from).piece(), side);
                kings.iter().any(|king| range.sources(king).meets(range.ends(from)))
            };
            men = men.iter().filter(|&from| kings.has(from) || arrives(from) || self.may_touch(aim, from)).collect();
        }
        if let Some(guard) = guard.filter(|guard| guard.attacks) {
            let own_kings = self.board().royals(side);
            men = men.iter().filter(|&from| own_kings.has(from) || self.may_touch(guard, from)).collect();
        }
        men
    }

    /// Returns the men of the side to move whose moves need to be tried: those with a step that the sieve does not
    /// exclude, and those that may have a move that is more than a step, for instance with consequences.
    pub(in crate::fairy) fn worth_trying_for(&self, sieve: &Sieve) -> Squares {
        let men = self.board().of(self.side()).iter();
        men.filter(|&from| self.may_do_more(from) || !sieve.ends(self, from).is_empty()).collect()
    }

    /// Whether the man on `from` may have a move that is more than a step to a square with, at most, a capture on that
    /// square.
    fn may_do_more(&self, from: Sq) -> bool {
        let (book, side) = (self.book(), self.side());
        let man = self.board().man(from);
        let stages = &book.stages;
        let is_spared = stages.aftermath.iter().all(|(_, aftermath)| {
            let footprint = aftermath.footprint();
            footprint.spares_quiet_steps || footprint.keeps_to_chess
        });
        if !stages.goes_as_it_is(man) || self.unmoved().has(from) || book.tells_hurdles || !is_spared {
            return true;
        }
        let range = self.range(man.piece(), side);
        let victims = if stages.own_men_are_taken { self.board().occupied() } else { *self.board().of(!side) };
        let is_plain_capture = book.spares_captures() && range.captures_on_arrival(from);
        !is_plain_capture && range.captures(from).meets(&victims)
            || man.piece().is_pawn()
                && (self.passing().pawn().is_some() || range.ends(from).iter().any(|sq| book.promotes(side, man, sq)))
    }

    /// Whether the man of the side to move cannot attack a king of its own side after the step. A neutral man might,
    /// from its target square.
    fn leaves_own_kings_alone(&self, from: Sq, man: Man, step: &Step) -> bool {
        let side = self.side();
        // The range means nothing for a man that may move as another piece.
        if man.is_only_of(side) || !self.book().stages.ways.is_empty() {
            return man.is_only_of(side);
        }
        let range = self.range(man.piece(), !side);
        !self.board().royals(side).iter().any(|king| self.might_attack_after(range, from, step, king))
    }

    /// Whether no legality rule forbids a completely played move. `false` also for moves that `wanted` does not select
    /// or that leave their side in check, if this is found first.
    fn is_allowed(&self, draft: &mut MoveBuilder, wanted: Wanted, outlook: &Outlook) -> bool {
        if !self.book().judges_checks() {
            return self.is_lawful(draft);
        }
        let [checks, is_in_check] =
            draft.when_finished(|draft| [outlook.gives_check(draft), outlook.leaves_in_check(draft)]);
        if checks {
            return !is_in_check && self.is_lawful(draft);
        }
        let mut others = self.book().stages.legality.iter().filter(|rule| !rule.judges_only_checks());
        wanted != Wanted::Checks && others.all(|rule| rule.is_legal(draft))
    }

    /// Like [`FairyPosition::each_legal_move`], but faster under rules that add no consequences to most quiet steps.
    /// Passes the position after each move, too. Leaves out moves that `wanted` does not select, and some that the
    /// filters in `last` exclude.
    pub fn spared_moves(
        &self,
        wanted: Wanted,
        last: LastMoves,
        take: &mut dyn FnMut(Move, &FairyPosition) -> bool,
    ) -> bool {
        let (book, side) = (self.book(), self.side());
        let (own_kings, kings) = (self.board().royals(side), self.board().royals(!side));
        let LastMoves { whom, sieve } = last;
        let tried = sieve.map(|sieve| self.worth_trying_for(sieve));
        if tried.as_ref().is_some_and(Squares::is_empty) {
            return false;
        }
        let outlook = self.outlook(wanted);
        // If there are check rules, attacks alone decide nothing.
        let told = book.stages.checks.is_empty().then_some(&outlook);
        let (aim, guard) = (told.and_then(|told| told.aim.as_ref()), told.and_then(|told| told.guard.as_ref()));
        let (wants_checks, judges_checks) = (wanted == Wanted::Checks, book.judges_checks());
        // The range means nothing for a man that may move as another piece.
        let goes_as_it_is = book.stages.ways.is_empty();
        let mut men = tried.unwrap_or(*self.board().of(side));
        if goes_as_it_is {
            men = self.worth_trying(men, aim.filter(|_| wants_checks), guard);
        }
        let mut spares = None;
        let kinds = SparedKinds { all: book.stages.all_quiet_steps_are_spared(), only_judged: book.judges_steps() };
        let (mut board, mut drafts) = (None, TrialBoard::default());
        self.in_order(&men, wanted).any(|from| {
            let man = self.board().man(from);
            let range = self.range(man.piece(), side);
            let ends = sieve.map(|sieve| sieve.ends(self, from));
            self.steps(side, from, None, &mut |step| {
                let is_spared = self.is_spared(from, man, &step, kinds);
                let is_excluded = step.taken.is_some_and(|sq| own_kings.has(sq))
                    || ends.is_some_and(|ends| !ends.has(step.to)) && step.taken.is_none_or(|sq| sq == step.to);
                if is_spared && is_excluded || kinds.only_judged && self.is_forbidden(side, from, Some(&step)) {
                    return false;
                }
                // Only the man itself can give check, unless it is a neutral king.
                let is_alone = is_spared && !kings.has(from) && aim.is_some_and(|aim| !aim.is_touched(from, &step));
                let is_quiet = is_alone
                    && goes_as_it_is
                    && !kings.iter().any(|king| self.might_attack_after(range, from, &step, king));
                if !is_spared || judges_checks && !is_quiet {
                    let draft = drafts.begin(self, from, step);
                    draft.play_step();
                    let is_legal = &mut |end: &mut MoveBuilder| {
                        self.is_allowed(end, wanted, &outlook) && self.is_finished_legally(end, wanted, &outlook)
                    };
                    return self.follow_to(draft, 0, &mut |end| is_legal(end) && take(end.to_move(), &end.after));
                }
                if is_quiet && wants_checks {
                    return false;
                }
                let undisturbed = guard.filter(|guard| !man.is_royal() && !guard.is_touched(from, &step));
                if undisturbed.is_some_and(|guard| guard.attacks) {
                    return false;
                }
                let is_safe = undisturbed.is_some() && self.leaves_own_kings_alone(from, man, &step);
                if is_safe && matches!(wanted, Wanted::Moves | Wanted::Any) {
                    return take(Move::plain(from, step), self);
                }
                let after = board.get_or_insert_with(|| self.to_try_moves());
                if let Some(who) = whom
                    && spares.get_or_insert_with(|| Spares::new(self, who)).survive(after, from, &step, range)
                {
                    return false;
                }
                let effects = step.plain_effects(from);
                effects.iter().for_each(|&effect| after.apply(effect));
                after.finish(from, step, &effects, Some(step.to));
                let gives_check = |after: &FairyPosition| match is_alone {
                    true => kings.iter().any(|king| after.attacks(side, step.to, king)),
                    false => after.is_in_check(!side),
                };
                let stop = (!wants_checks || gives_check(after))
                    && (is_safe || !after.is_in_check(side))
                    && take(Move::plain(from, step), after);
                after.restore(self, effects.iter());
                stop
            })
        })
    }
}
