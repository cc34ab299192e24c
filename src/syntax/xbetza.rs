//! Parses XBetza notation for the movement of a piece: `FnN`, `mRcpR`, `gQ`, `cyafmQ`, `[W?B]`. The dialect is
//! described in `docs/xbetza.md`. Unsupported or ambiguous notation is an error that names the notation.

mod directions;

use super::diagnostic::{Diagnostic, quoted};
use super::grammar::{Fault, Parsed, character_length, finish};
use crate::pieces::{
    BISHOP, Distance, Ends, KNIGHT, Leg, Line, Mode, Movement, Pawn, PawnRange, ROOK, Turns, Vector, Vectors, Way,
    other_images, turned,
};
use crate::units::Shape;
use directions::{starts, turns};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, satisfy};
use nom::combinator::{map, value};
use nom::multi::fold_many0;
use nom::sequence::{delimited, separated_pair};

/// Parses a movement. An error marks the text that is no movement, or that is a movement which the solver does
/// not support.
///
/// ```
/// use keymove::syntax::xbetza;
/// assert_eq!(xbetza("mRcpR").unwrap().text(), "mRcpR");
/// assert_eq!(xbetza("mRcoR").unwrap_err().message, "the modifier `o` (around the sides of a cylinder) is known but not supported yet");
/// ```
pub fn xbetza(text: &str) -> Result<Movement, Diagnostic> {
    if text.len() > LONGEST {
        let message = format!("a movement of {} bytes", text.len());
        return Err(Diagnostic::error(0..text.len(), message, format!("expected at most {LONGEST}")));
    }
    finish(text, movement(text)).map(|ways| Movement::new(text, ways))
}

/// Maximum length of a movement in bytes. A realistic piece needs a few dozen, and the solver tries each way to
/// move in every position.
const LONGEST: usize = 400;

/// Maximum number of repeated steps of a rider. No board has room for more.
const MOST_STEPS: u8 = Shape::MOST - 1;

fn movement(text: &str) -> Parsed<'_, Vec<Way>> {
    let (rest, ways) = fold_many0(part, Vec::new, |mut ways: Vec<Way>, more| {
        ways.extend(more);
        ways
    })
    .parse(text)?;
    match rest.chars().next() {
        None if ways.is_empty() => Fault::new(rest, 0, "a movement without a move", EXPECTED_ATOM).fail(),
        None => Ok((rest, ways)),
        Some(_) => no_part(rest).fail(),
    }
}

const EXPECTED_ATOM: &str = "expected an atom such as `W`, `F`, `N` or `(1,4)`";

/// Parses one part of a movement: the moves of a pawn, a bent path in brackets, or modifiers with an atom.
/// Returns the ways to move that it means.
fn part(text: &str) -> Parsed<'_, Vec<Way>> {
    alt((pawn, bracket, ordinary)).parse(text)
}

/// Parses a text that stands for the moves of a pawn, such as `fmWfceFifmnD`. Initial moves (`i`) and en passant (`e`)
/// are supported only in these texts.
fn pawn(text: &str) -> Parsed<'_, Vec<Way>> {
    alt((
        value(vec![Way::Pawn(Pawn::PLAIN)], tag("fmWfceFifmnD")),
        value(vec![Way::Pawn(Pawn { captures: false, ..Pawn::PLAIN })], tag("fmWifmnD")),
        value(vec![Way::Pawn(Pawn::BEROLINA)], tag("fmFfceWifmnA")),
        value(vec![Way::Pawn(Pawn { reversed: true, ..Pawn::PLAIN })], tag("bmWbceFibmnD")),
        value(vec![Way::Pawn(Pawn { range: PawnRange::Initial(3), ..Pawn::PLAIN })], tag("fmWfceFifmW3")),
        value(vec![Way::Pawn(Pawn { range: PawnRange::Always(2), ..Pawn::PLAIN })], tag("fmW2fceF")),
    ))
    .parse(text)
}

