//! Decides word by word which words of a problem are commands, without parsing the arguments of the commands.

use super::keywords::{
    Command, Condition, Found, Language, TwinCommand, Walk, attribute, colour, command, condition,
    is_condition_argument, option, twin_command, variant, walk,
};
use crate::conditions::Arguments;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    Command(Command),
    Twin(TwinCommand),
    /// An abbreviation of several keywords, which are listed.
    Ambiguous(Vec<&'static str>),
    /// An argument of the preceding command, or a mistake.
    Argument,
}

/// Position in the grammar of a problem at which the next word is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The last command is complete, so a command is expected.
    Between,
    /// At the required word of a command that takes one word.
    FirstWord,
    /// At the board of the command `Forsyth`.
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
        /// Whether arguments of a condition may follow, which are not looked up.
        arguments: bool,
    },
}

/// State of the reading of a problem, between two words.
#[derive(Clone)]
pub struct Outline {
    language: Language,
    place: Place,
    in_twin: bool,
    /// Whether rows of the table of pieces after a LaTeX command may follow.
    in_table: bool,
}

impl Outline {
    pub fn new(language: Language) -> Outline {
        Outline { language, place: Place::Between, in_twin: false, in_table: false }
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
    pub fn role(&mut self, word: &str) -> Role {
        let role = if self.belongs(word) { Role::Argument } else { self.keyword(word) };
        match role {
            Role::Command(command) => self.enter(command),
            Role::Twin(command) => self.enter_twin(command),
            Role::Ambiguous(_) => self.place = Place::Between,
            Role::Argument => {}
        }
        role
    }

    fn keyword(&self, word: &str) -> Role {
        if !is_alphabetic(word) {
            return Role::Argument;
        }
        if self.in_twin {
            match twin_command(word, self.language) {
                Found::One(command) => return Role::Twin(command),
                Found::Several(names) => return Role::Ambiguous(names),
                Found::Nothing => {}
            }
        }
        match command(word, self.language) {
            Found::One(command) => Role::Command(command),
            Found::Several(names) => Role::Ambiguous(names),
            Found::Nothing => Role::Argument,
        }
    }

    /// Whether the preceding command takes the word as its argument, even if the word could also be a command.
    fn belongs(&mut self, word: &str) -> bool {
        let language = self.language;
        match &mut self.place {
            Place::Between => false,
            Place::FirstWord => {
                self.place = Place::Between;
                !self.is_long_keyword(word)
            }
            Place::Board => {
                self.place = Place::SideToMove;
                !self.is_long_keyword(word)
            }
            Place::SideToMove => {
                self.place = Place::Between;
                matches!(word, "w" | "b")
            }
            Place::Tree => !self.is_long_keyword(word),
            Place::Walks => word.len() <= 2,
            Place::Men { attributes } => {
                let is_walk = walk(word, language) != Walk::Unknown;
                let is_colour = !is_walk && colour(word, language).one().is_some();
                let is_attribute = *attributes && !attribute(word, language).is_nothing();
                *attributes = is_colour || is_attribute;
                is_walk || is_colour || is_attribute
            }
            Place::Options => !option(word, language).is_nothing(),
            Place::Conditions { arguments } => match condition(word, language) {
                // In `Circe Mirror` or `PromOnly S` a word that looks like a name may be an argument.
                _ if *arguments && word.len() <= 2 => true,
                Found::One(Condition::Unsupported(_)) => {
                    *arguments = true;
                    true
                }
                Found::One(Condition::Known(def)) => {
                    *arguments = def.arguments != Arguments::None;
                    true
                }
                Found::Several(_) => true,
                Found::Nothing if word.len() <= 3 && !command(word, language).is_nothing() => false,
                Found::Nothing if *arguments && is_condition_argument(word, language) => true,
                Found::Nothing if *arguments && !is_alphabetic(word) => true,
                Found::Nothing => !variant(word, language).is_nothing(),
            },
        }
    }

    /// Whether the word is a keyword of three letters or more. Shorter words may be part of a stipulation.
    fn is_long_keyword(&self, word: &str) -> bool {
        word.len() > 2 && matches!(self.keyword(word), Role::Command(_) | Role::Twin(_))
    }

    fn enter(&mut self, command: Command) {
        self.place = match command {
            Command::Stipulation => Place::FirstWord,
            Command::Forsyth => Place::Board,
            Command::SStipulation => Place::Tree,
            Command::Pieces => Place::Men { attributes: false },
            Command::Option => Place::Options,
            Command::Condition => Place::Conditions { arguments: false },
            _ => Place::Between,
        };
        self.in_table = matches!(command, Command::LaTeX | Command::LaTeXPieces);
        self.in_twin |= matches!(command, Command::Twin | Command::ZeroPosition);
        if matches!(command, Command::Next | Command::End) {
            *self = Outline::new(self.language);
        }
    }

    fn enter_twin(&mut self, command: TwinCommand) {
        self.place = match command {
            TwinCommand::Stipulation => Place::FirstWord,
            TwinCommand::SStipulation => Place::Tree,
            TwinCommand::Condition => Place::Conditions { arguments: false },
            TwinCommand::Add => Place::Men { attributes: false },
            TwinCommand::Substitute => Place::Walks,
            _ => Place::Between,
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
    let begins = |language: &Language| command(word, *language) == Found::One(Command::Begin);
    if word.len() < 3 { None } else { Language::ALL.into_iter().find(begins) }
}
