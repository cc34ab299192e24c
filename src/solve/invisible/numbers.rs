//! Options MoveNumbers, StartMoveNumber and UpToMoveNumber in play with invisible men.

use super::record;
use crate::invisible::{PlayedMove, SearchPart, TimeIsOver};
use crate::solution::{FirstMove, Node, Part};
use crate::solve::settings::SearchSettings;
use crate::solve::unfold::window::Window;

/// A part of the play, to be searched by one thread.
#[derive(Clone)]
pub struct PartOfPlay<'a> {
    /// Number of the first move with which this part of the play begins, counted among the moves in the diagram.
    pub first_number: usize,
    pub beginning: SearchPart<'a>,
}

impl<'a> PartOfPlay<'a> {
    fn with(&self, beginning: SearchPart<'a>) -> PartOfPlay<'a> {
        PartOfPlay { beginning, ..*self }
    }

    /// Divides the part into smaller parts. Returns it undivided if little work is left in it.
    pub fn split(&self) -> Result<Vec<PartOfPlay<'a>>, TimeIsOver> {
        Ok(self.beginning.parts()?.into_iter().map(|part| self.with(part)).collect())
    }
}

/// Numbers the first moves, for option MoveNumbers. As in Popeye, a first move that some invisible men might allow
/// is printed with its number before it is known whether the actual invisible men allow it.
pub struct Numbered<'a> {
    settings: &'a SearchSettings,
    first_moves: Vec<FirstMove>,
    /// Greatest number of a first move whose place in the output is known.
    placed: usize,
}

impl<'a> Numbered<'a> {
    pub fn new(settings: &'a SearchSettings) -> Numbered<'a> {
        Numbered { settings, first_moves: Vec::new(), placed: 0 }
    }

    /// Returns the parts of the play that options StartMoveNumber and UpToMoveNumber select, with the given first
    /// moves. Records the first moves that option MoveNumbers prints.
    pub fn wanted<'p>(&mut self, moves: Vec<SearchPart<'p>>) -> Result<Vec<PartOfPlay<'p>>, TimeIsOver> {
        let mut parts = Vec::new();
        let window = Window::at_root(self.settings);
        self.look(window, &[], moves, &mut parts)?;
        Ok(parts)
    }

    fn look<'p>(
        &mut self,
        window: Window,
        before: &[usize],
        moves: Vec<SearchPart<'p>>,
        parts: &mut Vec<PartOfPlay<'p>>,
    ) -> Result<(), TimeIsOver> {
        let most = self.settings.longest_move_number();
        let (start, end) = window.bounds(self.settings);
        for (number, beginning) in (1..).zip(moves).filter(|(number, _)| (start..=end).contains(number)) {
            let numbers = [before, &[number]].concat();
            let (depth, first_number) = (numbers.len(), numbers[0]);
            let is_printed = self.settings.move_numbers && depth <= most.max(1);
            if is_printed {
                let alone = PlayedMove { printed: beginning.printed, uncovered: Vec::new() };
                let node = Node::new(Part::Help, record(&alone, beginning.view()));
                self.first_moves.push(FirstMove { numbers: numbers.clone(), node, at: 0, is_legal: true });
            }
            let next = if depth < most { beginning.next()? } else { None };
            match next {
                Some(next) => self.look(window.after(number, self.settings), &numbers, next, parts)?,
                None => parts.push(PartOfPlay { first_number, beginning }),
            }
        }
        Ok(())
    }

    /// Sets the place in the output of the first move with this number, and of those before it that have no place yet:
    /// `at` moves are printed before them.
    pub fn place(&mut self, first_number: usize, at: usize) {
        let placed = self.placed..first_number;
        let is_here = |first: &&mut FirstMove| placed.contains(&(first.numbers[0] - 1));
        self.first_moves.iter_mut().filter(is_here).for_each(|first| first.at = at);
        self.placed = first_number.max(self.placed);
    }

    /// Returns the numbered first moves with their places in the output. `at` is the total number of printed moves.
    pub fn printed(mut self, at: usize) -> Vec<FirstMove> {
        self.place(usize::MAX, at);
        self.first_moves
    }
}
