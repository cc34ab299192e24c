//! Notation: formats moves and pieces as text.

mod consequences;

use crate::units::{Color, Consequence, Leg, MoveRecord, Origin, Piece, Special, Square, Tongue, Unit};
pub use consequences::idle_consequences;
use consequences::{consequences, write_consequences};
use std::fmt;

/// Formats the move in long notation, with the letters of chess problems and the check sign: `Sg5xf7+`, `b7-b8=Q`. Goal
/// signs are not part of a record; the solver's `Move` adds them.
///
/// ```
/// let parsed = keymove::Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##).unwrap();
/// let solution = parsed.problem().solve().unwrap();
/// assert_eq!(solution.keys().next().unwrap().node().record.to_string(), "Ra1-h1+");
/// ```
impl fmt::Display for MoveRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&long_algebraic(self, Letters::Problem, 'x'))?;
        f.write_str(if self.check { "+" } else { "" })
    }
}

/// A set of letters or symbols for pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Letters {
    /// The letters of problem magazines and Popeye; the knight is `S`.
    #[default]
    Problem,
    /// The letters of problem magazines in the given language.
    Of(Tongue),
    /// The letters of game notation; the knight is `N`.
    Game,
    /// The chess symbols of Unicode; pieces without a symbol have their letters in the given language.
    Figurines(Tongue),
}

impl Letters {
    /// Returns the letters of a piece in a move, which do not depend on the side.
    pub fn of(self, piece: Piece) -> String {
        match self {
            Letters::Problem => piece.letters().to_string(),
            Letters::Of(tongue) => tongue.letters(piece),
            Letters::Game => piece.fen_letter().map_or_else(|| format!("{{{}}}", piece.letters()), String::from),
            Letters::Figurines(tongue) => match figurine(Color::White, piece) {
                Some(figurine) => figurine.to_string(),
                None => tongue.letters(piece),
            },
        }
    }