/// Parses a bent path in brackets. In `[W?B]`, the move ends after the step `W` or continues as a `B`, outward at 45
/// degrees to the step. In `[W-F]`, it must continue.
fn bracket(text: &str) -> Parsed<'_, Vec<Way>> {
    let (inner, _) = char('[').parse(text)?;
    let step = satisfy(|c| matches!(c, 'W' | 'F'));
    let onward = (satisfy(|c| matches!(c, 'W' | 'F' | 'R' | 'B')), take_while(|c: char| c.is_ascii_digit()));
    let parsed: Parsed<'_, (char, char, (char, &str))> = (step, alt((char('?'), char('-'))), onward).parse(inner);
    let known = parsed.ok().filter(|(rest, (first, _, (second, _)))| {
        rest.starts_with(']') && matches!(first, 'W') == matches!(second, 'F' | 'B')
    });
    let Some((rest, (first, joint, (second, digits)))) = known else {
        let length = text.find(']').map_or(text.len(), |end| end + 1);
        let message = format!("the bent move {} is known but not supported yet", quoted(&text[..length]));
        return Fault::new(text, length, message, "expected a bent move such as `[W?B]`, `[F?R]` or `[W-F]`").fail();
    };
    let starts = Vectors::new(if first == 'W' { ROOK.to_vec() } else { BISHOP.to_vec() });
    let written = inner.len() - rest.len() - digits.len();
    let (_, most) = range(text, &inner[written..], if matches!(second, 'R' | 'B') { None } else { Some(1) })?;
    let turns = Turns::Eighths(1 << 1 | 1 << 7);
    let legs = vec![
        Leg { turns: Turns::Images, most: Some(1), ends: Ends::GoingOn { empty: true, man: false, victim: false } },
        Leg { turns, most, ends: Ends::There(Mode::Both) },
    ];
    let stop = (joint == '?').then(|| Way::Leap(starts.clone(), Mode::Both));
    Ok((&rest[1..], stop.into_iter().chain([Way::Legs(starts, legs)]).collect()))
}

/// An atom of the notation, such as `W` or `N`: its leaps, and how often they may be repeated.
struct Atom {
    /// Smaller and greater component of each leap: (1, 2) for the knight.
    leaps: Vec<(i8, i8)>,
    /// Maximum number of repetitions; `None` if only the board limits it.
    most: Option<u8>,
    /// Whether the letter stands for two atoms, as `Q` stands for `R` and `B`. Direction modifiers before such a letter
    /// are ambiguous.
    compound: bool,
}

impl Atom {
    fn is_straight(&self) -> bool {
        self.leaps.iter().all(|&(a, b)| a == 0 || a == b)
    }

    fn is(&self, leap: (i8, i8)) -> bool {
        self.leaps == [leap]
    }
}

fn ordinary(text: &str) -> Parsed<'_, Vec<Way>> {
    let (rest, modifiers) = take_while(|c: char| c.is_ascii_lowercase()).parse(text)?;
    check_modifiers(text, modifiers)?;
    let (rest, atom) = match atom(rest) {
        Err(nom::Err::Error(_)) if !modifiers.is_empty() => return no_part(rest).fail(),
        other => other?,
    };
    let written = &text[..text.len() - rest.len()];
    let legs: Vec<&str> = modifiers.split('a').collect();
    let way =
        if let [only] = legs[..] { single(text, written, only, &atom) } else { several(text, written, &legs, &atom) };
    way.map(|way| (rest, way))
}

fn atom(text: &str) -> Parsed<'_, Atom> {
    if text.starts_with('(') {
        let (rest, (a, b)) = delimited(char('('), separated_pair(digits, char(','), digits), char(')'))
            .parse(text)
            .map_err(|_: nom::Err<Fault>| {
                let length = text.find(')').map_or(text.len(), |end| end + 1);
                Fault::new(
                    text,
                    length,
                    format!("{} is not a leap", quoted(&text[..length])),
                    "expected a leap such as `(1,4)`",
                )
                .stop()
            })?;
        let (a, b) = (a.min(b), a.max(b));
        if b == 0 || b > 15 {
            let length = text.len() - rest.len();
            let message = format!("the leap {} is not possible on any board", quoted(&text[..length]));
            return Fault::new(text, length, message, "expected numbers up to 15").fail();
        }
        let (rest, most) = range(text, rest, Some(1))?;
        return Ok((rest, Atom { leaps: vec![(a as i8, b as i8)], most, compound: false }));
    }
    let (rest, letter) = satisfy(|c| c.is_ascii_uppercase()).parse(text)?;
    let (leaps, rides): (&[(i8, i8)], bool) = match letter {
        'W' => (&[(0, 1)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(0, 2)], false),
        'N' => (&[(1, 2)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(0, 3)], false),
        'C' | 'L' => (&[(1, 3)], false),
        'Z' | 'J' => (&[(2, 3)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(0, 1), (1, 1)], false),
        'R' => (&[(0, 1)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(0, 1), (1, 1)], true),
        _ => return no_part(text).fail(),
    };
    let doubled = rest.starts_with(letter) && !matches!(letter, 'K' | 'R' | 'B' | 'Q');
    let (rest, most) = match doubled {
        true if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            return Fault::new(&rest[1..], 1, "a rider with a range", "expected a rider or a range, not both").fail();
        }
        true => (&rest[1..], None),
        false => range(text, rest, if rides { None } else { Some(1) })?,
    };
    Ok((rest, Atom { leaps: leaps.to_vec(), most, compound: leaps.len() > 1 }))
}

