//! Diagnostics: what is wrong with an input, where, and what was expected instead.

use super::source::{Source, Span};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// Severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// A fault in spite of which the problem is solved.
    Warning,
    /// A fault because of which the problem is not solved.
    Error,
}

/// Greatest length in bytes of an input line that is quoted in full.
const LONG: usize = 160;

/// One error or warning about the input text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Whether this is an error or a warning.
    pub severity: Severity,
    /// Place of the fault in the parsed text.
    pub span: Span,
    /// Second span to mark, if two parts of the text contradict each other; otherwise `None`.
    pub also: Option<Span>,
    /// Description of the fault, quoting the input: ``unknown condition `Madrassi` ``.
    pub message: String,
    /// Text under the caret: `expected a condition`.
    pub expected: String,
    /// Suggested correction, such as ``did you mean `Madrasi`?``; `None` if there is no suggestion.
    pub hint: Option<String>,
    /// Whether the diagnostic says that the problem has no stipulation. Such a problem can still be shown as a
    /// diagram.
    pub lacks_stipulation: bool,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        let (message, expected) = (message.into(), expected.into());
        let severity = Severity::Error;
        Diagnostic { severity, span, also: None, message, expected, hint: None, lacks_stipulation: false }
    }

    pub fn warning(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message, expected) }
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a hint if the diagnostic has none.
    pub fn or_hint(mut self, hint: impl FnOnce() -> String) -> Diagnostic {
        self.hint = self.hint.or_else(|| Some(hint()));
        self
    }

    pub fn with_also(self, also: Option<Span>) -> Diagnostic {
        Diagnostic { also, ..self }
    }

    /// Converts both spans (`span` and `also`) with `place`.
    pub fn placed(self, place: impl Fn(Span) -> Span) -> Diagnostic {
        Diagnostic { span: place(self.span), also: self.also.map(place), ..self }
    }

    pub fn of_missing_stipulation(mut self) -> Diagnostic {
        self.lacks_stipulation = true;
        self
    }

    /// Adds a hint with names from `known` that are similar to `written`: names that begin with `written` or
    /// that `written` begins with, names close in spelling, or names that share a word with `written`.
    pub fn suggesting<'a>(self, written: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        let known: Vec<&str> = known.into_iter().collect();
        let begun = begun(written, &known);
        match (&begun[..], nearest(written, known.iter().copied())) {
            ([only], _) => self.with_hint(format!("did you mean `{only}`?")),
            ([], Some(name)) => self.with_hint(format!("did you mean `{name}`?")),
            ([], None) => match known.iter().find(|name| name.len() > 2 && begun_by(written, name)) {
                Some(name) => self.with_hint(format!("did you mean `{name}`?")),
                None => match sharing(written, &known)[..] {
                    [] => self,
                    ref names => self.with_hint(format!("names that share a word with it: {}", listed(names))),
                },
            },
            (several, _) => self.with_hint(format!("did you mean one of {}?", listed(several))),
        }
    }

    /// Moves the spans forward by `by` bytes, since the parsed text begins at this offset in the whole text.
    pub fn shifted(self, by: usize) -> Diagnostic {
        self.placed(|span| span.start + by..span.end + by)
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Groups the spans to be underlined by line: each group is shown in one excerpt. Two spans share a group if one
    /// line excerpt can show both.
    fn marks(&self, source: &Source) -> Vec<(usize, Vec<&Span>)> {
        let mut spans: Vec<&Span> = std::iter::once(&self.span).chain(&self.also).collect();
        spans.sort_by_key(|span| span.start);
        let mut marks: Vec<(usize, Vec<&Span>)> = Vec::new();
        for span in spans {
            let line = source.line_and_column(span.start).0;
            match marks.last_mut() {
                Some((number, before)) if *number == line && span.end < before[0].start + LONG - 60 => {
                    before.push(span)
                }
                _ => marks.push((line, vec![span])),
            }
        }
        marks
    }

    /// Renders the diagnostic for a terminal: message, location, the line with a caret, hint.
    ///
    /// Control characters of the input are shown as `\u{..}`; of a very long line only an excerpt is quoted.
    pub fn render(&self, source: &Source) -> String {
        let (line, column) = source.line_and_column(self.span.start);
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let mut out = String::new();
        let marks = self.marks(source);
        let width = marks.iter().map(|(line, ..)| line.to_string().len()).max().unwrap_or(1);
        let pad = " ".repeat(width);
        let _ = writeln!(out, "{word}: {}", self.message);
        let _ = writeln!(out, "{pad}--> {}:{line}:{column}", source.name);
        for (number, spans) in marks {
            let (quoted, carets) = snippet(source, &spans);
            let expected = if spans.contains(&&self.span) { &*self.expected } else { "" };
            let _ = writeln!(out, "{number:width$} | {quoted}");
            let _ = writeln!(out, "{}", format!("{pad} | {carets} {expected}").trim_end());
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "{pad} = hint: {hint}");
        }
        out
    }
}

