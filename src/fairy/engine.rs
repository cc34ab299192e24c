//! The fairy engine behind the traits of the solver: the game itself ([`Position`]), and bounds and tests that shorten
//! the search ([`Oracle`]).

use crate::fairy::board::squares::{file, rank, to_square};
use crate::fairy::moves::effect::{Effect, Move, Step, StepKind, Why};
use crate::fairy::moves::wanted::Wanted;
use crate::fairy::position::FairyPosition;
use crate::fairy::rules::footprint::Brings;
use crate::fairy::shortcuts::bound::Memo;
use crate::fairy::target::Target;
use crate::orthodox::bound;
use crate::position::{GoalQuery, KingCapture, Oracle, Position, ProofGameBudget, Resources, TestAfter, WithoutParry};
use crate::units::{Color, Consequence, Course, Goal, MoveRecord, Placement, Unit, print_order};

impl Position for FairyPosition<'_> {
    type Move = Move;

    fn side_to_move(&self) -> Color {
        self.side()
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.each_legal_move(&mut |m| {
            out.push(m);
            false
        });
    }

    fn self_check_moves(&self, out: &mut Vec<Move>) {
        self.drafts(Wanted::Moves, &mut |draft| {
            out.push(draft.to_move());
            false
        });
    }

    fn has_legal_move(&self) -> bool {
        self.any_legal_move()
    }

    fn count_legal_moves(&self) -> u64 {
        let mut count = 0;
        self.each_legal_move(&mut |_| {
            count += 1;
            false
        });
        count
    }

    fn is_check(&self) -> bool {
        self.is_in_check(self.side())
    }

    fn can_capture_king(&self) -> bool {
        !self.book().stages.kings_are_spared && self.is_in_check(!self.side())
    }

    fn king_capture(&self) -> Option<KingCapture> {
        let (board, by) = (self.board(), self.side());
        let unit = |sq| (to_square(sq), Unit::from(board.man(sq)));
        board.royals(!by).iter().filter(|_| self.can_capture_king()).find_map(|king| {
            let from = board.of(by).iter().find(|&from| self.attacks(by, from, king))?;
            Some(KingCapture { by: unit(from), king: unit(king) })
        })
    }

    fn with_move<R>(&mut self, m: Move, f: impl FnOnce(&mut Self) -> R) -> R {
        self.playing(&m, f)
    }

    fn is_same_way(&self, a: Move, b: Move) -> bool {
        let way = |m: Move| {
            let promotion = m.effects(&self.book().long_moves).iter().find_map(|effect| match effect {
                Effect::Change { man, why: Why::Move, .. } => Some(man.piece()),
                _ => None,
            });
            (m.from, m.step.origin, m.step.to, m.step.kind.is_castling(), promotion)
        };
        way(a) == way(b)
    }

    fn has_same_effects(&self, a: Move, b: Move, is_choice: bool) -> bool {
        let is_choice = is_choice || self.book().stages.offers_choice;
        let effects = |m: Move| {
            let mut effects = m.effects(&self.book().long_moves).into_owned();
            effects.retain(|effect| match effect {
                Effect::Change { why: Why::Before, .. } | Effect::Go { why: Why::Onward, .. } => true,
                Effect::Slot { .. } => false,
                Effect::Go { why, .. } | Effect::Remove { why, .. } | Effect::Change { why, .. } => {
                    is_choice && *why != Why::Move
                }
                _ => is_choice,
            });
            effects
        };
        effects(a) == effects(b)
    }

    fn with_pass<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        f(&mut self.passed())
    }

    fn with_null_move<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        f(&mut self.after_null_move())
    }

    fn idle_consequences(&self) -> Vec<Consequence> {
        self.idle_move().map(|m| self.record_of(&m).consequences).unwrap_or_default()
    }

    fn reached(&self, goal: &Goal, path: &[Move]) -> bool {
        self.has_reached(goal, path)
    }

    fn key(&self) -> u128 {
        self.full_key()
    }

    fn key_of_origins(&self, path: &[Move]) -> Option<u128> {
        (self.book().stages.brings() < Brings::Colours).then(|| self.key_of_origins_on(path))
    }

    fn record(&self, m: Move) -> MoveRecord {
        // Moves found before the clock rang are recorded even after it has rung.
        if self.is_late() { self.without_clock().record_of(&m) } else { self.record_of(&m) }
    }

    fn course(&self, m: Move) -> Course {
        self.course_of(&m)
    }

    fn order(&self, m: Move) -> u32 {
        if m.step.kind == StepKind::Null {
            return 0;
        }
        let promotion = m.effects(&self.book().long_moves).iter().find_map(|effect| match effect {
            Effect::Change { man, why: Why::Move, .. } => Some(man.piece()),
            _ => None,
        });
        let bounds = (file(m.step.to) - file(m.from), rank(m.step.to) - rank(m.from));
        let bounds = (i32::from(bounds.0), i32::from(bounds.1));
        let place = print_order(self.board().man(m.from).piece(), bounds, promotion, m.step.kind.is_castling());
        u32::from(m.from) << 16 | place << 8 | u32::from(m.step.to)
    }

    fn flights(&self) -> usize {
        let mut flights = 0;
        self.each_legal_move(&mut |m| {
            flights += usize::from(m.step.kind.is_made_by_a_man() && self.board().man(m.from).is_royal());
            false
        });
        flights
    }

    fn is_immobile(&self) -> bool {
        let rules = &self.book().stages.immobility;
        rules.iter().fold(!self.has_legal_move(), |immobile, rule| rule.is_immobile(self, immobile))
    }

    fn is_mate(&self) -> bool {
        self.is_check()
            && self.is_immobile()
            && self.without_parry() == WithoutParry::Mate
            && self.book().stages.immobility.iter().all(|rule| rule.allows_mate(self))
    }

    fn without_parry(&self) -> WithoutParry {
        let book = self.book();
        if self.is_suffocated() {
            WithoutParry::Stalemate
        } else if book.stages.legality.iter().any(|stage| !stage.binds_parries()) && self.could_parry() {
            WithoutParry::Neither
        } else {
            WithoutParry::Mate
        }
    }

    fn has_mating_unit(&self, color: Color) -> bool {
        self.board().of(color).count() > 1
    }
}

