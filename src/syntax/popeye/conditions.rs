//! The `condition` command: names, each with its variants.

use super::findings::Findings;
use super::keywords::{
    Condition, Found, Language, command_names, condition, condition_names, is_condition_argument, variant,
};
use super::sections::Word;
use crate::conditions::{CONDITIONS, ConditionDef, Rules, combine};
use crate::syntax::quoted;

/// The rules that hold when the conditions of a list of words are added to others.
pub fn add_conditions(list: &[Word], language: Language, before: Rules, findings: &mut Findings) -> Rules {
    let mut rules = before;
    let mut at = 0;
    while let Some(&word) = list.get(at) {
        at += 1;
        match condition(word.text, language) {
            Found::One(Condition::Known(def)) => {
                let variants = variants(def, list, &mut at, language, findings);
                let span = word.start..list[at - 1].span().end;
                match (def.rules)(&variants).and_then(|more| combine(rules, more)) {
                    Ok(combined) => rules = combined,
                    Err(reason) => findings.error(span, reason, "expected conditions that go together"),
                }
            }
            Found::One(Condition::Unsupported(name)) => {
                findings.unsupported(word.span(), "condition", name, expected());
                while list.get(at).is_some_and(|next| is_argument(next.text, language)) {
                    at += 1;
                }
            }
            Found::Several(names) => findings.ambiguous(word, &names),
            Found::Nothing => {
                let names = condition_names(language).chain(command_names(language));
                findings.unknown(word, language, "condition", &expected(), names);
            }
        }
    }
    rules
}

fn expected() -> String {
    let names: Vec<&str> = CONDITIONS.iter().map(|def| def.name).collect();
    format!("expected {}", names.join(" or "))
}

/// The variants that follow a known condition.
fn variants(
    def: &ConditionDef,
    list: &[Word],
    at: &mut usize,
    language: Language,
    findings: &mut Findings,
) -> Vec<&'static str> {
    let mut variants = Vec::new();
    let has = |name: &str| def.variants.iter().any(|variant| variant.name == name);
    while let Some(&word) = list.get(*at) {
        match variant(word.text, language) {
            Found::One(Some(name)) if has(name) => variants.push(name),
            // Type A is what holds where there is a type B.
            Found::One(None) if has("TypeB") => {}
            Found::One(_) => {
                let message = format!("{} has no variant {}", def.name, quoted(word.text));
                findings.error(word.span(), message, "expected another variant");
            }
            Found::Several(names) if !is_other(word.text, language) => findings.ambiguous(word, &names),
            _ => break,
        }
        *at += 1;
    }
    variants
}

/// The word begins a condition rather than a variant.
fn is_other(word: &str, language: Language) -> bool {
    !condition(word, language).is_nothing()
}

/// The word can follow a condition that is not supported.
fn is_argument(word: &str, language: Language) -> bool {
    let name = word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'&');
    word.len() <= 2 || !name || is_condition_argument(word, language)
}
