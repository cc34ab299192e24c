//! Splits the text of a problem into its commands, each with the words that belong to it.

use super::keywords::{Command, Language, TwinCommand};
use super::outline::{Outline, WordRole, beginning, words};
use crate::syntax::Span;

#[derive(Clone, Copy, Debug)]
pub struct SectionWord<'a> {
    pub text: &'a str,
    pub start: usize,
}

impl SectionWord<'_> {
    pub fn span(self) -> Span {
        self.start..self.start + self.text.len()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SectionHead {
    Command(Command),
    Twin(TwinCommand),
    /// An abbreviation of several keywords, which are listed.
    Ambiguous(Vec<&'static str>),
    /// The words at the beginning of the text, before the first command.
    Missing,
}

#[derive(Clone, Debug)]
pub struct HeadedSection<'a> {
    pub head: SectionHead,
    pub keyword: SectionWord<'a>,
    pub words: Vec<SectionWord<'a>>,
    /// The rest of the line, for commands that take it unparsed; otherwise empty.
    pub line: &'a str,
}

impl<'a> HeadedSection<'a> {
    /// Returns the text of the command's words as written in `text`, from the first to the last.
    pub fn written(&self, text: &'a str) -> SectionWord<'a> {
        match (self.words.first(), self.words.last()) {
            (Some(first), Some(last)) => SectionWord { text: &text[first.start..last.span().end], start: first.start },
            _ => SectionWord { text: "", start: self.keyword.span().end },
        }
    }
}

/// Returns the commands of a problem in text order, and the language of its keywords: the language of the keyword that
/// begins the problem, or `language` if the text does not begin with such a keyword.
pub fn sections(text: &str, language: Language) -> (Vec<HeadedSection<'_>>, Language) {
    let mut outline = Outline::new(language);
    let mut sections: Vec<HeadedSection> = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let begin = line_start;
        line_start += line.len();
        if outline.skips(line) {
            continue;
        }
        for (start, written) in words(line) {
            let is_first = sections.is_empty();
            let mark = if is_first { written.len() - written.trim_start_matches('\u{FEFF}').len() } else { 0 };
            let word = SectionWord { text: &written[mark..], start: begin + start + mark };
            if word.text.is_empty() {
                continue;
            }
            let role = match beginning(word.text) {
                Some(language) if is_first => {
                    outline = Outline::new(language);
                    WordRole::Command(Command::Begin)
                }
                _ => outline.role(word.text),
            };
            let takes_line = matches!(role, WordRole::Command(command) if command.takes_line());
            let head = match role {
                WordRole::Command(command) => SectionHead::Command(command),
                WordRole::Twin(command) => SectionHead::Twin(command),
                WordRole::Ambiguous(names) => SectionHead::Ambiguous(names),
                WordRole::Argument if is_first => SectionHead::Missing,
                WordRole::Argument => {
                    // A section exists, since this is not the first word.
                    if let Some(section) = sections.last_mut() {
                        section.words.push(word);
                    }
                    continue;
                }
            };
            let words = if head == SectionHead::Missing { vec![word] } else { Vec::new() };
            let rest = if takes_line { line[start + written.len()..].trim() } else { "" };
            sections.push(HeadedSection { head, keyword: word, words, line: rest });
            if takes_line {
                break;
            }
        }
    }
    (sections, outline.language())
}
