//! Parses the names of options with their values: `SetPlay Defence 2 EnPassant d7d6d5`. The options are defined
//! in [`OPTIONS`].

use super::diagnostic::{Diagnostic, quoted};
use super::findings::Findings;
use super::grammar::{finish, number, square};
use super::lookalike::check_characters;
use super::words::{Word, words};
use crate::problem::{Arguments, OPTIONS, OptionDef, Options, Values};
use crate::units::{Shape, Square};
use nom::Parser;
use nom::bytes::complete::tag;
use nom::combinator::all_consuming;
use nom::multi::many1;
use nom::multi::separated_list1;
use std::iter::Peekable;

/// Reads options, separated by blanks or commas, ignoring case, into `options`, and returns the diagnostics.
///
/// An option with an error changes nothing; the others take effect.
///
/// ```
/// use keymove::problem::Options;
/// use keymove::syntax::options;
/// let mut read = Options::default();
/// assert!(options("setplay, Defence 2 NoCastling a1h1", &mut read).is_empty());
/// assert_eq!((read.set_play, read.defences, read.no_castling.len()), (true, Some(2), 2));
/// assert_eq!(options("setpaly", &mut read)[0].hint.as_deref(), Some("did you mean `SetPlay`?"));
/// ```
pub fn options(text: &str, options: &mut Options) -> Vec<Diagnostic> {
    options_on(text, options, &Shape::default())
}

/// Like [`options`], for the squares of the board `shape`.
pub fn options_on(text: &str, options: &mut Options, shape: &Shape) -> Vec<Diagnostic> {
    if let Err(diagnostic) = check_characters(text) {
        return vec![diagnostic];
    }
    let mut findings = Findings::default();
    let mut given: Vec<&str> = Vec::new();
    let mut words = words(text).peekable();
    while let Some(word) = words.next() {
        if findings.is_full() {
            break;
        }
        let Some(def) = option(word.text) else {
            findings.error(|| unknown(&word));
            while words.next_if(|next| is_value(next.text)).is_some() {}
            continue;
        };
        let mut span = word.span.clone();
        match values(def, &mut words) {
            Ok((values, end)) => {
                span.end = end.unwrap_or(span.end);
                if let Err(found) = super::on_board::check(&text[span.clone()], values.squares.iter().copied(), shape) {
                    findings.error(|| found.shifted(span.start));
                    continue;
                }
                if let Some(before) = contradicts(def, &given) {
                    let message = if before == def.name {
                        format!("`{before}` is given twice")
                    } else {
                        format!("`{}` after `{before}`", def.name)
                    };
                    findings.error(|| Diagnostic::error(span, message, "expected it once"));
                } else if let Err(why) = def.set(options, &values) {
                    findings.error(|| Diagnostic::error(span, format!("`{}` has a wrong value", def.name), why));
                }
                if !given.contains(&def.name) {
                    given.push(def.name);
                }
            }
            Err(found) => {
                findings.error(|| {
                    found.unwrap_or_else(|| {
                        let message = format!("`{}` needs a value", def.name);
                        Diagnostic::error(word.span.end..word.span.end, message, expected(def.arguments))
                    })
                });
                while words.next_if(|next| is_value(next.text)).is_some() {}
            }
        }
    }
    findings.into_sorted()
}

/// Returns the option with this name, or `None`. Abbreviations are not accepted, so that no option has to be
/// guessed.
fn option(name: &str) -> Option<&'static OptionDef> {
    let is_called = |other: &&str| other.eq_ignore_ascii_case(name);
    OPTIONS.iter().find(|def| is_called(&def.name) || def.aliases.iter().any(is_called))
}

fn unknown(word: &Word) -> Diagnostic {
    let expected = "expected an option";
    if is_value(word.text) {
        return Diagnostic::error(
            word.span.clone(),
            format!("{} does not belong to an option", quoted(word.text)),
            expected,
        );
    }
    let names = OPTIONS.iter().flat_map(|def| [def.name].into_iter().chain(def.aliases.iter().copied()));
    let unknown = Diagnostic::error(word.span.clone(), format!("unknown option {}", quoted(word.text)), expected);
    if word.text.contains(';') {
        return unknown.with_hint("separate several options with commas");
    }
    if super::condition::is_condition(word.text) {
        return unknown.with_hint(format!("{} is a condition: `cond`", quoted(word.text)));
    }
    let unknown = unknown.suggesting(word.text, names);
    match super::popeye::option_in_english(word.text) {
        Some(english) if unknown.hint.is_none() => {
            unknown.with_hint(format!("use the English name of the option: `{english}`"))
        }
        _ => unknown,
    }
}

