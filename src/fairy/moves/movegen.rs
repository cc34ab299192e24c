//! Generation of legal moves from the steps of men: restricts the steps, adds consequences, tests legality, and applies
//! the rules by which only some of the legal moves may be played.
//!
//! The generators pass each result to a callback `take`. They stop and return `true` as soon as it returns `true`.

use super::effect::{Effect, Move, Step, StepKind};
use super::move_builder::{MoveBuilder, TrialBoard};
use super::wanted::Wanted;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::position::FairyPosition;
use crate::fairy::rules::planes::Planes;
use crate::fairy::rules::stages::{Selection, Way, WayList};
use crate::fairy::shortcuts::check_info::{CheckInfo, Outlook};
use crate::fairy::shortcuts::mating_net::{LastMoves, Sieve};
use crate::fairy::shortcuts::reply_pruning::Who;
use crate::fairy::steps::range::capturing;
use crate::fairy::steps::walk::Walk;
use crate::pieces::{Mode, Piece};
use crate::units::Color;
use smallvec::{SmallVec, smallvec};
use std::cmp::Reverse;

/// Filters for steps, applied before they are played.
#[derive(Clone, Copy, Default)]
pub(in crate::fairy) struct Filters<'a> {
    /// Leaves out steps of the side to move that it proves useless.
    pub sieve: Option<&'a Sieve>,
    /// Leaves out steps that give no check. The enemy king is in check only if attacked, and is not attacked now.
    pub aim: Option<&'a CheckInfo>,
}

impl Filters<'_> {
    /// Whether the step of a man of side `by` is certainly illegal, or useless because it gives no check.
    fn excludes(&self, position: &FairyPosition, by: Color, from: Sq, step: &Step) -> bool {
        self.aim.is_some_and(|aim| position.gives_no_check(aim, by, from, step))
            || position.is_forbidden(by, from, Some(step))
    }
}

