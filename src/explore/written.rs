//! Parses the changes that a user writes: the changes of `--by`, men, sets of squares, and men with their squares.
//!
//! The syntax is described in docs/explore.md.

use super::values::value;
use crate::syntax::{Diagnostic, PieceLetters, man, nearest, quoted};
use crate::units::{Color, Piece, Shape, Square, Unit};
use std::collections::BTreeSet;

/// A kind of change that `--by` names, restricted to some men or pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    Remove(Men),
    Move(Men),
    Add(Vec<Unit>),
    Exchange(Men),
    Replace(Vec<Piece>),
    /// Replaces a man by each orthodox piece of less value.
    Weaken(Men),
    Colour(Men),
    Shift,
    Mirror,
    Rotate,
}

/// The men that a change may affect. An empty selection means all men.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Men(pub Vec<Selected>);

/// One entry of a selection: all men of a kind, the man on a square, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selected {
    pub unit: Option<Unit>,
    pub square: Option<Square>,
}

/// A man to be placed on each of these squares in turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    pub unit: Unit,
    pub squares: Vec<Square>,
}

impl Named {
    /// Returns the selection of men that the change may affect. Returns `None` if the change does not select men of the
    /// diagram.
    pub fn men(&self) -> Option<&Men> {
        match self {
            Named::Remove(men) | Named::Move(men) | Named::Exchange(men) | Named::Weaken(men) | Named::Colour(men) => {
                Some(men)
            }
            Named::Add(_) | Named::Replace(_) | Named::Shift | Named::Mirror | Named::Rotate => None,
        }
    }
}

impl Men {
    pub fn contains(&self, square: Square, unit: Unit) -> bool {
        let fits = |one: &Selected| one.unit.is_none_or(|u| u == unit) && one.square.is_none_or(|s| s == square);
        self.0.is_empty() || self.0.iter().any(fits)
    }

    /// Returns the first entry that matches no man of the board, or `None` if each matches one.
    pub fn stranger(&self, men: &[(Square, Unit)]) -> Option<Selected> {
        let fits = |one: &Selected| men.iter().any(|&(square, unit)| Men(vec![*one]).contains(square, unit));
        self.0.iter().find(|one| !fits(one)).copied()
    }
}

impl std::fmt::Display for Selected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let unit = self.unit.map(|unit| unit.in_words()).unwrap_or_else(|| "man".to_string());
        match self.square {
            Some(square) => write!(f, "{unit} on {square}"),
            None => write!(f, "{unit}"),
        }
    }
}

const NAMES: [&str; 11] =
    ["remove", "move", "add", "exchange", "replace", "weaken", "colour", "color", "shift", "mirror", "rotate"];

type Read<T> = Result<T, Diagnostic>;

/// Parses the changes of `--by`: `remove,move=Rb1,add=PpSs`.
pub fn changes_named(text: &str, shape: &Shape, cast: PieceLetters) -> Read<Vec<Named>> {
    let mut named = Vec::new();
    for (at, part) in parts(text, ',') {
        let (name, argument) = match part.split_once('=') {
            Some((name, argument)) => (name.trim_end(), Some((at + name.len() + 1, argument.trim()))),
            None => (part, None),
        };
        let men = || argument.map_or(Ok(Men::default()), |(at, men)| self::men(men, at, shape, cast));
        let units = |usual: &str| {
            let (at, letters) = argument.unwrap_or((at, usual));
            units(letters, at, cast)
        };
        named.push(match name.to_lowercase().as_str() {
            "remove" => Named::Remove(men()?),
            "move" => Named::Move(men()?),
            "add" => Named::Add(units("Pp")?),
            "exchange" => Named::Exchange(men()?),
            "replace" => Named::Replace(units("QRBSP")?.into_iter().map(|unit| unit.piece).collect()),
            "weaken" => Named::Weaken(men()?),
            "colour" | "color" => Named::Colour(men()?),
            "shift" if argument.is_none() => Named::Shift,
            "mirror" if argument.is_none() => Named::Mirror,
            "rotate" if argument.is_none() => Named::Rotate,
            name @ ("shift" | "mirror" | "rotate") => {
                let (at, argument) = argument.unwrap_or_default();
                let message = format!("`{name}` changes the whole position");
                return Err(Diagnostic::error(at..at + argument.len(), message, "expected no men"));
            }
            other => {
                let message = format!("unknown change {}", quoted(name));
                let found = Diagnostic::error(at..at + name.len(), message, format!("expected {}", NAMES.join(", ")));
                return Err(match nearest(other, NAMES) {
                    Some(known) => found.with_hint(format!("did you mean `{known}`?")),
                    None => found,
                });
            }
        });
    }
    if named.is_empty() {
        return Err(Diagnostic::error(0..text.len(), "there is no change", "expected a change such as `move`"));
    }
    Ok(named)
}