/// Whether a word looks like a number or squares, and therefore is a value and not the name of an option.
fn is_value(word: &str) -> bool {
    match word.as_bytes() {
        [first, ..] if first.is_ascii_digit() => true,
        [b'-' | b'+', second, ..] => second.is_ascii_digit(),
        [first, second, ..] => first.is_ascii_alphabetic() && second.is_ascii_digit(),
        _ => false,
    }
}

/// Returns the name of an option in `given` that forbids `def`: an option that contradicts it, or `def` itself if it
/// takes only one value. Returns `None` if there is none.
fn contradicts(def: &OptionDef, given: &[&'static str]) -> Option<&'static str> {
    let other = match def.name {
        "Duplex" => "HalfDuplex",
        "HalfDuplex" => "Duplex",
        _ => "",
    };
    let once = matches!(def.arguments, Arguments::Number | Arguments::TwoNumbers | Arguments::MoveNumber);
    given.iter().find(|name| **name == other || (once || def.name == "EnPassant") && **name == def.name).copied()
}

fn expected(arguments: Arguments) -> &'static str {
    match arguments {
        Arguments::None => "expected nothing",
        Arguments::Number | Arguments::OptionalNumber => "expected a number",
        Arguments::TwoNumbers => "expected two numbers",
        Arguments::Squares => "expected squares such as `a1h1`",
        Arguments::MoveNumber => "expected a number such as `3` or `3:5`",
    }
}

/// Parses the values after an option's name. Returns them with the offset of their end, which is `None` if there are no
/// values. The error is a diagnostic for a wrong value, or `None` if there are too few values.
fn values<'a>(
    def: &OptionDef,
    words: &mut Peekable<impl Iterator<Item = Word<'a>>>,
) -> Result<(Values, Option<usize>), Option<Diagnostic>> {
    let mut values = Values::default();
    let mut end = None;
    let most = match def.arguments {
        Arguments::None => 0,
        Arguments::Number | Arguments::OptionalNumber | Arguments::MoveNumber => 1,
        Arguments::TwoNumbers => 2,
        Arguments::Squares => usize::MAX,
    };
    let mut taken = 0;
    while taken < most {
        let Some(word) = words.next_if(|next| is_value(next.text)) else { break };
        let at = |found: Diagnostic| Some(found.shifted(word.span.start));
        match def.arguments {
            Arguments::Squares => values.squares.extend(squares(word.text).map_err(at)?),
            Arguments::MoveNumber => values.numbers.extend(move_number(word.text).map_err(at)?),
            arguments => values.numbers.push(whole_number(word.text, arguments).map_err(at)?),
        }
        end = Some(word.span.end);
        taken += 1;
    }
    let least = match def.arguments {
        Arguments::None | Arguments::OptionalNumber => 0,
        Arguments::Number | Arguments::MoveNumber | Arguments::Squares => 1,
        Arguments::TwoNumbers => 2,
    };
    if taken < least { Err(None) } else { Ok((values, end)) }
}

fn whole_number(text: &str, arguments: Arguments) -> Result<u32, Diagnostic> {
    let wrong =
        |what: &str| Diagnostic::error(0..text.len(), format!("{} is {what}", quoted(text)), expected(arguments));
    match all_consuming(number).parse(text) {
        Ok((_, u32::MAX)) => Err(wrong("too large")),
        Ok((_, number)) => Ok(number),
        Err(_) => Err(wrong("not a number")),
    }
}

fn move_number(text: &str) -> Result<Vec<u32>, Diagnostic> {
    match all_consuming(separated_list1(tag(":"), number)).parse(text) {
        Ok((_, numbers)) if !numbers.contains(&u32::MAX) => Ok(numbers),
        _ => {
            let message = format!("{} is not a move number", quoted(text));
            Err(Diagnostic::error(0..text.len(), message, expected(Arguments::MoveNumber)))
        }
    }
}

