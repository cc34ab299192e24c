//! Writes diagrams as SVG in the style of a magazine: hatched squares, a frame, and captions.

use super::caption::Caption;
use super::figures::{Figures, mark};
use super::markup::{FONT, escaped};
use crate::conditions::grid_lines;
use crate::problem::Problem;
use crate::rules::RuleSet;
use crate::units::{Placement, Shape, Square, Unit};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Width of a square, in units of the picture.
pub const SQUARE: u32 = 60;
/// Factor by which the drawing of a man is scaled to fit on a square.
const SCALE: &str = "0.064";
/// Margin around the content of the picture.
const MARGIN: u32 = 18;
/// Space for the names of files and ranks beside the board.
const NAMES: u32 = 24;
/// Minimum width of the picture. A small board needs more width for its captions than for the board itself.
const NARROWEST: u32 = 4 * SQUARE;

/// A board to be drawn: its men, and the elements that conditions add, such as the lines of a grid.
#[derive(Clone, Debug, Default)]
pub struct Board {
    pub placement: Placement,
    /// Lines of a grid, each given by its two ends. Coordinates count squares from the lower left corner.
    pub lines: Vec<[(u8, u8); 2]>,
    pub imitators: Vec<Square>,
    /// Whether the names of files and ranks are written beside the board.
    pub names: bool,
}

impl Board {
    /// Returns the board for a position, with the elements that conditions add to the drawing.
    pub fn of(placement: &Placement, rules: &RuleSet) -> Board {
        let shape = placement.shape();
        let squares = |name: &str| {
            let conditions = rules.conditions().iter().filter(move |condition| condition.def.name == name);
            conditions.flat_map(|condition| condition.squares.iter().copied()).collect::<Vec<_>>()
        };
        let conditions = rules.conditions().iter();
        Board {
            lines: conditions.flat_map(|condition| grid_lines(condition, shape.files(), shape.ranks())).collect(),
            imitators: squares("Imitator"),
            // On a board of another size than 8x8, squares are hard to find without names.
            names: (shape.files(), shape.ranks()) != (8, 8),
            placement: placement.clone().with_shape(shape.clone().without(squares("Hole"))),
        }
    }

    fn shape(&self) -> &Shape {
        self.placement.shape()
    }

    /// Returns the width and the height of the board without its frame.
    pub fn size(&self) -> (u32, u32) {
        (u32::from(self.shape().files()) * SQUARE, u32::from(self.shape().ranks()) * SQUARE)
    }

    /// Returns the coordinates of the upper left corner of a square.
    pub fn corner(&self, square: Square) -> (u32, u32) {
        (u32::from(square.file()) * SQUARE, u32::from(self.shape().ranks() - 1 - square.rank()) * SQUARE)
    }

    /// Iterates over the squares that the board has.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let all =
            (0..self.shape().ranks()).rev().flat_map(|rank| (0..self.shape().files()).map(move |file| (file, rank)));
        all.filter_map(|(file, rank)| Square::new(file, rank)).filter(|&square| self.shape().has(square))
    }

    /// Returns an SVG path of the borders between the squares and the area outside the board.
    pub fn edges(&self) -> String {
        let mut path = String::new();
        for square in self.squares() {
            let (x, y) = self.corner(square);
            let sides =
                [(0, 1, x, y, 'h'), (0, -1, x, y + SQUARE, 'h'), (-1, 0, x, y, 'v'), (1, 0, x + SQUARE, y, 'v')];
            for (file, rank, x, y, direction) in sides {
                if square.offset(file, rank).is_none_or(|other| !self.shape().has(other)) {
                    let _ = write!(path, "M{x} {y}{direction}{SQUARE}");
                }
            }
        }
        path
    }

    pub fn grid(&self) -> String {
        let mut path = String::new();
        for [from, to] in &self.lines {
            let point = |(x, y): (u8, u8)| (u32::from(x) * SQUARE, self.size().1.saturating_sub(u32::from(y) * SQUARE));
            let ((x, y), (to_x, to_y)) = (point(*from), point(*to));
            let _ = write!(path, "M{x} {y}L{to_x} {to_y}");
        }
        path
    }

    pub fn men(&self, figures: &Figures) -> String {
        let mut text = String::new();
        for (square, unit) in self.placement.iter() {
            let (x, y) = self.corner(square);
            let _ = writeln!(
                text,
                "<use href=\"#{}\" x=\"{}\" y=\"{}\"/>",
                figures.id(unit),
                x + SQUARE / 2,
                y + SQUARE / 2
            );
            text.push_str(&mark_text(unit, x, y));
        }
        for &square in &self.imitators {
            let (x, y) = self.corner(square);
            let _ = writeln!(text, "<g transform=\"translate({} {})\">{IMITATOR}</g>", x + SQUARE / 2, y + SQUARE / 2);
        }
        text
    }
}