impl Oracle for FairyPosition<'_> {
    type Target = Target;
    type Scope = bound::Scope;
    type Memo = Memo;
    type TwoMoverMemo = ();

    const TABLES_LEAVES: bool = true;
    const FORESEES_KEYS: bool = true;
    const LEAST_SHARED_NODES: u64 = 1 << 3;

    fn memo(means: &Resources) -> Memo {
        Memo::new(means)
    }

    fn some_legal_moves(&self, most: usize, out: &mut Vec<Move>) {
        let all = out.len() + most;
        self.each_legal_move(&mut |m| {
            out.push(m);
            out.len() == all
        });
    }

    fn can_reach(&self, goal: &Goal) -> bool {
        let reaches = &mut |_, after: &FairyPosition| after.has_reached(goal, &[]);
        match goal {
            _ if !self.book().shortcuts || !self.book().stages.immobility.is_empty() => {
                self.each_legal_position(reaches)
            }
            Goal::Mate => {
                let is_mated = |after: &FairyPosition| after.without_parry() == WithoutParry::Mate;
                let mut mates = |_, after: &FairyPosition| !after.any_legal_move() && is_mated(after);
                // If captures have no consequences, the bound adds nothing to the siege.
                let is_bound_first = !self.book().sieges || !self.book().spares_captures();
                if is_bound_first && !self.could_mate_at_once() {
                    return false;
                }
                match self.siege() {
                    Some(siege) => siege.is_won(),
                    None => {
                        (is_bound_first || self.could_mate_at_once()) && self.each_last_move(Wanted::Checks, &mut mates)
                    }
                }
            }
            Goal::Stalemate | Goal::MateOrStalemate | Goal::DoubleStalemate => {
                self.each_last_move(Wanted::Positions, reaches)
            }
            Goal::Check => self.each_check(&mut |_, _| true),
            Goal::DoubleMate | Goal::CounterMate | Goal::StalemateMate => self.each_last_move(Wanted::Checks, reaches),
            _ => self.each_legal_position(reaches),
        }
    }

    fn must_reach(&self, goal: &Goal) -> bool {
        let mut legal = false;
        if let (Goal::Mate, Some(net)) = (goal, self.mating_net(true)) {
            let spared = self.each_legal_move(&mut |m| {
                legal = true;
                !net.holds(self, m.from, &m.step) || !self.after(&m).has_reached(goal, &[])
            });
            return legal && !spared;
        }
        let spared = self.each_legal_position(&mut |_, after| {
            legal = true;
            !after.has_reached(goal, &[])
        });
        legal && !spared
    }

    fn can_force(&self, goal: &Goal, tested: &mut u64) -> bool {
        let forces = &mut |_, after: &FairyPosition| {
            *tested += 1;
            after.must_reach(goal)
        };
        match goal {
            Goal::Mate => self.each_exposing_move(forces),
            _ => self.each_legal_position(forces),
        }
    }

    fn any_after(&self, goal: &Goal, test: &mut TestAfter<'_>) -> Option<bool> {
        let book = self.book();
        // Bounds of chess exclude last moves at a lower cost.
        if !book.sieges || book.only_chooses.is_some() {
            return None;
        }
        let is_cheap = *goal == Goal::Mate
            && book.spares_quiet_steps()
            && book.spares_captures()
            && self.besieged(!self.side()).is_some();
        Some(self.each_legal_position(&mut |m, after| {
            test((!is_cheap).then(|| self.key_after(&m)), &|| after.can_reach(goal))
        }))
    }

    fn with_move_if_legal<R>(&mut self, m: Move, f: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let side = self.side();
        if !self.has_plain_step(&m) {
            return None;
        }
        self.playing(&m, |after| (!after.is_in_check(side)).then(|| f(after)))
    }

    fn reversed(m: Move) -> Option<Move> {
        let back = Step { origin: m.step.to, to: m.from, ..m.step };
        (m.step.kind == StepKind::Plain && m.step.taken.is_none()).then(|| Move::plain(m.step.to, back))
    }

    fn target(&self, placement: &Placement) -> Option<Target> {
        Some(Target::new(self.book(), placement))
    }

    fn moves_towards(&self, target: &Target, left: ProofGameBudget, out: &mut Vec<Move>) {
        self.moves_to_target(target, left, out);
    }

    fn within_reach(&self, ending: GoalQuery<'_>, scope: &bound::Scope, memo: &mut Memo) -> Option<bound::Scope> {
        match self.in_chess(ending.goal, |ground| bound::within_reach(ground, ending, scope, &mut memo.chess)) {
            Some(within) => within,
            None if *ending.goal == Goal::Mate => self.mate_within_reach(ending.mover, ending.left, scope, memo),
            None => Some(scope.clone()),
        }
    }

    fn keys_after(&mut self, moves: &[Move], out: &mut Vec<u128>) {
        out.extend(moves.iter().map(|m| self.key_after(m)));
    }
}
