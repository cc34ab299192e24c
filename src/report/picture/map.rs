//! Board maps: for one chosen man, a diagram that shows on each square the result of the problem if the man is put
//! there. Written as text, SVG or HTML.

use super::caption::Caption;
use super::figures::Figures;
use super::markup::{FONT, escaped};
use super::svg::{Board, SQUARE, definition};
use crate::explore::{BoardMap, Status};
use crate::problem::Problem;
use crate::units::{Placement, Square};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The entries of the legend, in order: the result of a problem, the colour of the squares with this result, and its
/// explanation.
const LEGEND: [(Status, &str, &str); 9] = [
    (Status::Sound, "#7bc67e", "sound"),
    (Status::Cooked, "#ef8a80", "cooked"),
    (Status::None, "#ffffff", "no solution"),
    (Status::Lost, "#ffd27f", "lost or in common"),
    (Status::Dual, "#c9b3e6", "duals"),
    (Status::Short, "#f3a6c8", "short"),
    (Status::Unsound, "#d8b49a", "otherwise unsound"),
    (Status::Illegal, "#a8a8a8", "not possible"),
    (Status::Undecided, "#9fd0f0", "undecided"),
];

/// Returns the entry of the legend that explains the sign of this result. Several results may have the same sign.
fn row(status: Status) -> &'static (Status, &'static str, &'static str) {
    LEGEND.iter().find(|(other, ..)| other.sign() == status.sign()).unwrap_or(&LEGEND[8])
}

/// Returns the title of the map, which names the man: `white rook of a1` if the problem has it on a1, or `black pawn,
/// added` if the problem does not have it.
fn title(map: &BoardMap) -> String {
    match map.from {
        Some(from) => format!("{} of {from}", map.unit.in_words()),
        None => format!("{}, added", map.unit.in_words()),
    }
}

/// Returns the entries of the legend whose signs are in the map, each with the number of its squares.
fn legend(map: &BoardMap) -> Vec<(&'static (Status, &'static str, &'static str), usize)> {
    let number = |status: Status| map.statuses.values().filter(|other| other.sign() == status.sign()).count();
    LEGEND.iter().map(|row| (row, number(row.0))).filter(|(_, number)| *number > 0).collect()
}

/// Returns the board map as text: a sign on each square, men in letters, and a legend.
///
/// ```text
/// white rook of a1
///   8 . . . . . . . k
/// ```
pub fn map_text(map: &BoardMap) -> String {
    let shape = map.placement.shape();
    let mut text = format!("{}\n", title(map));
    let cell = |square: Square| match (map.statuses.get(&square), map.placement.get(square)) {
        _ if map.from == Some(square) => "o".to_string(),
        (Some(status), None) => status.sign().to_string(),
        (_, Some(unit)) => unit.to_fen(),
        (None, None) => " ".to_string(),
    };
    let all = (0..shape.ranks()).flat_map(|rank| (0..shape.files()).filter_map(move |file| Square::new(file, rank)));
    let width = all.map(|square| cell(square).chars().count()).max().unwrap_or(1);
    for rank in (0..shape.ranks()).rev() {
        let squares = (0..shape.files()).filter_map(|file| Square::new(file, rank));
        let cells: String = squares.map(|square| format!(" {:>width$}", cell(square))).collect();
        let _ = writeln!(text, "{:>3}{cells}", rank + 1);
    }
    let files: String = (0..shape.files()).map(|file| format!(" {:>width$}", char::from(b'a' + file))).collect();
    let _ = writeln!(text, "   {files}");
    let words: Vec<String> =
        legend(map).into_iter().map(|((status, _, words), n)| format!("{} {words} {n}", status.sign())).collect();
    let _ = writeln!(text, "   {}", words.join(", "));
    text
}

/// Margin around the board, which is also the height of a line of the legend.
const MARGIN: u32 = 34;
const LINE: u32 = 26;

