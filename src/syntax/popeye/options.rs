//! Parses the `option` command: names of options, each followed by its numbers or squares.

use super::findings::Findings;
use super::keywords::{
    KeywordMatch, Language, PopeyeOption, command_names, condition, is_condition_argument, option, option_names,
};
use super::sections::SectionWord;
use super::squares::squares;
use crate::problem::{Arguments, Options, Values};
use crate::syntax::quoted;

const EXPECTED: &str = "expected an option or a command";
/// Warning that the option which limits the solutions for each final position has no effect. Which solutions
/// Popeye omits depends on the order in which it builds these positions.
const UNLIMITED: &str = "the limit for each final position is not applied: all solutions are printed";

pub fn set_options(list: &[SectionWord], language: Language, options: &mut Options, findings: &mut Findings) {
    let mut at = 0;
    while let Some(&word) = list.get(at) {
        at += 1;
        match option(word.text, language) {
            KeywordMatch::One(PopeyeOption::Known(def)) => {
                let before = at;
                let Some(values) = values(def.arguments, list, &mut at, findings) else { continue };
                let span = word.start..list[at - 1].span().end;
                let zero = values.numbers.contains(&0);
                if def.name == "Intelligent" && !values.numbers.is_empty() {
                    findings.warning(span.clone(), UNLIMITED, "no number");
                }
                let result = match def.name {
                    "MaxTime" | "MaxSolutions" | "StartMoveNumber" if zero => {
                        Err("expected a number from 1".to_string())
                    }
                    _ => Ok(()),
                };
                if let Err(expected) = result.and_then(|()| def.set(options, &values)) {
                    let message = if at > before {
                        format!("invalid values for the option `{}`", def.name)
                    } else {
                        format!("the option `{}` has no value", def.name)
                    };
                    findings.error(span, message, expected);
                }
            }
            KeywordMatch::One(PopeyeOption::Unsupported(name)) => {
                findings.unsupported(word.span(), "option", name, EXPECTED)
            }
            KeywordMatch::Several(names) => findings.ambiguous(word, &names),
            KeywordMatch::Nothing => {
                let names = option_names(language).chain(command_names(language));
                findings.unknown(word, language, "option", EXPECTED, names);
                if !condition(word.text, language).is_nothing() {
                    let belongs =
                        |word: &str| option(word, language).is_nothing() || is_condition_argument(word, language);
                    while list.get(at).is_some_and(|next| belongs(next.text)) {
                        at += 1;
                    }
                }
            }
        }
    }
}

/// Parses the numbers or squares after an option; `None` if one of them is invalid.
fn values(arguments: Arguments, list: &[SectionWord], at: &mut usize, findings: &mut Findings) -> Option<Values> {
    let mut values = Values::default();
    let most = match arguments {
        Arguments::None => 0,
        Arguments::Number | Arguments::OptionalNumber | Arguments::MoveNumber => 1,
        Arguments::TwoNumbers => 2,
        Arguments::Squares => {
            while let Some(more) = list.get(*at).and_then(|word| squares(word.text)) {
                values.squares.extend(more);
                *at += 1;
            }
            return Some(values);
        }
    };
    for _ in 0..most {
        let Some(&word) = list.get(*at).filter(|word| word.text.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
        else {
            break;
        };
        *at += 1;
        let most = if arguments == Arguments::MoveNumber { usize::MAX } else { 1 };
        let written = word.text.split(':');
        match written.map(number).collect::<Option<Vec<u32>>>() {
            Some(numbers) if numbers.len() <= most => values.numbers.extend(numbers),
            _ => {
                findings.error(word.span(), format!("{} is not a number", quoted(word.text)), "expected a number");
                return None;
            }
        }
    }
    Some(values)
}

fn number(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
