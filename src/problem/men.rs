//! The identities of men: which man of a position is which man of the diagram.

use super::twin::label;
use crate::units::Square;
use std::collections::BTreeMap;
use std::fmt;

/// The identity of a man: its square in the diagram or, in a proof game, in the game array. A man keeps its identity
/// when it moves, promotes or is captured, and from the diagram to the twins.
///
/// ```
/// let text = r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; twin "b) move a1 b1; c) add white Ra2";"##;
/// let problem = keymove::Problem::parse(text).unwrap().into_problem();
/// let men: Vec<_> = problem.singles().into_iter().map(|single| single.unwrap().men).collect();
/// let at = |twin: usize, square| men[twin].get(keymove::Square::parse(square).unwrap()).unwrap().to_string();
/// assert_eq!((at(1, "b1"), at(2, "a1"), at(2, "a2")), ("a1".to_string(), "a1".to_string(), "c)a2".to_string()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Man {
    /// The square on which the man first appears.
    pub square: Square,
    /// The index of the twin that adds the man to the diagram; `None` if the man is in the diagram.
    added: Option<u16>,
}

impl Man {
    /// Returns the man that is on this square in the diagram.
    pub fn at(square: Square) -> Man {
        Man { square, added: None }
    }
}

/// Writes the square, and before it the label of the twin that adds the man: `e8`, `b)e8`.
impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.added {
            None => write!(f, "{}", self.square),
            Some(twin) => write!(f, "{}{}", label(usize::from(twin), false), self.square),
        }
    }
}

/// The identities of the men of a position, by their squares. A square without an entry has no man, or a man that a
/// condition has created during the play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Men(BTreeMap<Square, Man>);

impl Men {
    /// Returns the identities of the men on these squares of the diagram.
    pub fn at(squares: impl IntoIterator<Item = Square>) -> Men {
        Men(squares.into_iter().map(|square| (square, Man::at(square))).collect())
    }

    /// Returns the man on a square; `None` if there is no man with an identity.
    pub fn get(&self, square: Square) -> Option<Man> {
        self.0.get(&square).copied()
    }

    /// Iterates over the squares and their men, in the order of squares.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.0.iter().map(|(&square, &man)| (square, man))
    }

    /// Puts the man on the square, or clears the square if `man` is `None`.
    pub fn put(&mut self, square: Square, man: Option<Man>) {
        match man {
            Some(man) => self.0.insert(square, man),
            None => self.0.remove(&square),
        };
    }

    /// Removes and returns the man on a square.
    pub fn take(&mut self, square: Square) -> Option<Man> {
        self.0.remove(&square)
    }

    /// Puts a new man on the square, added by the twin with this index.
    pub(super) fn add(&mut self, square: Square, twin: usize) {
        self.0.insert(square, Man { square, added: Some(u16::try_from(twin).unwrap_or(u16::MAX)) });
    }

    pub(super) fn map_squares(&mut self, to: impl Fn(Square) -> Square) {
        self.0 = self.0.iter().map(|(&square, &man)| (to(square), man)).collect();
    }
}