/// SVG drawing of an imitator: two rings.
pub const IMITATOR: &str = "<circle r=\"20\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"3\"/><circle r=\"10\"/>";

/// Returns the SVG element that defines a man's drawing under its id, scaled to a square.
pub fn definition(figures: &Figures, unit: Unit) -> String {
    format!("<g id=\"{}\"><g transform=\"scale({SCALE})\">{}</g></g>\n", figures.id(unit), figures.drawing(unit))
}

/// Returns the letters of a man's attributes as SVG text at the upper right of its square. Returns an empty text if the
/// man has no attributes.
fn mark_text(unit: Unit, x: u32, y: u32) -> String {
    let mark = mark(unit);
    if mark.is_empty() {
        return String::new();
    }
    format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"15\" font-weight=\"bold\" text-anchor=\"end\" fill=\"#000\" stroke=\"#fff\" \
         stroke-width=\"4\" paint-order=\"stroke\">{}</text>\n",
        x + SQUARE - 4,
        y + 15,
        escaped(&mark)
    )
}

/// Returns the diagram of a problem with its captions as SVG.
///
/// ```
/// use keymove::{report, syntax};
/// let problem = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; author "A. Nobody";"##).0.unwrap();
/// let picture = report::svg(&problem);
/// assert!(picture.starts_with("<svg") && picture.contains("A. Nobody") && picture.contains("(2+1)"));
/// ```
pub fn svg(problem: &Problem) -> String {
    let figures = Figures::of_problem(problem);
    let caption = Caption::of(problem);
    let mut page = PictureBuilder::default();
    let boards: Vec<Board> = problem
        .diagram
        .start
        .iter()
        .chain([&problem.diagram.placement])
        .map(|placement| Board::of(placement, &problem.rules))
        .collect();
    let left = if boards.iter().any(|board| board.names) { NAMES } else { 0 };
    page.width = boards.iter().map(|board| board.size().0).max().unwrap_or(0).max(NARROWEST) + 2 * left;
    page.y = MARGIN;
    let above =
        [(&caption.id, 17), (&caption.authors, 22), (&caption.source, 18), (&caption.title, 18)].map(|(line, size)| {
            let quoted = if std::ptr::eq(line, &caption.title) && !line.is_empty() {
                format!("“{line}”")
            } else {
                line.clone()
            };
            (quoted, size)
        });
    for (line, size) in &above {
        page.centred(line, *size);
    }
    for remark in &caption.remarks {
        page.centred(&format!("({remark})"), 16);
    }
    if page.y > MARGIN {
        page.y += 8;
    }
    let mut known = BTreeSet::new();
    for (i, board) in boards.iter().enumerate() {
        if boards.len() > 1 {
            page.centred(["A", "B"].get(i).copied().unwrap_or_default(), 18);
            page.y += 6;
        }
        page.board(board, &figures, &mut known);
    }
    page.foot(&caption, boards.last().map_or(0, |board| board.size().0));
    for line in &caption.below {
        page.centred(line, 17);
    }
    for line in &caption.twins {
        page.centred(line, 17);
    }
    page.finish(&caption.name())
}

/// An SVG picture that is built from top to bottom. `y` is its height so far.
#[derive(Default)]
struct PictureBuilder {
    width: u32,
    y: u32,
    definitions: String,
    text: String,
}

impl PictureBuilder {
    /// Adds a centred line of text. A line that is too long is broken into several.
    fn centred(&mut self, line: &str, size: u32) {
        for part in broken(line, self.width, size) {
            self.y += size * 13 / 10;
            self.words(&part, MARGIN + self.width / 2, size, "middle");
        }
    }

    fn words(&mut self, words: &str, x: u32, size: u32, anchor: &str) {
        let _ = writeln!(
            self.text,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"{anchor}\">{}</text>",
            self.y,
            escaped(words)
        );
    }

