//! Parses twins: `b) move g7 g4; +c) remove a1, add white Qb2`. Does not apply the changes to the problem.

use super::board::unit_in;
use super::condition::conditions_in;
use super::diagnostic::{Diagnostic, quoted};
use super::findings::Findings;
use super::grammar::{Fault, Parsed, blanks, character_length, finish, number, piece, square, symbol, word_length};
use super::lookalike::check_characters;
use super::on_board;
use super::piece_letters::PieceLetters;
use super::stipulation::stipulation_on;
use super::structured::structured_on;
use super::words::words;
use crate::problem::{Change, Mirror, Rotation, Twin};
use crate::units::{Color, Piece, Shape, Square, Unit};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::satisfy;
use nom::combinator::{opt, value};
use nom::multi::many1;
use nom::sequence::{delimited, terminated};

const CHANGES: &[&str] = &[
    "move",
    "exchange",
    "remove",
    "add",
    "substitute",
    "rotate",
    "mirror",
    "shift",
    "polish",
    "polishtype",
    "invisible",
    "stip",
    "stipulation",
    "sstip",
    "sstipulation",
    "cond",
    "condition",
    "continued",
    "unchanged",
];

/// Words that introduce a change of conditions.
const CONDITION: [&str; 2] = ["cond", "condition"];

/// Parses twins separated by `;`. Each has an optional label (`b)`, or `+c)` if it continues the twin before)
/// and changes joined by `,` or `and`. The returned flag is true if the text begins with `zeroposition`.
///
/// ```
/// use keymove::syntax::twins;
/// let (read, zeroposition, diagnostics) = twins("b) move g7 g4; +c) remove a1 and add white Qa2 black Rb3c3");
/// assert_eq!((read.len(), read[1].changes.len(), read[1].continued), (2, 4, true));
/// assert!(!zeroposition && diagnostics.is_empty());
/// ```
pub fn twins(text: &str) -> (Vec<Twin>, bool, Vec<Diagnostic>) {
    twins_on(text, &Shape::default(), PieceLetters::default())
}

/// Like [`twins`], for the board `shape` and with the piece letters of a game or a problem.
pub fn twins_on<'a>(
    text: &str,
    shape: &Shape,
    piece_letters: impl Into<PieceLetters<'a>>,
) -> (Vec<Twin>, bool, Vec<Diagnostic>) {
    let piece_letters = piece_letters.into();
    let mut twins = Vec::new();
    let mut findings = Findings::default();
    if let Err(diagnostic) = check_characters(text) {
        return (twins, false, vec![diagnostic]);
    }
    let (body, zeroposition) = match keyword("zeroposition", text) {
        Ok((rest, _)) => (rest, true),
        Err(_) => (text, false),
    };
    let mut start = text.len() - body.len();
    if body.trim().is_empty() {
        findings
            .error(|| Diagnostic::error(start..start, "there are no twins", "expected a change such as `move a1 b2`"));
    }
    for part in body.split(';') {
        if findings.is_full() {
            break;
        }
        if !part.trim().is_empty() {
            twins.extend(twin(part, start, shape, piece_letters, &mut findings));
        }
        start += part.len() + 1;
    }
    (twins, zeroposition, findings.into_sorted())
}

fn twin(text: &str, start: usize, shape: &Shape, piece_letters: PieceLetters, findings: &mut Findings) -> Option<Twin> {
    let (rest, continued) = label(text).unwrap_or((text, false));
    let mut twin = Twin { continued, changes: Vec::new() };
    let rest = match keyword("continued", rest) {
        Ok((rest, _)) => {
            twin.continued = true;
            rest
        }
        Err(_) => rest,
    };
    let start = start + text.len() - rest.len();
    let errors = findings.errors();
    for part in with_all_conditions(rest, parts(rest), piece_letters) {
        if findings.is_full() {
            break;
        }
        match part {
            Ok((at, text)) => match changes(text, shape, piece_letters) {
                Ok(changes) => twin.changes.extend(changes),
                Err(found) => findings.extend(found.into_iter().map(|diagnostic| diagnostic.shifted(start + at))),
            },
            Err(at) => findings.error(|| {
                Diagnostic::error(
                    start + at..start + at + 3,
                    "`and` must join two changes",
                    "expected a change before and after `and`",
                )
            }),
        }
    }
    if twin.changes.is_empty() && !rest.trim().eq_ignore_ascii_case("unchanged") {
        if errors == findings.errors() {
            findings.error(|| {
                Diagnostic::error(start..start, "a twin without changes", "expected a change such as `move a1 b2`")
            });
        }
        return None;
    }
    Some(twin)
}