/// Splits a text at a separator. Returns the non-empty parts without surrounding blanks, each with its offset.
pub fn parts(text: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let offset = move |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    text.split(separator).map(str::trim).filter(|part| !part.is_empty()).map(move |part| (offset(part), part))
}

/// Parses a selection of men: `Rb1pe4`. `at` is the offset of the text in the argument.
pub fn men(text: &str, at: usize, shape: &Shape, cast: PieceLetters) -> Read<Men> {
    let mut selected = Vec::new();
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        let place = at + text.len() - text[text.len() - rest.len()..].len();
        if rest.starts_with([' ', ',']) {
            rest = &rest[1..];
            continue;
        }
        if let Some((square, after)) = square_at(rest, shape) {
            selected.push(Selected { unit: None, square: Some(square) });
            rest = after;
            continue;
        }
        let (unit, after) = unit_at(rest, place, cast)?;
        let square = square_at(after, shape);
        selected.push(Selected { unit: Some(unit), square: square.map(|(square, _)| square) });
        rest = square.map_or(after, |(_, after)| after);
    }
    if selected.is_empty() {
        return Err(Diagnostic::error(at..at, "there is no man", "expected men such as `Rb1p`"));
    }
    Ok(Men(selected))
}

/// Parses men without squares: `PpSs{n:Q}`.
fn units(text: &str, at: usize, cast: PieceLetters) -> Read<Vec<Unit>> {
    let mut units: Vec<Unit> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let place = at + text.len() - rest.len();
        let (unit, after) = unit_at(rest, place, cast)?;
        if let Some((square, _)) = square_at(after, &Shape::new(Shape::MOST, Shape::MOST)) {
            let start = place + rest.len() - after.len();
            let message = format!("`{square}` after a man that is not on the board yet");
            let found = Diagnostic::error(start..start + 2, message, "expected letters only");
            return Err(found.with_hint("`--at` sets the squares"));
        }
        if !units.contains(&unit) {
            units.push(unit);
        }
        rest = after;
    }
    if units.is_empty() {
        return Err(Diagnostic::error(at..at, "there is no man", "expected letters such as `PpSs`"));
    }
    Ok(units)
}

/// Parses the man at the beginning of a non-empty text: a letter, or a man in braces. Returns the man and the rest of
/// the text.
fn unit_at<'t>(text: &'t str, at: usize, cast: PieceLetters) -> Read<(Unit, &'t str)> {
    let expected = "expected a letter such as `Q` (white) or `q` (black), or a man in braces such as `{n:Q}`";
    if text.starts_with('{') {
        let end = text.find('}').unwrap_or(text.len());
        let inside = &text[1..end];
        let found = man(inside, cast).filter(|_| end < text.len());
        let wrong = || Diagnostic::error(at..at + end, format!("{} is not a man", quoted(&text[..end])), expected);
        return found.map(|unit| (unit, &text[end + 1..])).ok_or_else(wrong);
    }
    let letter = text.chars().next().unwrap_or_default();
    let after = &text[letter.len_utf8()..];
    let color = if letter.is_uppercase() { Color::White } else { Color::Black };
    let wrong = || {
        Diagnostic::error(
            at..at + letter.len_utf8(),
            format!("{} is not a man", quoted(&text[..letter.len_utf8()])),
            expected,
        )
    };
    cast.of_letter(letter).map(|piece| (Unit::new(color, piece), after)).ok_or_else(wrong)
}

