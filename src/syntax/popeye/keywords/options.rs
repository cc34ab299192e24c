//! The names of options. The supported ones are defined in [`OPTIONS`], the unsupported ones here.

use super::{KeywordMatch, Language, Spellings, find};
use crate::problem::{OPTIONS, OptionDef};

#[derive(Clone, Copy)]
pub enum PopeyeOption {
    Known(&'static OptionDef),
    Unsupported(&'static str),
}

const UNSUPPORTED: &[Spellings] = &[
    ["NoSymmetry", "KeineSymmetrie", "NonSymetrique"],
    ["MultiSolutions", "MehrereLoesungen", "MultiSolutions"],
    ["Search", "Suchen", "Search"],
    ["UnpublishedOption", "NichtPublizierteOption", "OptionNonPubliee"],
];

pub fn option(word: &str, language: Language) -> KeywordMatch<PopeyeOption> {
    let spelling = |names: &Spellings| names[language as usize];
    let known = OPTIONS.iter().map(|def| (spelling(&spellings(def)), PopeyeOption::Known(def)));
    let unsupported = UNSUPPORTED.iter().map(|names| (spelling(names), PopeyeOption::Unsupported(spelling(names))));
    find(word, known.chain(unsupported))
}

fn spellings(def: &OptionDef) -> Spellings {
    let [german, french] = def.translations;
    [def.name, german, french]
}

pub fn option_names(language: Language) -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().map(spellings).chain(UNSUPPORTED.iter().copied()).map(move |names| names[language as usize])
}

/// Translates a German or French option name, or a unique abbreviation of one, to English. Returns `None` for
/// unknown words and for words of fewer than four letters.
pub fn option_in_english(word: &str) -> Option<&'static str> {
    if word.len() < 4 {
        return None;
    }
    [Language::German, Language::French].into_iter().find_map(|language| match option(word, language) {
        KeywordMatch::One(PopeyeOption::Known(def)) => Some(def.name),
        _ => None,
    })
}
