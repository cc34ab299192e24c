//! The names of conditions in three languages. The conditions are defined in [`CONDITIONS`].

use super::men::colour;
use super::{KeywordMatch, Language, Spellings, begins, find};
use crate::conditions::names::{self, ARGUMENT_NAMES, NAMES};
use crate::conditions::{CONDITIONS, ConditionDef};
use std::sync::LazyLock;

#[derive(Clone, Copy)]
pub enum Condition {
    Known(&'static ConditionDef),
    Unsupported(&'static str),
}

/// Variant `TypeA`, which is the default.
const TYPE_A: Spellings = ["TypeA", "TypA", "TypeA"];

/// Looks up a condition by its name or abbreviation in the file's language, or by the full name that this
/// program uses. If neither matches, abbreviations of this program's names are tried.
pub fn condition(word: &str, language: Language) -> KeywordMatch<Condition> {
    let ours = CONDITIONS.iter().copied().find(|def| def.is_called(word));
    match (find(word, conditions(language)), ours) {
        (KeywordMatch::One(_), Some(def)) | (KeywordMatch::Several(_), Some(def)) => {
            KeywordMatch::One(Condition::Known(def))
        }
        (KeywordMatch::Nothing, _) => find(word, our_names()),
        (found, None) => found,
    }
}

fn conditions(language: Language) -> impl Iterator<Item = (&'static str, Condition)> {
    MEANINGS
        .iter()
        .map(move |(names, meaning)| (names[language as usize], *meaning))
        .filter(|(name, _)| !name.is_empty())
}

fn our_names() -> impl Iterator<Item = (&'static str, Condition)> {
    CONDITIONS.iter().flat_map(|&def| {
        std::iter::once(def.name).chain(def.aliases.iter().copied()).map(move |name| (name, Condition::Known(def)))
    })
}

/// Popeye's names of conditions with their meanings. Cached, because each word of a problem is compared with
/// all of them.
static MEANINGS: LazyLock<Vec<(Spellings, Condition)>> = LazyLock::new(|| {
    let meaning = |english| names::definition(english).map_or(Condition::Unsupported(english), Condition::Known);
    NAMES.iter().map(|row| (*row, meaning(row[0]))).collect()
});

pub fn condition_names(language: Language) -> impl Iterator<Item = &'static str> {
    conditions(language).map(|(name, _)| name)
}

/// Looks up a variant of a condition, in the file's language or by this program's name. `One(None)` means that
/// the word names the default variant.
pub fn variant(word: &str, language: Language) -> KeywordMatch<Option<&'static str>> {
    let language = language as usize;
    let translated = |name: &'static str| {
        let row = ARGUMENT_NAMES.iter().find(|row| row[0] == name);
        row.map(|row| row[language]).filter(|written| !written.is_empty()).unwrap_or(name)
    };
    let names = VARIANTS.iter().map(|&name| (translated(name), Some(name)));
    match find(word, names.chain([(TYPE_A[language], None)])) {
        KeywordMatch::Nothing => find(word, VARIANTS.iter().map(|&name| (name, Some(name)))),
        found => found,
    }
}

static VARIANTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut names: Vec<_> = CONDITIONS.iter().flat_map(|def| def.variants.iter().map(|variant| variant.name)).collect();
    names.sort_unstable();
    names.dedup();
    names
});

fn arguments(language: Language) -> impl Iterator<Item = &'static str> {
    ARGUMENT_NAMES.iter().map(move |row| row[language as usize]).filter(|name| !name.is_empty())
}

pub fn is_full_condition_argument(word: &str, language: Language) -> bool {
    arguments(language).any(|name| name.eq_ignore_ascii_case(word))
}

/// Whether the word is the name of an argument that some condition has, or an abbreviation of one.
pub fn is_condition_argument(word: &str, language: Language) -> bool {
    colour(word, language).one().is_some() || arguments(language).any(|name| begins(name, word))
}
