//! Decides word by word which words of a problem are commands, without parsing the arguments of the commands.

use super::keywords::{
    Command, Condition, KeywordMatch, Language, TwinCommand, WalkMatch, attribute, colour, command, condition,
    is_condition_argument, option, twin_command, variant, walk,
};
use crate::conditions::Arguments;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WordRole {
    Command(Command),
    Twin(TwinCommand),
    /// An abbreviation of several keywords, which are listed.
    Ambiguous(Vec<&'static str>),
    /// An argument of the preceding command, or a mistake.
    Argument,
}

/// Position in the grammar of a problem at which the next word is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GrammarPlace {
    /// The last command is complete, so a command is expected.
    Between,
    /// The next word is the required argument of a command that takes one word.
    FirstWord,
    /// The next word is the board of the command `Forsyth`.
    Board,
    /// After the board of `Forsyth`, where a FEN has the side to move.
    SideToMove,
    Tree,
    Walks,
    Men {
        /// Whether the preceding word was a colour or an attribute.
        attributes: bool,
    },
    Options,
    Conditions {
        /// Whether arguments of the preceding condition may follow.
        arguments: bool,
    },
}

/// State of the reading of a problem, between two words.
#[derive(Clone)]
pub struct Outline {
    language: Language,
    place: GrammarPlace,
    in_twin: bool,
    /// Whether rows of the table of pieces after a LaTeX command may follow.
    in_table: bool,
}

impl Outline {
    pub fn new(language: Language) -> Outline {
        Outline { language, place: GrammarPlace::Between, in_twin: false, in_table: false }
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// Whether the whole line is to be skipped, because it is a row of the table of pieces after a LaTeX
    /// command, such as `n SU Nachtreiter`. Must be called at the beginning of each line.
    pub fn skips(&mut self, line: &str) -> bool {
        if self.in_table {
            let mut words = words(line);
            let mut short = || words.next().is_some_and(|(_, word)| word.len() <= 2);
            self.in_table = short() && short();
        }
        self.in_table
    }

    /// Returns the role of the next word and advances the state.
    pub fn role(&mut self, word: &str) -> WordRole {
        let role = if self.belongs(word) { WordRole::Argument } else { self.keyword(word) };
        match role {
            WordRole::Command(command) => self.enter(command),
            WordRole::Twin(command) => self.enter_twin(command),
            WordRole::Ambiguous(_) => self.place = GrammarPlace::Between,
            WordRole::Argument => {}
        }
        role
    }

    fn keyword(&self, word: &str) -> WordRole {
        if !is_alphabetic(word) {
            return WordRole::Argument;
        }
        if self.in_twin {
            match twin_command(word, self.language) {
                KeywordMatch::One(command) => return WordRole::Twin(command),
                KeywordMatch::Several(names) => return WordRole::Ambiguous(names),
                KeywordMatch::Nothing => {}
            }
        }
        match command(word, self.language) {
            KeywordMatch::One(command) => WordRole::Command(command),
            KeywordMatch::Several(names) => WordRole::Ambiguous(names),
            KeywordMatch::Nothing => WordRole::Argument,
        }
    }

    /// Whether the preceding command takes the word as its argument, even if the word could also be a command.
    fn belongs(&mut self, word: &str) -> bool {
        let language = self.language;
        match &mut self.place {
            GrammarPlace::Between => false,
            GrammarPlace::FirstWord => {
                self.place = GrammarPlace::Between;
                !self.is_long_keyword(word)
            }
            GrammarPlace::Board => {
                self.place = GrammarPlace::SideToMove;
                !self.is_long_keyword(word)
            }
            GrammarPlace::SideToMove => {
                self.place = GrammarPlace::Between;
                matches!(word, "w" | "b")
            }
            GrammarPlace::Tree => !self.is_long_keyword(word),
            GrammarPlace::Walks => word.len() <= 2,
            GrammarPlace::Men { attributes } => {
                let is_walk = walk(word, language) != WalkMatch::Unknown;
                let is_colour = !is_walk && colour(word, language).one().is_some();
                let is_attribute = *attributes && !attribute(word, language).is_nothing();
                *attributes = is_colour || is_attribute;
                is_walk || is_colour || is_attribute
            }
            GrammarPlace::Options => !option(word, language).is_nothing(),
            GrammarPlace::Conditions { arguments } => match condition(word, language) {
                // In `Circe Mirror` or `PromOnly S` a word that looks like a name may be an argument.
                _ if *arguments && word.len() <= 2 => true,
                KeywordMatch::One(Condition::Unsupported(_)) => {
                    *arguments = true;
                    true
                }
                KeywordMatch::One(Condition::Known(def)) => {
                    *arguments = def.arguments != Arguments::None;
                    true
                }
                KeywordMatch::Several(_) => true,
                KeywordMatch::Nothing if word.len() <= 3 && !command(word, language).is_nothing() => false,
                KeywordMatch::Nothing if *arguments && is_condition_argument(word, language) => true,
                KeywordMatch::Nothing if *arguments && !is_alphabetic(word) => true,
                KeywordMatch::Nothing => !variant(word, language).is_nothing(),
            },
        }
    }

    /// Whether the word is a keyword of three letters or more. Shorter words may be part of a stipulation.
    fn is_long_keyword(&self, word: &str) -> bool {
        word.len() > 2 && matches!(self.keyword(word), WordRole::Command(_) | WordRole::Twin(_))
    }

    fn enter(&mut self, command: Command) {
        self.place = match command {
            Command::Stipulation => GrammarPlace::FirstWord,
            Command::Forsyth => GrammarPlace::Board,
            Command::SStipulation => GrammarPlace::Tree,
            Command::Pieces => GrammarPlace::Men { attributes: false },
            Command::Option => GrammarPlace::Options,
            Command::Condition => GrammarPlace::Conditions { arguments: false },
            _ => GrammarPlace::Between,
        };
        self.in_table = matches!(command, Command::LaTeX | Command::LaTeXPieces);
        self.in_twin |= matches!(command, Command::Twin | Command::ZeroPosition);
        if matches!(command, Command::Next | Command::End) {
            *self = Outline::new(self.language);
        }
    }

    fn enter_twin(&mut self, command: TwinCommand) {
        self.place = match command {
            TwinCommand::Stipulation => GrammarPlace::FirstWord,
            TwinCommand::SStipulation => GrammarPlace::Tree,
            TwinCommand::Condition => GrammarPlace::Conditions { arguments: false },
            TwinCommand::Add => GrammarPlace::Men { attributes: false },
            TwinCommand::Substitute => GrammarPlace::Walks,
            _ => GrammarPlace::Between,
        };
    }
}

fn is_alphabetic(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Iterates over the words of a line, which are separated by blanks, commas and semicolons, with their offsets.
pub fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_gap = |c: char| c.is_ascii_whitespace() || c == ',' || c == ';';
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + line[from..].find(|c| !is_gap(c))?;
        from = line[start..].find(is_gap).map_or(line.len(), |length| start + length);
        Some((start, &line[start..from]))
    })
}

/// Returns the language in which the word is the keyword that begins a problem; `None` for any other word.
/// Abbreviations must have at least three letters to exclude chance matches.
pub fn beginning(word: &str) -> Option<Language> {
    let begins = |language: &Language| command(word, *language) == KeywordMatch::One(Command::Begin);
    if word.len() < 3 { None } else { Language::ALL.into_iter().find(begins) }
}