/// Parses the label of a twin: `b)`, `z1)`, `+c)`. Returns whether the label has a plus sign.
fn label(text: &str) -> Parsed<'_, bool> {
    let (rest, _) = blanks(text)?;
    let (rest, plus) = opt((tag("+"), blanks)).parse(rest)?;
    let letter = satisfy(|c| c.is_ascii_alphabetic());
    let digits = take_while(|c: char| c.is_ascii_digit());
    let (rest, _) = (letter, digits, blanks, tag(")"), blanks).parse(rest)?;
    Ok((rest, plus.is_some()))
}

/// Parses the word `word` as a whole, ignoring case, and the blanks around it.
fn keyword<'a>(word: &'static str, text: &'a str) -> Parsed<'a, ()> {
    let (rest, _) = blanks(text)?;
    let (after, _) = symbol(word).parse(rest)?;
    if after.len() + word.len() < rest.len() || after.is_empty() {
        return Ok((after, ()));
    }
    Err(Fault::mismatch(rest))
}

/// Splits a twin's text into its changes, each with its offset. `Err` is the offset of an `and` with no change
/// before or after it.
fn parts(text: &str) -> Vec<Result<(usize, &str), usize>> {
    let mut parts = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut joint = None;
    for word in words(text) {
        let is_joint = word.text.eq_ignore_ascii_case("and");
        if is_joint || word.after_comma {
            parts.extend(open.take().map(|(from, to)| Ok((from, &text[from..to]))));
            if is_joint && (joint.is_some() || parts.is_empty()) {
                parts.push(Err(word.span.start));
            }
        }
        if is_joint {
            joint = Some(word.span.start);
        } else {
            joint = None;
            open = Some((open.map_or(word.span.start, |(from, _)| from), word.span.end));
        }
    }
    parts.extend(open.map(|(from, to)| Ok((from, &text[from..to]))));
    parts.extend(joint.map(Err));
    parts
}

/// Joins the parts of a condition list that were split at its commas, as in `cond Circe, Madrasi`, to one part.
fn with_all_conditions<'t>(
    text: &'t str,
    parts: Vec<Result<(usize, &'t str), usize>>,
    piece_letters: PieceLetters,
) -> Vec<Result<(usize, &'t str), usize>> {
    let mut all: Vec<Result<(usize, &str), usize>> = Vec::new();
    for part in parts {
        if let (Some(Ok((from, before))), Ok((at, more))) = (all.last_mut(), &part)
            && CONDITION.iter().any(|&word| keyword(word, before).is_ok())
            && text[*from + before.len()..*at].contains(',')
            && !CHANGES.iter().any(|&word| keyword(word, more).is_ok())
            && conditions_in(more, piece_letters).is_ok()
        {
            *before = &text[*from..at + more.len()];
        } else {
            all.push(part);
        }
    }
    all
}

/// Parses one command of a twin, which may give several changes (`remove a1 b2`).
fn changes(text: &str, shape: &Shape, piece_letters: PieceLetters) -> Result<Vec<Change>, Vec<Diagnostic>> {
    let name = &text[..text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len())];
    let arguments = text[name.len()..].trim_start();
    let start = text.len() - arguments.len();
    let shift = |found: Vec<Diagnostic>| found.into_iter().map(|diagnostic| diagnostic.shifted(start)).collect();
    match name.to_ascii_lowercase().as_str() {
        "stip" | "stipulation" => stipulation_on(arguments, shape)
            .map(|read| vec![Change::Stipulation(read)])
            .map_err(|found| shift(vec![found])),
        "sstip" | "sstipulation" => structured_on(arguments, shape)
            .map(|read| vec![Change::Stipulation(read)])
            .map_err(|found| shift(vec![found])),
        // Popeye accepts a twin without changes; here `unchanged` must be written.
        "unchanged" if arguments.is_empty() => Ok(Vec::new()),
        "cond" | "condition" if arguments.is_empty() => {
            let message = "`cond` needs a condition";
            Err(vec![Diagnostic::error(start..start, message, "expected a condition such as `Madrasi`")])
        }
        "cond" | "condition" => conditions_in(arguments, piece_letters)
            .and_then(|rules| {
                let squares = on_board::condition_squares(&rules);
                on_board::check(arguments, squares, shape).map(|()| rules).map_err(|found| vec![found])
            })
            .map(|rules| vec![Change::Condition { text: arguments.to_string(), rules }])
            .map_err(shift),
        lower => finish(text, board_changes(text, name, lower, arguments, piece_letters))
            .and_then(|changes| {
                on_board::check(text, changes.iter().flat_map(on_board::squares_of), shape).map(|()| changes)
            })
            .map_err(|found| vec![found]),
    }
}

