//! Finds the ends of problems line by line, so that a file of any length can be read problem by problem.

use super::keywords::{Command, Language, command};
use super::outline::{Outline, WordRole, beginning, words};

/// The keyword with which a problem ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The keyword `nextproblem`, after which another problem follows.
    Next,
    /// The keyword `endproblem`, after which Popeye reads nothing.
    Last,
}

/// The end of a problem, found in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    pub end: End,
    /// Offset in the line after the keyword. The rest of the line belongs to the next problem.
    pub at: usize,
}

/// Finds the ends of problems in a file. The lines of the file are passed in order.
///
/// ```
/// use keymove::syntax::popeye::{End, Splitter, problem_in};
///
/// let file = "begin stip #1 piec whit ka1 qb6 blac ka8\ntitle end of the game\nnextp stip h#2\n";
/// let mut splitter = Splitter::default();
/// let (mut text, mut problems) = (String::new(), Vec::new());
/// for line in file.split_inclusive('\n') {
///     let mut rest = line;
///     while let Some(ending) = splitter.ending(rest) {
///         text.push_str(&rest[..ending.at]);
///         problems.push(problem_in(&std::mem::take(&mut text), splitter.language()));
///         rest = &rest[ending.at..];
///     }
///     text.push_str(rest);
/// }
/// assert_eq!((problems.len(), text.trim()), (1, "stip h#2"));
/// ```
#[derive(Clone, Default)]
pub struct Splitter {
    outline: Option<Outline>,
    /// Whether any word of the current problem has been read.
    begun: bool,
}

impl Splitter {
    /// Returns the language of the file; English until the first word is known.
    pub fn language(&self) -> Language {
        self.outline.as_ref().map_or(Language::English, Outline::language)
    }

    /// Reads a line, or the rest of a line after an ending. Returns the first end of a problem in it; `None` if
    /// the problem continues.
    pub fn ending(&mut self, line: &str) -> Option<Ending> {
        if let Some(outline) = &mut self.outline
            && outline.skips(line)
        {
            return None;
        }
        for (start, written) in words(line) {
            let mut word = written;
            if !self.begun {
                word = written.trim_start_matches('\u{FEFF}');
                if word.is_empty() {
                    continue;
                }
                self.begun = true;
                if let Some(language) = beginning(word) {
                    self.outline = Some(Outline::new(language));
                    continue;
                }
            }
            let outline = self.outline.get_or_insert_with(|| Outline::new(Language::English));
            let WordRole::Command(command) = outline.role(word) else { continue };
            let end = match command {
                Command::Next => End::Next,
                Command::End => End::Last,
                _ if command.takes_line() => return None,
                _ => continue,
            };
            self.begun = false;
            return Some(Ending { end, at: start + written.len() });
        }
        None
    }
}

/// Whether a file that begins with these lines contains Popeye's problems: its first word is a keyword that
/// begins a problem.
pub fn looks_like_popeye(first_lines: &str) -> bool {
    words(first_lines.trim_start_matches('\u{FEFF}')).next().is_some_and(|(_, word)| beginning(word).is_some())
}

/// Returns the first word of the line if it is a command or its abbreviation, but not the one that begins a
/// problem; otherwise `None`. The word must have at least four letters to exclude chance matches.
pub fn begins_with_command(line: &str) -> Option<&str> {
    let (_, word) = words(line.trim_start_matches('\u{FEFF}')).next()?;
    let is_command = Language::ALL.into_iter().any(|language| command(word, language).one().is_some());
    (is_command && word.len() > 3 && beginning(word).is_none()).then_some(word)
}
