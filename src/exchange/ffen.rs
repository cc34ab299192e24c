//! Reads and writes problems in lines whose boards are written with figures: the FFEN of FEN Tool and janko.at, and the
//! xfen of YACPDB. A figure is the letter of a chess piece, possibly rotated. The meaning of a rotated figure is a
//! convention; only figures with a usual meaning are read. The other fields of the line are as in the line format.

use super::Written;
use super::splice::{SourcePlace, Splice, TextPiece as Words};
use crate::board::Color;
use crate::pieces::Piece;
use crate::problem::Problem;
use crate::syntax::{self, ConditionSpan, Diagnostic, Span, quoted};
use crate::units::{Traits, Unit};

/// Rotated figures that are read and written. Each has the letter of the figure, its rotation in quarter turns, and the
/// letters of the piece that it means.
const TURNED: &[(char, u8, &str)] = &[
    ('q', 2, "G"),
    ('n', 2, "N"),
    ('n', 1, "Z"),
    ('n', 3, "CA"),
    ('q', 3, "LI"),
    ('q', 1, "EQ"),
    ('r', 2, "WE"),
    ('b', 2, "FE"),
    ('p', 2, "BP"),
];

/// The two notations for the figures on a board. Upper-case letters are white men, lower-case letters are black men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figures {
    /// The notation of FEN Tool: `*2q` is a queen rotated by two quarter turns, `-p` a neutral pawn, `'A` and `''NH`
    /// are men given by their one or two piece letters; the knight is `n`.
    Ffen,
    /// The notation of YACPDB: `(q2)` is a queen rotated by two quarter turns, `(!p)` a neutral pawn; the knight is
    /// `s`.
    Xfen,
}

/// Parses a line whose board is written in figures.
pub fn problem(text: &str, figures: Figures) -> (Option<Problem>, Vec<Diagnostic>) {
    match line(text, figures) {
        Ok(splice) => splice.problem(),
        Err(found) => (None, vec![found]),
    }
}

/// Converts a range of bytes in the author's solution, `within`, to the span in the line `text`. Returns `None` if the
/// line has no solution.
pub fn solution_span(text: &str, figures: Figures, within: Span) -> Option<Span> {
    line(text, figures).ok()?.solution_span(within)
}

/// Returns a problem that contains only the heading and the stipulation of the line.
pub fn named(text: &str, figures: Figures) -> Problem {
    line(text, figures).map_or_else(|_| syntax::named(text), |splice| splice.named())
}

/// Returns the spans of the conditions in a line whose board is written in figures.
pub fn condition_spans(text: &str, figures: Figures) -> Vec<ConditionSpan> {
    line(text, figures).map_or_else(|_| Vec::new(), |splice| splice.condition_spans(syntax::condition_spans))
}

/// Rewrites the line for the parser of the line format: replaces each figure on the board by the letters of its man.
/// Returns an error if a figure is not understood.
fn line(text: &str, figures: Figures) -> Result<Splice, Diagnostic> {
    let start = text.len() - text.trim_start().len();
    let length = text[start..].find([' ', '\t']).unwrap_or(text.len() - start);
    let mut splice = Splice::default();
    let mut at = start;
    while at < start + length {
        let rest = &text[at..start + length];
        let (words, taken) = match rest.as_bytes()[0] {
            b'/' => ("/".to_string(), 1),
            digit if digit.is_ascii_digit() => {
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                (rest[..digits].to_string(), digits)
            }
            _ => {
                let (unit, taken) = match figures {
                    Figures::Ffen => ffen(rest),
                    Figures::Xfen => xfen(rest),
                }
                .map_err(|(taken, message)| {
                    Diagnostic::error(at..at + taken, message, "expected a figure, a number or `/`")
                })?;
                (unit.to_fen(), taken)
            }
        };
        splice.say(&words, &(at..at + taken));
        at += taken;
    }
    splice.quote(&Words { text: text[at..].to_string(), place: SourcePlace::Exact(at) });
    Ok(splice)
}

/// The result of parsing the man at the beginning of a text. `Ok`: the man, and the length of its notation in bytes.
/// `Err`: the length of the wrong text in bytes, and the error message.
type Read = Result<(Unit, usize), (usize, String)>;

