//! Popeye's keywords in three languages, and the lookup of abbreviations.
//!
//! Each table belongs to one grammar position. An abbreviation must be unique among all keywords of its
//! position, including unsupported ones.

mod commands;
mod conditions;
mod men;
mod options;

pub use commands::{Command, TwinCommand, command, command_name, command_names, twin_command, twin_command_names};
pub use conditions::{
    Condition, condition, condition_names, is_condition_argument, is_full_condition_argument, variant,
};
pub use men::{Colour, WalkMatch, attribute, colour, colour_names, man_letters, walk};
pub use options::{PopeyeOption, option, option_in_english, option_names};

use crate::units::Tongue;

/// Language of the keywords. The keyword that begins the file decides which language it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    #[default]
    English,
    German,
    French,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::French];

    /// Returns another language in which the word is a keyword; `None` if there is none.
    pub fn foreign(self, word: &str) -> Option<Language> {
        let knows = |language: Language| {
            command(word, language).one().is_some()
                || twin_command(word, language).one().is_some()
                || colour(word, language).one().is_some()
                || option(word, language).one().is_some()
                || condition(word, language).one().is_some()
        };
        Language::ALL.into_iter().find(|&language| language != self && word.len() > 3 && knows(language))
    }
}

/// Returns the language of the piece letters that are used with keywords of this language.
impl From<Language> for Tongue {
    fn from(language: Language) -> Tongue {
        match language {
            Language::English => Tongue::English,
            Language::German => Tongue::German,
            Language::French => Tongue::French,
        }
    }
}

/// Spellings of one keyword, indexed by language.
type Spellings = [&'static str; 3];

/// Result of looking up a word among the keywords of one grammar position: one keyword, several, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeywordMatch<T> {
    Nothing,
    One(T),
    /// An abbreviation of several keywords, which are listed.
    Several(Vec<&'static str>),
}

impl<T> KeywordMatch<T> {
    pub fn one(self) -> Option<T> {
        match self {
            KeywordMatch::One(meaning) => Some(meaning),
            _ => None,
        }
    }

    pub fn is_nothing(&self) -> bool {
        matches!(self, KeywordMatch::Nothing)
    }
}

/// Looks a word up among the keywords, ignoring case. Returns `One` for a whole keyword or the beginning of exactly
/// one, `Several` for the beginning of several.
fn find<T>(word: &str, keywords: impl Iterator<Item = (&'static str, T)>) -> KeywordMatch<T> {
    let mut first = None;
    let mut others = Vec::new();
    for (name, meaning) in keywords {
        if !begins(name, word) {
            continue;
        }
        if name.len() == word.len() {
            return KeywordMatch::One(meaning);
        }
        match first {
            None => first = Some((name, meaning)),
            Some(_) => others.push(name),
        }
    }
    match first {
        None => KeywordMatch::Nothing,
        Some((_, meaning)) if others.is_empty() => KeywordMatch::One(meaning),
        Some((name, _)) => {
            others.insert(0, name);
            KeywordMatch::Several(others)
        }
    }
}

fn begins(name: &str, word: &str) -> bool {
    let start = name.as_bytes().get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_are_unique_in_their_place() {
        use Language::*;
        let commands = [
            (English, "sti", KeywordMatch::One(Command::Stipulation)),
            (English, "ENDP", KeywordMatch::One(Command::End)),
            (English, "lat", KeywordMatch::Several(vec!["LaTeX", "LaTeXPieces"])),
            (English, "latex", KeywordMatch::One(Command::LaTeX)),
            (German, "weit", KeywordMatch::One(Command::Next)),
            (German, "sti", KeywordMatch::Nothing),
            (French, "fin", KeywordMatch::One(Command::End)),
            (French, "piec", KeywordMatch::Several(vec!["PiecesLaTeX", "Pieces"])),
        ];
        for (language, word, expected) in commands {
            assert_eq!(command(word, language), expected, "{word}");
        }
        for (language, word, expected) in
            [(English, "vari", Some("Variations")), (English, "se", None), (German, "satz", Some("SetPlay"))]
        {
            let name = option(word, language).one().and_then(|option| match option {
                PopeyeOption::Known(def) => Some(def.name),
                PopeyeOption::Unsupported(_) => None,
            });
            assert_eq!(name, expected, "{word}");
        }
        assert!(matches!(condition("circ", English), KeywordMatch::Several(_)));
        assert!(matches!(
            condition("transmi", English),
            KeywordMatch::One(Condition::Unsupported("TransmissionMenace"))
        ));
        assert!(matches!(condition("isar", French), KeywordMatch::One(Condition::Known(_))));
    }

    #[test]
    fn every_option_has_its_spellings() {
        for def in crate::problem::OPTIONS {
            for language in Language::ALL {
                let found = option_names(language).any(|name| match option(name, language) {
                    KeywordMatch::One(PopeyeOption::Known(known)) => known.name == def.name,
                    _ => false,
                });
                assert!(found, "{} in {language:?}", def.name);
            }
        }
    }
}