/// Returns the board map as an SVG picture, with figures for the pieces of `base`, the unchanged problem.
pub fn map_svg(map: &BoardMap, base: &Problem) -> String {
    let board = Board { names: true, ..Board::of(&map.placement, &base.rules) };
    let figures = Figures::of_problem(base);
    let (width, height) = board.size();
    let rows = legend(map);
    let total = (width + 2 * MARGIN, height + 2 * MARGIN + 30 + LINE * (rows.len() as u32).div_ceil(2) + 8);
    let mut text = String::new();
    let name = format!("{} {}", Caption::of(base).name(), title(map));
    let _ = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" \
         font-family=\"{FONT}\">\n<title>{}</title>\n<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/>",
        total.0,
        total.1,
        total.0,
        total.1,
        escaped(&name),
        total.0,
        total.1
    );
    let _ = writeln!(text, "<defs>{}</defs>", definitions(map, &map.placement, &figures));
    let _ = writeln!(
        text,
        "<text x=\"{MARGIN}\" y=\"26\" font-size=\"19\">{}</text>\n<g transform=\"translate({MARGIN} {})\">",
        escaped(&title(map)),
        MARGIN + 6
    );
    squares(&mut text, map, &board);
    let _ = writeln!(
        text,
        "<path d=\"{}\" stroke=\"#000\" stroke-width=\"3\" stroke-linecap=\"square\" fill=\"none\"/>",
        board.edges()
    );
    text.push_str(&board.men(&figures));
    if let Some(from) = map.from {
        let (x, y) = board.corner(from);
        let (x, y) = (x + SQUARE / 2, y + SQUARE / 2);
        let _ = writeln!(text, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", figures.id(map.unit));
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"27\" fill=\"none\" stroke=\"#1f5fbf\" stroke-width=\"4\"/>"
        );
    }
    names(&mut text, &board);
    for (i, ((status, colour, words), number)) in (0..).zip(&rows) {
        let (x, y) = (i % 2 * (width / 2), height + 32 + i / 2 * LINE);
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"20\" height=\"20\" fill=\"{colour}\" stroke=\"#555\"/>\
             <text x=\"{}\" y=\"{}\" font-size=\"16\" text-anchor=\"middle\">{}</text>\
             <text x=\"{}\" y=\"{}\" font-size=\"16\">{words}: {number}</text>",
            x + 10,
            y + 16,
            status.sign(),
            x + 28,
            y + 16
        );
    }
    text.push_str("</g>\n</svg>\n");
    text
}

fn definitions(map: &BoardMap, placement: &Placement, figures: &Figures) -> String {
    let mut known = BTreeSet::new();
    let units = placement.iter().map(|(_, unit)| unit).chain([map.unit]);
    units.filter(|&unit| known.insert(figures.id(unit))).map(|unit| definition(figures, unit)).collect()
}

/// Writes the squares. Each has the colour and the sign of its result (see [`LEGEND`]); dark squares are slightly
/// darker.
fn squares(text: &mut String, map: &BoardMap, board: &Board) {
    for square in board.squares() {
        let (x, y) = board.corner(square);
        let status = map.statuses.get(&square).filter(|_| map.placement.get(square).is_none());
        let colour = status.map_or("#fff", |&status| row(status).1);
        let _ = writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{colour}\"/>");
        if (square.file() + square.rank()) % 2 == 0 {
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"#000\" opacity=\"0.14\"/>"
            );
        }
        if let Some(status) = status.filter(|_| map.from != Some(square)) {
            let _ = writeln!(
                text,
                "<text x=\"{}\" y=\"{}\" font-size=\"24\" text-anchor=\"middle\" fill=\"#222\">{}</text>",
                x + SQUARE / 2,
                y + SQUARE / 2 + 8,
                status.sign()
            );
        }
    }
}

/// Writes the names of files and ranks.
fn names(text: &mut String, board: &Board) {
    let shape = board.placement.shape();
    for file in 0..shape.files() {
        let x = u32::from(file) * SQUARE + SQUARE / 2;
        let name = char::from(b'a' + file);
        let y = board.size().1 + 20;
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" font-size=\"16\" text-anchor=\"middle\">{name}</text>");
    }
    for rank in 0..shape.ranks() {
        let y = u32::from(shape.ranks() - 1 - rank) * SQUARE + SQUARE / 2 + 6;
        let _ = writeln!(text, "<text x=\"-8\" y=\"{y}\" font-size=\"16\" text-anchor=\"end\">{}</text>", rank + 1);
    }
}

/// Returns the board maps of a base as a part of an HTML page. `heading` names the base.
pub fn maps_page(heading: &str, maps: &[BoardMap], base: &Problem) -> String {
    let drawings: String = maps.iter().map(|map| map_svg(map, base)).collect();
    format!("<section class=\"maps\"><h2>{}</h2>\n<div>{drawings}</div></section>\n", escaped(heading))
}
