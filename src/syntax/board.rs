//! Parses the board field of a FEN, with fairy pieces in braces, on boards of up to 16 by 16 squares. `{}` is a missing
//! square. Does not check whether the position is legal.

use super::diagnostic::{Diagnostic, quoted};
use super::findings::Findings;
use super::grammar::{Fault, Parsed, character_length, finish};
use super::known;
use super::lookalike::{check_characters, foreign_character};
use super::piece_letters::PieceLetters;
use super::source::Span;
use crate::games::Game;
use crate::units::{Color, Piece, Placement, Shape, Square, Traits, Unit};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while1};
use nom::combinator::{all_consuming, value};
use nom::multi::separated_list1;
use nom::sequence::terminated;

/// Number of files, and of ranks, of the usual board. `MOST` is the greatest possible number.
const SIZE: usize = 8;
const MOST: usize = Shape::MOST as usize;

/// Parses the board field and reports all errors at once. The knight is `N` or `S`; `{w:Q}` is the same as `Q`;
/// `{}` is a square that the board does not have.
///
/// ```
/// use keymove::syntax::board;
/// assert_eq!(board("8/8/8/8/8/8/8/{w:K}6s").unwrap().to_fen(), "8/8/8/8/8/8/8/K6n");
/// assert_eq!(board("12/12/5K6/11{}").unwrap().shape().to_string(), "12x4 without l1");
/// assert_eq!(board("9/8/8/8/8/8/8/7").unwrap_err().len(), 2);
/// ```
pub fn board(text: &str) -> Result<Placement, Vec<Diagnostic>> {
    board_in(text, PieceLetters::default())
}

/// Like [`board`], but also accepts the letters of a game's or problem's own pieces, see [`PieceLetters`]. If there is
/// a game, squares that its board lacks need not be marked as missing.
pub fn board_in<'a>(text: &str, piece_letters: impl Into<PieceLetters<'a>>) -> Result<Placement, Vec<Diagnostic>> {
    let piece_letters = piece_letters.into();
    let start = text.len() - text.trim_start().len();
    let text = text.trim();
    let mut findings = Findings::default();
    if !text.contains('/') {
        return Err(vec![no_board(text).shifted(start)]);
    }
    if let Some(found) = of_a_link(text) {
        return Err(vec![found.shifted(start)]);
    }
    let rows = rows(text, piece_letters, &mut findings);
    check_size(text, &rows, &mut findings);
    let (width, height) = (rows.first().map_or(0, |row| row.width.min(MOST)), rows.len().min(MOST));
    let mut holes = Vec::new();
    let mut units = Vec::new();
    for (row, written) in rows.iter().take(MOST).enumerate() {
        let square = |file| Square::new(file, (height - 1 - row.min(height - 1)) as u8);
        holes.extend(written.holes.iter().filter_map(|&file| square(file)));
        units.extend(written.units.iter().filter_map(|&(file, unit)| square(file).map(|square| (square, unit))));
    }
    let mut placement = Placement::on(Shape::new(width as u8, height as u8).without(holes));
    for (square, unit) in units {
        placement.put(square, unit);
    }
    if let Some(game) = piece_letters.game.filter(|_| !findings.has_errors()) {
        match on_board_of(&placement, game) {
            Some(shape) => placement = placement.with_shape(shape),
            None => findings.error(|| {
                let message = format!("the board is {}", placement.shape());
                let expected = format!("{} is played on {}", game.def.name, (game.def.shape)());
                Diagnostic::error(0..text.len(), message, expected)
            }),
        }
    }
    findings.result(placement).map_err(|found| found.into_iter().map(|diagnostic| diagnostic.shifted(start)).collect())
}

/// Returns the size and the missing squares of the board in `text`. Piece letters without a meaning are no error here.
/// Returns `None` if the board is not rectangular or is too large.
pub(super) fn shape(text: &str) -> Option<Shape> {
    let rows = rows(text, PieceLetters::default(), &mut Findings::default());
    let (width, height) = (rows.first()?.width, rows.len());
    if height > MOST || width > MOST || rows.iter().any(|row| row.width != width) {
        return None;
    }
    let holes = rows.iter().enumerate().flat_map(|(index, row)| {
        row.holes.iter().filter_map(move |&file| Square::new(file, (height - 1 - index) as u8))
    });
    Some(Shape::new(width as u8, height as u8).without(holes))
}