    /// Adds a centred board with its frame. Defines the drawings of the men unless `known` has their ids, and adds
    /// these ids to `known`.
    fn board(&mut self, board: &Board, figures: &Figures, known: &mut BTreeSet<String>) {
        let (width, height) = board.size();
        let (left, top) = (MARGIN + (self.width - width) / 2, self.y + 4);
        if self.definitions.is_empty() {
            self.definitions = hatching();
        }
        for (_, unit) in board.placement.iter() {
            if known.insert(figures.id(unit)) {
                self.definitions.push_str(&definition(figures, unit));
            }
        }
        let _ = writeln!(self.text, "<g transform=\"translate({left} {top})\">");
        for square in board.squares().filter(|square| (square.file() + square.rank()) % 2 == 0) {
            let (x, y) = board.corner(square);
            let _ = writeln!(self.text, "<use href=\"#dark\" x=\"{x}\" y=\"{y}\"/>");
        }
        let grid = board.grid();
        if !grid.is_empty() {
            let _ = writeln!(self.text, "<path d=\"{grid}\" stroke=\"#fff\" stroke-width=\"7\" fill=\"none\"/>");
            let _ = writeln!(self.text, "<path d=\"{grid}\" stroke=\"#000\" stroke-width=\"3\" fill=\"none\"/>");
        }
        let edges = board.edges();
        let _ = writeln!(
            self.text,
            "<path d=\"{edges}\" stroke=\"#000\" stroke-width=\"3\" stroke-linecap=\"square\" fill=\"none\"/>"
        );
        self.text.push_str(&board.men(figures));
        if board.names {
            self.text.push_str(&names(board));
        }
        self.text.push_str("</g>\n");
        self.y = top + height + if board.names { NAMES } else { 4 };
    }

    /// Adds the line below the board, with the stipulation at the left corner and the number of men at the right
    /// corner.
    fn foot(&mut self, caption: &Caption, board: u32) {
        let board = board.max(NARROWEST);
        let left = MARGIN + (self.width - board) / 2;
        let room = board.saturating_sub(wide(&caption.count, 20) + 12);
        self.y += 4;
        let mut lines = broken(&caption.stipulation, room, 20);
        if lines.is_empty() {
            lines.push(String::new());
        }
        for (i, line) in lines.iter().enumerate() {
            self.y += 26;
            self.words(line, left, 20, "start");
            if i == 0 {
                self.words(&caption.count, left + board, 20, "end");
            }
        }
        self.y += 4;
    }

    fn finish(self, name: &str) -> String {
        let (width, height) = (self.width + 2 * MARGIN, self.y + MARGIN);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONT}\">\n<title>{}</title>\n\
             <defs>\n{}</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{}</svg>\n",
            escaped(name),
            self.definitions,
            self.text
        )
    }
}

/// Returns the SVG pattern of a dark square: parallel lines at equal distances that continue in diagonally adjacent
/// squares.
fn hatching() -> String {
    const DISTANCE: u32 = 10;
    let mut path = String::new();
    for sum in (DISTANCE / 2..2 * SQUARE).step_by(DISTANCE as usize) {
        let (x, y) = (sum.saturating_sub(SQUARE), sum.min(SQUARE));
        let length = y - x;
        let _ = write!(path, "M{x} {y}l{length} -{length}");
    }
    format!("<path id=\"dark\" d=\"{path}\" stroke=\"#000\" stroke-width=\"1\" fill=\"none\"/>\n")
}

fn names(board: &Board) -> String {
    let (_, height) = board.size();
    let mut text = String::new();
    for file in 0..board.shape().files() {
        let x = u32::from(file) * SQUARE + SQUARE / 2;
        let name = char::from(b'a' + file);
        let _ = writeln!(
            text,
            "<text x=\"{x}\" y=\"{}\" font-size=\"16\" text-anchor=\"middle\">{name}</text>",
            height + 20
        );
    }
    for rank in 0..board.shape().ranks() {
        let y = u32::from(board.shape().ranks() - 1 - rank) * SQUARE + SQUARE / 2 + 6;
        let _ = writeln!(text, "<text x=\"-8\" y=\"{y}\" font-size=\"16\" text-anchor=\"end\">{}</text>", rank + 1);
    }
    text
}

/// Returns an estimate of the width of a text, on the large side.
fn wide(text: &str, size: u32) -> u32 {
    text.chars().count() as u32 * size * 6 / 10
}

/// Breaks a line between words into parts that are at most `width` wide.
fn broken(line: &str, width: u32, size: u32) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        match parts.last_mut() {
            Some(part) if wide(part, size) + wide(word, size) + size / 2 <= width => {
                part.push(' ');
                part.push_str(word);
            }
            _ => parts.push(word.to_string()),
        }
    }
    parts
}
