//! Moves and goals in letters.

use crate::problem::Goal;
use crate::units::{Color, MoveRecord, Piece, Special, Unit};

/// Which letters stand for the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Letters {
    /// The knight is `S`, as in problem magazines and in Popeye.
    #[default]
    Problem,
    /// The knight is `N`, as in game notation.
    Game,
    /// The chess symbols of Unicode; a man that has none keeps its problem letter.
    Figurines,
}

impl Letters {
    /// The letter in a move, where the side is known from the move number.
    pub fn of(self, piece: Piece) -> char {
        match self {
            Letters::Problem => piece.def().problem,
            Letters::Game => piece.def().fen,
            Letters::Figurines => figurine(Unit { color: Color::White, piece }).unwrap_or(piece.def().problem),
        }
    }

    /// The letter in a diagram: upper case for White, lower case for Black.
    pub fn on_board(self, unit: Unit) -> char {
        if let (Letters::Figurines, Some(figurine)) = (self, figurine(unit)) {
            return figurine;
        }
        let letter = self.of(unit.piece);
        match unit.color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }
}

fn figurine(unit: Unit) -> Option<char> {
    const WHITE: &str = "♙♘♗♖♕♔";
    const BLACK: &str = "♟♞♝♜♛♚";
    match unit.color {
        Color::White => WHITE,
        Color::Black => BLACK,
    }
    .chars()
    .nth(unit.piece.index())
}

/// `Qg5-g2`, `Qg5*g2`, `h7-h8=S`, `e4*d3 ep.`, `0-0-0`; the sign of capture is the caller's. No check sign.
pub fn long_algebraic(record: &MoveRecord, letters: Letters, capture: char) -> String {
    match record.special {
        Special::KingSideCastling => return "0-0".to_string(),
        Special::QueenSideCastling => return "0-0-0".to_string(),
        Special::Null => return " ...".to_string(),
        Special::None | Special::EnPassant => {}
    }
    let mut text = String::new();
    if record.mover.piece != Piece::PAWN {
        text.push(letters.of(record.mover.piece));
    }
    text.push_str(&record.from.to_string());
    text.push(if record.captured.is_some() { capture } else { '-' });
    text.push_str(&record.to.to_string());
    if record.special == Special::EnPassant {
        text.push_str(" ep.");
    }
    if let Some(piece) = record.promotion {
        text.push('=');
        text.push(letters.of(piece));
    }
    text
}

/// How a goal is shown behind the move that reaches it; empty where the move itself shows it.
pub fn goal_sign(goal: &Goal) -> &'static str {
    match goal {
        Goal::Check | Goal::EnPassant | Goal::Castling | Goal::Any | Goal::Kiss(_) | Goal::Exchange | Goal::Circuit => {
            ""
        }
        other => other.symbol(),
    }
}

/// The sign of the goal says more than the check sign, which is then left out.
pub fn goal_hides_check(goal: &Goal) -> bool {
    matches!(goal, Goal::Mate | Goal::MateOrStalemate | Goal::DoubleMate | Goal::CounterMate)
}