/// Returns the shape of the game's board if `placement` fits on it: it has the same size, marks only squares as
/// missing that the game lacks, and has no men on squares that the game lacks. Otherwise returns `None`.
fn on_board_of(placement: &Placement, game: &Game) -> Option<Shape> {
    let (shape, written) = ((game.def.shape)(), placement.shape());
    let fits = (shape.files(), shape.ranks()) == (written.files(), written.ranks())
        && written.missing().all(|square| !shape.has(square))
        && placement.iter().all(|(square, _)| shape.has(square));
    fits.then_some(shape)
}

fn no_board(text: &str) -> Diagnostic {
    let message =
        if text.is_empty() { "the board is missing".into() } else { format!("{} is not a board", quoted(text)) };
    let expected = "expected eight rows separated by `/`";
    if let Err(found) = check_characters(text) {
        return found;
    }
    let found = Diagnostic::error(0..text.len(), message, expected);
    let mut findings = Findings::default();
    let is_row =
        rows(text, PieceLetters::default(), &mut findings).iter().any(|row| row.width > 1) && !findings.has_errors();
    if is_row { found.with_hint("a board has at least two ranks") } else { found }
}

/// A rank of the board, as written.
struct Row {
    span: Span,
    width: usize,
    /// The men of the rank, each with its file.
    units: Vec<(u8, Unit)>,
    /// Files of the squares that are marked as missing.
    holes: Vec<u8>,
    /// Whether the width is certain. It is not after an unknown character, which counts as one square but may be meant
    /// as several.
    measured: bool,
    /// Span of the first number of more than one digit; `None` if there is none.
    long_number: Option<Span>,
}

impl Row {
    fn at(start: usize) -> Row {
        Row { span: start..start, width: 0, units: Vec::new(), holes: Vec::new(), measured: true, long_number: None }
    }

    fn put(&mut self, unit: Option<Unit>) {
        if let (Some(unit), true) = (unit, self.width < MOST) {
            self.units.push((self.width as u8, unit));
        }
        self.width = self.width.saturating_add(1);
    }

    fn leave_out(&mut self) {
        if self.width < MOST {
            self.holes.push(self.width as u8);
        }
        self.width = self.width.saturating_add(1);
    }
}

fn rows(text: &str, piece_letters: PieceLetters, findings: &mut Findings) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row = Row::at(0);
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        // The input may be endless; the rows read are enough for a diagnostic.
        if findings.is_full() || rows.len() > 2 * MOST * MOST {
            break;
        }
        let mut length = c.len_utf8();
        match c {
            '/' => {
                row.span.end = at;
                rows.push(std::mem::replace(&mut row, Row::at(at + 1)));
            }
            '0'..='9' => {
                length = text[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - at);
                empty_squares(text, at..at + length, &mut row, findings);
            }
            '{' => match text[at..].find('}') {
                Some(end) => {
                    length = end + 1;
                    let inner = &text[at + 1..at + end];
                    match finish(inner, all_consuming(|inner| unit_in(inner, piece_letters)).parse(inner)) {
                        _ if inner.is_empty() => row.leave_out(),
                        Ok(unit) => row.put(Some(unit)),
                        Err(found) => {
                            findings.error(|| located_in_braces(found.shifted(at + 1), at..at + length));
                            row.put(None);
                        }
                    }
                }
                None => {
                    findings.error(|| {
                        Diagnostic::error(at..at + 1, "the brace is not closed", "expected `}` after the man")
                    });
                    // The rows from here on are unknown.
                    return Vec::new();
                }
            },
            _ => {
                let unit = letter(c, piece_letters);
                if unit.is_none() {
                    row.measured &= c.is_ascii_alphabetic();
                    findings.error(|| {
                        match piece_letters.of_code(c.encode_utf8(&mut [0; 4])).filter(|piece| piece.is_own()) {
                            Some(piece) => {
                                let color = if c.is_ascii_uppercase() { 'w' } else { 'b' };
                                unknown_letter(c, at)
                                    .with_hint(format!("the man is written `{{{color}:{}}}`", piece.letters()))
                            }
                            None => unknown_letter(c, at),
                        }
                    });
                }
                row.put(unit);
            }
        }
        at += length;
    }
    row.span.end = at;
    rows.push(row);
    rows
}

