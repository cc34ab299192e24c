//! Options StartMoveNumber and UpToMoveNumber, which select the play from one line up to another. A line is given
//! by the numbers of its moves: `2:5` is the fifth move after the second first move. Moves before the first line or
//! after the last one are omitted.

use crate::solve::settings::SearchSettings;

/// The state of both options in a position. For each option: how many numbers of its line the moves up to this position
/// have followed. `None` if the option is not set, or if the moves have left the line or completed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Window {
    /// Number of moves from the diagram to the position to which the window applies.
    pub depth: usize,
    start: Option<usize>,
    end: Option<usize>,
}

impl Window {
    /// Returns the window for the first moves, in the diagram.
    pub fn at_root(settings: &SearchSettings) -> Window {
        let first = |numbers: &[u16]| (!numbers.is_empty()).then_some(0);
        Window { depth: 0, start: first(&settings.start_move_number), end: first(&settings.up_to_move_number) }
    }

    /// Whether the options select all moves in this position and after it.
    pub fn is_open(self) -> bool {
        self.start.is_none() && self.end.is_none()
    }

    /// Returns the numbers of the first and of the last selected move, counted from 1.
    pub fn bounds(self, settings: &SearchSettings) -> (usize, usize) {
        let start = self.start.map_or(1, |at| usize::from(settings.start_move_number[at]).max(1));
        let end = self.end.map_or(usize::MAX, |at| usize::from(settings.up_to_move_number[at]));
        (start, end)
    }

    /// Returns the window for the position after the move with number `number`.
    pub fn after(self, number: usize, settings: &SearchSettings) -> Window {
        let next = |at: Option<usize>, numbers: &[u16]| {
            at.filter(|&at| usize::from(numbers[at]) == number && at + 1 < numbers.len()).map(|at| at + 1)
        };
        Window {
            depth: self.depth + 1,
            start: next(self.start, &settings.start_move_number),
            end: next(self.end, &settings.up_to_move_number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Options;

    #[test]
    fn what_comes_before_the_one_line_or_after_the_other_is_left_out() {
        let options = Options { start_move_number: vec![2, 5], up_to_move_number: vec![4, 6, 1], ..Options::default() };
        let settings = SearchSettings::from(&options);
        let root = Window::at_root(&settings);
        assert_eq!(root.bounds(&settings), (2, 4));
        for (moves, bounds) in [
            (&[2][..], (5, usize::MAX)),
            (&[3], (1, usize::MAX)),
            (&[4], (1, 6)),
            (&[4, 5], (1, usize::MAX)),
            (&[4, 6], (1, 1)),
            (&[4, 6, 1], (1, usize::MAX)),
        ] {
            let window = moves.iter().fold(root, |window, &number| window.after(number, &settings));
            assert_eq!(window.bounds(&settings), bounds, "{moves:?}");
        }
    }
}
