//! A twin: changes to a problem before it is solved again.

use super::stipulation::Stipulation;
use crate::rules::RuleSet;
use crate::units::{Piece, Square, Unit};

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
    /// Every man of the first piece becomes one of the second.
    Substitute(Piece, Piece),
    Rotate(Rotation),
    Mirror(Mirror),
    /// The whole position is shifted so that the first square moves to the second.
    Shift(Square, Square),
    /// All men except neutral ones change sides.
    PolishType,
    Invisible(u8),
    Stipulation(Stipulation),
    /// The conditions as written, and the rules that they make.
    Condition {
        text: String,
        rules: RuleSet,
    },
}

/// Rotations of the board to the left, as Popeye counts them: 90 degrees take a1 to h1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rotation {
    By90,
    By180,
    By270,
}

impl Rotation {
    /// All rotations, each with its degrees as they are written.
    pub const ALL: [(&str, Rotation); 3] = [("90", Rotation::By90), ("180", Rotation::By180), ("270", Rotation::By270)];

    pub fn degrees(self) -> &'static str {
        Rotation::ALL[self as usize].0
    }
}

/// Reflections, named by two squares that they exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// `a1<-->h1`: left and right.
    A1H1,
    /// `a1<-->a8`: top and bottom.
    A1A8,
    /// `a1<-->h8`: in the diagonal a8-h1.
    A1H8,
    /// `a8<-->h1`: in the diagonal a1-h8.
    A8H1,
}

impl Mirror {
    /// All reflections, each with its squares as they are written.
    pub const ALL: [(&str, Mirror); 4] = [
        ("a1<-->h1", Mirror::A1H1),
        ("a1<-->a8", Mirror::A1A8),
        ("a1<-->h8", Mirror::A1H8),
        ("a8<-->h1", Mirror::A8H1),
    ];

    pub fn squares(self) -> &'static str {
        Mirror::ALL[self as usize].0
    }
}
