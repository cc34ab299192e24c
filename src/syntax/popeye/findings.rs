//! Collects the diagnostics of one problem, up to a limit.

use super::keywords::{Command, Language, command_name, condition_names, option_names};
use super::sections::SectionWord;
use crate::rules::Conflict;
use crate::syntax::condition::{LISTED, refused};
use crate::syntax::{ConditionSpan, Diagnostic, Span, quoted};

/// Maximum number of diagnostics of each severity. Suggestions for thousands of misspellings would be slow and
/// useless.
const MOST: usize = 50;

#[derive(Default)]
pub struct Findings {
    /// Spans of the conditions read so far.
    pub conditions: Vec<ConditionSpan>,
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Findings {
    pub fn error(&mut self, span: Span, message: impl Into<String>, expected: impl Into<String>) {
        self.add(|| Diagnostic::error(span, message, expected));
    }

    /// Records the error that `finding` makes. `finding` is not called if the limit is reached.
    pub fn add(&mut self, finding: impl FnOnce() -> Diagnostic) {
        self.errors += 1;
        if self.errors <= MOST {
            self.list.push(finding());
        } else if self.errors == MOST + 1 {
            let span = finding().span;
            self.list.push(Diagnostic::error(
                span,
                "there are too many errors to show",
                "this error and those after it are not shown",
            ));
        }
    }

    pub fn has_no_error(&self) -> bool {
        self.errors == 0
    }

    pub fn warning(&mut self, span: Span, message: impl Into<String>, expected: impl Into<String>) {
        self.add_warning(Diagnostic::warning(span, message, expected));
    }

    pub fn add_warning(&mut self, warning: Diagnostic) {
        self.warnings += 1;
        if self.warnings <= MOST {
            self.list.push(warning);
        }
    }

    /// Reports that a Popeye keyword names an unsupported feature.
    pub fn unsupported(&mut self, span: Span, what: &str, name: &str, expected: impl Into<String>) {
        self.error(span, format!("the {what} {} is known, but not supported yet", quoted(name)), expected);
    }

    /// Reports a word that is none of the keywords possible at its position.
    pub fn unknown(
        &mut self,
        word: SectionWord,
        language: Language,
        what: &str,
        expected: &str,
        names: impl Iterator<Item = &'static str>,
    ) {
        self.add(|| {
            let error = Diagnostic::error(word.span(), format!("unknown {what} {}", quoted(word.text)), expected);
            if let Some(hint) = elsewhere(what, word.text, language) {
                return error.with_hint(hint);
            }
            let error = error.suggesting(word.text, names);
            match language.foreign(word.text) {
                Some(other) if error.hint.is_none() => {
                    let word = quoted(word.text);
                    let article = if other == Language::English { "an" } else { "a" };
                    error.with_hint(format!(
                        "{word} is {article} {other:?} keyword, but the keywords of this problem are {language:?}"
                    ))
                }
                _ if what == "condition" => error.or_hint(|| LISTED.to_string()),
                _ => error,
            }
        });
    }

    /// Reports that the condition at `span` is incompatible with a condition read before.
    pub fn refused(&mut self, conflict: &Conflict, span: Span) {
        let found = refused(conflict, span, &self.conditions);
        self.add(|| found);
    }

    /// Adds the hint that `word` is short for the condition `name` to the last diagnostic, if that diagnostic is about
    /// `word` and `word` is an abbreviation, such as `Foo` for `Football`.
    pub fn short_for(&mut self, word: SectionWord, name: &str) {
        let last = self.list.last_mut().filter(|found| found.span.start == word.start && found.hint.is_none());
        if let Some(found) = last.filter(|_| !name.eq_ignore_ascii_case(word.text)) {
            found.hint = Some(format!("{} is short for `{name}`", quoted(word.text)));
        }
    }

    /// Reports an abbreviation that fits several keywords.
    pub fn ambiguous(&mut self, word: SectionWord, names: &[&str]) {
        let shown: Vec<String> = names.iter().take(4).map(|name| format!("`{name}`")).collect();
        let more = if names.len() > shown.len() { ", …" } else { "" };
        let message = format!("{} is short for several keywords", quoted(word.text));
        self.error(word.span(), message, format!("expected one of {}{more}", shown.join(", ")));
    }

    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.span.start);
        self.list
    }
}

/// Returns a hint for an option name among conditions, or a condition name among options; otherwise `None`.
/// `what` is the kind of word that was expected.
fn elsewhere(what: &str, word: &str, language: Language) -> Option<String> {
    let is_meant = |name: &&str| name.eq_ignore_ascii_case(word);
    match what {
        "option" => {
            let name = condition_names(language).find(is_meant)?;
            let command = command_name(Command::Condition, language).to_lowercase();
            Some(format!("`{name}` is a condition: `{command} {name}`"))
        }
        "condition" => {
            let name = option_names(language).find(is_meant)?;
            let command = command_name(Command::Option, language).to_lowercase();
            Some(format!("`{name}` is an option: `{command} {name}`"))
        }
        _ => None,
    }
}