fn letter(c: char, piece_letters: PieceLetters) -> Option<Unit> {
    let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
    piece_letters.of_letter(c).map(|piece| Unit::new(color, piece))
}

fn empty_squares(text: &str, span: Span, row: &mut Row, findings: &mut Findings) {
    let digits = &text[span.clone()];
    if digits.starts_with('0') {
        let message = format!("{} is not a number of empty squares", quoted(digits));
        findings.error(|| Diagnostic::error(span, message, "expected 1 or more"));
        row.measured = false;
        return;
    }
    if digits.len() > 1 {
        row.long_number = Some(span);
    }
    row.width = row.width.saturating_add(digits.parse().unwrap_or(usize::MAX));
}

fn unknown_letter(c: char, at: usize) -> Diagnostic {
    if let Some(diagnostic) = foreign_character(c, at) {
        return diagnostic;
    }
    let letters = "expected K Q R B N P (or S), upper case for White";
    let diagnostic =
        Diagnostic::error(at..at + c.len_utf8(), format!("{} is not a unit", quoted(&c.to_string())), letters);
    if let Some(piece) = Piece::from_code(&c.to_ascii_uppercase().to_string()) {
        let (name, color) = (piece.def().name.to_lowercase(), if c.is_ascii_uppercase() { 'w' } else { 'b' });
        return diagnostic.with_hint(format!("a {name} is written `{{{color}:{}}}`", c.to_ascii_uppercase()));
    }
    match c.to_ascii_lowercase() {
        'd' | 't' | 'c' => diagnostic.with_hint("use the English letters"),
        _ if c.is_ascii_alphabetic() => diagnostic,
        _ => diagnostic.with_hint("write other men in braces, such as `{n:P}` or `{w:G}`"),
    }
}

/// Parses a man in the form that board fields have in braces, without the braces: `n:royal,NH`. `cast` gives the
/// meaning of the piece letters. Returns `None` if the text is not exactly one man.
pub fn man<'a>(text: &'a str, cast: impl Into<PieceLetters<'a>>) -> Option<Unit> {
    unit_in(text, cast.into()).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, unit)| unit)
}

/// Parses the man in a pair of braces, such as `w:Q`, `w:royal,G` or `n:P`: colour, attributes, piece. If letters mean
/// a piece of the game and another piece, they mean the piece of the game.
pub(super) fn unit_in<'a>(text: &'a str, piece_letters: PieceLetters) -> Parsed<'a, Unit> {
    let Ok((names, color)) = unit_color(text) else {
        return Fault::new(text, character_length(text), "the man has no colour", "expected `w:`, `b:` or `n:`").fail();
    };
    let Ok((rest, mut list)) = unit_names(names) else {
        let length = character_length(names);
        return Fault::new(names, length, "the man has no piece", "expected a piece such as `Q`").fail();
    };
    if !rest.is_empty() && !rest.starts_with('}') {
        let message = format!("unexpected {} in a unit", quoted(&rest[..character_length(rest)]));
        return Fault::new(rest, character_length(rest), message, "expected `,` or `}`").fail();
    }
    let piece = list.pop().unwrap_or_default();
    let mut traits = if color.is_none() { Traits::NEUTRAL } else { Traits::NONE };
    for attribute in list {
        match Traits::named(attribute) {
            Some(named) => traits |= named,
            None => return unknown_trait(names, attribute).fail(),
        }
    }
    match piece_letters.of_code(piece) {
        Some(piece) => Ok((rest, Unit { color: color.unwrap_or(Color::White), piece, traits })),
        None => {
            let message = match piece.contains('/') {
                true => format!("hunters such as {} are known but not supported yet", quoted(piece)),
                false => format!("unknown piece {}", quoted(piece)),
            };
            Fault::new(names, piece.len(), message, "expected the letters of a piece")
                .with_hint("`keymove list pieces` shows them".to_string())
                .fail()
        }
    }
}

