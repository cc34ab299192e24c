//! Parses traditional stipulations: `#2`, `h#2.5`, `ser-h=7`. The result contains the kind of play, the goal and the
//! length as written; it is translated into a tree of play elsewhere.

use super::diagnostic::{Diagnostic, quoted};
use super::grammar::{
    Fault, Parsed, blanks, character_length, finish, is_blank, number, prefix, square, square_of_one_digit, symbol,
};
use super::lookalike::check_characters;
use super::on_board;
use crate::problem::{KINDS, Kind, SERIES, Series, Stipulation, Traditional};
use crate::units::{GOALS, Goal, Shape, Square};
use nom::Parser;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::digit1;
use nom::combinator::opt;
use nom::sequence::{preceded, terminated};

/// Maximum length in moves: plies are counted in 16 bits.
const LONGEST: u32 = u16::MAX as u32 / 2;

/// Parses `[m->][exact-][ser-|pser-|phser-][reci-][semi-][h|s|r|hs|hr][(goal)]goal n[.5]`, ignoring case.
///
/// The text of the returned stipulation is canonical: lower case, without blanks.
///
/// ```
/// use keymove::syntax::stipulation;
/// assert_eq!(stipulation("H # 2.5").unwrap().to_string(), "h#2.5");
/// assert_eq!(stipulation("#2.5").unwrap_err().span, 2..4);
/// ```
pub fn stipulation(text: &str) -> Result<Stipulation, Diagnostic> {
    stipulation_on(text, &Shape::default())
}

/// Like [`stipulation`], with goal squares on the board `shape`.
pub fn stipulation_on(text: &str, shape: &Shape) -> Result<Stipulation, Diagnostic> {
    check_characters(text)?;
    let read = finish(text, traditional(text)).map(Stipulation::Traditional)?;
    on_board::check(text, on_board::goal_squares(&read), shape).map(|()| read)
}

fn traditional(text: &str) -> Parsed<'_, Traditional> {
    let (rest, _) = blanks(text)?;
    if rest.is_empty() {
        return Fault::new(rest, 0, "the stipulation is empty", "expected a stipulation such as `#2` or `h#3`").fail();
    }
    let (rest, exact_before) = opt(prefix("exact")).parse(rest)?;
    let (rest, intro) = opt(introduction).parse(rest)?;
    let (rest, exact_after) = opt(prefix("exact")).parse(rest)?;
    let (rest, series) = opt(series).parse(rest)?;
    misplaced_prefix(rest)?;
    let (after_kind, kind) = kind(rest)?;
    if let Some(series) = series {
        check_series(rest, series, kind)?;
    }
    let (rest, reciprocal_goal) = reciprocal_goal(after_kind, kind)?;
    let (after_goal, goal) = goal(rest)?;
    check_position_goal(rest, kind, &goal)?;
    let (rest, half_moves) = length(after_goal, kind, series, &goal)?;
    end(rest)?;
    let mut traditional = Traditional {
        intro: intro.unwrap_or(0),
        exact: exact_before.is_some() || exact_after.is_some(),
        series,
        kind,
        reciprocal_goal,
        goal,
        half_moves,
        text: String::new(),
    };
    traditional.text = canonical(&traditional);
    Ok(("", traditional))
}

/// Parses `m->`, the number of moves that one side makes before the main play.
fn introduction(text: &str) -> Parsed<'_, u16> {
    let (rest, moves) = terminated(number, (blanks, tag("->"), blanks)).parse(text)?;
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Ok((rest, moves_in_range(&text[..digits], text, moves, 1)?))
}

fn series(text: &str) -> Parsed<'_, Series> {
    let read = SERIES.iter().find_map(|def| Some((prefix(def.word).parse(text).ok()?.0, def.series)));
    read.ok_or_else(|| Fault::mismatch(text))
}