/// Parses the man at the beginning of the text in FFEN: `-*2q`, `'A` or `''NH`.
fn ffen(text: &str) -> Read {
    let is_neutral = text.starts_with(['-', '~']);
    let mut rest = &text[usize::from(is_neutral)..];
    let length = |rest: &str| text.len() - rest.len();
    let first_length = text.chars().next().map_or(0, char::len_utf8);
    if let Some(letters) = rest.strip_prefix('\'') {
        let (letters, count) = match letters.strip_prefix('\'') {
            Some(letters) => (letters, 2),
            None => (letters, 1),
        };
        let code: String = letters.chars().take(count).collect();
        rest = &letters[code.len()..];
        let Some(piece) = Piece::from_code(&code) else {
            return Err((length(rest), format!("{} are not the letters of a man", quoted(&code))));
        };
        let color = if code.starts_with(|c: char| c.is_ascii_lowercase()) { Color::Black } else { Color::White };
        return Ok((unit(color, piece, is_neutral), length(rest)));
    }
    let mut turns = 0;
    if let Some(after) = rest.strip_prefix('*') {
        turns = after.chars().next().and_then(|c| c.to_digit(10)).unwrap_or(0) as u8;
        if !(1..=3).contains(&turns) {
            return Err((length(after), "`*` without a turn".to_string()));
        }
        rest = &after[1..];
    }
    let Some(letter) = rest.chars().next() else { return Err((first_length, "a sign without a figure".to_string())) };
    let rest = &rest[letter.len_utf8()..];
    man(letter, turns, 'n', is_neutral).map(|unit| (unit, length(rest))).map_err(|message| (length(rest), message))
}

/// Parses the man at the beginning of the text in xfen: `q`, `(q2)` or `(!Bk)`. The letter `B` before another letter
/// stands for a frame around the figure, which has no meaning here.
fn xfen(text: &str) -> Read {
    let Some(inner) = text.strip_prefix('(') else {
        let letter = text.chars().next().unwrap_or(' ');
        let length = letter.len_utf8();
        return man(letter, 0, 's', false).map(|unit| (unit, length)).map_err(|message| (length, message));
    };
    let Some(end) = inner.find(')') else { return Err((text.len(), "the bracket is not closed".to_string())) };
    let length = end + 2;
    let mut figure = &inner[..end];
    if figure.len() > 1 {
        figure =
            figure.strip_prefix('B').filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(figure);
    }
    let is_neutral = figure.starts_with('!');
    let mut letters = figure.trim_start_matches('!').chars();
    let letter = letters.next().unwrap_or(' ');
    // Rotation as a single digit.
    let turns = letters.next().map_or(Some(0), |c| c.to_digit(10)).filter(|_| letters.next().is_none());
    let Some(turns) = turns else { return Err((length, format!("{} is no figure", quoted(figure)))) };
    man(letter, turns as u8, 's', is_neutral).map(|unit| (unit, length)).map_err(|message| (length, message))
}

/// Returns the man for the figure `letter`, rotated by `turns` quarter turns. Returns an error if no known piece has
/// this figure. The case of the letter gives the colour. `knight` is the letter of the knight in this notation.
fn man(letter: char, turns: u8, knight: char, is_neutral: bool) -> Result<Unit, String> {
    let color = if letter.is_ascii_lowercase() { Color::Black } else { Color::White };
    let lower = letter.to_ascii_lowercase();
    let figure = if lower == knight { 'n' } else { lower };
    let is_known = "kqrbnp".contains(figure) && (lower == knight || lower != 'n' && lower != 's');
    let piece = match turns {
        0 if is_known => Piece::from_fen_letter(figure),
        _ => TURNED.iter().find(|row| (row.0, row.1) == (figure, turns)).and_then(|row| Piece::from_code(row.2)),
    };
    let turned = if turns > 0 { format!(" turned by {turns}") } else { String::new() };
    let message = || format!("the figure {}{turned} does not stand for a known man", quoted(&letter.to_string()));
    piece.map(|piece| unit(color, piece, is_neutral)).ok_or_else(message)
}

fn unit(color: Color, piece: Piece, is_neutral: bool) -> Unit {
    if is_neutral { Unit::neutral(piece) } else { Unit::new(color, piece) }
}