fn unknown_trait<'a>(names: &'a str, attribute: &str) -> Fault<'a> {
    let message = format!("unknown attribute {}", quoted(attribute));
    let fault = Fault::new(names, attribute.len(), message, "expected an attribute such as `royal`");
    match super::diagnostic::nearest(attribute, known::attributes()) {
        Some(name) if !name.eq_ignore_ascii_case(attribute) => fault.with_hint(format!("did you mean `{name}`?")),
        _ => fault,
    }
}

/// Parses the colour of a man; the value is `None` for a neutral man.
fn unit_color(text: &str) -> Parsed<'_, Option<Color>> {
    let color = alt((
        value(Some(Color::White), tag_no_case("w")),
        value(Some(Color::Black), tag_no_case("b")),
        value(None, tag_no_case("n")),
    ));
    terminated(color, tag(":")).parse(text)
}

fn unit_names(text: &str) -> Parsed<'_, Vec<&str>> {
    let name = take_while1(|c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '&' | '-' | '.'));
    separated_list1(tag(","), name).parse(text)
}

/// Returns the diagnostic with the span of the braces if its own span is empty, so that there is something to
/// underline.
fn located_in_braces(found: Diagnostic, braces: Span) -> Diagnostic {
    if found.span.is_empty() { Diagnostic { span: braces, ..found } } else { found }
}

fn check_size(text: &str, rows: &[Row], findings: &mut Findings) {
    if rows.is_empty() || findings.is_full() {
        return;
    }
    let (width, height) = (usual_width(rows), rows.len());
    let rectangle = rows.iter().all(|row| row.width == width && row.measured);
    if rectangle && width > MOST && width <= 2 * MOST || rectangle && width != SIZE && height > MOST {
        let message = format!("the board is {width}x{height}");
        findings.error(|| Diagnostic::error(0..text.len(), message, "expected at most 16x16"));
        return;
    }
    // An eight-file board with fewer than eight ranks, or with nine, is taken for one with a forgotten or
    // doubled rank.
    if width == SIZE && height <= SIZE + 1 && height != SIZE || height > MOST {
        let message = format!("the board has {height} rows");
        let place = if height > SIZE { rows[SIZE].span.start..text.len() } else { text.len()..text.len() };
        findings.error(|| Diagnostic::error(place, message, "expected 8 rows"));
    }
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.width != width && row.measured) {
        if findings.is_full() {
            return;
        }
        findings.error(|| {
            let name = if height <= MOST { format!("rank {}", height - index) } else { format!("row {}", index + 1) };
            let squares = if row.width == 1 { "square" } else { "squares" };
            let written = if row.width == usize::MAX { "far too many".into() } else { row.width.to_string() };
            let expected = format!("expected {width} squares");
            let found = Diagnostic::error(row.span.clone(), format!("{name} has {written} {squares}"), expected);
            match &row.long_number {
                Some(span) => found.with_hint(format!("{} is one number", quoted(&text[span.clone()]))),
                None => found,
            }
        });
    }
}

/// Returns the width that most rows have, preferring eight if several widths are equally frequent.
fn usual_width(rows: &[Row]) -> usize {
    let measured = || rows.iter().filter(|row| row.measured).map(|row| row.width);
    let rank = |width: usize| (measured().filter(|&other| other == width).count(), width == SIZE);
    measured().filter(|width| (1..=2 * MOST).contains(width)).max_by_key(|&width| rank(width)).unwrap_or(SIZE)
}

