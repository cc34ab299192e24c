//! Searches the play of both sides that follows one strategy.

use super::alone::Marches;
use super::course::{Course, CourseStep, Progress};
use super::facts::Facts;
use super::pairs::{MOST_WASTED_EACH, Schedule};
use super::routes::Routes;
use super::{most_ways, table_bytes, with_left};
use crate::orthodox::board::RIGHTS;
use crate::orthodox::board::bitboard::{Sq, bit, squares};
use crate::orthodox::board::moves::{Move, MoveKind};
use crate::orthodox::position::OrthodoxPosition;
use crate::orthodox::proof_game::abilities::within;
use crate::orthodox::rules::legal;
use crate::position::{ProofGameBudget, Workers};
use crate::units::Color;
use std::rc::Rc;

/// The greatest number of plies left with which neither immovable men nor marches are examined, because playing is
/// faster.
const FEW_PLIES: i32 = 3;
/// Number of positions visited between two checks of the clock.
const BETWEEN_LOOKS: u64 = 256;

pub(super) struct StrategyPlay<'a> {
    course: &'a Course<'a>,
    crew: &'a dyn Workers,
    visited: u64,
    is_late: bool,
    /// Stored answers to the question whether some game leads from a position to the target. They are valid from one
    /// position of the play on.
    known: Facts,
    /// The positions in the games found, as keys made by [`with_left`]; some occur more than once.
    pub ways: Vec<u128>,
    most_ways: usize,
}

/// A position of the play, with the moves left and the progress of the strategy in it.
struct PlayState<'p> {
    position: &'p OrthodoxPosition,
    /// The numbers of moves that White and Black have left.
    moves: [i32; 2],
    progress: &'p Progress,
    routes: &'p Rc<Routes>,
}