/// Parses the maximum number of repetitions after an atom. A written 0 gives `None`: only the board limits the
/// number. Returns `usual` if no number is written.
fn range<'a>(text: &'a str, rest: &'a str, usual: Option<u8>) -> Parsed<'a, Option<u8>> {
    let (after, digits) = take_while(|c: char| c.is_ascii_digit()).parse(rest)?;
    if digits.len() > 1 && digits.starts_with('0') {
        let length = text.len() - after.len();
        let message = format!("the exact range of {} is known but not supported yet", quoted(&text[..length]));
        return Fault::new(text, length, message, "expected a maximum range such as `3`").fail();
    }
    let most = match digits {
        "" => usual,
        "0" => None,
        _ => match digits.parse().ok().filter(|&steps: &u8| steps <= MOST_STEPS) {
            Some(steps) => Some(steps),
            None => {
                let message = format!("no board has room for {} steps", shortened(digits));
                let expected = format!("expected 1 to {MOST_STEPS}, or 0 for as many as the board allows");
                return Fault::new(rest, digits.len(), message, expected).fail();
            }
        },
    };
    Ok((after, most))
}

fn shortened(digits: &str) -> String {
    if digits.len() > 12 { format!("{}…", &digits[..12]) } else { digits.to_string() }
}

fn digits(text: &str) -> Parsed<'_, u32> {
    map(take_while1(|c: char| c.is_ascii_digit()), |digits: &str| digits.parse().unwrap_or(u32::MAX)).parse(text)
}

/// Returns the fault for text that is neither modifiers nor an atom, at a position where a part of a movement
/// should begin.
fn no_part(text: &str) -> Fault<'_> {
    let written = &text[..character_length(text)];
    let known = match written {
        "O" => Some("castling"),
        "U" => Some("the universal leaper"),
        "X" | "Y" => Some("extended leaps"),
        "I" => Some("the imitator"),
        _ => None,
    };
    let message = match known {
        Some(name) => format!("the atom `{written}` ({name}) is known but not supported yet"),
        None if text.is_empty() => "modifiers without an atom".to_string(),
        None if text.starts_with('[') => "modifiers of a bent move are known but not supported yet".to_string(),
        None => format!("{} is not an atom", quoted(written)),
    };
    Fault::new(text, written.len(), message, EXPECTED_ATOM)
}

const MODIFIERS: &str = "fblrvshmcnjpgyzqa";

/// Modifiers of the notation that are known but not supported, with their names.
const OTHERS: &[(char, &str)] = &[
    ('o', "around the sides of a cylinder"),
    ('i', "initial moves"),
    ('e', "en passant"),
    ('u', "unloading"),
    ('d', "captures of own men"),
];

fn check_modifiers<'a>(text: &'a str, modifiers: &str) -> Result<(), nom::Err<Fault<'a>>> {
    let Some((at, letter)) = modifiers.char_indices().find(|&(_, letter)| !MODIFIERS.contains(letter)) else {
        return Ok(());
    };
    let message = match OTHERS.iter().find(|(other, _)| *other == letter) {
        Some((_, name)) => format!("the modifier `{letter}` ({name}) is known but not supported yet"),
        None if "txkw".contains(letter) => format!("the modifier `{letter}` is not supported"),
        None => format!("`{letter}` is not a modifier"),
    };
    Err(Fault::new(&text[at..], 1, message, "expected one of f b l r v s h m c n j p g y z q a").stop())
}

/// The modifiers of one leg (one straight part of a move), by kind.
#[derive(Default)]
struct Modifiers {
    directions: String,
    moves: bool,
    captures: bool,
    /// Letters of the modifiers that are neither directions nor `m` or `c`.
    others: String,
}