    /// Returns the letters of a unit in a diagram: upper case for White, lower case for Black, with `n` before them for
    /// neutral units.
    pub fn on_board(self, unit: Unit) -> String {
        if let (Letters::Figurines(_), Some(figurine), false) =
            (self, figurine(unit.color, unit.piece), unit.is_neutral())
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

/// Formats a move in long notation without its check sign: `Qg5-g2`, `Qg5*g2`, `h7-h8=S`, `e4*d3 ep.`, `0-0-0`.
/// `capture` is the capture sign.
pub fn long_algebraic(record: &MoveRecord, letters: Letters, capture: char) -> String {
    algebraic(record, None, letters, capture)
}

/// Formats a move in short notation: `Qg2`, `Qxg2`, `h8=S`, `exd3 ep.`. The departure square is reduced to the part
/// given by `origin`, or to the file of a capturing pawn. Moves from another square than the man's own (`via`) and
/// moves on the spot keep the whole departure square.
pub fn short_algebraic(record: &MoveRecord, origin: Origin, letters: Letters, capture: char) -> String {
    algebraic(record, Some(origin), letters, capture)
}

/// Formats an arbitrary move of a man: `B~`, `Sb~`, `d~`. The part of the departure square given by `origin` is
/// included.
pub fn random_move(record: &MoveRecord, origin: Origin, letters: Letters) -> String {
    let unit = unit_letters(record.mover, letters);
    let origin = if unit.is_empty() && origin == Origin::Plain { Origin::File } else { origin };
    format!("{unit}{}~", origin_text(record.from, origin))
}

fn origin_text(from: Square, origin: Origin) -> String {
    match origin {
        Origin::Plain => String::new(),
        Origin::File => char::from(b'a' + from.file()).to_string(),
        Origin::Rank => (from.rank() + 1).to_string(),
        Origin::Square => from.to_string(),
    }
}

fn algebraic(record: &MoveRecord, origin: Option<Origin>, letters: Letters, capture: char) -> String {
    match record.special {
        Special::KingSideCastling => {
            return format!("{}0-0{}", homecoming(record, letters), consequences(record, letters));
        }
        Special::QueenSideCastling => {
            return format!("{}0-0-0{}", homecoming(record, letters), consequences(record, letters));
        }
        Special::LikeKingSideCastling => {
            return format!("0-0{capture}{}{}", record.to, consequences(record, letters));
        }
        Special::LikeQueenSideCastling => {
            return format!("0-0-0{capture}{}{}", record.to, consequences(record, letters));
        }
        Special::Null => return " ...".to_string(),
        Special::Unseen => {
            let goes = record.captured.map_or("-~".to_string(), |(_, square)| format!("{capture}{square}"));
            return format!("TI~{goes}{}", consequences(record, letters));
        }
        Special::Exchange(other) => {
            // The sides are omitted.
            let (first, second) = (letters.of(record.mover.piece), letters.of(other.piece));
            return format!("{first}{}<->{second}{}{}", record.from, record.to, consequences(record, letters));
        }
        Special::RoleExchange => return " RoleExchange".to_string(),
        Special::None | Special::EnPassant | Special::InPlace | Special::TakesUnseen => {}
    }
    let mut text = String::new();
    if let Some(Consequence::Before(unit, square)) = record.consequences.first() {
        text.push_str(&format!("[{square}={}{}]", unit.traits.letters(), letters.of(unit.piece)));
    }
    if let Some(Consequence::Surmised(side, square)) = record.consequences.first() {
        text.push_str(&format!("[+{}TI{square}]", side.letter()));
    }
    let unit = unit_letters(record.mover, letters);
    let is_capture = record.captured.is_some() || record.special == Special::TakesUnseen;
    let origin = origin.filter(|_| record.via.is_none() && record.special != Special::InPlace);
    text.push_str(&unit);
    text.push_str(&match origin {
        // A capturing pawn is identified by its file.
        Some(Origin::Plain) if unit.is_empty() && is_capture => origin_text(record.from, Origin::File),
        origin => origin_text(record.from, origin.unwrap_or(Origin::Square)),
    });
    if let Some(via) = record.via {
        text.push_str(&format!("-{via}"));
    }
    match record.captured {
        Some((_, square)) if square != record.to && record.special != Special::EnPassant => {
            text.push_str(&format!("{capture}{square}-{}", record.to));
        }
        Some(_) => text.push_str(&format!("{capture}{}", record.to)),
        None if is_capture => text.push_str(&format!("{capture}{}", record.to)),
        None if record.special == Special::InPlace => {}
        None if origin.is_some() => text.push_str(&record.to.to_string()),
        None => text.push_str(&format!("-{}", record.to)),
    }
    if record.special == Special::EnPassant {
        text.push_str(" ep.");
    }
    let mut at = record.to;
    for leg in &record.onward {
        text.push_str(&match leg {
            Leg::To(square) => {
                at = *square;
                format!("-{square}")
            }
            Leg::Taking(_, square) => {
                at = *square;
                format!("{capture}{square}")
            }
            Leg::Becoming(piece) => format!("={}{}", record.mover.traits.letters(), letters.of(*piece)),
            Leg::With(so_far) => write_consequences(so_far, at, record, letters),
        });
    }
    if let Some(piece) = record.promotion {
        text.push('=');
        text.push_str(&record.mover.traits.letters());
        text.push_str(&letters.of(piece));
    }
    text.push_str(&consequences(record, letters));
    text
}

/// Returns the letters of a unit with its traits, such as `S` or `nkNH`; empty for a pawn without traits.
fn unit_letters(unit: Unit, letters: Letters) -> String {
    if unit.piece.is_unnamed() && unit.traits.letters().is_empty() {
        return String::new();
    }
    format!("{}{}", unit.traits.letters(), letters.of(unit.piece))
}

/// Formats the returns of king and rook to their home squares before a castling: `[wKd1->e1]`.
fn homecoming(record: &MoveRecord, letters: Letters) -> String {
    let comers = record.consequences.iter().filter_map(|consequence| match consequence {
        Consequence::Home(unit, from, to) => Some(format!("[{}{from}->{to}]", named(*unit, letters))),
        _ => None,
    });
    comers.collect()
}

/// Returns the letter of the unit's side: `w`, `b`, or `n` for neutral.
fn owner(unit: Unit) -> char {
    if unit.is_neutral() { 'n' } else { unit.color.letter() }
}

/// Returns the letters of a unit with side and traits: `wK`, `nrB`.
fn named(unit: Unit, letters: Letters) -> String {
    let owner = if unit.is_neutral() { String::new() } else { unit.color.letter().to_string() };
    format!("{owner}{}{}", unit.traits.letters(), letters.of(unit.piece))
}
