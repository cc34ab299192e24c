//! Parses Popeye's problem files (`.inp`) with English, German and French keywords.
//!
//! A file is a sequence of problems. A problem is a sequence of commands, and each command takes the words
//! before the next command. Line ends mean nothing, except after commands that take the rest of their line.
//! Whether a word is a command depends on the preceding command (`rem` is *remark*, but in a twin *remove*), so
//! `outline` decides this word by word. [`Splitter`], which finds the ends of problems in a stream of lines,
//! and [`problem`] both use `outline`, so they cannot disagree.
//!
//! Popeye's features that this program does not support are reported by name, never skipped: a problem read
//! without errors is the problem that Popeye would have solved. Mistakes that Popeye passes over are errors
//! here: a `/` within a rank of a board, men after h1, an option after a twin, a second stipulation, a limit of
//! 0 solutions or seconds. Squares may be written together or apart, both in options and in twins.

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

/// Whether the word is the English name of an option, or an abbreviation of one.
pub fn is_option(word: &str) -> bool {
    !keywords::option(word, Language::English).is_nothing()
}

/// Whether the word is Popeye's English keyword for total invisible men, or an abbreviation. It is used like a
/// colour, for men of which only the number is known.
pub fn is_total_invisible(word: &str) -> bool {
    let english = Language::English;
    keywords::colour(word, english).one() == Some(keywords::Colour::TotalInvisible)
        && keywords::option(word, english).is_nothing()
        && keywords::condition(word, english).is_nothing()
}

/// Whether the word is the English name of an attribute of men, or an abbreviation that fits only one.
pub fn is_attribute(word: &str) -> bool {
    keywords::attribute(word, Language::English).one().is_some()
}