impl Modifiers {
    fn of(text: &str) -> Modifiers {
        let mut modifiers = Modifiers::default();
        for letter in text.chars() {
            match letter {
                'm' => modifiers.moves = true,
                'c' => modifiers.captures = true,
                'n' | 'j' | 'p' | 'g' | 'y' | 'z' | 'q' => modifiers.others.push(letter),
                _ => modifiers.directions.push(letter),
            }
        }
        modifiers
    }

    fn has(&self, other: char) -> bool {
        self.others.contains(other)
    }

    /// Returns what the last leg may do: move without capture, capture, or both.
    fn mode(&self) -> Mode {
        match (self.moves, self.captures) {
            (true, false) => Mode::Move,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        }
    }
}

/// Returns the ways to move of an atom with modifiers that describe a single leg, such as `mR`. `text` begins with
/// `written`, the modifiers and the atom, which an error marks.
fn single<'a>(text: &'a str, written: &str, modifiers: &str, atom: &Atom) -> Result<Vec<Way>, nom::Err<Fault<'a>>> {
    let modifiers = Modifiers::of(modifiers);
    let vectors = Vectors::new(starts(text, written, &modifiers.directions, atom)?);
    let refuse = |message: String, expected: &str| Err(Fault::new(text, written.len(), message, expected).stop());
    let unlimited = atom.most.is_none();
    let mode = modifiers.mode();
    let knight_lines = modifiers.directions.is_empty() && atom.is((1, 2)) && matches!(atom.most, None | Some(1));
    Ok(vec![match modifiers.others.as_str() {
        "" if atom.most == Some(1) => Way::Leap(vectors, mode),
        "" => Way::Ride(vectors, atom.most, mode),
        "n" if atom.most == Some(1) => Way::Stepping { vectors, over_men: false, mode },
        "j" if atom.is((0, 2)) || atom.is((2, 2)) => Way::Stepping { vectors, over_men: true, mode },
        "j" if atom.is_straight() && atom.most != Some(1) => Way::Ski(vectors, atom.most, mode),
        "p" if unlimited => hop(Line::Straight, vectors, Distance::Any, Distance::Any, mode),
        "g" if unlimited => hop(Line::Straight, vectors, Distance::Any, Distance::Exactly(1), mode),
        "p" if atom.most == Some(1) => hop(Line::Straight, vectors, Distance::Exactly(1), Distance::Exactly(1), mode),
        "g" if atom.most == Some(1) => hop(Line::Straight, vectors, Distance::Exactly(1), Distance::Any, mode),
        "z" if atom.is((0, 1)) && unlimited && modifiers.directions.is_empty() => {
            Way::Crooked(Line::Zigzag(1), ROOK, mode)
        }
        "z" if atom.is((1, 1)) && unlimited && modifiers.directions.is_empty() => {
            Way::Crooked(Line::Zigzag(1), BISHOP, mode)
        }
        "q" if knight_lines => Way::Crooked(Line::Circle, KNIGHT, mode),
        "qp" | "pq" if knight_lines => hop(Line::Circle, vectors, Distance::Any, Distance::Any, mode),
        "qg" | "gq" if knight_lines => hop(Line::Circle, vectors, Distance::Any, Distance::Exactly(1), mode),
        "y" => return refuse("`y` without a further leg".into(), "expected `a` and the modifiers of the next leg"),
        others => {
            let message = format!("the combination `{others}` in {} is not supported", quoted(written));
            return refuse(message, "expected a combination that docs/xbetza.md describes");
        }
    }])
}

fn hop(line: Line, vectors: Vectors, before: Distance, after: Distance, mode: Mode) -> Way {
    Way::Hop { line, vectors, before, after, mode }
}