/// Returns the line that contains the spans, shortened if it is very long, and a second line with carets below
/// the spans.
fn snippet(source: &Source, spans: &[&Span]) -> (String, String) {
    let (text, line_start) = source.line_at(spans[0].start);
    let within = |offset: usize| floor_boundary(text, offset.saturating_sub(line_start).min(text.len()));
    let first = within(spans[0].start);
    let window_start = floor_boundary(text, if text.len() > LONG { first.saturating_sub(60) } else { 0 });
    let window_end = floor_boundary(text, (window_start + LONG).min(text.len()));
    let mut quoted = if window_start > 0 { "…".to_string() } else { String::new() };
    let mut carets = String::new();
    let mut at = window_start;
    for span in spans {
        let from = within(span.start).clamp(at, window_end);
        let to = within(span.end).clamp(from, window_end);
        quoted += &shown(&text[at..from]);
        // Some characters are two columns wide, others have no width.
        carets += &" ".repeat(quoted.width().saturating_sub(carets.width()));
        let marked = shown(&text[from..to]);
        carets += &"^".repeat(marked.width().max(1));
        quoted += &marked;
        at = to;
    }
    quoted += &shown(&text[at..window_end]);
    quoted += if window_end < text.len() { "…" } else { "" };
    (quoted, carets)
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn shown(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let escaped = if c == '\t' {
                " ".to_string()
            } else if c.is_control() {
                c.escape_unicode().to_string()
            } else {
                c.to_string()
            };
            escaped.chars().collect::<Vec<_>>()
        })
        .collect()
}

/// Quotes a piece of input for a message. Control characters are escaped, and text after 40 characters is cut
/// off.
pub fn quoted(text: &str) -> String {
    let end = text.char_indices().nth(40).map_or(text.len(), |(at, _)| at);
    let tail = if end < text.len() { "…" } else { "" };
    format!("`{}{tail}`", shown(&text[..end]))
}

/// Returns the known names that begin with `written`, without duplicates. Returns none if `written` has fewer
/// than three letters, since too many names begin with so short a text.
fn begun<'a>(written: &str, known: &[&'a str]) -> Vec<&'a str> {
    let mut begun: Vec<&str> = Vec::new();
    for &name in known.iter().filter(|name| written.len() > 2 && begun_by(name, written)) {
        if !begun.iter().any(|other| other.eq_ignore_ascii_case(name)) {
            begun.push(name);
        }
    }
    begun.sort_unstable_by_key(|name| name.to_ascii_lowercase());
    begun
}

/// Returns up to four of the names in quotes, as a list for a message.
fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(4).map(|name| format!("`{name}`")).collect();
    format!("{}{}", shown.join(", "), if names.len() > shown.len() { ", …" } else { "" })
}

