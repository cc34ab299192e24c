//! Moves and goals in letters.

use crate::problem::Goal;
use crate::units::{MoveRecord, Piece, Special};

/// Which letters stand for the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// The knight is `S`, as in problem magazines and in Popeye.
    Problem,
    /// The knight is `N`, as in game notation.
    Game,
}

impl Letters {
    pub fn of(self, piece: Piece) -> char {
        match self {
            Letters::Problem => piece.def().problem,
            Letters::Game => piece.def().fen,
        }
    }
}

/// `Qg5-g2`, `Qg5*g2`, `h7-h8=S`, `e4*d3 ep.`, `0-0-0`; the sign of capture is the caller's. No check sign.
pub fn long_algebraic(record: &MoveRecord, letters: Letters, capture: char) -> String {
    match record.special {
        Special::KingSideCastling => return "0-0".to_string(),
        Special::QueenSideCastling => return "0-0-0".to_string(),
        Special::Null => return "null".to_string(),
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
        Goal::Check | Goal::EnPassant | Goal::Castling | Goal::Any | Goal::Kiss(_) | Goal::Exchange => "",
        other => other.symbol(),
    }
}

/// The sign of the goal says more than the check sign, which is then left out.
pub fn goal_hides_check(goal: &Goal) -> bool {
    matches!(goal, Goal::Mate | Goal::MateOrStalemate | Goal::DoubleMate | Goal::CounterMate)
}