/// Reports a prefix of the stipulation that is in the wrong order or has no hyphen.
fn misplaced_prefix(text: &str) -> Result<(), nom::Err<Fault<'_>>> {
    for word in std::iter::once("exact").chain(SERIES.iter().map(|def| def.word)) {
        let Ok((rest, _)) = tag_no_case::<_, _, Fault>(word).parse(text) else { continue };
        let fault = if rest.trim_start().starts_with('-') {
            Fault::new(
                text,
                word.len(),
                format!("`{word}-` is in the wrong place"),
                "expected the kind of play and the goal, such as `h#`",
            )
            .with_hint("the order is `m->exact-ser-`, then the kind of play")
        } else {
            Fault::new(text, word.len(), format!("`{word}` without its hyphen"), format!("expected `{word}-`"))
                .with_hint(format!("write `{word}-{}`", clipped(rest.trim_start())))
        };
        return Err(fault.stop());
    }
    Ok(())
}

fn kind(text: &str) -> Parsed<'_, Kind> {
    // A word with a hyphen identifies the kind.
    let hyphenated = || KINDS.iter().filter_map(|def| Some((def, def.word.split_once('-')?)));
    for (def, (word, letter)) in hyphenated() {
        let Ok((rest, ())) = prefix(word).parse(text) else { continue };
        return letters(letter, rest).map(|(rest, ())| (rest, def.kind)).or_else(|_| {
            let plain = KINDS.iter().find(|other| other.word == letter).map_or("", |other| other.name);
            let message = format!("`{word}-` can be used only with {plain}");
            Fault::new(rest, character_length(rest), message, format!("expected `{letter}`")).fail()
        });
    }
    for (_, (word, _)) in hyphenated() {
        if let Ok((rest, _)) = tag_no_case::<_, _, Fault>(word).parse(text) {
            return Fault::new(text, word.len(), format!("`{word}` without its hyphen"), format!("expected `{word}-`"))
                .with_hint(format!("write `{word}-{}`", clipped(rest.trim_start())))
                .fail();
        }
    }
    // Otherwise, the longest matching word.
    let plain = KINDS.iter().filter(|def| !def.word.contains('-'));
    let fitting = plain.filter_map(|def| Some((letters(def.word, text).ok()?.0, def)));
    let longest = fitting.max_by_key(|(_, def)| def.word.len());
    longest.map(|(rest, def)| (rest, def.kind)).ok_or_else(|| Fault::mismatch(text))
}

/// Parses `word` letter by letter; blanks are allowed between the letters.
fn letters<'a>(word: &'static str, text: &'a str) -> Parsed<'a, ()> {
    let (mut rest, _) = blanks(text)?;
    for at in 0..word.len() {
        (rest, _) = symbol(&word[at..=at]).parse(rest)?;
    }
    Ok((rest, ()))
}

/// Returns an error if the prefix `ser-`, `pser-` or `phser-` (`series`) cannot precede this kind of play.
fn check_series(at: &str, series: Series, kind: Kind) -> Result<(), nom::Err<Fault<'_>>> {
    let def = series.def();
    if def.kinds.contains(&kind) {
        return Ok(());
    }
    let words: Vec<String> =
        def.kinds.iter().filter(|kind| **kind != Kind::Direct).map(|kind| format!("`{}`", kind.def().word)).collect();
    let message = format!("`{}-` cannot be used with `{}`", def.word, kind.def().word);
    let expected = format!("expected a goal, or {} before it", words.join(", "));
    Err(Fault::new(at, kind.def().word.len(), message, expected).stop())
}

/// Parses `(goal)`, Black's goal in a reciprocal helpmate if it differs from White's; the value is `None` if it is not
/// given.
fn reciprocal_goal(text: &str, kind: Kind) -> Parsed<'_, Option<Goal>> {
    let Ok((inner, _)) = symbol("(").parse(text) else { return Ok((text, None)) };
    if kind != Kind::ReciprocalHelp {
        return Fault::new(text, 1, "a goal in parentheses can be used only with `reci-h`", "expected a goal").fail();
    }
    let (rest, reciprocal) = goal(inner)?;
    check_position_goal(inner, kind, &reciprocal)?;
    match symbol(")").parse(rest) {
        Ok((rest, _)) => Ok((rest, Some(reciprocal))),
        Err(_) => Fault::new(rest, character_length(rest), "the parenthesis is not closed", "expected `)`").fail(),
    }
}