/// Returns the ways to move of an atom with modifiers for several legs, such as `cyafmQ`; `legs` contains the modifiers
/// of each leg. `text` begins with `written`, the modifiers and the atom, which an error marks.
fn several<'a>(text: &'a str, written: &str, legs: &[&str], atom: &Atom) -> Result<Vec<Way>, nom::Err<Fault<'a>>> {
    let refuse = |message: &str, expected: &str| {
        let message = format!("{} {message}", quoted(written));
        Err(Fault::new(text, written.len(), message, expected).stop())
    };
    let mut modifiers: Vec<Modifiers> = legs.iter().map(|leg| Modifiers::of(leg)).collect();
    // If the last leg is a hop, a further leg leads from the hurdle to the target.
    if let Some(last) = modifiers.last_mut()
        && (last.has('p') || last.has('g'))
    {
        let beyond =
            Modifiers { directions: "f".into(), moves: last.moves, captures: last.captures, ..Modifiers::default() };
        (last.moves, last.captures) = (false, false);
        modifiers.push(beyond);
    }
    if modifiers.len() > 9 {
        return refuse("has too many legs", "expected at most eight");
    }
    if modifiers.iter().any(|leg| ['n', 'j', 'z', 'q'].iter().any(|&mode| leg.has(mode))) {
        return refuse("has `n`, `j`, `z` or `q` in a move of several legs", "not supported");
    }
    let first = starts(text, written, &modifiers[0].directions, atom)?;
    let (mut most, mut captures) = (atom.most, 0);
    let mut ways = Vec::new();
    let last = modifiers.len() - 1;
    for (index, leg) in modifiers.iter().enumerate() {
        let turns = if index == 0 { Turns::Images } else { turns(text, written, &leg.directions, atom)? };
        let hops = leg.has('p') || leg.has('g');
        let switches = leg.has('g') || leg.has('y');
        let ends = if index == last {
            if switches {
                return refuse("has `y` in its last leg", "expected `y` before an `a`");
            }
            if captures > 0 && leg.mode() != Mode::Move {
                return refuse(
                    "may capture two men; this notation is not supported yet",
                    "expected `m` in the last leg",
                );
            }
            Ends::There(leg.mode())
        } else {
            captures += usize::from(leg.captures);
            Ends::GoingOn { empty: leg.moves || !hops && !leg.captures, man: hops, victim: leg.captures }
        };
        ways.push(Leg { turns, most, ends });
        if switches {
            most = match most {
                Some(1) => None,
                None => Some(1),
                Some(_) => return refuse("switches a limited range", "expected a leaper or a rider"),
            };
        }
    }
    if captures > 1 {
        return refuse("may capture two men; this notation is not supported yet", "expected `c` in one leg");
    }
    if ways.iter().all(|leg| leg.most == Some(1)) && first.iter().all(|&start| comes_back(start, start, &ways[1..])) {
        return refuse(
            "ends where it began, which is known but not supported yet",
            "expected a move that ends on another square",
        );
    }
    Ok(vec![Way::Legs(Vectors::new(first), ways)])
}