/// Parses the square at the beginning of a text: a file letter and a number. Returns the square and the rest of the
/// text, or `None` if the text begins with no square of the board.
fn square_at<'t>(text: &'t str, shape: &Shape) -> Option<(Square, &'t str)> {
    let digits = text.get(1..)?.chars().take_while(char::is_ascii_digit).count().min(2);
    let fits = |length: usize| Square::parse(text.get(..1 + length)?).filter(|&square| shape.has(square));
    (1..=digits).rev().find_map(|length| Some((fits(length)?, &text[1 + length..])))
}

/// Parses a set of squares: `a1`, `a1-d4`, `c`, `file c`, `2`, `rank 2`, `light`, `dark` or `*`. Commas join several
/// sets, and `not` before a set removes its squares. Returns the squares in the order of the board.
pub fn squares(text: &str, at: usize, shape: &Shape) -> Read<Vec<Square>> {
    let all = || (0..shape.ranks()).flat_map(|rank| (0..shape.files()).filter_map(move |file| Square::new(file, rank)));
    let on_board: Vec<Square> = all().filter(|&square| shape.has(square)).collect();
    let mut set: BTreeSet<Square> = BTreeSet::new();
    let mut is_first = true;
    for (offset, part) in parts(text, ',') {
        let (is_out, named) = match part.strip_prefix("not ") {
            Some(rest) => (true, rest.trim_start()),
            None => (false, part),
        };
        let fits = squares_of(named, shape).ok_or_else(|| {
            let message = format!("{} is not a set of squares on this board", quoted(part));
            let expected = "expected `a1`, `a1-d4`, `c`, `2`, `light`, `dark` or `*`";
            Diagnostic::error(at + offset..at + offset + part.len(), message, expected)
        })?;
        if is_out && is_first {
            set.extend(&on_board);
        }
        is_first = false;
        let meant = on_board.iter().copied().filter(|&square| fits(square));
        if is_out {
            meant.for_each(|square| {
                set.remove(&square);
            });
        } else {
            set.extend(meant);
        }
    }
    if set.is_empty() {
        let message = "the set of squares is empty".to_string();
        return Err(Diagnostic::error(at..at + text.len(), message, "expected squares such as `a1-d4`"));
    }
    Ok(on_board.into_iter().filter(|square| set.contains(square)).collect())
}

/// Returns a test whether a square is in one part of a set, or `None` if the text is no such part.
fn squares_of(text: &str, shape: &Shape) -> Option<Box<dyn Fn(Square) -> bool>> {
    let on = |name: &str| Square::parse(name).filter(|&square| shape.has(square));
    let file = text.strip_prefix("file ").unwrap_or(text).trim();
    let rank = text.strip_prefix("rank ").unwrap_or(text).trim();
    if let Some(square) = on(text) {
        return Some(Box::new(move |other| other == square));
    }
    if let Some((first, last)) = text.split_once('-') {
        let (first, last) = (on(first.trim())?, on(last.trim())?);
        let between = |a: u8, b: u8, c: u8| (a.min(b)..=a.max(b)).contains(&c);
        return Some(Box::new(move |other| {
            between(first.file(), last.file(), other.file()) && between(first.rank(), last.rank(), other.rank())
        }));
    }
    if let Some(square) = on(&format!("{file}1")) {
        return Some(Box::new(move |other| other.file() == square.file()));
    }
    if let Some(square) = on(&format!("a{rank}")) {
        return Some(Box::new(move |other| other.rank() == square.rank()));
    }
    match text {
        "light" => Some(Box::new(|other| (other.file() + other.rank()) % 2 == 1)),
        "dark" => Some(Box::new(|other| (other.file() + other.rank()) % 2 == 0)),
        "*" | "all" => Some(Box::new(|_| true)),
        _ => None,
    }
}