/// Writes the problem as a line with its board in figures.
pub fn written(problem: &Problem, figures: Figures) -> Result<Written, Vec<String>> {
    let own = super::line::written(problem)?;
    let mut wrong = Vec::new();
    let board = problem.diagram.placement.to_fen_by(&|unit| figure(unit, figures).unwrap_or_default());
    for (square, unit) in problem.diagram.placement.iter() {
        if figure(unit, figures).is_none() {
            wrong.push(format!("the {} on {square}", unit.piece.def().name));
        }
    }
    if problem.diagram.placement.shape().missing().next().is_some() {
        wrong.push("a board with holes".to_string());
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let rest = own.text.split_once(' ').map_or("", |(_, rest)| rest);
    Ok(Written { text: format!("{board} {rest}"), ..own })
}

fn figure(unit: Unit, figures: Figures) -> Option<String> {
    if unit.traits.without(Traits::NEUTRAL) != Traits::NONE {
        return None;
    }
    let is_neutral = unit.is_neutral();
    let cased = |letter: char| match unit.color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    };
    let code = unit.piece.def().code;
    let turned = TURNED.iter().find(|row| row.2 == code);
    let plain = unit.piece.fen_letter().map(|letter| (letter.to_ascii_lowercase(), 0));
    let figure = plain.or(turned.map(|row| (row.0, row.1)));
    match (figures, figure) {
        (Figures::Ffen, Some((letter, turns))) => {
            let turn = if turns > 0 { format!("*{turns}") } else { String::new() };
            Some(format!("{}{turn}{}", if is_neutral { "-" } else { "" }, cased(letter)))
        }
        (Figures::Ffen, None) if code.len() <= 2 && code.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            let letters: String = code.chars().map(cased).collect();
            let quotes = if code.len() == 1 { "'" } else { "''" };
            Some(format!("{}{quotes}{letters}", if is_neutral { "-" } else { "" }))
        }
        (Figures::Xfen, Some((letter, turns))) => {
            let letter = cased(if letter == 'n' { 's' } else { letter });
            let turn = if turns > 0 { turns.to_string() } else { String::new() };
            Some(match (is_neutral, turns) {
                (false, 0) => letter.to_string(),
                (true, _) => format!("(!{letter}{turn})"),
                (false, _) => format!("({letter}{turn})"),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_in_figures() {
        let rest = " ? - - stip \"h#2\";";
        let rows = [
            (Figures::Ffen, "4k3/2*2q5/-p7/''NH7/'g7/-*2n7/8/4K2R", "4k3/2{b:G}5/{n:P}7/{w:NH}7/{b:G}7/{n:N}7/8/4K2R"),
            (Figures::Ffen, "rnbqk3/8/8/8/8/8/8/4K2R", "rnbqk3/8/8/8/8/8/8/4K2R"),
            (Figures::Xfen, "rsbq(k)3/ppp(!p)4/(!b)7/(Q2)7/8/8/8/4K2R", "rnbqk3/ppp{n:P}4/{n:B}7/{w:G}7/8/8/8/4K2R"),
        ];
        for (figures, board, own) in rows {
            let (problem, found) = problem(&format!("{board}{rest}"), figures);
            assert_eq!(found, [], "{board}");
            let problem = problem.expect(board);
            assert_eq!(problem.diagram.placement.to_fen(), own);
            let again = written(&problem, figures).expect(board).text;
            assert_eq!(super::problem(&again, figures).0.as_ref(), Some(&problem), "{again}");
        }
    }

    #[test]
    fn what_is_no_figure_is_told_at_its_place() {
        let rows = [
            (Figures::Ffen, "4k3/2*9q5/8/8/8/8/8/4K3", 5, "`*` without a turn"),
            (Figures::Ffen, "4k3/2s5/8/8/8/8/8/4K3", 5, "the figure `s` does not stand for a known man"),
            (Figures::Ffen, "4k3/''??7/8/8/8/8/8/4K3", 4, "`??` are not the letters of a man"),
            (Figures::Xfen, "4k3/(q5)7/8/8/8/8/8/4K3", 4, "the figure `q` turned by 5 does not stand for a known man"),
            (Figures::Xfen, "4k3/n7/8/8/8/8/8/4K3", 4, "the figure `n` does not stand for a known man"),
            (Figures::Xfen, "4k3/8/8/8/8/8/8/4K2 w - - stip \"#2\";", 16, "rank 1 has 7 squares"),
        ];
        for (figures, text, at, message) in rows {
            let found = problem(text, figures).1;
            assert_eq!((found[0].span.start, &found[0].message[..]), (at, message), "{text}");
        }
    }
}