/// Whether every path returns to the origin (0, 0) that is at `at` after a step along `vector` and continues with one
/// step for each of `legs`.
fn comes_back(at: Vector, vector: Vector, legs: &[Leg]) -> bool {
    let Some((leg, rest)) = legs.split_first() else { return at == (0, 0) };
    let onward = match leg.turns {
        Turns::Eighths(set) => {
            (0..8).filter(|eighth| set >> eighth & 1 != 0).map(|eighth| turned(vector, eighth)).collect()
        }
        Turns::Images => other_images(vector),
    };
    onward.into_iter().all(|next: Vector| comes_back((at.0 + next.0, at.1 + next.1), next, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_texts_say_the_same() {
        let rows = [
            ("B", "FF"),
            ("B", "F0"),
            ("R3", "W3"),
            ("C", "L"),
            ("Z", "J"),
            ("N", "(1,2)"),
            ("N", "(2,1)"),
            ("CC", "L0"),
            ("fW", "ffW"),
            ("vW", "fbW"),
            ("sW", "lrW"),
            ("fF", "flfrF"),
            ("rF", "frbrF"),
            ("fN", "lfrfN"),
            ("fsN", "flfrN"),
            ("fhN", "fffsN"),
            ("vN", "ffbbN"),
            ("rvN", "rfrbN"),
            ("mcW", "W"),
            ("cmfW", "fmcW"),
            ("afsW", "aflfrW"),
            ("avW", "afbW"),
            ("pafpQ", "pafpafQ"),
            ("[W?B]", "W[W-B]"),
            ("[F-W]", "[F-W1]"),
            ("[F-W]", "afsF"),
        ];
        for (a, b) in rows {
            let ways = |text| movement(text).map(|(_, ways)| ways).expect(text);
            assert_eq!(ways(a), ways(b), "{a} {b}");
        }
    }

    #[test]
    fn directions_are_those_of_the_side_that_moves() {
        let rows: [(&str, &[Vector]); 8] = [
            ("fW", &[(0, 1)]),
            ("rF", &[(1, 1), (1, -1)]),
            ("frN", &[(2, 1)]),
            ("rfN", &[(1, 2)]),
            ("fN", &[(1, 2), (-1, 2)]),
            ("bsN", &[(-2, -1), (2, -1)]),
            ("lC", &[(-3, 1), (-3, -1)]),
            ("lbZ", &[(-2, -3)]),
        ];
        for (text, up) in rows {
            let expected = Way::Leap(Vectors::new(up.to_vec()), Mode::Both);
            assert_eq!(movement(text).map(|(_, ways)| ways).expect(text), [expected], "{text}");
        }
    }

    #[test]
    fn what_is_not_clear_or_not_supported_is_refused() {
        // Text, offset, message.
        let rows = [
            ("", 0, "a movement without a move"),
            ("W F", 1, "` ` is not an atom"),
            ("fm", 2, "modifiers without an atom"),
            ("WP", 1, "`P` is not an atom"),
            ("WmU", 2, "the atom `U` (the universal leaper) is known but not supported yet"),
            ("KisO2", 1, "the modifier `i` (initial moves) is known but not supported yet"),
            ("NO2", 1, "the atom `O` (castling) is known but not supported yet"),
            ("RoB", 1, "the modifier `o` (around the sides of a cylinder) is known but not supported yet"),
            ("fcdW", 2, "the modifier `d` (captures of own men) is known but not supported yet"),
            ("R\u{e4}", 1, "`ä` is not an atom"),
            ("fK", 0, "the directions of the compound atom in `fK` are ambiguous"),
            ("hW", 0, "the directions `h` in `hW` are ambiguous"),
            ("hrN", 0, "the directions `hr` in `hrN` are ambiguous"),
            ("asfW", 0, "the directions `sf` in `asfW` are ambiguous"),
            ("alN", 0, "the directions `l` in `alN` are ambiguous"),
            ("nR", 0, "the combination `n` in `nR` is not supported"),
            ("jN", 0, "the combination `j` in `jN` is not supported"),
            ("pR3", 0, "the combination `p` in `pR3` is not supported"),
            ("zN", 0, "the combination `z` in `zN` is not supported"),
            ("pgQ", 0, "the combination `pg` in `pgQ` is not supported"),
            ("yQ", 0, "`y` without a further leg"),
            ("caK", 0, "`caK` may capture two men; this notation is not supported yet"),
            ("cacmK", 0, "`cacmK` may capture two men; this notation is not supported yet"),
            ("mcabmK", 0, "`mcabmK` ends where it began, which is known but not supported yet"),
            ("gafR3", 0, "`gafR3` switches a limited range"),
            ("nafD", 0, "`nafD` has `n`, `j`, `z` or `q` in a move of several legs"),
            ("NN2", 2, "a rider with a range"),
            ("W03", 0, "the exact range of `W03` is known but not supported yet"),
            ("N99999999999", 1, "no board has room for 99999999999 steps"),
            ("R16", 1, "no board has room for 16 steps"),
            ("[W?B16]", 4, "no board has room for 16 steps"),
            ("[W?B03]", 0, "the exact range of `[W?B03` is known but not supported yet"),
            ("(1,4)300", 5, "no board has room for 300 steps"),
            ("(1,2", 0, "`(1,2` is not a leap"),
            ("(0,0)", 0, "the leap `(0,0)` is not possible on any board"),
            ("(1,16)", 0, "the leap `(1,16)` is not possible on any board"),
            ("[W?R]", 0, "the bent move `[W?R]` is known but not supported yet"),
            ("m[W?B]", 1, "modifiers of a bent move are known but not supported yet"),
            ("[W?B", 0, "the bent move `[W?B` is known but not supported yet"),
        ];
        for (text, place, message) in rows {
            let found = xbetza(text).expect_err(text);
            assert_eq!((found.span.start, found.message.as_str()), (place, message), "{text}");
        }
    }

    #[test]
    fn a_movement_has_a_greatest_length() {
        let longest = "[W?B]".repeat(LONGEST / 5);
        assert!(xbetza(&longest).is_ok());
        let found = xbetza(&(longest + "W")).expect_err("too long");
        assert_eq!((found.span, found.message.as_str()), (0..401, "a movement of 401 bytes"));
    }
}