fn squares(text: &str) -> Result<Vec<Square>, Diagnostic> {
    let wrong = || {
        let message = format!("{} is not a list of squares", quoted(text));
        Diagnostic::error(0..text.len(), message, expected(Arguments::Squares))
    };
    match many1(square).parse(text) {
        Ok(("", squares)) => Ok(squares),
        Ok(_) | Err(nom::Err::Error(_) | nom::Err::Incomplete(_)) => Err(wrong()),
        Err(failure) => finish(text, Err(failure)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Duplex;

    fn read(text: &str) -> (Options, Vec<Diagnostic>) {
        let mut read = Options::default();
        let found = options(text, &mut read);
        (read, found)
    }

    #[test]
    fn good_options_are_set() {
        let square = |name: &str| Square::parse(name).unwrap();
        let base = Options::default;
        let rows: Vec<(&str, Options)> = vec![
            ("", base()),
            ("SETPLAY,try  variations", Options { set_play: true, tries: true, variations: true, ..base() }),
            ("set tries", Options { set_play: true, tries: true, ..base() }),
            ("Defence 2", Options { tries: true, defences: Some(2), ..base() }),
            ("NonTrivial 0 1", Options { non_trivial: Some((0, 1)), ..base() }),
            ("NoCastling a1h1 e8", Options { no_castling: ["a1", "h1", "e8"].map(square).into(), ..base() }),
            (
                "CastlingMutuallyExclusive a1h8 CastlingMutuallyExclusive h1 a8",
                Options {
                    castling_mutually_exclusive: vec![(square("a1"), square("h8")), (square("h1"), square("a8"))],
                    ..base()
                },
            ),
            (
                "EnPassant d7d6d5 NoWk",
                Options { en_passant: ["d7", "d6", "d5"].map(square).into(), no_white_king: true, ..base() },
            ),
            ("StartMoveNumber 2:3", Options { start_move_number: vec![2, 3], ..base() }),
            ("UpToMoveNumber 7", Options { up_to_move_number: vec![7], ..base() }),
            ("Intelligent 2 MaxSolutions 70000", Options { intelligent: true, max_solutions: Some(70000), ..base() }),
            ("Intelligent Duplex", Options { intelligent: true, duplex: Duplex::Yes, ..base() }),
            ("Beep 5", base()),
        ];
        for (text, expected) in rows {
            assert_eq!(read(text), (expected, vec![]), "{text}");
        }
    }

    #[test]
    fn bad_options_say_where_and_what() {
        // Text; offset and message of each error.
        type Row = (&'static str, &'static [(usize, &'static str)]);
        let rows: [Row; 17] = [
            ("setpaly", &[(0, "unknown option `setpaly`")]),
            ("var", &[(0, "unknown option `var`")]),
            ("Defence", &[(7, "`Defence` needs a value")]),
            ("Defence try", &[(7, "`Defence` needs a value")]),
            ("Defence -1", &[(8, "`-1` is not a number")]),
            ("Defence 70000", &[(0, "`Defence` has a wrong value")]),
            ("MaxTime 99999999999", &[(8, "`99999999999` is too large")]),
            ("MaxTime 1 MaxTime 2", &[(10, "`MaxTime` is given twice")]),
            ("Duplex HalfDuplex", &[(7, "`HalfDuplex` after `Duplex`")]),
            ("NonTrivial 1", &[(10, "`NonTrivial` needs a value")]),
            ("NoCastling", &[(10, "`NoCastling` needs a value")]),
            ("NoCastling a1h9 foo", &[(13, "`h9` is not a square of the board"), (16, "unknown option `foo`")]),
            ("EnPassant d7d", &[(10, "`d7d` is not a list of squares")]),
            ("StartMoveNumber 1:2:", &[(16, "`1:2:` is not a move number")]),
            ("try 3", &[(4, "`3` does not belong to an option")]),
            ("CastlingMutuallyExclusive a1", &[(0, "`CastlingMutuallyExclusive` has a wrong value")]),
            ("LastCapture", &[(0, "unknown option `LastCapture`")]),
        ];
        for (text, expected) in rows {
            let found: Vec<_> = read(text).1.iter().map(|d| (d.span.start, d.message.clone())).collect();
            let expected: Vec<_> = expected.iter().map(|(at, message)| (*at, message.to_string())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn hints() {
        for (text, hint) in [
            ("Setp", "did you mean `SetPlay`?"),
            ("LastCapture", "`LastCapture` is a condition: `cond`"),
            ("Satzspiel", "use the English name of the option: `SetPlay`"),
            ("apparent", "use the English name of the option: `SetPlay`"),
            ("SetPlay; Try", "separate several options with commas"),
        ] {
            assert_eq!(read(text).1[0].hint.as_deref(), Some(hint), "{text}");
        }
    }

    #[test]
    fn every_option_of_the_list_can_be_written() {
        for def in OPTIONS {
            let value = match def.arguments {
                Arguments::None | Arguments::OptionalNumber => "",
                Arguments::Number | Arguments::MoveNumber => "1",
                Arguments::TwoNumbers => "1 2",
                Arguments::Squares if def.name == "EnPassant" => "d7d6d5",
                Arguments::Squares => "a1a8",
            };
            assert_eq!(read(&format!("{} {value}", def.name.to_lowercase())).1, [], "{}", def.name);
        }
    }
}
