//! Tests whether one side alone can finish a strategy, with its men obstructing each other. The moves of a side taken
//! alone are called a *march*.
//!
//! 1. The moves of a side in any play of the strategy, taken alone, are a march: its men are on the same squares as in
//!    the play, and the immovable men are there in both.
//! 2. The men of the other side neither obstruct nor check, and can be captured at any time. A man of the side itself
//!    that is ready to be captured obstructs no other.
//! 3. So if there is no march of exactly the given number of moves, there is no play.

use super::course::{Course, CourseStep, Progress};
use super::facts::Facts;
use super::pairs::{Pairs, Schedule};
use super::routes::Routes;
use super::with_left;
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, attacks, between, bit, squares};
use crate::orthodox::proof_game::abilities::within;
use crate::orthodox::proof_game::distances::pawn_steps;
use crate::units::{Color, Piece};
use std::rc::Rc;

/// The greatest number of states of the side (its men and the moves left) that one search examines before it is given
/// up.
const EFFORT: u32 = 400;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    No,
    Yes,
    /// Unknown, because the search was given up.
    Perhaps,
}

impl Answer {
    const ALL: [Answer; 3] = [Answer::No, Answer::Yes, Answer::Perhaps];
}

/// The number of questions about pairs before their tables are made. Many searches end sooner.
const PAIRS_AFTER: u32 = 1000;

/// Stored answers to the question whether a side, taken alone, can finish the strategy (has a march). They are valid
/// from one position of the play on. Men that become immovable later are ignored.
pub(super) struct Marches<'a> {
    course: &'a Course<'a>,
    routes: Rc<Routes>,
    /// The squares that the kings of White and Black never enter, because men that never move again attack them.
    guarded: [u64; 2],
    answers: Facts,
    /// The position from which the answers are valid, and the moves that White and Black have left there.
    from: (Progress, [i32; 2]),
    pairs: Option<Pairs>,
    /// The number of questions about pairs.
    asked: u32,
}

impl<'a> Marches<'a> {
    pub fn new(course: &'a Course<'a>, from: (&Progress, [i32; 2]), routes: Rc<Routes>, bytes: usize) -> Marches<'a> {
        let (from, moves) = from;
        let guarded = Color::ALL.map(|side| course.guarded(from, from.standing, side));
        let answers = Facts::of_bytes(bytes);
        Marches { course, routes, guarded, answers, from: (*from, moves), pairs: None, asked: 0 }
    }

    /// Whether all pairs of men of which one has just moved can still finish. Asks about all pairs if the side has just
    /// lost a spare move (`man` is `None`), because then any of them may fail. Only the answer `false` is certain.
    pub fn pairs_may_arrive(&mut self, at: Schedule, man: Option<usize>) -> bool {
        self.asked += 1;
        if self.asked == PAIRS_AFTER {
            let (progress, moves) = &self.from;
            self.pairs = Some(Pairs::new(self.course, Schedule { progress, routes: &self.routes, moves: *moves }));
        }
        self.pairs.as_ref().is_none_or(|pairs| match man {
            Some(man) => pairs.allow(self.course, at, man),
            None => pairs.allow_all(self.course, at),
        })
    }

    /// Whether the side may still finish its part of the strategy in exactly `moves` moves; only the answer `false` is
    /// certain.
    pub fn may_arrive(&mut self, side: Color, progress: &Progress, moves: i32) -> bool {
        let mut progress = *progress;
        let present = self.course.present_of(&progress, side);
        // The stored answers ignore men that have become immovable since.
        let needs: i32 = present.map(|i| self.course.to_go(&progress, &self.routes, i)).sum();
        progress.needs[side as usize] = needs;
        let mut effort = EFFORT;
        needs <= moves && self.march(side, &progress, moves, &mut effort) != Answer::No
    }

    fn march(&mut self, side: Color, progress: &Progress, moves: i32, effort: &mut u32) -> Answer {
        if moves == 0 {
            return if progress.needs[side as usize] == 0 { Answer::Yes } else { Answer::No };
        }
        let key = with_left(progress.keys[side as usize], 2 * moves.unsigned_abs() + side as u32);
        if let Some(fact) = self.answers.get(key) {
            return Answer::ALL[usize::from(fact)];
        }
        if *effort == 0 {
            return Answer::Perhaps;
        }
        let before = *effort;
        *effort -= 1;
        let mut next = Vec::with_capacity(32);
        self.for_each_step(side, progress, moves, |after| next.push(after));
        next.sort_by_key(|after| after.needs[side as usize]);
        let mut answer = Answer::No;
        for after in &next {
            match self.march(side, after, moves - 1, effort) {
                Answer::No => {}
                Answer::Perhaps => answer = Answer::Perhaps,
                Answer::Yes => {
                    answer = Answer::Yes;
                    break;
                }
            }
        }
        self.answers.put(key, answer as u8, u64::from(before - *effort));
        answer
    }

    /// Calls `f` with the progress after each move of the side, if enough moves are left after it for all men of the
    /// side.
    fn for_each_step(&self, side: Color, progress: &Progress, moves: i32, mut f: impl FnMut(Progress)) {
        let Marches { course, routes, .. } = self;
        let stays = |&i: &usize| !course.is_ready(progress, i);
        let own = course.present_of(progress, side).filter(stays).map(|i| bit(progress.at[i]));
        let occupied = own.fold(self.from.0.standing, |all, sq| all | sq);
        let edge = RANK_1 | RANK_8;
        for i in course.present_of(progress, side) {
            let here = course.to_go(progress, routes, i);
            let allowed = moves - 1 - (progress.needs[side as usize] - here);
            if allowed < 0 {
                continue;
            }
            let at = progress.at[i];
            if let Some(right) = course.castling(progress, i) {
                if right.king == at && between(right.king, right.rook) & occupied == 0 {
                    let mut next = course.castle(progress, right);
                    next.needs[side as usize] -= 1;
                    f(next);
                }
                continue;
            }
            let is_pawn = progress.is_pawn(i);
            let mut go = |to, takes| {
                let promotes = is_pawn && bit(to) & edge != 0;
                let mut next = course.step(progress, i, CourseStep { to, promotes, takes });
                let there = course.to_go(&next, routes, i);
                if there <= allowed {
                    next.needs[side as usize] += there - here;
                    let at = Schedule { progress: &next, routes, moves: [moves - 1; 2] };
                    if self.pairs.as_ref().is_none_or(|pairs| pairs.allow_own(course, at, i)) {
                        f(next);
                    }
                }
            };
            let near = within(routes[i].row(is_pawn, progress.open[i]), allowed);
            let (steps, strikes) = match course.piece(progress, i) {
                Piece::PAWN => (pawn_steps(side, at, occupied), bitboard::pawn(side, at) & !occupied),
                piece => {
                    let guarded = if piece == Piece::KING { self.guarded[side as usize] } else { 0 };
                    [attacks(piece, side, at, occupied) & !occupied & !guarded; 2].into()
                }
            };
            squares(steps & near).for_each(|to| go(to, None));
            for (b, take) in course.takes[i].iter().enumerate() {
                if progress.open[i] & 1 << b != 0 && strikes & bit(take.on) != 0 {
                    go(take.on, Some(b));
                }
            }
        }
    }
}
