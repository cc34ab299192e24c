//! Options MoveNumbers, StartMoveNumber and UpToMoveNumber in play with invisible men.

use super::record;
use crate::invisible::{Beginning, Cut, Played};
use crate::solution::{FirstMove, Node, Part};
use crate::solve::settings::SearchSettings;
use crate::solve::unfold::window::Window;

/// A share of the play, to be looked at by one thread.
#[derive(Clone)]
pub struct Share<'a> {
    /// The number of the move from the diagram with which it begins.
    pub first_number: usize,
    pub beginning: Beginning<'a>,
}

impl<'a> Share<'a> {
    fn with(&self, beginning: Beginning<'a>) -> Share<'a> {
        Share { beginning, ..*self }
    }

    /// The same in parts, if much is left to do.
    pub fn split(&self) -> Result<Vec<Share<'a>>, Cut> {
        Ok(self.beginning.parts()?.into_iter().map(|part| self.with(part)).collect())
    }
}

/// The moves that are told with their numbers. As in Popeye, whatever some invisible men might allow is told, before it is
/// known whether those that are there allow it.
pub struct Numbered<'a> {
    settings: &'a SearchSettings,
    first_moves: Vec<FirstMove>,
    /// Those from the diagram have been placed up to this number.
    placed: usize,
}

impl<'a> Numbered<'a> {
    pub fn new(settings: &'a SearchSettings) -> Numbered<'a> {
        Numbered { settings, first_moves: Vec::new(), placed: 0 }
    }

    /// What is wanted of the moves from the diagram, and of those that follow them.
    pub fn wanted<'p>(&mut self, moves: Vec<Beginning<'p>>) -> Result<Vec<Share<'p>>, Cut> {
        let mut parts = Vec::new();
        let window = Window::at_root(self.settings);
        self.look(window, &[], moves, &mut parts)?;
        Ok(parts)
    }

    fn look<'p>(
        &mut self,
        window: Window,
        before: &[usize],
        moves: Vec<Beginning<'p>>,
        parts: &mut Vec<Share<'p>>,
    ) -> Result<(), Cut> {
        let most = self.settings.longest_move_number();
        let (start, end) = window.bounds(self.settings);
        for (number, beginning) in (1..).zip(moves).filter(|(number, _)| (start..=end).contains(number)) {
            let numbers = [before, &[number]].concat();
            let (depth, first_number) = (numbers.len(), numbers[0]);
            let is_told = self.settings.move_numbers && depth <= most.max(1);
            if is_told {
                let alone = Played { told: beginning.told, uncovered: Vec::new() };
                let node = Node::new(Part::Help, record(&alone, beginning.view()));
                self.first_moves.push(FirstMove { numbers: numbers.clone(), node, at: 0, is_legal: true });
            }
            let next = if depth < most { beginning.next()? } else { None };
            match next {
                Some(next) => self.look(window.after(number, self.settings), &numbers, next, parts)?,
                None => parts.push(Share { first_number, beginning }),
            }
        }
        Ok(())
    }

    /// So many moves are told before the first move with this number is tried, for the first time.
    pub fn place(&mut self, first_number: usize, at: usize) {
        let placed = self.placed..first_number;
        let is_here = |first: &&mut FirstMove| placed.contains(&(first.numbers[0] - 1));
        self.first_moves.iter_mut().filter(is_here).for_each(|first| first.at = at);
        self.placed = first_number.max(self.placed);
    }

    /// `at`: so many moves are told at all.
    pub fn told(mut self, at: usize) -> Vec<FirstMove> {
        self.place(usize::MAX, at);
        self.first_moves
    }
}
