//! The board of a problem as data, for a page that draws and edits it.

use super::figures::{Figures, mark};
use super::svg::{Board, IMITATOR, definition};
use crate::problem::Problem;
use crate::units::{Piece, Placement, Unit};
use serde::Serialize;
use std::collections::BTreeMap;

/// A board as data: its squares, its men with their drawings, and its lines. The unit of length is 1/60 of the width of
/// a square.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct BoardDrawing {
    pub files: u8,
    pub ranks: u8,
    pub holes: Vec<String>,
    pub men: BTreeMap<String, ManDrawing>,
    /// The SVG element of each drawing, by its id. [`ManDrawing::id`] refers to it.
    pub drawings: BTreeMap<String, String>,
    /// The SVG path of the lines of a grid. Empty if there is no grid.
    pub grid: String,
    /// The SVG path of the borders between the squares and the area outside the board.
    pub edges: String,
}

/// A man, or an imitator (the marker of the condition Imitator), on a board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ManDrawing {
    /// Id of the drawing in [`BoardDrawing::drawings`].
    pub id: String,
    /// Letters of the man's attributes, such as royal; empty if it has none.
    pub mark: String,
    /// The name of the man: `white knight`.
    pub name: String,
}

impl ManDrawing {
    /// Returns a man that belongs to no board, with the usual figure of its piece, and the SVG element of its drawing.
    pub fn alone(unit: Unit) -> (ManDrawing, String) {
        let figures = Figures::of(Piece::orthodox().chain([unit.piece]));
        (ManDrawing::of(&figures, unit), definition(&figures, unit))
    }

    fn of(figures: &Figures, unit: Unit) -> ManDrawing {
        ManDrawing { id: figures.id(unit), mark: mark(unit), name: unit.in_words() }
    }
}

impl BoardDrawing {
    /// Returns the men of `placement` on a board, with the figures that the pieces of `problem` get and the lines and
    /// holes of its conditions.
    pub fn of(placement: &Placement, problem: &Problem) -> BoardDrawing {
        let mut figures = Figures::of_problem(problem);
        let board = Board::of(placement, &problem.rules);
        let shape = board.placement.shape();
        let mut drawing = BoardDrawing {
            files: shape.files(),
            ranks: shape.ranks(),
            holes: shape.missing().map(|square| square.to_string()).collect(),
            grid: board.grid(),
            edges: board.edges(),
            ..BoardDrawing::default()
        };
        for (square, unit) in board.placement.iter() {
            figures.add(unit.piece);
            let man = ManDrawing::of(&figures, unit);
            drawing.drawings.entry(man.id.clone()).or_insert_with(|| definition(&figures, unit));
            drawing.men.insert(square.to_string(), man);
        }
        for square in board.imitators {
            let id = "imitator".to_string();
            drawing.drawings.entry(id.clone()).or_insert_with(|| format!("<g id=\"{id}\">{IMITATOR}</g>\n"));
            drawing.men.insert(square.to_string(), ManDrawing { name: id.clone(), id, mark: String::new() });
        }
        drawing
    }
}
