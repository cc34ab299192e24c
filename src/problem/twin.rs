//! Twins: changes to a problem that give another problem to solve.

use super::stipulation::Stipulation;
use crate::rules::RuleSet;
use crate::units::{Piece, Shape, Square, Unit};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Twin {
    /// Whether the changes apply to the previous twin instead of the diagram.
    pub continued: bool,
    pub changes: Vec<Change>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    Move(Square, Square),
    Exchange(Square, Square),
    Remove(Square),
    Add(Square, Unit),
    /// Replaces all men of the first piece by men of the second piece.
    Substitute(Piece, Piece),
    Rotate(Rotation),
    Mirror(Mirror),
    /// Shifts the whole position by the vector from the first square to the second.
    Shift(Square, Square),
    /// Changes the side of all men except neutral ones.
    PolishType,
    Invisible(u8),
    Stipulation(Stipulation),
    /// Sets these rules; `text` contains the conditions as written.
    Condition {
        text: String,
        rules: RuleSet,
    },
}

/// Rotations of the board to the left, by degrees as in Popeye: 90 degrees move a man from a1 to h1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rotation {
    By90,
    By180,
    By270,
}

impl Rotation {
    /// All rotations, each with its notation in degrees.
    pub const ALL: [(&str, Rotation); 3] = [("90", Rotation::By90), ("180", Rotation::By180), ("270", Rotation::By270)];

    pub fn degrees(self) -> &'static str {
        Rotation::ALL[self as usize].0
    }

    /// Whether the rotation exchanges files and ranks.
    pub fn exchanges_axes(self) -> bool {
        self != Rotation::By180
    }

    /// Returns the square to which a man on this square goes.
    pub fn of(self, square: Square, shape: &Shape) -> Square {
        let (top, right) = (shape.ranks() - 1, shape.files() - 1);
        let (file, rank) = match self {
            Rotation::By90 => (top - square.rank(), square.file()),
            Rotation::By180 => (right - square.file(), top - square.rank()),
            Rotation::By270 => (square.rank(), right - square.file()),
        };
        Square::new(file, rank).unwrap_or(square)
    }
}

/// Reflections of the board. Each is named by two squares that it exchanges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// `a1<-->h1`: exchanges left and right.
    A1H1,
    /// `a1<-->a8`: exchanges top and bottom.
    A1A8,
    /// `a1<-->h8`: reflection in the diagonal a8-h1.
    A1H8,
    /// `a8<-->h1`: reflection in the diagonal a1-h8.
    A8H1,
}

impl Mirror {
    /// All reflections, each with its notation.
    pub const ALL: [(&str, Mirror); 4] = [
        ("a1<-->h1", Mirror::A1H1),
        ("a1<-->a8", Mirror::A1A8),
        ("a1<-->h8", Mirror::A1H8),
        ("a8<-->h1", Mirror::A8H1),
    ];

    pub fn squares(self) -> &'static str {
        Mirror::ALL[self as usize].0
    }

    /// Whether the reflection exchanges files and ranks.
    pub fn exchanges_axes(self) -> bool {
        matches!(self, Mirror::A1H8 | Mirror::A8H1)
    }

    /// Returns the square to which a man on this square goes.
    pub fn of(self, square: Square, shape: &Shape) -> Square {
        let (top, right) = (shape.ranks() - 1, shape.files() - 1);
        let (file, rank) = match self {
            Mirror::A1H1 => (right - square.file(), square.rank()),
            Mirror::A1A8 => (square.file(), top - square.rank()),
            Mirror::A1H8 => (top - square.rank(), right - square.file()),
            Mirror::A8H1 => (square.rank(), square.file()),
        };
        Square::new(file, rank).unwrap_or(square)
    }
}

/// Returns the label of a twin: `a)`, `b)` … `z)`, `z1)`, `z2)` …, with `+` before it if the twin continues the
/// previous one.
pub(super) fn label(index: usize, continued: bool) -> String {
    let plus = if continued { "+" } else { "" };
    match u8::try_from(index) {
        Ok(i) if i < 26 => format!("{plus}{})", (b'a' + i) as char),
        _ => format!("{plus}z{})", index - 25),
    }
}