/// Parses a goal, such as `#` or `dia`, and the blanks after it.
pub(super) fn goal(text: &str) -> Parsed<'_, Goal> {
    for def in GOALS {
        let Ok((rest, _)) = tag_no_case::<_, _, Fault>(def.symbol).parse(text) else { continue };
        let (rest, square) = if def.needs_square() { target(rest, def.symbol)? } else { (rest, None) };
        let (rest, _) = blanks(rest)?;
        if let Some(goal) = def.goal(square) {
            return Ok((rest, goal));
        }
    }
    unknown_goal(text)
}

fn target<'a>(text: &'a str, goal: &str) -> Parsed<'a, Option<Square>> {
    let (rest, _) = blanks(text)?;
    // The number of moves may follow, so a square with two digits is in parentheses.
    let square = match rest.strip_prefix('(') {
        Some(inner) => terminated(square, tag(")")).parse(inner),
        None => square_of_one_digit(rest),
    };
    match square {
        Ok((rest, square)) => Ok((rest, Some(square))),
        Err(nom::Err::Failure(fault)) => fault.fail(),
        Err(_) => {
            let message = format!("the goal `{goal}` needs a square");
            Fault::new(rest, character_length(rest), message, format!("expected a square, as in `{goal}g7`")).fail()
        }
    }
}

const GOALS_EXPECTED: &str =
    "expected a goal: # = == #= + x z<square> ep 00 ~ % ct <> ## ##! !# != k<square> c81 dia a=>b";

fn unknown_goal<T>(text: &str) -> Parsed<'_, T> {
    let expected = GOALS_EXPECTED;
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let length = text.find(|c: char| c.is_ascii_digit() || c == ' ' || c == ']').unwrap_or(text.len());
    if text.is_empty() {
        return Fault::new(text, 0, "the goal is missing", expected).fail();
    }
    if text.starts_with('*') {
        return Fault::new(text, 1, "`*` is not part of a stipulation", expected)
            .with_hint("for set play, write `opt \"setplay\"`")
            .fail();
    }
    if digits > 0 {
        let fault = Fault::new(text, digits, format!("{} is not a goal", quoted(&text[..digits])), expected);
        return if goal(text[digits..].trim_start()).is_ok() || text[digits..].trim_start().starts_with(['h', 's', 'r'])
        {
            fault.with_hint("the number of moves comes at the end, as in `h#2`").fail()
        } else {
            fault.fail()
        };
    }
    let word = &text[..length.max(character_length(text))];
    let fault = Fault::new(text, word.len(), format!("{} is not a goal", quoted(word)), expected);
    match word.trim_end_matches(['i', 'n', ' ']).to_ascii_lowercase().as_str() {
        "mate" | "m" | "mat" | "matt" | "checkmate" => fault.with_hint("mate is written `#`").fail(),
        "pg" | "spg" | "bp" | "pj" | "proofgame" => fault.with_hint("a proof game is written `dia4.5`").fail(),
        "h#" | "h=" => fault.with_hint("series play is written `ser-h#5`").fail(),
        "stalemate" | "stale" | "pat" | "patt" => fault.with_hint("stalemate is written `=`").fail(),
        "0-" | "o-o" | "o" | "oo" => fault.with_hint("castling is written `00`").fail(),
        _ => fault.fail(),
    }
}

/// Returns an error if the goal `dia` or `a=>b` is given in a kind of play other than direct and help play. These goals
/// compare whole positions, which cannot be forced.
fn check_position_goal<'a>(at: &'a str, kind: Kind, goal: &Goal) -> Result<(), nom::Err<Fault<'a>>> {
    let symbol = goal.symbol();
    if !matches!(goal, Goal::Diagram(_) | Goal::AToB(_)) || matches!(kind, Kind::Direct | Kind::Help) {
        return Ok(());
    }
    let message = format!("`{symbol}` cannot be used with `{}`", kind.def().word);
    Err(Fault::new(at, symbol.len(), message, "expected another goal").stop())
}