/// Returns the known names that contain `written` or share a word of at least four letters with it, longest
/// common word first.
fn sharing<'a>(written: &str, known: &[&'a str]) -> Vec<&'a str> {
    let written: String = written.chars().take(40).flat_map(char::to_lowercase).collect();
    let shared = |name: &str| {
        let holds_all = written.len() > 3 && name.to_lowercase().contains(&written);
        let words = words_of(name).map(str::to_lowercase);
        let common = words.filter(|word| !COMMON_WORDS.contains(&word.as_str()) && written.contains(word.as_str()));
        common.map(|word| word.len()).max().max(holds_all.then_some(written.len())).unwrap_or(0)
    };
    let mut sharing: Vec<(usize, &str)> = Vec::new();
    for &name in known {
        if !sharing.iter().any(|(_, other)| other.eq_ignore_ascii_case(name)) {
            sharing.push((shared(name), name));
        }
    }
    sharing.retain(|(length, _)| *length > 3);
    sharing.sort_unstable_by_key(|(length, name)| (std::cmp::Reverse(*length), name.to_ascii_lowercase()));
    sharing.into_iter().map(|(_, name)| name).collect()
}

/// Words that occur in so many names that they do not make two names similar.
const COMMON_WORDS: [&str; 6] = ["chess", "circe", "white", "black", "move", "king"];

/// Splits a name at its capital letters: `RexExclusive` into `Rex` and `Exclusive`.
fn words_of(name: &str) -> impl Iterator<Item = &str> {
    let begins = name.char_indices().filter(|(_, c)| !c.is_ascii_lowercase()).map(|(at, _)| at);
    let mut bounds: Vec<usize> = std::iter::once(0).chain(begins).chain([name.len()]).collect();
    bounds.dedup();
    (1..bounds.len()).map(move |i| &name[bounds[i - 1]..bounds[i]])
}

/// Whether `text` begins with `start`, ignoring case.
fn begun_by(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}

/// Returns the known name that is nearest to `written` in spelling. The distance counts insertions, deletions,
/// replacements and swaps of neighbouring letters. Returns `None` if no name is near enough for `written` to be
/// a typing error.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written: String = written.chars().take(40).flat_map(char::to_lowercase).collect();
    let limit = (written.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(&written, &name.to_lowercase()), name))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_suggested_and_a_stranger_is_not() {
        let known = ["Madrasi", "Isardam"];
        for (written, expected) in [("Madrassi", Some("Madrasi")), ("isadram", Some("Isardam")), ("Circe", None)] {
            assert_eq!(nearest(written, known), expected, "{written}");
        }
    }

    #[test]
    fn an_abbreviation_is_taken_for_a_hint() {
        let known = ["SetPlay", "StopOnShortSolutions", "StartMoveNumber", "startmovenumber", "Status"];
        for (written, hint) in [
            ("setp", Some("did you mean `SetPlay`?")),
            ("Sta", Some("did you mean one of `StartMoveNumber`, `Status`?")),
            ("St", None),
            ("Statue", Some("did you mean `Status`?")),
            ("SetPlayWithTries", Some("did you mean `SetPlay`?")),
        ] {
            let found = Diagnostic::error(0..1, "", "").suggesting(written, known);
            assert_eq!(found.hint.as_deref(), hint, "{written}");
        }
    }

    #[test]
    fn the_caret_stands_under_the_place() {
        let source = Source::new("x.epd", "first\ncond \"Madrassi\";\n");
        let text = Diagnostic::error(12..20, "unknown condition `Madrassi`", "expected a condition").render(&source);
        assert_eq!(
            text,
            concat!(
                "error: unknown condition `Madrassi`\n --> x.epd:2:7\n",
                "2 | cond \"Madrassi\";\n  |       ^^^^^^^^ expected a condition\n"
            )
        );
        // Two wide characters before the span, a combining one inside.
        let source = Source::new("x.epd", "棋譜 e\u{301}x");
        let text = Diagnostic::error(7..11, "m", "e").render(&source);
        assert_eq!(text.lines().last(), Some("  |      ^^ e"));
    }
}
