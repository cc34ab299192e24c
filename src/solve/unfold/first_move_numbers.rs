//! Option MoveNumbers: prints each first move with its number. Options StartMoveNumber and UpToMoveNumber refer to
//! these numbers.

use crate::position::Oracle;
use crate::problem::Reply;
use crate::solution::{FirstMove, Group, Node, Part};
use crate::solve::setup::turn::Turn;
use crate::solve::unfold::Unfolder;
use crate::solve::unfold::origins::Legal;
use crate::solve::unfold::window::Window;
use crate::units::Origin;

impl<P: Oracle> Unfolder<'_, P> {
    /// Lists the first moves of the play in output order. If StartMoveNumber or UpToMoveNumber gives more than one
    /// number, each first move is followed by the moves after it. Moves that leave the mover's king in check are
    /// numbered, too.
    pub fn begin_first_moves(&mut self, position: &P, turn: Turn<'_>) {
        if self.prover.shared.settings.move_numbers {
            let mut numbered = Vec::new();
            self.number_moves(position, turn, &[], &mut numbered);
            self.numbered_moves = numbered;
        }
    }

    fn number_moves(&mut self, position: &P, turn: Turn<'_>, before: &[usize], numbered: &mut Vec<FirstMove>) {
        let legal = Legal::default();
        let settings = self.prover.shared.settings;
        let most = settings.longest_move_number();
        let all = self.moves_in_order(position, true);
        let outer = self.window;
        let wanted = self.wanted();
        let may_be_played = self.wanted_moves(position, turn);
        let (start, end) = wanted.bounds(settings);
        for (number, &m) in (1..).zip(&all).take(end).skip(start - 1) {
            let numbers = [before, &[number]].concat();
            let is_legal = may_be_played.contains(&m);
            let origin = if is_legal { self.origin(position, &legal, m) } else { Origin::Square };
            let node = Node { origin, ..Node::new(Part::Help, position.record(m)) };
            numbered.push(FirstMove { numbers: numbers.clone(), node, at: 0, is_legal });
            if is_legal && numbers.len() < most && turn.n > 1 {
                self.window = wanted.after(number, settings);
                self.playing(&mut position.clone(), m, |unfolder, after| {
                    let next = turn.next();
                    if next.side_index == 1 && next.stage.branch.reply == Reply::Passes {
                        after.with_pass(|after| unfolder.number_moves(after, next.next(), &numbers, numbered));
                    } else {
                        unfolder.number_moves(after, next, &numbers, numbered);
                    }
                });
                self.window = outer;
            }
        }
    }

    /// Returns the [`Window`] by which options StartMoveNumber and UpToMoveNumber select moves in the current position.
    /// It selects all moves if none was set for this position.
    pub fn wanted(&self) -> Window {
        if self.window.depth == self.prover.path.len() { self.window } else { Window::default() }
    }

    pub fn window_after(&self, position: &P, m: P::Move) -> Window {
        let wanted = self.wanted();
        if wanted.is_open() {
            return wanted;
        }
        wanted.after(number_among(&self.moves_in_order(position, true), m), self.prover.shared.settings)
    }

    /// Returns, for each of `moves`, how many entries of the list of numbered first moves are printed before the play
    /// of the move.
    pub fn first_moves_before(&self, position: &P, moves: &[P::Move]) -> Vec<usize> {
        if self.numbered_moves.is_empty() {
            return vec![0; moves.len()];
        }
        let is_first = |first: &FirstMove| first.numbers.len() == 1;
        // The moves after a first move belong to it, so its end comes after them.
        let end = |record| {
            let at = self.numbered_moves.iter().position(|first| is_first(first) && first.node.record == record)?;
            let after = self.numbered_moves[at + 1..].iter().take_while(|first| !is_first(first)).count();
            Some(at + 1 + after)
        };
        let mut most = 0;
        let upto = |&m: &P::Move| {
            most = most.max(end(position.record(m)).unwrap_or(0));
            most
        };
        moves.iter().map(upto).collect()
    }

    /// Sets, for each numbered first move, the number of printed nodes before it. `found` are the printed nodes; the
    /// first `short` of them belong to shorter solutions and come before all numbered moves.
    pub fn place_first_moves(&mut self, found: &[Node], short: usize) {
        let (mut at, mut here) = (short, short);
        for first in &mut self.numbered_moves {
            if first.numbers.len() == 1 {
                let found_at = found[at..].iter().position(|node| node.record == first.node.record);
                here = found_at.map_or(at, |index| at + index);
                at = found_at.map_or(at, |index| at + index + 1);
            }
            first.at = here;
        }
    }

    /// Completes the group: adds the numbered first moves, and the number of lines that were printed and dropped.
    pub fn end_printed(&mut self, group: &mut Group) {
        group.first_moves = std::mem::take(&mut self.numbered_moves);
        if let Some(stream) = &self.stream {
            stream.end(&group.first_moves);
            group.dropped = stream.dropped();
        }
    }
}

/// Returns the number of `m` among `moves`, counted from 1, or 0 if it is not one of them.
fn number_among<M: Copy + PartialEq>(moves: &[M], m: M) -> usize {
    moves.iter().position(|&other| other == m).map_or(0, |index| index + 1)
}