/// Parses the men of `--place`, separated by blanks: `K:* R:a1-d4`.
pub fn places(text: &str, shape: &Shape, cast: PieceLetters) -> Read<Vec<Placed>> {
    let mut placed = Vec::new();
    for (at, part) in parts(text, ' ') {
        let (unit, after) = unit_at(part, at, cast)?;
        let start = at + part.len() - after.len();
        let Some(set) = after.strip_prefix(':') else {
            let message = format!("{} has no squares", quoted(part));
            return Err(Diagnostic::error(
                start..start + after.len(),
                message,
                "expected `:` and squares, such as `R:a1-d4`",
            ));
        };
        placed.push(Placed { unit, squares: squares(set, start + 1, shape)? });
    }
    if placed.is_empty() {
        return Err(Diagnostic::error(0..text.len(), "there is no man", "expected men such as `K:* R:a1-d4`"));
    }
    Ok(placed)
}

/// Returns the orthodox pieces of less value than this one.
pub fn weaker(piece: Piece) -> Vec<Piece> {
    let orthodox = [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT, Piece::PAWN];
    let is_known = orthodox.contains(&piece);
    orthodox.into_iter().filter(|&other| is_known && value(other) < value(piece)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> String {
        let squares = squares(text, 0, &Shape::default()).expect(text);
        squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn sets_of_squares() {
        assert_eq!(set("a1-b2,h8"), "a1 b1 a2 b2 h8");
        assert_eq!(set("b2-a1"), "a1 b1 a2 b2");
        assert_eq!(set("file c"), set("c"));
        assert_eq!(set("rank 2"), set("2"));
        assert_eq!(set("2"), "a2 b2 c2 d2 e2 f2 g2 h2");
        assert_eq!(set("a1-b2, not light"), "a1 b2");
        assert_eq!(set("not dark").split(' ').count(), 32);
        assert_eq!(set("light,dark"), set("*"));
    }

    #[test]
    fn men_are_letters_squares_or_both() {
        let read = |text: &str| men(text, 0, &Shape::default(), PieceLetters::default());
        let shown = |text: &str| {
            let men = read(text).expect(text);
            men.0.iter().map(Selected::to_string).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(shown("Rb1pe4"), "white rook on b1, black pawn on e4");
        assert_eq!(shown("b1bb1b"), "man on b1, black bishop on b1, black bishop");
        assert_eq!(shown("{n:Q}a1S"), "neutral queen on a1, white knight");
        let wrong = read("Rx").expect_err("no man");
        assert_eq!((wrong.span, &*wrong.message), (1..2, "`x` is not a man"));
    }

    #[test]
    fn changes_and_their_mistakes() {
        let read = |text: &str| changes_named(text, &Shape::default(), PieceLetters::default());
        let named = read("remove, move=R, add, replace=QR, shift").expect("changes");
        assert_eq!(named.len(), 5);
        assert_eq!(
            named[2],
            Named::Add(vec![Unit::new(Color::White, Piece::PAWN), Unit::new(Color::Black, Piece::PAWN)])
        );
        for (text, span, message) in [
            ("remove,mov", 7..10, "unknown change `mov`"),
            ("add=Px", 5..6, "`x` is not a man"),
            ("add=Pe4", 5..7, "`e4` after a man that is not on the board yet"),
            ("shift=K", 6..7, "`shift` changes the whole position"),
            ("", 0..0, "there is no change"),
        ] {
            let wrong = read(text).expect_err(text);
            assert_eq!((wrong.span, &*wrong.message), (span, message), "{text}");
        }
    }

    #[test]
    fn places_and_their_mistakes() {
        let read = |text: &str| places(text, &Shape::default(), PieceLetters::default());
        assert_eq!(read("K:* p:a2-h7").expect("men")[1].squares.len(), 48);
        for (text, span, message) in [
            ("K:* R", 5..5, "`R` has no squares"),
            ("K:i9", 2..4, "`i9` is not a set of squares on this board"),
            ("x:*", 0..1, "`x` is not a man"),
        ] {
            let wrong = read(text).expect_err(text);
            assert_eq!((wrong.span, &*wrong.message), (span, message), "{text}");
        }
    }
}
