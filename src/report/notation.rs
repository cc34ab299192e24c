//! Moves and goals in letters.

use crate::problem::Goal;
use crate::units::{Color, Consequence, MoveRecord, Piece, Special, Traits, Unit};

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
    /// The letters in a move, where the side is known from the move number.
    pub fn of(self, piece: Piece) -> String {
        match self {
            Letters::Problem => piece.letters().to_string(),
            Letters::Game => piece.fen_letter().map_or_else(|| format!("{{{}}}", piece.letters()), String::from),
            Letters::Figurines => match figurine(Color::White, piece) {
                Some(figurine) => figurine.to_string(),
                None => piece.letters().to_string(),
            },
        }
    }

    /// The letters in a diagram: upper case for White, lower case for Black, upper and lower case for neutral units.
    pub fn on_board(self, unit: Unit) -> String {
        if let (Letters::Figurines, Some(figurine), false) = (self, figurine(unit.color, unit.piece), unit.is_neutral())
        {
            return figurine.to_string();
        }
        let letters = match self {
            Letters::Game => unit.piece.fen_letter().map_or_else(|| unit.piece.letters().to_string(), String::from),
            _ => self.of(unit.piece),
        };
        match unit.color {
            _ if unit.is_neutral() => format!("n{letters}"),
            Color::White => letters,
            Color::Black => letters.to_ascii_lowercase(),
        }
    }
}

fn figurine(color: Color, piece: Piece) -> Option<char> {
    const WHITE: &str = "♙♘♗♖♕♔";
    const BLACK: &str = "♟♞♝♜♛♚";
    match color {
        Color::White => WHITE,
        Color::Black => BLACK,
    }
    .chars()
    .nth(piece.index())
}

/// `Qg5-g2`, `Qg5*g2`, `h7-h8=S`, `e4*d3 ep.`, `0-0-0`; the sign of capture is the caller's. No check sign.
pub fn long_algebraic(record: &MoveRecord, letters: Letters, capture: char) -> String {
    match record.special {
        Special::KingSideCastling => return "0-0".to_string(),
        Special::QueenSideCastling => return "0-0-0".to_string(),
        Special::Null => return " ...".to_string(),
        Special::None | Special::EnPassant | Special::InPlace => {}
    }
    let mut text = unit_letters(record.mover, letters);
    text.push_str(&record.from.to_string());
    if let Some(via) = record.via {
        text.push_str(&format!("-{via}"));
    }
    match record.captured {
        Some((_, square)) if square != record.to && record.special != Special::EnPassant => {
            text.push_str(&format!("{capture}{square}-{}", record.to));
        }
        Some(_) => text.push_str(&format!("{capture}{}", record.to)),
        None if record.special == Special::InPlace => {}
        None => text.push_str(&format!("-{}", record.to)),
    }
    if record.special == Special::EnPassant {
        text.push_str(" ep.");
    }
    if let Some(piece) = record.promotion {
        text.push('=');
        text.push_str(&record.mover.traits.letters());
        text.push_str(&letters.of(piece));
    }
    text.push_str(&consequences(record, letters));
    text
}

/// `S`, `nkNH`; nothing for a plain pawn.
fn unit_letters(unit: Unit, letters: Letters) -> String {
    if unit.piece.is_unnamed() && unit.traits == Traits::NONE {
        return String::new();
    }
    format!("{}{}", unit.traits.letters(), letters.of(unit.piece))
}

/// What conditions added: `[+bPc7]`, `=w`, `[wQd6->d1]`, `[+wPa2=b]`. What happens to the man that has just been told
/// of follows without a bracket of its own.
fn consequences(record: &MoveRecord, letters: Letters) -> String {
    let named = |unit: Unit| {
        let owner = if unit.is_neutral() { String::new() } else { unit.color.letter().to_string() };
        format!("{owner}{}{}", unit.traits.letters(), letters.of(unit.piece))
    };
    let mut text = String::new();
    let mut open = false;
    let mut told = record.to;
    for consequence in &record.consequences {
        let (square, change) = match consequence {
            Consequence::Recoloured(unit, square) => {
                (*square, if unit.is_neutral() { "n".into() } else { unit.color.letter().to_string() })
            }
            Consequence::Changed(unit, square) => {
                (*square, format!("{}{}", unit.traits.letters(), letters.of(unit.piece)))
            }
            other => {
                if open {
                    text.push(']');
                }
                open = true;
                let (piece, square) = match other {
                    Consequence::Created(unit, square) => (format!("[+{}{square}", named(*unit)), *square),
                    Consequence::Removed(unit, square) => (format!("[-{}{square}", named(*unit)), *square),
                    Consequence::Moved(unit, from, to) => (format!("[{}{from}->{to}", named(*unit)), *to),
                    Consequence::Exchanged(a, on_a, b, on_b) => {
                        (format!("[{}{on_a}<->{}{on_b}", named(*a), named(*b)), *on_b)
                    }
                    Consequence::Imitators(squares) => {
                        let squares: String = squares.iter().map(ToString::to_string).collect();
                        (format!("[I{squares}"), record.to)
                    }
                    Consequence::Recoloured(..) | Consequence::Changed(..) => unreachable!("handled above"),
                };
                text.push_str(&piece);
                told = square;
                continue;
            }
        };
        if square != told {
            if open {
                text.push(']');
            }
            text.push_str(&format!("[{square}"));
            (open, told) = (true, square);
        }
        text.push_str(&format!("={change}"));
    }
    if open {
        text.push(']');
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