/// Parses the length of the play and returns it in plies.
fn length<'a>(text: &'a str, kind: Kind, series: Option<Series>, goal: &Goal) -> Parsed<'a, u16> {
    let position_goal = matches!(goal, Goal::Diagram(_) | Goal::AToB(_));
    let help = matches!(kind, Kind::Help | Kind::HelpSelf | Kind::HelpReflex | Kind::ReciprocalHelp);
    let halves = series.is_none() && (help || position_goal);
    let expected = if halves { "expected a number of moves, such as 2 or 2.5" } else { "expected a number of moves" };
    let Ok((rest, moves)) = number(text) else {
        let signs = text.find(|c: char| !"#=+!~%<>x&|".contains(c)).unwrap_or(text.len());
        if signs > 0 {
            let message = format!("`{}{}` is not a goal", goal.symbol(), &text[..signs]);
            return Fault::new(text, signs, message, GOALS_EXPECTED).fail();
        }
        let fault = Fault::new(text, character_length(text), "the number of moves is missing", expected);
        return match text.as_bytes() {
            [b'-', ..] => fault.with_hint("the number cannot be negative").fail(),
            [b'.', b'5', ..] if halves => fault.with_hint("half a move is written `0.5`").fail(),
            _ => fault.fail(),
        };
    };
    let digits = &text[..text.len() - rest.len()];
    let (after, fraction) = opt(preceded(tag("."), digit1)).parse(rest)?;
    let fraction_length = rest.len() - after.len();
    let half = match fraction {
        None => false,
        Some(fraction) if fraction.bytes().all(|digit| digit == b'0') => false,
        Some("5") if halves => true,
        Some("5") => {
            let play = if series.is_some() { "series play" } else { "this play" };
            return Fault::new(
                rest,
                fraction_length,
                format!("`.5` cannot be used with {play}"),
                "expected whole moves",
            )
            .with_hint(format!("write `{digits}` or the next whole number"))
            .fail();
        }
        Some(_) => {
            return Fault::new(
                rest,
                fraction_length,
                "a fraction of a move other than a half",
                "expected `.5` or nothing",
            )
            .fail();
        }
    };
    if half && moves == 0 && kind == Kind::ReciprocalHelp {
        return Fault::new(text, 3, "reciprocal play needs at least one whole move", "expected 1 or more").fail();
    }
    let moves = moves_in_range(digits, text, moves, u32::from(!half))?;
    let (rest, _) = blanks(after)?;
    Ok((rest, 2 * moves + u16::from(half)))
}

fn moves_in_range<'a>(digits: &str, at: &'a str, moves: u32, least: u32) -> Result<u16, nom::Err<Fault<'a>>> {
    let message = if moves < least {
        "the length is 0".to_string()
    } else if moves > LONGEST {
        format!("{} moves are too many", quoted(digits))
    } else {
        return Ok(moves as u16);
    };
    Err(Fault::new(at, digits.len(), message, format!("expected a number from 1 to {LONGEST}")).stop())
}

/// Returns an error if anything follows the length. If it is a sign that magazines use, such as `*` for set play, the
/// error's hint names the option to be used instead.
fn end(text: &str) -> Result<(), nom::Err<Fault<'_>>> {
    if text.is_empty() {
        return Ok(());
    }
    let length = text.find(is_blank).unwrap_or(text.len());
    let word = &text[..length];
    let expected = "expected the end of the stipulation";
    let fault = Fault::new(text, length, format!("unexpected {} after the number of moves", quoted(word)), expected);
    let fault = match word.to_ascii_lowercase().as_str() {
        "*" => fault.with_hint("for set play, write `opt \"setplay\"`"),
        "v" | "vv" | "vvv" => fault.with_hint("for tries, write `opt \"try\"`"),
        "*v" | "v*" | "*vv" | "vv*" => fault.with_hint("for set play and tries, write `opt \"setplay try\"`"),
        ",5" => fault.with_hint("half a move is written `.5`"),
        _ => fault,
    };
    Err(fault.stop())
}

fn canonical(stipulation: &Traditional) -> String {
    let mut text = String::new();
    if stipulation.intro > 0 {
        text.push_str(&format!("{}->", stipulation.intro));
    }
    if stipulation.exact {
        text.push_str("exact-");
    }
    if let Some(series) = stipulation.series {
        text.push_str(&format!("{}-", series.def().word));
    }
    text.push_str(stipulation.kind.def().word);
    if let Some(goal) = &stipulation.reciprocal_goal {
        text.push_str(&format!("({goal})"));
    }
    text.push_str(&format!("{}{}", stipulation.goal, stipulation.half_moves / 2));
    if stipulation.half_moves % 2 == 1 {
        text.push_str(".5");
    }
    text
}

