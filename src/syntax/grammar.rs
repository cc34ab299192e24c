//! Elements shared by the grammars: blanks, numbers, squares, and [`Fault`], the error type of all parsers.

use super::diagnostic::{Diagnostic, quoted};
use super::piece_letters::PieceLetters;
use crate::units::{Piece, Square};
use nom::bytes::complete::{tag, tag_no_case, take_while};
use nom::character::complete::{digit1, satisfy};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::terminated;
use nom::{Err, IResult, Parser};

/// Result of a parser that reads the beginning of a text: the rest of the text and the value. After
/// `Err::Error` another rule may be tried; `Err::Failure` is final.
pub(super) type Parsed<'a, T> = IResult<&'a str, T, Fault<'a>>;

/// Error of a grammar: the position at which it failed, and what it expected there.
#[derive(Debug)]
pub(super) struct Fault<'a> {
    rest: &'a str,
    length: usize,
    message: String,
    expected: String,
    hint: Option<String>,
}

impl<'a> Fault<'a> {
    /// Creates a fault that marks the first `length` bytes of `rest`, the text not yet parsed.
    pub fn new(rest: &'a str, length: usize, message: impl Into<String>, expected: impl Into<String>) -> Fault<'a> {
        Fault { rest, length: length.min(rest.len()), message: message.into(), expected: expected.into(), hint: None }
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Fault<'a> {
        self.hint = Some(hint.into());
        self
    }

    /// Returns the recoverable error that this rule does not match, so that another rule may be tried.
    pub fn mismatch(rest: &'a str) -> Err<Fault<'a>> {
        Err::Error(Fault::from_error_kind(rest, ErrorKind::Alt))
    }

    /// Makes the fault final, so that no other rule is tried: the cause is known.
    pub fn stop(self) -> Err<Fault<'a>> {
        Err::Failure(self)
    }

    /// Makes the fault final like [`Fault::stop`], and returns it as the result of a parser.
    pub fn fail<T>(self) -> Parsed<'a, T> {
        Err(self.stop())
    }

    /// Converts the fault to a diagnostic about `text`. The remaining text of the fault must be the end of `text`.
    fn locate(self, text: &str) -> Diagnostic {
        let start = text.len() - self.rest.len();
        let mut diagnostic = Diagnostic::error(start..start + self.length, self.message, self.expected);
        diagnostic.hint = self.hint;
        diagnostic
    }
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Fault<'a> {
        Fault { rest, length: 0, message: String::new(), expected: String::new(), hint: None }
    }

    fn append(_: &'a str, _: ErrorKind, other: Fault<'a>) -> Fault<'a> {
        other
    }
}

/// Returns the parsed value, or the fault as a diagnostic. `parsed` must come from a parser that requires all of `text`
/// to be consumed; the rest is not checked here.
pub(super) fn finish<T>(text: &str, parsed: Parsed<'_, T>) -> Result<T, Diagnostic> {
    match parsed {
        Ok((_, value)) => Ok(value),
        Err(Err::Error(fault) | Err::Failure(fault)) => Err(fault.locate(text)),
        Err(Err::Incomplete(_)) => {
            Err(Diagnostic::error(text.len()..text.len(), "the text ends early", "expected more"))
        }
    }
}

pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// Skips zero or more blanks.
pub(super) fn blanks(text: &str) -> Parsed<'_, ()> {
    take_while(is_blank).map(|_| ()).parse(text)
}

/// Parses `symbol`, ignoring case, and the blanks after it.
pub(super) fn symbol<'a>(symbol: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = Fault<'a>> {
    terminated(tag_no_case(symbol), blanks)
}

/// Parses a prefix of a stipulation: `word` and a hyphen, ignoring case. Blanks are allowed before and after
/// the hyphen.
pub(super) fn prefix<'a>(word: &'static str) -> impl Parser<&'a str, Output = (), Error = Fault<'a>> {
    (tag_no_case(word), blanks, tag("-"), blanks).map(|_| ())
}

/// Parses digits as a number. A number greater than `u32::MAX` is replaced by `u32::MAX`.
pub(super) fn number(text: &str) -> Parsed<'_, u32> {
    digit1.map(|digits: &str| digits.parse().unwrap_or(u32::MAX)).parse(text)
}

/// Parses a square of the largest board, a1 to p16. [`super::on_board`] checks whether the problem's board has
/// this square. If a letter and digits name no square of the largest board, no other rule is tried.
pub(super) fn square(text: &str) -> Parsed<'_, Square> {
    match text.get(..3).filter(|name| name.ends_with(|c: char| c.is_ascii_digit())).and_then(Square::parse) {
        Some(square) => Ok((&text[3..], square)),
        None => square_of_one_digit(text),
    }
}

/// Like [`square`], but takes only one digit for the rank, because a digit after it belongs to what follows the
/// square.
pub(super) fn square_of_one_digit(text: &str) -> Parsed<'_, Square> {
    let (rest, _) = (satisfy(|c| c.is_ascii_alphabetic()), satisfy(|c| c.is_ascii_digit())).parse(text)?;
    match Square::parse(&text[..2]) {
        Some(square) => Ok((rest, square)),
        None => {
            Fault::new(text, 2, format!("{} is not a square of the board", quoted(&text[..2])), "expected a1 to h8")
                .fail()
        }
    }
}

/// Parses a piece: one letter of an orthodox piece, ignoring case, with `N` or `S` for the knight; or the
/// letters of any piece in problem notation, in braces.
///
/// The pieces of a game take precedence.
pub(super) fn piece<'a>(text: &'a str, piece_letters: PieceLetters) -> Parsed<'a, Piece> {
    if let Some((code, rest)) = text.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
        return match piece_letters.of_code(code) {
            Some(piece) => Ok((rest, piece)),
            None => Err(Fault::mismatch(text)),
        };
    }
    let (rest, letter) = satisfy(|c| c.is_ascii_alphabetic()).parse(text)?;
    match piece_letters.of_letter(letter) {
        Some(piece) => Ok((rest, piece)),
        None => Err(Fault::mismatch(text)),
    }
}

pub(super) fn word_length(text: &str) -> usize {
    text.find(|c: char| is_blank(c) || c == ',' || c == ';').unwrap_or(text.len())
}

pub(super) fn character_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}
