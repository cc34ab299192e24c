//! The diagram as text, and what stands under it: stipulation, number of men, conditions.

use super::notation::Letters;
use crate::problem::{Castling, Diagram, Problem};
use crate::syntax::option_words;
use crate::units::{Color, Piece, Placement, Square, Unit};

/// Options that only say what is to be shown, or how long to search. They do not belong under a diagram.
const SILENT: &[&str] = &[
    "Variations",
    "SetPlay",
    "Try",
    "Defence",
    "TrivialTriesAvoid",
    "NoThreat",
    "NoShortVariations",
    "MaxSolutions",
    "MaxTime",
    "MoveNumbers",
    "StartMoveNumber",
    "UpToMoveNumber",
    "StopOnShortSolutions",
    "Intelligent",
    "NoBoard",
];

const FILES: &str = "+-a-b-c-d-e-f-g-h-+";

/// The board in ten lines.
pub fn board(placement: &Placement, letters: Letters) -> Vec<String> {
    let mut lines = vec![FILES.to_string()];
    for rank in (0..8).rev() {
        let number = rank + 1;
        let mut line = number.to_string();
        for file in 0..8 {
            let unit = Square::new(file, rank).and_then(|square| placement.get(square));
            line.push(' ');
            line.push_str(&unit.map_or_else(|| ".".to_string(), |unit| letters.on_board(unit)));
        }
        lines.push(format!("{line} {number}"));
    }
    lines.push(FILES.to_string());
    lines
}

/// The number of men as it stands under a diagram: `(8+5)`.
pub fn count(placement: &Placement) -> String {
    format!("({}+{})", placement.count(Color::White), placement.count(Color::Black))
}

/// The stipulation and, at the right border of the board, the number of men.
pub fn foot(problem: &Problem) -> String {
    let stipulation = problem.stipulation.as_ref().map(ToString::to_string).unwrap_or_default();
    let count = count(&problem.diagram.placement);
    let room = FILES.len().saturating_sub(count.len() + 1).max(stipulation.chars().count() + 1);
    format!("{stipulation:<room$} {count}")
}

/// Conditions, options that change the meaning, and what is unusual about the position; a line for each.
pub fn captions(problem: &Problem) -> Vec<String> {
    let mut lines = Vec::new();
    let conditions = problem.rules.caption();
    if !conditions.is_empty() {
        lines.push(conditions);
    }
    let options: Vec<String> = option_words(&problem.options)
        .into_iter()
        .filter(|option| !SILENT.contains(&option.split(' ').next().unwrap_or_default()))
        .collect();
    if !options.is_empty() {
        lines.push(options.join(", "));
    }
    lines.extend(history(&problem.diagram));
    lines
}

/// Castling and en passant, where they are not what the convention says.
fn history(diagram: &Diagram) -> Vec<String> {
    let mut lines = Vec::new();
    if let Castling::Rooks(rooks) = &diagram.castling {
        let named = |squares: Vec<Square>| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(", ");
        let home: Vec<Square> = Color::ALL.into_iter().flat_map(|color| rooks_at_home(diagram, color)).collect();
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

/// The rooks that could castle if nothing were said of it.
fn rooks_at_home(diagram: &Diagram, color: Color) -> Vec<Square> {
    let rank = if color == Color::White { 0 } else { 7 };
    let stands = |file, piece| {
        Square::new(file, rank).filter(|&square| diagram.placement.get(square) == Some(Unit::new(color, piece)))
    };
    match stands(4, Piece::KING) {
        Some(_) => [0, 7].into_iter().filter_map(|file| stands(file, Piece::ROOK)).collect(),
        None => Vec::new(),
    }
}