/// Translates a change as magazines and solutions print it (`wKf6-->f7`, `Kf6<-->Rg1`, `-wRg1` or `+bSg1`) to
/// the command of a twin; `None` if `text` is no such change.
fn as_it_is_written(text: &str) -> Option<String> {
    let is_square = |word: &&str| matches!(word.as_bytes(), [b'a'..=b'p', b'1'..=b'9']);
    let squares: Vec<&str> = (0..text.len()).filter_map(|at| text.get(at..at + 2)).filter(is_square).collect();
    match squares[..] {
        [a, b] if text.contains("<-") => Some(format!("exchange {a} {b}")),
        [from, to] if text.contains('-') || text.contains(" to ") => Some(format!("move {from} {to}")),
        [square] if text.starts_with('-') => Some(format!("remove {square}")),
        [square] => {
            let man = text.trim_start_matches('+').strip_suffix(square)?;
            let (color, letters) = [("w", "white"), ("b", "black")]
                .into_iter()
                .find_map(|(letter, color)| Some((color, man.strip_prefix(letter)?)))?;
            letters.starts_with(|c: char| c.is_ascii_uppercase()).then(|| format!("add {color} {letters}{square}"))
        }
        _ => None,
    }
}

fn board_changes<'a>(
    text: &'a str,
    name: &str,
    lower: &str,
    arguments: &'a str,
    piece_letters: PieceLetters,
) -> Parsed<'a, Vec<Change>> {
    let (rest, changes) = match lower {
        "move" => two_squares(arguments).map(|(rest, (from, to))| (rest, vec![Change::Move(from, to)])),
        "exchange" => two_squares(arguments).map(|(rest, (a, b))| (rest, vec![Change::Exchange(a, b)])),
        "shift" => two_squares(arguments).map(|(rest, (from, to))| (rest, vec![Change::Shift(from, to)])),
        "remove" => many1(one_square)
            .parse(arguments)
            .map(|(rest, squares)| (rest, squares.into_iter().map(Change::Remove).collect())),
        "add" => additions(arguments, piece_letters),
        "substitute" => (|text| letter(text, piece_letters), |text| letter(text, piece_letters))
            .parse(arguments)
            .map(|(rest, (from, to))| (rest, vec![Change::Substitute(from, to)])),
        "rotate" => rotation(arguments).map(|(rest, rotation)| (rest, vec![Change::Rotate(rotation)])),
        "mirror" => mirror(arguments).map(|(rest, mirror)| (rest, vec![Change::Mirror(mirror)])),
        "polish" | "polishtype" => Ok((arguments, vec![Change::PolishType])),
        "invisible" => one_digit(arguments).map(|(rest, number)| (rest, vec![Change::Invisible(number)])),
        _ => {
            let length = if name.is_empty() { word_length(text) } else { name.len() };
            let fault =
                Fault::new(text, length, format!("unknown change {}", quoted(&text[..length])), EXPECTED_CHANGE);
            if let Some(change) = as_it_is_written(text) {
                return fault.with_hint(format!("the change is written `{change}`")).fail();
            }
            return match super::diagnostic::nearest(name, CHANGES.iter().copied()) {
                Some(known) if !name.is_empty() => fault.with_hint(format!("did you mean `{known}`?")).fail(),
                _ if text.starts_with('+') || name.len() == 1 => {
                    fault.with_hint("a label ends with a parenthesis: `b)` or `+c)`").fail()
                }
                _ => fault.fail(),
            };
        }
    }
    .map_err(|error| match error {
        nom::Err::Error(_) => {
            let message = format!("`{lower}` needs {}", what_it_needs(lower));
            let at = first_wrong(lower, arguments);
            Fault::new(at, word_length(at), message, format!("expected {}", what_it_needs(lower))).stop()
        }
        other => other,
    })?;
    if !rest.is_empty() {
        let length = word_length(rest).max(character_length(rest));
        let message = format!("unexpected {} after `{lower}`", quoted(&rest[..length]));
        return Fault::new(rest, length, message, "expected `,`, `and`, `;` or the end").fail();
    }
    Ok((rest, changes))
}

