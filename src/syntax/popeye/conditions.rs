//! Parses the `condition` command: names of conditions, each followed by its variants and arguments.

use super::findings::Findings;
use super::keywords::{
    Colour, Condition, KeywordMatch, Language, WalkMatch, colour, command_names, condition, condition_names,
    is_condition_argument, is_full_condition_argument, variant, walk,
};
use super::sections::SectionWord;
use super::squares::squares;
use crate::conditions::names::why_refused;
use crate::conditions::{Arguments, Condition as Wanted};
use crate::rules::RuleSet;
use crate::syntax::condition::take_plain;
use crate::syntax::quoted;

const EXPECTED: &str = "expected a condition";

pub fn add_conditions(list: &[SectionWord], language: Language, before: RuleSet, findings: &mut Findings) -> RuleSet {
    let mut rules = before;
    let mut at = 0;
    while let Some(&word) = list.get(at) {
        at += 1;
        match condition(word.text, language) {
            KeywordMatch::One(Condition::Known(def)) => {
                let mut wanted = Wanted::new(def);
                arguments(&mut wanted, list, &mut at, language, findings);
                let span = word.start..list[at - 1].span().end;
                if def.name == "Football" && wanted.pieces.is_empty() {
                    // Words such as `Foo` abbreviate it, perhaps by mistake.
                    let message = "Football without pieces changes nothing";
                    findings.warning(span.clone(), message, "expected pieces to promote to");
                }
                if let Some(missing) = wanted.missing() {
                    findings.error(span, missing, "expected squares such as d4 or a1h8");
                } else {
                    match rules.add(wanted) {
                        Ok(()) => findings.conditions.push((def.name, span)),
                        Err(conflict) => {
                            findings.refused(&conflict, span);
                            findings.short_for(word, def.name);
                        }
                    }
                }
            }
            KeywordMatch::One(Condition::Unsupported(name)) => {
                let reason = why_refused(name).unwrap_or("not yet");
                let message = format!("the condition {} is known, but not supported: {reason}", quoted(name));
                findings.error(word.span(), message, EXPECTED);
                while list.get(at).is_some_and(|next| is_argument(next.text, language)) {
                    at += 1;
                }
            }
            KeywordMatch::Several(names) => findings.ambiguous(word, &names),
            KeywordMatch::Nothing => {
                let names = condition_names(language).chain(command_names(language));
                findings.unknown(word, language, "condition", EXPECTED, names);
            }
        }
    }
    rules
}

/// Parses the variants and arguments that follow a known condition.
fn arguments(wanted: &mut Wanted, list: &[SectionWord], at: &mut usize, language: Language, findings: &mut Findings) {
    let def = wanted.def;
    let has = |name: &str| def.variants.iter().any(|variant| variant.name == name);
    while let Some(&word) = list.get(*at) {
        let own = variant(word.text, language).one().flatten().is_some_and(has);
        // Words such as `Parrain` name a rebirth rule where the condition takes one; elsewhere they abbreviate
        // a condition.
        let begins_another = matches!(condition(word.text, language), KeywordMatch::One(_));
        // A name that already fixes the rebirth rule takes no further word for it, except MirrorCirce.
        let says_all = !def.preset.is_empty() && def.name != "MirrorCirce";
        let is_another = if own { says_all } else { !def.name.contains("Circe") };
        if is_full_condition_argument(word.text, language) && begins_another && is_another {
            break;
        }
        let foreign = is_full_condition_argument(word.text, language) && !own && !is_exact(word.text, language);
        if foreign {
            findings.error(
                word.span(),
                format!("{} has no variant {}", def.name, quoted(word.text)),
                "expected another variant",
            );
        } else if !take(wanted, word.text, language) {
            match variant(word.text, language) {
                // An exact variant name is not an abbreviation of another condition.
                KeywordMatch::One(Some(name)) if !has(name) && name.eq_ignore_ascii_case(word.text) => {
                    let message = format!("{} has no variant {}", def.name, quoted(word.text));
                    findings.error(word.span(), message, "expected another variant");
                }
                KeywordMatch::One(Some(name)) if has(name) => wanted.variants.push(name),
                // Type A is the default of a condition that has a type B.
                KeywordMatch::One(None) if has("TypeB") => {}
                KeywordMatch::One(_) if !is_other(word.text, language) => {
                    let message = format!("{} has no variant {}", def.name, quoted(word.text));
                    findings.error(word.span(), message, "expected another variant");
                }
                KeywordMatch::Several(names) if !is_other(word.text, language) => {
                    let own: Vec<&str> = names.iter().copied().filter(|name| has(name)).collect();
                    match own[..] {
                        [name] => wanted.variants.extend(def.variants.iter().map(|v| v.name).find(|v| *v == name)),
                        _ => findings.ambiguous(word, &names),
                    }
                }
                _ => break,
            }
        }
        *at += 1;
    }
}

/// If `word` is an argument of the condition `wanted` other than a variant, adds it and returns true.
fn take(wanted: &mut Wanted, word: &str, language: Language) -> bool {
    match wanted.def.arguments {
        Arguments::Pieces => match walk(word, language) {
            WalkMatch::Known(piece) => {
                wanted.pieces.push(piece);
                true
            }
            _ => false,
        },
        Arguments::Man => {
            let english = match colour(word, language) {
                KeywordMatch::One(Colour::White) => Some("White".to_string()),
                KeywordMatch::One(Colour::Black) => Some("Black".to_string()),
                _ => man_on_square(word, language),
            };
            english.is_some_and(|word| take_plain(wanted, &word))
        }
        Arguments::Squares | Arguments::Men => squares(word).map(|squares| wanted.squares.extend(squares)).is_some(),
        _ => take_plain(wanted, word),
    }
}

/// Translates a man and its square to English letters: `Lg4` to `Bg4`. Returns `None` if the letters are
/// unknown.
fn man_on_square(word: &str, language: Language) -> Option<String> {
    let (letters, square) = word.split_at_checked(word.len().checked_sub(2)?)?;
    match walk(letters, language) {
        WalkMatch::Known(piece) => Some(format!("{}{square}", piece.def().code)),
        _ => None,
    }
}

/// Whether the word is the full name of a condition.
fn is_exact(word: &str, language: Language) -> bool {
    condition_names(language).any(|name| name.eq_ignore_ascii_case(word))
}

/// Whether the word is the name of a condition or an abbreviation of one.
fn is_other(word: &str, language: Language) -> bool {
    !condition(word, language).is_nothing()
}

/// Whether the word may be an argument of an unsupported condition, so that it must not be reported as unknown.
fn is_argument(word: &str, language: Language) -> bool {
    let name = word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'&');
    word.len() <= 2 || !name || is_condition_argument(word, language)
}
