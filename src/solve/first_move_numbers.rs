//! Option MoveNumbers: each first move with its number, which options StartMoveNumber and UpToMoveNumber take.

use super::origins::Legal;
use super::turn::Turn;
use super::window::Window;
use super::worker::Worker;
use crate::position::Oracle;
use crate::problem::Reply;
use crate::solution::{FirstMove, Group, Node, Part};
use crate::units::Origin;

impl<P: Oracle> Worker<'_, P> {
    /// The first moves of the play, in the order in which they are told, and where StartMoveNumber or UpToMoveNumber goes
    /// further, after each those that follow it. Moves that leave the own king in check have numbers, too.
    pub fn begin_first_moves(&mut self, position: &P, turn: Turn<'_>) {
        if self.shared.settings.move_numbers {
            let mut told = Vec::new();
            self.number_moves(position, turn, &[], &mut told);
            self.first_moves = told;
        }
    }

    fn number_moves(&mut self, position: &P, turn: Turn<'_>, before: &[usize], told: &mut Vec<FirstMove>) {
        let legal = Legal::default();
        let settings = self.shared.settings;
        let most = settings.longest_move_number();
        let all = self.told_moves(position, true);
        let outer = self.window;
        let wanted = self.wanted();
        let may_be_played = self.wanted_moves(position, turn);
        let (start, end) = wanted.bounds(settings);
        for (number, &m) in (1..).zip(&all).take(end).skip(start - 1) {
            let numbers = [before, &[number]].concat();
            let is_legal = may_be_played.contains(&m);
            let origin = if is_legal { self.origin(position, &legal, m) } else { Origin::Square };
            let node = Node { origin, ..Node::new(Part::Help, position.record(m)) };
            told.push(FirstMove { numbers: numbers.clone(), node, at: 0, is_legal });
            if is_legal && numbers.len() < most && turn.n > 1 {
                self.window = wanted.after(number, settings);
                self.playing(&mut position.clone(), m, |worker, after| {
                    let next = turn.next();
                    if next.letter == 1 && next.stretch.branch.reply == Reply::Passes {
                        after.with_pass(|after| worker.number_moves(after, next.next(), &numbers, told));
                    } else {
                        worker.number_moves(after, next, &numbers, told);
                    }
                });
                self.window = outer;
            }
        }
    }

    /// What is wanted of the moves that are told next.
    pub fn wanted(&self) -> Window {
        if self.window.depth == self.path.len() { self.window } else { Window::default() }
    }

    /// What is wanted after the move.
    pub fn window_after(&self, position: &P, m: P::Move) -> Window {
        let wanted = self.wanted();
        if wanted.is_open() {
            return wanted;
        }
        wanted.after(number_among(&self.told_moves(position, true), m), self.shared.settings)
    }

    /// When which of them is told: before the first of the moves that are looked at, before the second, and so on.
    pub fn first_moves_before(&self, position: &P, moves: &[P::Move]) -> Vec<usize> {
        if self.first_moves.is_empty() {
            return vec![0; moves.len()];
        }
        let is_first = |first: &FirstMove| first.numbers.len() == 1;
        // With what follows it.
        let end = |record| {
            let at = self.first_moves.iter().position(|first| is_first(first) && first.node.record == record)?;
            let after = self.first_moves[at + 1..].iter().take_while(|first| !is_first(first)).count();
            Some(at + 1 + after)
        };
        let mut most = 0;
        let upto = |&m: &P::Move| {
            most = most.max(end(position.record(m)).unwrap_or(0));
            most
        };
        moves.iter().map(upto).collect()
    }

    /// Where they stand among what has been found; `short`: so many solutions are shorter, and stand before all.
    pub fn place_first_moves(&mut self, found: &[Node], short: usize) {
        let (mut at, mut here) = (short, short);
        for first in &mut self.first_moves {
            if first.numbers.len() == 1 {
                let found_at = found[at..].iter().position(|node| node.record == first.node.record);
                here = found_at.map_or(at, |index| at + index);
                at = found_at.map_or(at, |index| at + index + 1);
            }
            first.at = here;
        }
    }

    /// All has been told: the group has the first moves, and the number of lines that are not kept.
    pub fn end_told(&mut self, group: &mut Group) {
        group.first_moves = std::mem::take(&mut self.first_moves);
        if let Some(stream) = &self.stream {
            stream.end(&group.first_moves);
            group.untold = stream.untold();
        }
    }
}

/// Counted from 1.
fn number_among<M: Copy + PartialEq>(moves: &[M], m: M) -> usize {
    moves.iter().position(|&other| other == m).map_or(0, |index| index + 1)
}
