//! Option MoveNumbers: each first move with its number, which options StartMoveNumber and UpToMoveNumber take.

use super::origins::Legal;
use super::turn::Turn;
use super::worker::Worker;
use crate::position::Position;
use crate::solution::{FirstMove, Group, Node, Part};

impl<P: Position> Worker<'_, P> {
    /// The first moves of the play, in the order in which they are told. Moves that leave the own king in check have
    /// numbers, too, and are not told.
    pub fn begin_first_moves(&mut self, position: &P, turn: Turn<'_>) {
        if !self.shared.settings.move_numbers {
            return;
        }
        let all = self.told_moves(position, true);
        let legal = Legal::default();
        let wanted = self.wanted_first_moves(position, turn).into_iter().map(|m| {
            let number = all.iter().position(|&other| other == m).map_or(0, |index| index + 1);
            let node = Node { origin: self.origin(position, &legal, m), ..Node::new(Part::Help, position.record(m)) };
            FirstMove { number, node, at: 0 }
        });
        self.first_moves = wanted.collect();
    }

    /// When which of them is told: before the first of the moves that are looked at, before the second, and so on.
    pub fn first_moves_before(&self, position: &P, moves: &[P::Move]) -> Vec<usize> {
        if self.first_moves.is_empty() {
            return vec![0; moves.len()];
        }
        let number = |record| self.first_moves.iter().position(|first| first.node.record == record);
        let mut most = 0;
        let upto = |&m: &P::Move| {
            most = most.max(number(position.record(m)).map_or(0, |index| index + 1));
            most
        };
        moves.iter().map(upto).collect()
    }

    /// Where they stand among what has been found; `short`: so many solutions are shorter, and stand before all.
    pub fn place_first_moves(&mut self, found: &[Node], short: usize) {
        let mut at = short;
        for first in &mut self.first_moves {
            let here = found[at..].iter().position(|node| node.record == first.node.record);
            first.at = here.map_or(at, |here| at + here);
            at = here.map_or(at, |here| at + here + 1);
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
