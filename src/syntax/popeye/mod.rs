//! Popeye's problem files (`.inp`), with English, German and French keywords.
//!
//! A file is a sequence of problems; a problem is a sequence of commands, and each command takes words up to the
//! next one. Line ends mean nothing, except after the commands that take the rest of their line. What is a
//! command depends on the command before (`rem` is *remark*, but in a twin *remove*), so `outline` follows the
//! commands word by word; both [`Splitter`], which finds where problems end in a stream of lines, and
//! [`problem`] see the file through it and can not disagree.
//!
//! What Popeye knows and this program does not is named as such, never skipped: a problem that is read
//! without an error is the problem that Popeye would have solved. Where Popeye passes over a mistake, there is an
//! error: a `/` of a board within a rank, men after h1, an option after a twin, a second stipulation, a limit
//! of 0 solutions or seconds. In return squares may be glued or not, in options as in twins.

mod keywords;
mod outline;
mod sections;
mod splitter;

mod conditions;
mod findings;
mod forsyth;
mod men;
mod options;
mod reader;
mod squares;
mod stipulations;
mod surroundings;
mod twins;

#[cfg(test)]
mod tests;

pub use keywords::Language;
pub(super) use keywords::option_in_english;
pub use reader::{condition_spans, problem, problem_in};
pub use splitter::{End, Ending, Splitter, begins_with_command, looks_like_popeye};
pub use surroundings::{Protocol, heading_lines, protocol, twin_keywords};

/// The word begins an option, abbreviated or not, in English.
pub fn is_option(word: &str) -> bool {
    !keywords::option(word, Language::English).is_nothing()
}

/// Whether the word is Popeye's pseudo colour for men of whom only the number is known, abbreviated or not, in English.
pub fn is_total_invisible(word: &str) -> bool {
    let english = Language::English;
    keywords::colour(word, english).one() == Some(keywords::Colour::TotalInvisible)
        && keywords::option(word, english).is_nothing()
        && keywords::condition(word, english).is_nothing()
}

/// The word is an attribute of a man, abbreviated or not, in English.
pub fn is_attribute(word: &str) -> bool {
    keywords::attribute(word, Language::English).one().is_some()
}
