//! Writes the diagram as text, and the lines below it: stipulation, number of men, conditions.

use crate::fairy::to_square;
use crate::games::{self, Game};
use crate::notation::Letters;
use crate::pieces::OwnPiece;
use crate::problem::Problem;
use crate::units::{Castling, Color, Diagram, Placement, Square, Unit};

/// Returns the board as text, with men in the given letters: one line for each rank, and two lines for the names of the
/// files. Missing squares are blank.
pub fn board(placement: &Placement, letters: Letters) -> Vec<String> {
    board_in(placement, &|unit| letters.on_board(unit))
}

/// Like [`board`], but `man` returns the text of each man.
pub fn board_in(placement: &Placement, man: &dyn Fn(Unit) -> String) -> Vec<String> {
    let shape = placement.shape();
    let written = |square: Square| match placement.get(square) {
        Some(unit) => man(unit),
        None if shape.has(square) => ".".to_string(),
        None => String::new(),
    };
    let number_width = if shape.ranks() > 9 { 2 } else { 1 };
    // Columns are as wide as the longest man.
    let width = placement.iter().map(|(square, _)| written(square).chars().count()).max().unwrap_or(1);
    let mut files = format!("{:->number_width$}", "+");
    for file in 0..shape.files() {
        files.push_str(&format!("-{:-<width$}", char::from(b'a' + file)));
    }
    files.push_str("-+");
    let mut lines = vec![files.clone()];
    for rank in (0..shape.ranks()).rev() {
        let number = rank + 1;
        let mut line = format!("{number:>number_width$}");
        for square in (0..shape.files()).filter_map(|file| Square::new(file, rank)) {
            line.push_str(&format!(" {:<width$}", written(square)));
        }
        lines.push(format!("{line} {number}"));
    }
    lines.push(files);
    lines
}

fn width(placement: &Placement) -> usize {
    board(placement, Letters::Problem).first().map_or(0, String::len)
}

/// Returns the number of men as it is printed below a diagram, White first: `(8+5)`, or `(8+5+2n)` with neutral men.
pub fn count(placement: &Placement) -> String {
    let neutral = match placement.iter().filter(|(_, unit)| unit.is_neutral()).count() {
        0 => String::new(),
        neutral => format!("+{neutral}n"),
    };
    format!("({}+{}{neutral})", placement.count(Color::White), placement.count(Color::Black))
}

/// Returns the line below the board, with the stipulation at the left and the number of men at the right.
pub fn foot(problem: &Problem) -> String {
    let stipulation = problem.stipulation.as_ref().map(ToString::to_string).unwrap_or_default();
    let count = count(&problem.diagram.placement);
    let room = width(&problem.diagram.placement).saturating_sub(count.len() + 1).max(stipulation.chars().count() + 1);
    format!("{stipulation:<room$} {count}")
}

/// Returns the lines below the stipulation and the number of men: the chess variant, the pieces that the problem
/// defines, the conditions, the options that change the meaning of the problem, and unusual castling or en passant
/// rights.
pub fn captions(problem: &Problem) -> Vec<String> {
    let mut lines: Vec<String> = problem.rules.game().map(Game::caption).into_iter().collect();
    lines.extend(problem.rules.own_pieces().iter().map(OwnPiece::caption));
    let conditions = problem.rules.caption();
    if !conditions.is_empty() {
        lines.push(conditions);
    }
    match problem.diagram.invisible {
        0 => {}
        1 => lines.push("1 total invisible man".to_string()),
        number => lines.push(format!("{number} total invisible men")),
    }
    if let Some(beneath) = &problem.diagram.beneath {
        let men: Vec<String> =
            beneath.iter().map(|(square, unit)| format!("{}{square}", unit.to_problem_text())).collect();
        lines.push(format!("Beneath: {}", men.join(" ")));
    }
    let options: Vec<String> =
        problem.options.given().filter(|(def, _)| !def.is_about_output).map(|(_, words)| words).collect();
    if !options.is_empty() {
        lines.push(options.join(", "));
    }
    lines.extend(history(&problem.diagram, problem.rules.game()));
    lines
}

/// Returns lines about castling and en passant rights that differ from the convention of problems: a king and a rook on
/// their home squares may castle, and no en passant capture is possible in the diagram.
fn history(diagram: &Diagram, game: Option<&Game>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Castling::Rooks(rooks) = &diagram.castling {
        let named = |squares: Vec<Square>| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(", ");
        let home: Vec<Square> = Color::ALL.into_iter().flat_map(|color| rooks_at_home(diagram, game, color)).collect();
        let forbidden: Vec<Square> = home.iter().copied().filter(|rook| !rooks.contains(rook)).collect();
        let elsewhere: Vec<Square> = rooks.iter().copied().filter(|rook| !home.contains(rook)).collect();
        if !forbidden.is_empty() {
            lines.push(format!("No castling with {}", named(forbidden)));
        }
        if !elsewhere.is_empty() {
            lines.push(format!("Castling with {}", named(elsewhere)));
        }
    }
    if let Some(square) = diagram.en_passant {
        lines.push(format!("En passant on {square}"));
    }
    lines
}

/// Returns the squares of a side's rooks that may castle by convention (king and rook are on their home squares), in
/// order of files.
fn rooks_at_home(diagram: &Diagram, game: Option<&Game>, color: Color) -> Vec<Square> {
    let placement = &diagram.placement;
    let mut rooks: Vec<Square> = games::geometry(placement.shape(), game)
        .castlings
        .iter()
        .filter(|castling| castling.color == color)
        .filter(|castling| placement.get(to_square(castling.king)) == Some(Unit::new(color, castling.royal)))
        .filter(|castling| placement.get(to_square(castling.rook)) == Some(Unit::new(color, castling.partner)))
        .map(|castling| to_square(castling.rook))
        .collect();
    rooks.sort();
    rooks.dedup();
    rooks
}