/// Returns the first 20 characters of a text, to be quoted in a hint.
fn clipped(text: &str) -> &str {
    let end = text.char_indices().nth(20).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_stipulations_have_one_canonical_text() {
        // Text, canonical text, plies.
        let rows = [
            ("#2", "#2", 4),
            (" H # 2.5 ", "h#2.5", 5),
            ("s#4", "s#4", 8),
            ("r#3", "r#3", 6),
            ("semi-r#2", "semi-r#2", 4),
            ("ser-h=7", "ser-h=7", 14),
            ("14->ser-=1", "14->ser-=1", 2),
            ("hs#3", "hs#3", 6),
            ("hs#3.5", "hs#3.5", 7),
            ("hr#1.5", "hr#1.5", 3),
            ("reci-h(=)#2", "reci-h(=)#2", 4),
            ("reci-h# 3", "reci-h#3", 6),
            ("reci-h#2.5", "reci-h#2.5", 5),
            ("dia6.5", "dia6.5", 13),
            ("dia 3.0", "dia3", 6),
            ("ser-dia9", "ser-dia9", 18),
            ("ser-hdia2", "ser-hdia2", 4),
            ("pser-hdia10", "pser-hdia10", 20),
            ("A=>B5.5", "a=>b5.5", 11),
            ("ser-a=>b2", "ser-a=>b2", 4),
            ("pser-a=>b28", "pser-a=>b28", 56),
            ("pser-h#6", "pser-h#6", 12),
            ("phser-s#6", "phser-s#6", 12),
            ("HZg74", "hzg74", 8),
            ("hz g7 4", "hzg74", 8),
            ("sKa74", "ska74", 8),
            ("h003", "h003", 6),
            ("h001.5", "h001.5", 3),
            ("001", "001", 2),
            ("r004", "r004", 8),
            ("ser-h0014", "ser-h0014", 28),
            ("h##!4", "h##!4", 8),
            ("h##!0.5", "h##!0.5", 1),
            ("ser-ct10", "ser-ct10", 20),
            ("ser-sctr2", "ser-sctr2", 4),
            ("h<>3", "h<>3", 6),
            ("ser-h<>r5", "ser-h<>r5", 10),
            ("ser-!#11", "ser-!#11", 22),
            ("ser-!=7", "ser-!=7", 14),
            ("c817", "c817", 14),
            ("hc812", "hc812", 4),
            ("zh35", "zh35", 10),
            ("za112", "za112", 24),
            ("exact-ser-h0010", "exact-ser-h0010", 20),
            ("1->ser-H#3", "1->ser-h#3", 6),
            ("exact-2->ser-h#3", "2->exact-ser-h#3", 6),
            ("ser-sx7", "ser-sx7", 14),
            ("ser-szh33", "ser-szh33", 6),
            ("ser-hs#5", "ser-hs#5", 10),
            ("ser-reci-h(=)#7", "ser-reci-h(=)#7", 14),
            ("hep1", "hep1", 2),
            ("sep1", "sep1", 2),
            ("#=2", "#=2", 4),
            ("s#=2", "s#=2", 4),
            ("h=7", "h=7", 14),
            ("h==2", "h==2", 4),
            ("h~1", "h~1", 2),
            ("%3", "%3", 6),
            ("h#0.5", "h#0.5", 1),
            ("ser - h # 7", "ser-h#7", 14),
            ("h#32767.5", "h#32767.5", 65535),
        ];
        for (written, canonical, half_moves) in rows {
            let Stipulation::Traditional(read) = stipulation(written).unwrap_or_else(|e| panic!("{written}: {e:?}"))
            else {
                panic!("{written}: not traditional")
            };
            assert_eq!((read.text.as_str(), read.half_moves), (canonical, half_moves), "{written}");
            assert_eq!(stipulation(canonical), Ok(Stipulation::Traditional(read)), "{canonical}");
        }
    }

    #[test]
    fn bad_stipulations_say_where_and_what() {
        // Text, offset, message, hint.
        let rows = [
            ("", 0, "the stipulation is empty", ""),
            ("#", 1, "the number of moves is missing", ""),
            ("h", 1, "the goal is missing", ""),
            ("#0", 1, "the length is 0", ""),
            ("h#0", 2, "the length is 0", ""),
            ("0->ser-#2", 0, "the length is 0", ""),
            ("#99999999999999", 1, "`99999999999999` moves are too many", ""),
            ("#32768", 1, "`32768` moves are too many", ""),
            ("#-2", 1, "the number of moves is missing", "the number cannot be negative"),
            ("#2.5", 2, "`.5` cannot be used with this play", "write `2` or the next whole number"),
            ("s#2.5", 3, "`.5` cannot be used with this play", "write `2` or the next whole number"),
            ("ser-h#2.5", 7, "`.5` cannot be used with series play", "write `2` or the next whole number"),
            ("h#2.25", 3, "a fraction of a move other than a half", ""),
            ("h#.5", 2, "the number of moves is missing", "half a move is written `0.5`"),
            ("h#2,5", 3, "unexpected `,5` after the number of moves", "half a move is written `.5`"),
            ("reci-h#0.5", 7, "reciprocal play needs at least one whole move", ""),
            ("#2*", 2, "unexpected `*` after the number of moves", "for set play, write `opt \"setplay\"`"),
            ("*#2", 0, "`*` is not part of a stipulation", "for set play, write `opt \"setplay\"`"),
            ("#2v", 2, "unexpected `v` after the number of moves", "for tries, write `opt \"try\"`"),
            ("#2vv", 2, "unexpected `vv` after the number of moves", "for tries, write `opt \"try\"`"),
            ("#2 3", 3, "unexpected `3` after the number of moves", ""),
            ("q#2", 0, "`q#` is not a goal", ""),
            ("mate in 2", 0, "`mate` is not a goal", "mate is written `#`"),
            ("Matt in 2", 0, "`Matt` is not a goal", "mate is written `#`"),
            ("sh#5", 1, "`h#` is not a goal", "series play is written `ser-h#5`"),
            ("PG 4.5", 0, "`PG` is not a goal", "a proof game is written `dia4.5`"),
            ("2#", 0, "`2` is not a goal", "the number of moves comes at the end, as in `h#2`"),
            ("semi-h#2", 5, "`semi-` can be used only with reflex play", ""),
            ("semir#2", 0, "`semi` without its hyphen", "write `semi-r#2`"),
            ("reci-#2", 5, "`reci-` can be used only with help play", ""),
            ("ser#4", 0, "`ser` without its hyphen", "write `ser-#4`"),
            ("serh#4", 0, "`ser` without its hyphen", "write `ser-h#4`"),
            (
                "ser-exact-#4",
                4,
                "`exact-` is in the wrong place",
                "the order is `m->exact-ser-`, then the kind of play",
            ),
            ("phser-h#4", 6, "`phser-` cannot be used with `h`", ""),
            ("h(=)#2", 1, "a goal in parentheses can be used only with `reci-h`", ""),
            ("reci-h(=h2", 8, "the parenthesis is not closed", ""),
            ("z2", 1, "the goal `z` needs a square", ""),
            ("zi92", 1, "`i9` is not a square of the board", ""),
            ("sdia3", 1, "`dia` cannot be used with `s`", ""),
            ("h＃2", 1, "`＃` is not `#` but FULLWIDTH NUMBER SIGN", ""),
            ("♯2", 0, "`♯` is not `#` but MUSIC SHARP SIGN", ""),
            ("h#2½", 3, "`½` is not `.5` but VULGAR FRACTION ONE HALF", ""),
            ("ѕ#2", 0, "`ѕ` is not `s` but CYRILLIC SMALL LETTER DZE", ""),
            ("#\u{0}2", 1, "control character U+0000", ""),
        ];
        for (written, start, message, hint) in rows {
            let found = stipulation(written).expect_err(written);
            let hint_found = found.hint.as_deref().unwrap_or("");
            assert_eq!((found.span.start, found.message.as_str(), hint_found), (start, message, hint), "{written}");
        }
    }
}