impl FairyPosition<'_> {
    /// Calls `take` with the steps of the man on `from` when `side` moves it. With a `target`, reports only captures
    /// there, as if an enemy man were on that square.
    pub fn steps(&self, side: Color, from: Sq, target: Option<Sq>, take: &mut dyn FnMut(Step) -> bool) -> bool {
        if self.is_late() {
            return false;
        }
        let stages = &self.book().stages;
        let man = self.board().man(from);
        if let Some(plane) = self.plane_of(man) {
            let is_out_of_reach =
                target.is_some_and(|target| !self.board().is_empty(target) && plane.board().is_empty(target));
            return !is_out_of_reach
                && plane.steps(side, from, target, &mut |step| self.is_free_beyond(&step) && take(step));
        }
        if stages.mobility.is_empty() && stages.restrictions.is_empty() && !stages.origins_are_silent {
            return self.ways_of(side, from, man, target, take);
        }
        let mut free = None;
        let mut known_steps = Vec::new();
        let mut told = |step: Step| {
            let is_free =
                *free.get_or_insert_with(|| stages.mobility.iter().all(|stage| stage.is_free(self, side, from, man)));
            if !is_free || !stages.restrictions.iter().all(|stage| stage.allows(self, side, from, man, &step)) {
                return false;
            }
            if !stages.origins_are_silent {
                return take(step);
            }
            let origin = if self.goes_like_castling(from, &step) { step.origin } else { from };
            let told = Step { origin, ..step };
            let known = known_steps.contains(&told);
            known_steps.push(told);
            !known && take(told)
        };
        self.ways_of(side, from, man, target, &mut told)
    }

    /// Like [`FairyPosition::steps`], but reports what the man observes. Rules that take away a man's power to move
    /// ([`Mobility`](crate::fairy::rules::stages::Mobility)) are ignored. So are restrictions and ways of moving that
    /// do not count for observation.
    pub fn bare_steps(&self, side: Color, from: Sq, target: Option<Sq>, take: &mut dyn FnMut(Step) -> bool) -> bool {
        self.bare_steps_as(None, side, from, target, take)
    }

    /// Like [`FairyPosition::bare_steps`]. If `piece` is given, reports only the steps that the man makes when it moves
    /// as that piece.
    pub(in crate::fairy) fn bare_steps_as(
        &self,
        piece: Option<Piece>,
        side: Color,
        from: Sq,
        target: Option<Sq>,
        take: &mut dyn FnMut(Step) -> bool,
    ) -> bool {
        let stages = &self.book().stages;
        let man = self.board().man(from);
        let mut told = |step: Step| {
            stages
                .restrictions
                .iter()
                .all(|stage| !stage.binds_observation() || stage.allows(self, side, from, man, &step))
                && take(step)
        };
        let mut walk = Walk::new(self, side, from, target, &mut told);
        if stages.ways.is_empty() {
            return piece.is_none_or(|piece| piece == man.piece()) && walk.go_as(man.piece(), from, Mode::Both);
        }
        self.observing_ways(side, from, man)
            .iter()
            .filter(|way| piece.is_none_or(|piece| piece == way.piece))
            .any(|way| walk.go_as(way.piece, way.origin, way.mode))
    }

    /// Returns the kinds of piece by whose way of moving the man on `from` can capture the man on `target` when `side`
    /// moves it. Conditions may let a man move as other pieces than its own. The result is empty if it cannot capture.
    pub fn attacks_as(&self, side: Color, from: Sq, target: Sq) -> Vec<Piece> {
        let stages = &self.book().stages;
        let man = self.board().man(from);
        let known = self.could_capture(side, from, target);
        if from == target
            || known == Some(false)
            || !stages.mobility.iter().all(|stage| stage.is_free(self, side, from, man))
        {
            return Vec::new();
        }
        let mut allowed =
            |step: Step| stages.restrictions.iter().all(|stage| stage.allows(self, side, from, man, &step));
        if known == Some(true) {
            return if allowed(capturing(from, target)) { vec![man.piece()] } else { Vec::new() };
        }
        let mut ways = self.observing_ways(side, from, man);
        ways.retain(|way: &mut Way| {
            Walk::new(self, side, from, Some(target), &mut allowed).go_as(way.piece, way.origin, way.mode)
        });
        ways.into_iter().map(|way| way.piece).collect()
    }

    /// Returns the ways of moving that determine what the man on `from` observes. Conditions that change only its moves
    /// ([`Ways::leaves_observation`](crate::fairy::rules::stages::Ways::leaves_observation)) are ignored.
    fn observing_ways(&self, side: Color, from: Sq, man: Man) -> WayList {
        let mut ways: WayList = smallvec![Way { origin: from, piece: man.piece(), mode: Mode::Both }];
        for stage in self.book().stages.ways.iter().filter(|stage| !stage.leaves_observation()) {
            stage.ways(self, side, from, man, &mut ways);
        }
        ways
    }

    /// Calls `take` with the steps that the man on `home` would have if `side` moved it in the given way. The man may
    /// belong to either side.
    pub fn steps_as(&self, side: Color, home: Sq, way: Way, take: &mut dyn FnMut(Step) -> bool) -> bool {
        Walk::new(self, side, home, None, take).go_as(way.piece, way.origin, way.mode)
    }

    fn ways_of(&self, side: Color, from: Sq, man: Man, target: Option<Sq>, take: &mut dyn FnMut(Step) -> bool) -> bool {
        let stages = &self.book().stages;
        if stages.ways.is_empty() {
            let known = if target.is_none() { self.follow_route(side, from, man.piece(), take) } else { None };
            return known
                .unwrap_or_else(|| Walk::new(self, side, from, target, take).go_as(man.piece(), from, Mode::Both));
        }
        let mut ways: WayList = smallvec![Way { origin: from, piece: man.piece(), mode: Mode::Both }];
        for stage in &stages.ways {
            match target {
                None => stage.ways(self, side, from, man, &mut ways),
                Some(target) => stage.ways_to(self, side, from, target, &mut ways),
            }
        }
        if let Some(target) = target {
            ways.retain(|way| self.might_capture(side, way.piece, way.origin, target));
        }
        if let [way @ Way { mode: Mode::Both, .. }] = ways[..]
            && (target, way.origin) == (None, from)
            && let Some(is_done) = self.follow_route(side, from, way.piece, take)
        {
            return is_done;
        }
        if let [way] = ways[..] {
            return Walk::new(self, side, from, target, take).go_as(way.piece, way.origin, way.mode);
        }
        // The caller removes duplicates, after restrictions that may depend on the origin.
        if stages.origins_are_silent {
            let mut walk = Walk::new(self, side, from, target, take);
            return ways.iter().any(|way| walk.go_as(way.piece, way.origin, way.mode));
        }
        // One step in several ways from one square is one move. So is a step from the man's square and from
        // another, unless `other_origins_are_printed`.
        let mut told: Vec<Step> = Vec::new();
        let mut once = |step: Step| {
            let is_same = |other: &Step| (other.to, other.taken) == (step.to, step.taken);
            let own = if stages.other_origins_are_printed { step.origin } else { from };
            let known = told.iter().any(|other| is_same(other) && [own, step.origin].contains(&other.origin));
            if !known {
                told.push(step);
            }
            !known && take(step)
        };
        let mut walk = Walk::new(self, side, from, target, &mut once);
        ways.iter().any(|way| walk.go_as(way.piece, way.origin, way.mode))
    }

    /// Whether the man on `from`, moving as `piece`, could make the step.
    pub fn goes_as(&self, side: Color, from: Sq, piece: Piece, step: Step) -> bool {
        Walk::new(self, side, from, None, &mut |other| other == step).go_as(piece, from, Mode::Both)
    }

    /// Calls `take` with the moves of the side to move, with all their consequences. Legality rules are applied, but
    /// self-check is not tested. All moves are reported; `wanted` affects only their order.
    pub fn drafts(&self, wanted: Wanted, take: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        self.ends(Filters::default(), wanted, &mut |end| self.is_lawful(end) && take(end))
    }

    /// Like [`FairyPosition::drafts`], but does not apply legality rules: they forbid some of the moves, and others are
    /// left out. Leaves out the steps that `filters` prove useless to the caller.
    pub(in crate::fairy) fn ends(
        &self,
        filters: Filters,
        wanted: Wanted,
        take: &mut dyn FnMut(&mut MoveBuilder) -> bool,
    ) -> bool {
        let changes = self.book().stages.prelude.as_ref().map_or(Vec::new(), |prelude| prelude.changes(self));
        if changes.is_empty() {
            return self.ends_after(None, filters, wanted, take);
        }
        changes.into_iter().any(|change| {
            let mut changed = self.clone();
            changed.apply(change);
            changed.ends_after(Some(change), Filters::default(), wanted, take)
        })
    }

    /// Like [`FairyPosition::ends`], in a position to which `change` has already been applied: a change that a rule
    /// demands before the move. It becomes the first effect of each move. `None` if no rule demands one.
    fn ends_after(
        &self,
        change: Option<Effect>,
        filters: Filters,
        wanted: Wanted,
        take: &mut dyn FnMut(&mut MoveBuilder) -> bool,
    ) -> bool {
        let side = self.side();
        if self.extra_ends(filters, take) {
            return true;
        }
        let men = filters.sieve.map_or(*self.board().of(side), |sieve| self.worth_trying_for(sieve));
        let (mut drafts, planes) = (TrialBoard::default(), Planes::new(self));
        self.in_order(&men, wanted).any(|from| {
            if self.is_forbidden(side, from, None) {
                return false;
            }
            let ends = filters.sieve.map(|sieve| sieve.ends(self, from));
            planes.steps(from, &mut |step| {
                let is_useless = ends.is_some_and(|ends| !ends.has(step.to)) && self.leaves_all_else(side, from, &step)
                    || filters.excludes(self, side, from, &step);
                if is_useless {
                    return false;
                }
                let draft = drafts.begin(self, from, step);
                if let Some(change) = change {
                    draft.effects.push(change);
                }
                draft.play_step();
                self.follow_to(draft, 0, take)
            })
        })
    }

    /// The part of [`FairyPosition::ends_after`] for the moves that rules generate.
    fn extra_ends(&self, filters: Filters, take: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let (other, board) = (!self.side(), self.board());
        self.book().stages.extra.iter().any(|extra| {
            if !self.book().shortcuts || !extra.are_enemy_steps() {
                return extra.moves(self, &mut |draft| self.follow_to(draft, 0, take));
            }
            let mut drafts = TrialBoard::default();
            board.of(other).without(board.of(!other)).iter().any(|from| {
                self.steps(other, from, None, &mut |step| {
                    !filters.excludes(self, other, from, &step) && {
                        let draft = drafts.begin(self, from, step);
                        draft.side = other;
                        draft.play_step();
                        self.follow_to(draft, 0, take)
                    }
                })
            })
        })
    }

    /// Whether a legality rule certainly forbids the side to move this step of a man of side `by`, or every step of the
    /// man if `step` is `None`.
    pub(in crate::fairy) fn is_forbidden(&self, by: Color, from: Sq, step: Option<&Step>) -> bool {
        let book = self.book();
        book.shortcuts && book.stages.legality.iter().any(|rule| rule.forbids(self, by, from, step))
    }

    /// Returns `men` in the order in which their moves are tried. If any single move suffices, kings come first: when
    /// the side is in check, they are most likely to have a legal move.
    pub(in crate::fairy) fn in_order(&self, men: &Squares, wanted: Wanted) -> impl Iterator<Item = Sq> + use<> {
        let kings = if wanted == Wanted::Any { self.board().royals(self.side()).and(men) } else { Squares::NONE };
        kings.iter().chain(men.without(&kings).iter())
    }

    /// Adds the consequences of the rules in the list `aftermath`, from index `stage` on, to the move. Calls `take`
    /// with each outcome of the move that no legality rule forbids. Self-check is not tested.
    pub(in crate::fairy) fn follow(
        &self,
        draft: &mut MoveBuilder,
        stage: usize,
        take: &mut dyn FnMut(&mut MoveBuilder) -> bool,
    ) -> bool {
        self.follow_to(draft, stage, &mut |end| self.is_lawful(end) && take(end))
    }

    /// Adds the consequences of all rules to a move whose step has been played. Calls `take` with each outcome (for
    /// instance, each promotion) that no legality rule forbids. Self-check is not tested.
    pub fn ends_of(&self, draft: &mut MoveBuilder, take: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        self.follow(draft, 0, take)
    }

    /// Like [`FairyPosition::follow`], but also reports the outcomes that legality rules forbid.
    pub(in crate::fairy) fn follow_to(
        &self,
        draft: &mut MoveBuilder,
        stage: usize,
        take: &mut dyn FnMut(&mut MoveBuilder) -> bool,
    ) -> bool {
        if self.is_late() {
            return false;
        }
        match self.book().stages.aftermath.get(stage) {
            Some((_, aftermath)) if aftermath.follows_null_moves() || !self.is_null_move(draft) => {
                aftermath.follow(draft, &mut |next| self.follow_to(next, stage + 1, take))
            }
            Some(_) => self.follow_to(draft, stage + 1, take),
            None => take(draft),
        }
    }

    /// Whether the move is a null move of option NullMoves. No man makes it, so rules about men and squares do not
    /// apply to it.
    fn is_null_move(&self, draft: &MoveBuilder) -> bool {
        draft.step.kind == StepKind::Null && self.book().stages.has_null_moves
    }

    /// Whether no legality rule forbids the move. Null moves are not tested here, because they were tested when
    /// generated.
    pub(in crate::fairy) fn is_lawful(&self, draft: &MoveBuilder) -> bool {
        self.is_null_move(draft) || self.book().stages.legality.iter().all(|stage| stage.is_legal(draft))
    }

    /// Calls `take` with the legal moves that `wanted` selects and the positions after them. Conditions by which only
    /// some of the legal moves may be played ([`Selection`]) are not applied.
    pub(in crate::fairy) fn legal_drafts(
        &self,
        wanted: Wanted,
        take: &mut dyn FnMut(Move, &FairyPosition) -> bool,
    ) -> bool {
        self.legal_drafts_but(wanted, LastMoves::default(), take)
    }

    /// Like [`FairyPosition::legal_drafts`], but leaves out moves that the filters in `last` exclude.
    fn legal_drafts_but(
        &self,
        wanted: Wanted,
        last: LastMoves,
        take: &mut dyn FnMut(Move, &FairyPosition) -> bool,
    ) -> bool {
        let book = self.book();
        if book.shortcuts && book.spares_some_but_checks() {
            return self.spared_moves(wanted, last, take);
        }
        let outlook = if book.foresees() { self.outlook(wanted) } else { Outlook::default() };
        let legality = &book.stages.legality;
        // Legality can take longer to test than check.
        let is_checked_first = wanted == Wanted::Checks && !legality.is_empty() && book.shortcuts;
        let told = outlook.aim.as_ref().filter(|_| wanted == Wanted::Checks && book.shortcuts);
        let aim = told.filter(|_| book.stages.checks.iter().all(|rule| rule.needs_attack()));
        self.ends(Filters { sieve: last.sieve, aim }, wanted, &mut |draft| {
            (!is_checked_first || draft.when_finished(|draft| outlook.gives_check(draft)))
                && self.is_lawful(draft)
                && self.is_finished_legally(draft, wanted, &outlook)
                && take(draft.to_move(), &draft.after)
        })
    }

    /// Ends the move, so that the other side is to move. Returns whether the side that moved still has its kings and is
    /// not in check, and whether the move gives check if `wanted` is [`Wanted::Checks`].
    pub(in crate::fairy) fn is_finished_legally(
        &self,
        draft: &mut MoveBuilder,
        wanted: Wanted,
        outlook: &Outlook,
    ) -> bool {
        draft.after.finish(draft.from, draft.step, &draft.effects, draft.at);
        // Consequences must not remove a king of the moving side.
        let mut at = draft.from;
        let lost = draft.effects.iter().any(|effect| match *effect {
            Effect::Remove { sq, .. } => {
                let man = if sq == at { draft.mover } else { self.board().man(sq) };
                // A man that has come to the king's former square is not the king.
                (sq == at || sq != draft.from) && man.is_royal() && man.is_of(self.side())
            }
            Effect::Go { from, to, .. } if from == at => {
                at = to;
                false
            }
            _ => false,
        });
        !lost && (wanted != Wanted::Checks || outlook.gives_check(draft)) && !outlook.leaves_in_check(draft)
    }

    /// Whether there is a legal move. Conditions that choose among the legal moves always leave one.
    pub fn any_legal_move(&self) -> bool {
        self.legal_drafts(Wanted::Any, &mut |_, _| true)
    }

    /// Calls `take` with each legal move.
    pub fn each_legal_move(&self, take: &mut dyn FnMut(Move) -> bool) -> bool {
        if self.all_may_be_played() {
            return self.legal_drafts(Wanted::Moves, &mut |m, _| take(m));
        }
        self.selected_drafts(Wanted::Moves, &mut |m, _| take(m))
    }

    /// Calls `take` with each legal move and the position after it.
    pub fn each_legal_position(&self, take: &mut dyn FnMut(Move, &FairyPosition) -> bool) -> bool {
        if self.all_may_be_played() {
            return self.legal_drafts(Wanted::Positions, take);
        }
        self.selected_drafts(Wanted::Positions, take)
    }

    /// Calls `take` with each legal move that gives check and the position after it.
    pub fn each_check(&self, take: &mut dyn FnMut(Move, &FairyPosition) -> bool) -> bool {
        if self.all_may_be_played() {
            return self.legal_drafts(Wanted::Checks, take);
        }
        self.selected_drafts(Wanted::Checks, take)
    }

    /// Calls `take` with legal moves after which the other side may have no legal move, and the positions after them.
    /// If `wanted` is [`Wanted::Checks`], only checking moves count. Moves may be left out, but if a move that counts
    /// leaves the other side without a legal move, at least one such move is reported. Stops and returns `true` as soon
    /// as `take` returns `true`.
    pub fn each_last_move(&self, wanted: Wanted, take: &mut dyn FnMut(Move, &FairyPosition) -> bool) -> bool {
        if !self.all_may_be_played() {
            return match wanted {
                Wanted::Checks => self.each_check(take),
                _ => self.each_legal_position(take),
            };
        }
        let whom = if wanted == Wanted::Checks { Who::King } else { Who::All };
        let net = self.mating_net(wanted == Wanted::Checks).map(Sieve::Net);
        self.legal_drafts_but(wanted, LastMoves { whom: Some(whom), sieve: net.as_ref() }, take)
    }

    /// Calls `take` with legal moves after which the other side may be able to mate at once, and the positions after
    /// them. Other legal moves may be left out. If some move lets the other side mate at once, `take` receives at least
    /// one such move. Stops and returns `true` as soon as `take` returns `true`.
    pub fn each_exposing_move(&self, take: &mut dyn FnMut(Move, &FairyPosition) -> bool) -> bool {
        if !self.all_may_be_played() {
            return self.each_legal_position(take);
        }
        let sieve = self.exposure().map(Sieve::Exposure);
        self.legal_drafts_but(Wanted::Positions, LastMoves { whom: None, sieve: sieve.as_ref() }, take)
    }

    /// Whether all legal moves may be played in this position, because no condition restricts the choice among them.
    pub(in crate::fairy) fn all_may_be_played(&self) -> bool {
        self.book().stages.selection.iter().all(|stage| !stage.concerns(self))
    }

    /// Whether a man of the side to move may have a move from its square to the square that `to` returns for it.
    /// `false` is proved: no man has such a step, and all moves are steps.
    pub fn may_step(&self, to: &dyn Fn(Sq) -> Option<Sq>) -> bool {
        let (book, side) = (self.book(), self.side());
        let stages = &book.stages;
        if !book.shortcuts || stages.men_go_on() || !stages.extra.is_empty() || stages.prelude.is_some() {
            return true;
        }
        self.board().of(side).iter().any(|from| {
            let man = self.board().man(from);
            // Castlings lead out of the range.
            let is_ranged = stages.goes_as_it_is(man) && self.is_whole() && !self.unmoved().has(from);
            to(from).is_some_and(|to| {
                (!is_ranged || self.range(man.piece(), side).ends(from).has(to))
                    && self.steps(side, from, None, &mut |step| step.to == to)
            })
        })
    }

    /// Calls `take` with each legal move that may be played under the conditions that choose among the legal moves
    /// ([`Selection`]), and the position after it. If `wanted` is [`Wanted::Checks`], only checking moves are reported.
    fn selected_drafts(&self, wanted: Wanted, take: &mut dyn FnMut(Move, &FairyPosition) -> bool) -> bool {
        let book = self.book();
        let mut concerned = book.stages.selection.iter().filter(|stage| stage.concerns(self));
        // All moves are steps of men, with the ranks of their steps.
        let is_ranked_by_steps = !book.stages.men_go_on() && book.stages.extra.is_empty();
        let first = concerned.next().filter(|_| is_ranked_by_steps && book.foresees());
        let mut moves = Vec::new();
        let mut keep = |m: Move| {
            moves.push(m);
            false
        };
        match (first, concerned.next()) {
            (Some(stage), None) => return self.foremost_drafts(stage.as_ref(), wanted, take),
            (Some(stage), _) => self.foremost_drafts(stage.as_ref(), Wanted::Moves, &mut |m, _| keep(m)),
            (None, _) => self.legal_drafts(Wanted::Moves, &mut |m, _| keep(m)),
        };
        for stage in book.stages.selection.iter().filter(|stage| stage.concerns(self)) {
            let rank = |m: &Move| stage.rank_of_move(self, m);
            if let Some(greatest) = moves.iter().map(rank).max() {
                moves.retain(|m| rank(m) == greatest);
            }
        }
        moves.into_iter().any(|m| {
            let after = self.after(&m);
            (wanted != Wanted::Checks || after.is_in_check(after.side())) && take(m, &after)
        })
    }

    /// Calls `take` with those legal moves that `stage` ranks highest, and the positions after them: only they may be
    /// played. Moves of lower ranks are not generated. If `wanted` is [`Wanted::Checks`], only checking moves are
    /// reported.
    fn foremost_drafts(
        &self,
        stage: &dyn Selection,
        wanted: Wanted,
        take: &mut dyn FnMut(Move, &FairyPosition) -> bool,
    ) -> bool {
        let side = self.side();
        let mut steps: SmallVec<[(i32, Sq, Step); 64]> = SmallVec::new();
        for from in self.board().of(side).iter() {
            self.steps(side, from, None, &mut |step| {
                steps.push((stage.rank(self, from, &step), from, step));
                false
            });
        }
        steps.sort_by_key(|&(rank, ..)| Reverse(rank));
        let outlook = self.outlook(wanted);
        let mut drafts = TrialBoard::default();
        for rank in steps.chunk_by(|a, b| a.0 == b.0) {
            let mut is_any_legal = false;
            let is_told = rank.iter().any(|&(_, from, step)| {
                let draft = drafts.begin(self, from, step);
                draft.play_step();
                self.follow(draft, 0, &mut |draft| {
                    if !self.is_finished_legally(draft, Wanted::Moves, &outlook) {
                        return false;
                    }
                    is_any_legal = true;
                    (wanted != Wanted::Checks || outlook.gives_check(draft)) && take(draft.to_move(), &draft.after)
                })
            });
            if is_told || is_any_legal {
                return is_told;
            }
        }
        false
    }

    /// Whether the man on `from`, of the side to move, has a legal move that is neither a capture nor a castling.
    pub fn goes_quietly(&self, from: Sq) -> bool {
        let mut drafts = TrialBoard::default();
        self.steps(self.side(), from, None, &mut |step| {
            if step.taken.is_some() || step.kind.is_castling() {
                return false;
            }
            let draft = drafts.begin(self, from, step);
            draft.play_step();
            self.follow(draft, 0, &mut |end| self.is_finished_legally(end, Wanted::Any, &Outlook::default()))
        })
    }

    /// Whether the side to move has a move after which it is not in check. The only legality rules that are applied are
    /// those that count for parries
    /// ([`Legality::binds_parries`](crate::fairy::rules::stages::Legality::binds_parries)).
    pub fn could_parry(&self) -> bool {
        let stages = &self.book().stages;
        let side = self.side();
        let mut drafts = TrialBoard::default();
        self.board().of(side).iter().any(|from| {
            self.steps(side, from, None, &mut |step| {
                let draft = drafts.begin(self, from, step);
                draft.play_step();
                self.follow_to(draft, 0, &mut |end| {
                    stages.legality.iter().all(|stage| !stage.binds_parries() || stage.is_legal(end))
                        && self.is_finished_legally(end, Wanted::Any, &Outlook::default())
                })
            })
        })
    }
}