impl<'a> StrategyPlay<'a> {
    pub fn new(course: &'a Course<'a>, crew: &'a dyn Workers) -> StrategyPlay<'a> {
        StrategyPlay {
            course,
            crew,
            visited: 0,
            is_late: false,
            known: Facts::of_bytes(table_bytes(crew)),
            ways: Vec::new(),
            most_ways: most_ways(crew),
        }
    }

    /// Whether more positions of games were found than can be stored.
    pub fn has_too_many(&self) -> bool {
        self.ways.len() > self.most_ways
    }

    pub fn run(&mut self, position: &OrthodoxPosition, left: ProofGameBudget) {
        let moves = left.moves.map(u32::cast_signed);
        self.part(position, moves, self.course.beginning());
        self.crew.visited(self.visited % BETWEEN_LOOKS);
    }

    /// Searches the play of the strategy from a position. If the men that are already on their final squares cannot all
    /// stay, chooses one of them and searches two cases: it never moves, or it leaves and returns.
    fn part(&mut self, position: &OrthodoxPosition, moves: [i32; 2], mut progress: Progress) {
        let course = self.course;
        let Some(routes) = course.settled(&mut progress, moves, None) else { return };
        let may_leave =
            |&i: &usize| progress.standing & bit(progress.at[i]) == 0 && course.has_arrived(&progress, &routes, i);
        let arrived: Vec<usize> = course.present(&progress).map(|(i, _)| i).filter(may_leave).collect();
        let mut all_stay = progress;
        all_stay.standing |= arrived.iter().map(|&i| bit(progress.at[i])).sum::<u64>();
        match arrived.first() {
            Some(&i) if course.settled(&mut all_stay, moves, None).is_none() => {
                let (mut stays, mut leaves) = (progress, progress);
                stays.standing |= bit(progress.at[i]);
                course.mark_leaving(&mut leaves, i);
                self.part(position, moves, stays);
                self.part(position, moves, leaves);
            }
            _ => {
                let mut marches = Marches::new(course, (&progress, moves), routes.clone(), table_bytes(self.crew));
                self.known.clear();
                if Color::ALL.into_iter().all(|side| marches.may_arrive(side, &progress, moves[side as usize])) {
                    self.search(&PlayState { position, moves, progress: &progress, routes: &routes }, &mut marches);
                }
            }
        }
    }

    /// Searches the play from the state `stage`. Returns whether some game leads from it to the target; `false` is not
    /// reliable if the time is over or too many positions were found.
    fn search(&mut self, stage: &PlayState, marches: &mut Marches) -> bool {
        self.visited += 1;
        if self.visited.is_multiple_of(BETWEEN_LOOKS) {
            self.crew.visited(BETWEEN_LOOKS);
            self.is_late |= self.crew.is_late();
        }
        if self.is_late || self.has_too_many() {
            return false;
        }
        let mut leads = false;
        for m in self.moves(stage) {
            leads |= self.follow(stage, m, marches);
        }
        leads
    }

    /// Returns the legal moves after which the side still has enough moves for all its men. Captures are only those of
    /// the strategy.
    fn moves(&self, PlayState { position, moves, progress, routes }: &PlayState) -> Vec<Move> {
        let course = self.course;
        let (side, occupied) = (position.board().side(), position.board().occupied());
        let mut targets = [0u64; 64];
        for i in course.present_of(progress, side) {
            let here = course.to_go(progress, routes, i);
            let allowed = moves[side as usize] - 1 - (progress.needs[side as usize] - here);
            if allowed < 0 {
                continue;
            }
            let (at, open) = (progress.at[i], progress.open[i]);
            if let Some(right) = course.castling(progress, i) {
                if right.king == at {
                    targets[at as usize] = bit(right.king_to);
                }
                continue;
            }
            let row = |open| routes[i].row(progress.is_pawn(i), open);
            targets[at as usize] = within(row(open), allowed) & !occupied;
            for (b, take) in course.takes[i].iter().enumerate().filter(|(b, _)| open & 1 << b != 0) {
                let after = row(open & !(1 << b))[take.on as usize];
                if i32::from(after) <= allowed && course.is_ready(progress, usize::from(take.victim)) {
                    targets[at as usize] |= bit(take.on);
                }
            }
        }
        let mut found = Vec::with_capacity(16);
        legal::legal_moves_among(position, &targets, &mut |m| {
            found.push(m);
            false
        });
        found
    }

    /// Returns the number of the moving man, the number of the captured man (if any), and the progress after the move.
    /// Returns `None` if the move does not belong to the strategy.
    fn step(
        &self,
        PlayState { position, progress, .. }: &PlayState,
        m: Move,
    ) -> Option<(usize, Option<usize>, Progress)> {
        let (course, board) = (self.course, position.board());
        let on = |sq: Sq| course.present(progress).map(|(i, _)| i).find(|&i| progress.at[i] == sq);
        let i = on(m.from)?;
        if let MoveKind::Castling(index) = m.kind {
            let right = course.castling(progress, i).filter(|&right| *right == RIGHTS[index as usize])?;
            return Some((i, None, course.castle(progress, right)));
        }
        let promotes = match m.kind {
            MoveKind::Promotion(piece) if piece == course.end(i).piece => true,
            MoveKind::Promotion(_) => return None,
            _ => false,
        };
        let at = match m.kind {
            MoveKind::EnPassant => board.en_passant_victim(),
            _ => squares(board.occupied() & bit(m.to)).next(),
        };
        let Some(at) = at else {
            return Some((i, None, course.step(progress, i, CourseStep { to: m.to, promotes, takes: None })));
        };
        let victim = on(at)?;
        let takes = course.takes[i].iter().enumerate().position(|(b, take)| {
            progress.open[i] & 1 << b != 0 && usize::from(take.victim) == victim && take.on == m.to && take.at == at
        });
        let mut next = course.step(progress, i, CourseStep { to: m.to, promotes, takes: Some(takes?) });
        course.capture(&mut next, victim);
        Some((i, Some(victim), next))
    }

    /// Whether some game leads from this state over the move `m` to the target. Stored answers are looked up before the
    /// immovable men are determined, because most positions occur repeatedly and their keys are made sooner.
    fn follow(&mut self, stage: &PlayState, m: Move, marches: &mut Marches) -> bool {
        let course = self.course;
        let Some((i, victim, mut next)) = self.step(stage, m) else { return false };
        let side = stage.position.board().side();
        let mut moves = stage.moves;
        moves[side as usize] -= 1;
        let change = course.to_go(&next, stage.routes, i) - course.to_go(stage.progress, stage.routes, i);
        next.needs[side as usize] += change;
        if next.needs[side as usize] > moves[side as usize] {
            return false;
        }
        let plies = (moves[0] + moves[1]).unsigned_abs();
        let position = stage.position.key_after(m);
        let key = with_left(position ^ next.keys[0] ^ next.keys[1], plies);
        let known = if plies == 0 { Some(true) } else { self.known.get(key).map(|fact| fact != 0) };
        let leads = known.unwrap_or_else(|| {
            let (captures, before) = (victim.is_some(), self.visited);
            // One of the last spare moves that is wasted, and castling, may concern other men, too.
            let is_tight = moves[side as usize] - next.needs[side as usize] <= MOST_WASTED_EACH;
            let concerns_all = change >= 0 && is_tight || m.castling_right().is_some();
            let moved = (!concerns_all).then_some(i);
            let at = Schedule { progress: &next, routes: stage.routes, moves };
            let leads = (plies <= FEW_PLIES as u32 || marches.pairs_may_arrive(at, moved))
                && self.play_on(stage, (m, captures), (moves, next), marches);
            if !self.is_late && !self.has_too_many() {
                self.known.put(key, u8::from(leads), self.visited - before);
            }
            leads
        });
        if leads {
            self.ways.push(with_left(position, plies));
        }
        leads
    }

    /// Searches the play after the move `m`; returns whether some game leads to the target. `captures` is whether `m`
    /// is a capture, `moves` are the moves left after it, and `next` is the progress after it.
    fn play_on(
        &mut self,
        stage: &PlayState,
        (m, captures): (Move, bool),
        (moves, mut next): ([i32; 2], Progress),
        marches: &mut Marches,
    ) -> bool {
        let side = stage.position.board().side();
        let mut routes = stage.routes.clone();
        if moves[0] + moves[1] > FEW_PLIES {
            match self.course.settled(&mut next, moves, Some(&routes)) {
                Some(settled) => routes = settled,
                None => return false,
            }
            let mut may_arrive = |side: Color| marches.may_arrive(side, &next, moves[side as usize]);
            if !may_arrive(side) || captures && !may_arrive(!side) {
                return false;
            }
        }
        let position = &stage.position.after(m);
        self.search(&PlayState { position, moves, progress: &next, routes: &routes }, marches)
    }
}