const EXPECTED_CHANGE: &str = "expected move, exchange, remove, add, substitute, rotate, mirror, shift, polish, invisible, stip, sstip, cond or unchanged";

fn what_it_needs(change: &str) -> &'static str {
    match change {
        "move" | "exchange" | "shift" => "two squares",
        "remove" => "a square",
        "add" => "`white` or `black` and pieces such as `Qa1`",
        "substitute" => "two pieces such as `Q R`",
        "rotate" => "90, 180 or 270",
        "invisible" => "how many men are invisible, up to 9",
        _ => "a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1",
    }
}

/// Returns the rest of `arguments` from the first wrong argument of a change on.
fn first_wrong<'a>(change: &str, arguments: &'a str) -> &'a str {
    match change {
        "move" | "exchange" | "shift" | "mirror" => one_square(arguments).map_or(arguments, |(rest, _)| rest),
        "substitute" => letter(arguments, PieceLetters::default()).map_or(arguments, |(rest, _)| rest),
        _ => arguments,
    }
}

/// Parses a number of invisible men, one digit. The maximum, [`MOST_INVISIBLE`](crate::units::MOST_INVISIBLE),
/// has one digit.
fn one_digit(text: &str) -> Parsed<'_, u8> {
    terminated(satisfy(|c| c.is_ascii_digit()), blanks).map(|digit| digit as u8 - b'0').parse(text)
}

fn one_square(text: &str) -> Parsed<'_, Square> {
    terminated(square, blanks).parse(text)
}

fn two_squares(text: &str) -> Parsed<'_, (Square, Square)> {
    (one_square, one_square).parse(text)
}

fn letter<'a>(text: &'a str, piece_letters: PieceLetters) -> Parsed<'a, Piece> {
    terminated(|text| piece(text, piece_letters), blanks).parse(text)
}

/// Parses men to be added, such as `white Qa1 Rb2c3 black Ka8`.
fn additions<'a>(text: &'a str, piece_letters: PieceLetters) -> Parsed<'a, Vec<Change>> {
    if text.starts_with('{') {
        return additions_in_braces(text, piece_letters);
    }
    let (mut rest, mut color) = side(text)?;
    let mut changes = Vec::new();
    loop {
        let (after, piece) = match piece(rest, piece_letters) {
            Ok((after, piece)) if square(after).is_ok() => (after, piece),
            _ => {
                let length = word_length(rest).max(character_length(rest));
                let message = format!("`add` needs {}", what_it_needs("add"));
                return Fault::new(rest, length, message, "expected a piece and its squares, such as `Qa1`").fail();
            }
        };
        let (after, squares) = many1(square).parse(after)?;
        changes.extend(squares.into_iter().map(|square| Change::Add(square, Unit::new(color, piece))));
        let (after_blanks, _) = blanks(after)?;
        if after_blanks.is_empty() || after_blanks.len() == after.len() {
            return Ok((after_blanks, changes));
        }
        (rest, color) = side(after_blanks).unwrap_or((after_blanks, color));
    }
}

/// Parses men to be added that are written as in a board field: `{w:royal,G}a1b2`.
fn additions_in_braces<'a>(text: &'a str, piece_letters: PieceLetters) -> Parsed<'a, Vec<Change>> {
    let (after, unit) = delimited(tag("{"), |text| unit_in(text, piece_letters), tag("}")).parse(text)?;
    let (rest, squares) = many1(square).parse(after)?;
    let (rest, _) = blanks(rest)?;
    let mut changes: Vec<Change> = squares.into_iter().map(|square| Change::Add(square, unit)).collect();
    if rest.starts_with('{') {
        let (rest, more) = additions_in_braces(rest, piece_letters)?;
        changes.extend(more);
        return Ok((rest, changes));
    }
    Ok((rest, changes))
}

fn side(text: &str) -> Parsed<'_, Color> {
    alt((value(Color::White, |text| keyword("white", text)), value(Color::Black, |text| keyword("black", text))))
        .parse(text)
}

fn rotation(text: &str) -> Parsed<'_, Rotation> {
    let (rest, degrees) = terminated(number, blanks).parse(text)?;
    let rotation = match degrees {
        90 => Rotation::By90,
        180 => Rotation::By180,
        270 => Rotation::By270,
        _ => return Err(Fault::mismatch(text)),
    };
    Ok((rest, rotation))
}

