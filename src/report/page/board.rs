//! Draws the board of a problem on an HTML page: squares, grid lines, names of files and ranks, and the men. The page's
//! script replaces the men when the reader plays a move.

use super::super::picture::{Board, Figures, IMITATOR, SQUARE, definition, mark};
use crate::problem::Men;
use crate::solution::{BoardAfter, Content};
use crate::units::Square;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;
use std::fmt::Write;

const IMITATOR_ID: &str = "imitator";

/// The drawings that a page needs. Each is added when it is first used.
#[derive(Default)]
pub struct Drawings {
    pub figures: Figures,
    /// The SVG text of each drawing, by its id.
    pub known: BTreeMap<String, String>,
}

impl Drawings {
    /// Returns a code for the content of a square, which the page's script reads: the id of the drawing and, after `+`,
    /// the letters beside it. The code for an empty square is the empty text. Adds the drawing to `known` if it is new.
    pub fn word(&mut self, content: Content) -> String {
        match content {
            Content::Nothing => String::new(),
            Content::Imitator => {
                let drawing = || format!("<g id=\"{IMITATOR_ID}\">{IMITATOR}</g>\n");
                self.known.entry(IMITATOR_ID.to_string()).or_insert_with(drawing);
                IMITATOR_ID.to_string()
            }
            Content::Man(unit) => {
                self.figures.add(unit.piece);
                let id = self.figures.id(unit);
                let figures = &self.figures;
                self.known.entry(id.clone()).or_insert_with(|| definition(figures, unit));
                match mark(unit) {
                    mark if mark.is_empty() => id,
                    mark => format!("{id}+{mark}"),
                }
            }
        }
    }

    /// Returns a position in the form that the page's script reads, such as `e1:wK a8:bQ180`: each occupied square with
    /// the code of its content (see [`Drawings::word`]).
    pub fn position(&mut self, played: &BoardAfter) -> String {
        self.changes(&BoardAfter::default(), played)
    }

    /// Returns the changes between two positions in the form that the page's script reads, such as `e2 e4:wP`: each
    /// changed square with the code of its new content (see [`Drawings::word`]).
    pub fn changes(&mut self, before: &BoardAfter, after: &BoardAfter) -> String {
        let mut words: Vec<String> = Vec::new();
        for (square, content) in after.changes_from(before) {
            words.push(match self.word(content) {
                word if word.is_empty() => square.to_string(),
                word => format!("{square}:{word}"),
            });
        }
        words.join(" ")
    }
}

/// Draws the board with its men. The page's script replaces the men when the reader plays a move. Adds the drawings of
/// the men to `drawings`; `name` is the description for readers that cannot see the picture.
pub fn board(board: &Board, drawings: &mut Drawings, name: &str) -> Markup {
    const NAMES: u32 = 26;
    let (width, height) = board.size();
    let around = format!("-{NAMES} -6 {} {}", width + NAMES + 8, height + NAMES + 8);
    let (mut light, mut dark) = (String::new(), String::new());
    for square in board.squares() {
        let (x, y) = board.corner(square);
        let path = if (square.file() + square.rank()) % 2 == 0 { &mut dark } else { &mut light };
        let _ = write!(path, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
    }
    let played = BoardAfter::begin(board.placement.clone(), Men::default()).with_imitators(board.imitators.clone());
    let men: String = played
        .changes_from(&BoardAfter::default())
        .map(|(square, content)| man(board, drawings, square, content))
        .collect();
    let shape = board.placement.shape();
    html! {
        svg .board viewBox=(around) role="img" aria-label=(name) data-ranks=(shape.ranks()) {
            path .light d=(light) {}
            path .dark d=(dark) {}
            g .squares {}
            @if !board.lines.is_empty() { path .grid d=(board.grid()) {} }
            path .edge d=(board.edges()) {}
            g .men { (PreEscaped(men)) }
            g .names {
                @for file in 0..shape.files() {
                    text x=(u32::from(file) * SQUARE + SQUARE / 2) y=(height + 20) text-anchor="middle" {
                        (char::from(b'a' + file))
                    }
                }
                @for rank in 0..shape.ranks() {
                    text x="-8" y=(height - u32::from(rank) * SQUARE - SQUARE / 2 + 6) text-anchor="end" { (rank + 1) }
                }
            }
        }
    }
}

/// Returns the SVG elements of a man on a square. The page's script must produce the same elements.
fn man(board: &Board, drawings: &mut Drawings, square: Square, content: Content) -> String {
    let (x, y) = board.corner(square);
    let word = drawings.word(content);
    let (id, mark) = word.split_once('+').unwrap_or((&word, ""));
    let mut text = format!("<use href=\"#{id}\" x=\"{}\" y=\"{}\"/>", x + SQUARE / 2, y + SQUARE / 2);
    if !mark.is_empty() {
        let _ = write!(text, "<text class=\"mark\" x=\"{}\" y=\"{}\">{mark}</text>", x + SQUARE - 4, y + 15);
    }
    text
}