/// Returns the diagnostic for a FEN copied from a link, in which `_` replaces the blanks between the fields;
/// `None` if `text` is no such FEN.
pub(super) fn of_a_link(text: &str) -> Option<Diagnostic> {
    let at = text.find('_').filter(|_| text.contains('/'))?;
    let found = Diagnostic::error(at..text.len(), "`_` means a blank only in links", "expected a blank");
    Some(found.with_hint(format!("write `{}`", text.replace('_', " "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_boards_have_one_canonical_text() {
        let rows = [
            ("8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
            ("8/8/8/3S4/4s3/8/8/8 ", "8/8/8/3N4/4n3/8/8/8"),
            ("{b:K}7/8/8/8/8/8/8/6{w:n}{W:s}", "k7/8/8/8/8/8/8/6{w:N}N"),
            ("{n:royal,g}7/8/8/8/8/8/8/{b:NH}7", "{n:royal,G}7/8/8/8/8/8/8/{b:NH}7"),
            ("10/10/10/10/4{w:G}5/10/10/10/10/k8K", "10/10/10/10/4{w:G}5/10/10/10/10/k8K"),
            ("{}16/8", ""),
            ("8{}/8{}/{}{}7", "8{}/8{}/{}{}7"),
            ("15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15", "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15"),
            ("11111111/1p6/8/8/8/8/8/8", ""),
        ];
        for (written, canonical) in rows {
            match board(written) {
                Ok(placement) => {
                    assert_eq!(placement.to_fen(), canonical);
                    assert_eq!(board(canonical), Ok(placement));
                }
                Err(found) => assert_eq!((canonical, found.is_empty()), ("", false), "{written}: {found:?}"),
            }
        }
    }

    #[test]
    fn bad_boards_say_where_and_what() {
        // Text; offset, message and hint of each error.
        type Row = (&'static str, &'static [(usize, &'static str, &'static str)]);
        let rows: [Row; 22] = [
            ("", &[(0, "the board is missing", "")]),
            ("hello", &[(0, "`hello` is not a board", "")]),
            ("８／８", &[(0, "`８` is not `8` but the FULLWIDTH form of `8`", "")]),
            ("8/8/8/8/8/8/8", &[(13, "the board has 7 rows", "")]),
            ("8/8/8/8/8/8/8/8/8", &[(16, "the board has 9 rows", "")]),
            ("8/8/8/9/8/8/8/7", &[(6, "rank 5 has 9 squares", ""), (14, "rank 1 has 7 squares", "")]),
            ("8/8//8/8/8/8/8", &[(4, "rank 6 has 0 squares", "")]),
            ("44/8/8/8/8/8/8/8", &[(0, "rank 8 has 44 squares", "`44` is one number")]),
            (
                "99999999999999999999999/8/8/8/8/8/8/8",
                &[(0, "rank 8 has far too many squares", "`99999999999999999999999` is one number")],
            ),
            ("17/17/17", &[(0, "the board is 17x3", "")]),
            ("4/4/5/4", &[(4, "rank 2 has 5 squares", "")]),
            ("0/8/8/8/8/8/8/8", &[(0, "`0` is not a number of empty squares", "")]),
            ("x7/8/8/8/8/8/8/8", &[(0, "`x` is not a unit", "")]),
            ("7G/8/8/8/8/8/8/8", &[(1, "`G` is not a unit", "a grasshopper is written `{w:G}`")]),
            ("7D/8/8/8/8/8/8/8", &[(1, "`D` is not a unit", "use the English letters")]),
            ("7~/8/8/8/8/8/8/8", &[(1, "`~` is not a unit", "write other men in braces, such as `{n:P}` or `{w:G}`")]),
            ("7К/8/8/8/8/8/8/8", &[(1, "`К` is not `K` but CYRILLIC CAPITAL LETTER KA", "")]),
            ("７K/8/8/8/8/8/8/8", &[(0, "`７` is not `7` but the FULLWIDTH form of `7`", "")]),
            ("{b:NR}7/8/8/8/8/8/8/8", &[(3, "unknown piece `NR`", "`keymove list pieces` shows them")]),
            (
                "{w:R/RO}7/8/8/8/8/8/8/8",
                &[(3, "hunters such as `R/RO` are known but not supported yet", "`keymove list pieces` shows them")],
            ),
            (
                "{K}{w:}{w:Q;}{b:}4/8/8/8/8/8/8/8",
                &[
                    (1, "the man has no colour", ""),
                    (3, "the man has no piece", ""),
                    (11, "unexpected `;` in a unit", ""),
                    (13, "the man has no piece", ""),
                ],
            ),
            ("7{w:Q/8/8/8/8/8/8/8", &[(1, "the brace is not closed", "")]),
        ];
        for (written, expected) in rows {
            let found = board(written).expect_err(written);
            let found: Vec<_> =
                found.iter().map(|d| (d.span.start, d.message.as_str(), d.hint.as_deref().unwrap_or(""))).collect();
            assert_eq!(found, expected, "{written}");
        }
    }
}