fn mirror(text: &str) -> Parsed<'_, Mirror> {
    let (rest, (first, _, second)) = (one_square, opt(symbol("<-->")), one_square).parse(text)?;
    let mirror = match (first.to_string().as_str(), second.to_string().as_str()) {
        ("a1", "h1") | ("h1", "a1") => Mirror::A1H1,
        ("a1", "a8") | ("a8", "a1") => Mirror::A1A8,
        ("a1", "h8") | ("h8", "a1") => Mirror::A1H8,
        ("a8", "h1") | ("h1", "a8") => Mirror::A8H1,
        _ => {
            let message = format!("there is no mirror `{first}<-->{second}`");
            let length = text.len() - rest.len();
            return Fault::new(text, length, message, format!("expected {}", what_it_needs("mirror"))).fail();
        }
    };
    Ok((rest, mirror))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{stipulation, structured};

    fn sq(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    #[test]
    fn every_change_is_read() {
        let unit = |color, piece| Unit::new(color, piece);
        let rows: Vec<(&str, Vec<Change>)> = vec![
            ("move g7 g4", vec![Change::Move(sq("g7"), sq("g4"))]),
            ("MOVE g7g4", vec![Change::Move(sq("g7"), sq("g4"))]),
            ("exchange a1 b2", vec![Change::Exchange(sq("a1"), sq("b2"))]),
            ("remove c3 d4e5", vec![Change::Remove(sq("c3")), Change::Remove(sq("d4")), Change::Remove(sq("e5"))]),
            (
                "add white Qa1 Rb2c3 black Sb4 kh8",
                vec![
                    Change::Add(sq("a1"), unit(Color::White, Piece::QUEEN)),
                    Change::Add(sq("b2"), unit(Color::White, Piece::ROOK)),
                    Change::Add(sq("c3"), unit(Color::White, Piece::ROOK)),
                    Change::Add(sq("b4"), unit(Color::Black, Piece::KNIGHT)),
                    Change::Add(sq("h8"), unit(Color::Black, Piece::KING)),
                ],
            ),
            ("add black Bb6", vec![Change::Add(sq("b6"), unit(Color::Black, Piece::BISHOP))]),
            ("substitute Q N", vec![Change::Substitute(Piece::QUEEN, Piece::KNIGHT)]),
            ("rotate 270", vec![Change::Rotate(Rotation::By270)]),
            ("mirror a1<-->h1", vec![Change::Mirror(Mirror::A1H1)]),
            ("mirror h8 <--> a1", vec![Change::Mirror(Mirror::A1H8)]),
            ("mirror a8h1", vec![Change::Mirror(Mirror::A8H1)]),
            ("shift a1 b2", vec![Change::Shift(sq("a1"), sq("b2"))]),
            ("polish", vec![Change::PolishType]),
            ("PolishType", vec![Change::PolishType]),
            ("stip h=2", vec![Change::Stipulation(stipulation("h=2").unwrap())]),
            ("sstip white 3a[#]d & - 4hh[#]", vec![Change::Stipulation(structured("white 3a[#]d&-4hh[#]").unwrap())]),
            (
                "condition Madrasi  RI",
                vec![Change::Condition {
                    text: "Madrasi  RI".into(),
                    rules: conditions_in("Madrasi RI", PieceLetters::default()).unwrap(),
                }],
            ),
        ];
        for (text, changes) in rows {
            let expected = (vec![Twin { continued: false, changes }], false, vec![]);
            assert_eq!(twins(text), expected, "{text}");
        }
    }

    #[test]
    fn labels_and_joints() {
        // Text; for each twin whether it is continued, and its number of changes; zeroposition.
        type Row = (&'static str, &'static [(bool, usize)], bool);
        let rows: [Row; 8] = [
            (
                "b) move g7 g4; c) continued exchange a1 b2, remove c3; d) stip h=2",
                &[(false, 1), (true, 2), (false, 1)],
                false,
            ),
            ("+c) move g7 g4", &[(true, 1)], false),
            ("b) unchanged; c) move a1 a2", &[(false, 0), (false, 1)], false),
            ("+ c) continued move g7 g4;", &[(true, 1)], false),
            ("move g7 g4 and remove a1 AND stip #2, cond Isardam TypeB RI and polish", &[(false, 5)], false),
            ("zeroposition a) move g7 g4; b) remove a1", &[(false, 1), (false, 1)], true),
            ("ZeroPosition\n move g7 g4", &[(false, 1)], true),
            ("z1) rotate 90;;", &[(false, 1)], false),
        ];
        for (text, expected, zero) in rows {
            let (read, zeroposition, found) = twins(text);
            assert_eq!(found, [], "{text}");
            let shape: Vec<_> = read.iter().map(|twin| (twin.continued, twin.changes.len())).collect();
            assert_eq!((shape.as_slice(), zeroposition), (expected, zero), "{text}");
        }
        assert_eq!(twins("cond Isardam").0[0].changes.len(), 1);
        let both = twins("cond Circe, Madrasi RI, remove a1").0;
        assert!(
            matches!(&both[0].changes[..], [Change::Condition { rules, .. }, Change::Remove(_)] if rules.conditions().len() == 2)
        );
        assert!(
            matches!(&twins("cond Isardam").0[0].changes[0], Change::Condition { rules, .. } if rules.caption() == "Isardam")
        );
    }

    #[test]
    fn bad_twins_say_where_and_what() {
        // Text; offset and message of each error.
        type Row = (&'static str, &'static [(usize, &'static str)]);
        let rows: [Row; 25] = [
            ("", &[(0, "there are no twins")]),
            ("zeroposition", &[(12, "there are no twins")]),
            ("b)", &[(2, "a twin without changes")]),
            ("b) continued; c) polish", &[(12, "a twin without changes")]),
            ("b) mov a1 b2", &[(3, "unknown change `mov`")]),
            ("b) a1 b2", &[(3, "unknown change `a`")]),
            ("b) 12", &[(3, "unknown change `12`")]),
            ("move a1", &[(7, "`move` needs two squares")]),
            ("move a1 x", &[(8, "`move` needs two squares")]),
            ("move a1 b9", &[(8, "`b9` is not a square of the board")]),
            ("move a1 b2 c3", &[(11, "unexpected `c3` after `move`")]),
            ("remove", &[(6, "`remove` needs a square")]),
            ("add Qa1", &[(4, "`add` needs `white` or `black` and pieces such as `Qa1`")]),
            ("add white", &[(9, "`add` needs `white` or `black` and pieces such as `Qa1`")]),
            ("add white Xa1", &[(10, "`add` needs `white` or `black` and pieces such as `Qa1`")]),
            ("add white Q", &[(10, "`add` needs `white` or `black` and pieces such as `Qa1`")]),
            ("substitute Q X", &[(13, "`substitute` needs two pieces such as `Q R`")]),
            ("rotate 45", &[(7, "`rotate` needs 90, 180 or 270")]),
            ("mirror a1<-->b2", &[(7, "there is no mirror `a1<-->b2`")]),
            (
                "move a1 b2, stip h#, cond Madrassi; d) foo",
                &[
                    (19, "the number of moves is missing"),
                    (26, "unknown condition `Madrassi`"),
                    (39, "unknown change `foo`"),
                ],
            ),
            ("stip", &[(4, "the stipulation is empty")]),
            ("cond", &[(4, "`cond` needs a condition")]),
            ("cond Circe, Madrassi", &[(12, "unknown change `Madrassi`")]),
            ("polish and", &[(7, "`and` must join two changes")]),
            ("move а1 b2", &[(5, "`а` is not `a` but CYRILLIC SMALL LETTER A")]),
        ];
        for (text, expected) in rows {
            let found: Vec<_> = twins(text).2.iter().map(|d| (d.span.start, d.message.clone())).collect();
            let expected: Vec<_> = expected.iter().map(|(at, message)| (*at, message.to_string())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn changes_as_they_are_printed() {
        let rows = [
            ("b) Kf6->f7", Some("the change is written `move f6 f7`")),
            ("b) wKf6-->f7", Some("the change is written `move f6 f7`")),
            ("b) wKf6 to f7", Some("the change is written `move f6 f7`")),
            ("b) bKf6<-->wRg1", Some("the change is written `exchange f6 g1`")),
            ("b) -wRg1", Some("the change is written `remove g1`")),
            ("b) bSg1", Some("the change is written `add black Sg1`")),
            ("b) +wPg2", Some("the change is written `add white Pg2`")),
            ("b) mov g1 g2", Some("did you mean `move`?")),
            ("b) foo", None),
        ];
        for (text, hint) in rows {
            assert_eq!(twins(text).2[0].hint.as_deref(), hint, "{text}");
        }
    }
}
