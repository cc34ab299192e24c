//! Reads the commands inside a twin, which are changes of the problem.

use super::conditions::add_conditions;
use super::findings::Findings;
use super::keywords::{Language, TwinCommand, command_names, twin_command_names};
use super::men::{men, piece};
use super::sections::{HeadedSection, SectionWord};
use super::squares::squares;
use super::stipulations::{structured_stipulation, traditional_stipulation};
use crate::conditions::{CONDITIONS, Condition};
use crate::problem::{Change, Mirror, Rotation, Twin};
use crate::rules::RuleSet;
use crate::syntax::quoted;
use crate::units::{Piece, Square};

pub fn change(
    command: TwinCommand,
    text: &str,
    section: &HeadedSection,
    language: Language,
    twin: &mut Twin,
    findings: &mut Findings,
) {
    let changes = &mut twin.changes;
    match command {
        TwinCommand::Continued => {
            if twin.continued || !twin.changes.is_empty() {
                findings.error(
                    section.keyword.span(),
                    "this command must come before the changes of the twin",
                    "expected this command right after `twin`",
                );
            }
            twin.continued = true;
            unused(&section.words, language, findings);
        }
        TwinCommand::Stipulation => {
            changes.extend(traditional_stipulation(text, section, language, findings).map(Change::Stipulation));
        }
        TwinCommand::SStipulation => {
            changes.extend(structured_stipulation(text, section, language, findings).map(Change::Stipulation));
        }
        TwinCommand::Condition => changes.push(conditions(section, language, findings)),
        TwinCommand::Move => changes.extend(two_squares(section, language, findings).map(|(a, b)| Change::Move(a, b))),
        TwinCommand::Exchange => {
            changes.extend(two_squares(section, language, findings).map(|(a, b)| Change::Exchange(a, b)));
        }
        TwinCommand::Shift => {
            changes.extend(two_squares(section, language, findings).map(|(a, b)| Change::Shift(a, b)))
        }
        TwinCommand::Remove => {
            let found = take_squares(section, 1, language, findings);
            changes.extend(found.into_iter().map(Change::Remove));
        }
        TwinCommand::Substitute => {
            changes.extend(two_pieces(section, language, findings).map(|(old, new)| Change::Substitute(old, new)));
        }
        TwinCommand::Add => {
            if section.words.is_empty() {
                findings.error(section.keyword.span(), "there is nothing to add", "expected a colour and men");
            }
            let found = men(&section.words, language, findings);
            changes.extend(found.men.into_iter().map(|man| Change::Add(man.square, man.unit)));
            changes.extend(found.invisible.map(Change::Invisible));
        }
        TwinCommand::Rotate => {
            changes.extend(one_of(section, &Rotation::ALL, language, findings).map(Change::Rotate));
        }
        TwinCommand::Mirror => {
            changes.extend(one_of(section, &Mirror::ALL, language, findings).map(Change::Mirror));
        }
        TwinCommand::PolishType => {
            changes.push(Change::PolishType);
            unused(&section.words, language, findings);
        }
    }
}

/// Reports the first of the words that follow the arguments of a command, if there are any.
pub fn unused(words: &[SectionWord], language: Language, findings: &mut Findings) {
    if let Some(&word) = words.first() {
        let names = twin_command_names(language).chain(command_names(language));
        findings.unknown(word, language, "command", "expected a command", names);
    }
}

fn conditions(section: &HeadedSection, language: Language, findings: &mut Findings) -> Change {
    if section.words.is_empty() {
        findings.error(section.keyword.span(), "there is no condition after the keyword", "expected a condition");
    }
    let rules = add_conditions(&section.words, language, RuleSet::default(), findings);
    Change::Condition { text: captions(&rules), rules }
}

fn two_pieces(section: &HeadedSection, language: Language, findings: &mut Findings) -> Option<(Piece, Piece)> {
    let [first, second, rest @ ..] = &section.words[..] else {
        findings.error(section.keyword.span(), "there are no pieces after the keyword", "expected two pieces");
        return None;
    };
    let pieces = (piece(*first, language, findings), piece(*second, language, findings));
    unused(rest, language, findings);
    pieces.0.zip(pieces.1)
}

fn two_squares(section: &HeadedSection, language: Language, findings: &mut Findings) -> Option<(Square, Square)> {
    match take_squares(section, 2, language, findings)[..] {
        [first, second] => Some((first, second)),
        _ => None,
    }
}

/// Parses exactly `count` squares, in one word or several. Any other number is an error, and gives an empty
/// list.
fn take_squares(section: &HeadedSection, count: usize, language: Language, findings: &mut Findings) -> Vec<Square> {
    let mut found = Vec::new();
    let mut rest = &section.words[..];
    while let [word, others @ ..] = rest
        && found.len() < count
        && let Some(more) = squares(word.text)
    {
        found.extend(more);
        rest = others;
    }
    if found.len() == count {
        unused(rest, language, findings);
        return found;
    }
    let expected = if count == 1 { "expected a square".to_string() } else { format!("expected {count} squares") };
    match rest.first() {
        Some(word) if found.len() < count => {
            findings.error(word.span(), format!("{} is not a square", quoted(word.text)), expected);
        }
        _ => {
            let end = section.words.last().map_or(section.keyword.span().end, |word| word.span().end);
            let message = format!("wrong number of squares for {}", quoted(section.keyword.text));
            findings.error(section.keyword.start..end, message, expected);
        }
    }
    Vec::new()
}

/// Returns the meaning of the command's only word, from a table of words and meanings; `None` after an error.
fn one_of<T: Copy>(
    section: &HeadedSection,
    words: &[(&str, T)],
    language: Language,
    findings: &mut Findings,
) -> Option<T> {
    let meaning =
        |text: &str| words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|&(_, meaning)| meaning);
    let expected = || {
        let mut words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        let last = words.pop().unwrap_or_default();
        format!("expected {} or {last}", words.join(", "))
    };
    let found = section.words.first().and_then(|word| meaning(word.text));
    match section.words.split_first() {
        Some((_, rest)) if found.is_some() => unused(rest, language, findings),
        Some((word, _)) => {
            findings.error(word.span(), format!("{} cannot be used here", quoted(word.text)), expected());
        }
        None => findings.error(section.keyword.span(), "there is nothing after the keyword", expected()),
    }
    found
}

/// Returns the conditions, one per line, as Popeye prints them after a twin's letter: in Popeye's own order,
/// not in the order of the input.
fn captions(rules: &RuleSet) -> String {
    let mut conditions: Vec<&Condition> = rules.conditions().iter().collect();
    conditions.sort_by_key(|condition| CONDITIONS.iter().position(|def| def.name == condition.def.name));
    conditions.into_iter().map(Condition::text_in_twin).collect::<Vec<_>>().join("\n   ")
}
