//! What is wrong with an input, where, and what was expected instead.

use super::source::{Source, Span};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    Warning,
    Error,
}

/// One finding about the input text. An error means: the problem is not solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// The place, relative to the text that was parsed.
    pub span: Span,
    /// What is wrong, quoting the input: ``unknown condition `Madrassi` ``.
    pub message: String,
    /// What stands under the caret: `expected a condition`.
    pub expected: String,
    /// A way out: ``did you mean `Madrasi`?``
    pub hint: Option<String>,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, span, message: message.into(), expected: expected.into(), hint: None }
    }

    pub fn warning(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message, expected) }
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Adds "did you mean …?" when some of `known` begin with what was written, or one is close to it.
    pub fn suggesting<'a>(self, written: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        let known: Vec<&str> = known.into_iter().collect();
        let begun = begun(written, &known);
        match (&begun[..], nearest(written, known.iter().copied())) {
            ([only], _) => self.with_hint(format!("did you mean `{only}`?")),
            ([], Some(name)) => self.with_hint(format!("did you mean `{name}`?")),
            ([], None) => match known.iter().find(|name| name.len() > 2 && begun_by(written, name)) {
                Some(name) => self.with_hint(format!("did you mean `{name}`?")),
                None => self,
            },
            (several, _) => {
                let shown: Vec<String> = several.iter().take(4).map(|name| format!("`{name}`")).collect();
                let more = if several.len() > shown.len() { ", …" } else { "" };
                self.with_hint(format!("did you mean one of {}{more}?", shown.join(", ")))
            }
        }
    }

    /// The same diagnostic for a text that begins `by` bytes later.
    pub fn shifted(mut self, by: usize) -> Diagnostic {
        self.span = self.span.start + by..self.span.end + by;
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The diagnostic as it is shown to a person: message, place, the line with a caret, hint.
    ///
    /// Control characters of the input are shown as `\u{..}`; of a very long line only the neighbourhood is quoted.
    pub fn render(&self, source: &Source) -> String {
        let (line, column) = source.line_and_column(self.span.start);
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let (text, line_start) = source.line_at(self.span.start);
        let from = self.span.start.saturating_sub(line_start).min(text.len());
        let to = self.span.end.saturating_sub(line_start).clamp(from, text.len());
        let window_start = floor_boundary(text, if text.len() > 160 { from.saturating_sub(60) } else { 0 });
        let window_end = floor_boundary(text, (window_start + 160).min(text.len()));
        let from = floor_boundary(text, from).clamp(window_start, window_end);
        let to = floor_boundary(text, to).clamp(from, window_end);
        let lead = if window_start > 0 { "…" } else { "" };
        let tail = if window_end < text.len() { "…" } else { "" };
        let before = shown(&text[window_start..from]);
        let marked = shown(&text[from..to]);
        let after = shown(&text[to..window_end]);
        // Some characters are as wide as two, some take no room.
        let indent = lead.width() + before.width();
        let carets = marked.width().max(1);
        let gutter = line.to_string();
        let pad = " ".repeat(gutter.len());
        let mut out = String::new();
        let _ = writeln!(out, "{word}: {}", self.message);
        let _ = writeln!(out, "{pad}--> {}:{line}:{column}", source.name);
        let _ = writeln!(out, "{gutter} | {lead}{before}{marked}{after}{tail}");
        let _ = writeln!(out, "{pad} | {}{} {}", " ".repeat(indent), "^".repeat(carets), self.expected);
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "{pad} = hint: {hint}");
        }
        out
    }
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

/// Quotes a piece of input for a message: control characters escaped, cut after 40 characters.
pub fn quoted(text: &str) -> String {
    let end = text.char_indices().nth(40).map_or(text.len(), |(at, _)| at);
    let tail = if end < text.len() { "…" } else { "" };
    format!("`{}{tail}`", shown(&text[..end]))
}

/// The known names that begin with what was written, each once. Two letters begin too many.
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

/// In either case.
fn begun_by(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}

/// The known name nearest to `written`, if it is near enough to be a slip of the pen: by letters put in, left out,
/// replaced, and neighbours that changed places.
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
        // Two wide characters before, a combining one within.
        let source = Source::new("x.epd", "棋譜 e\u{301}x");
        let text = Diagnostic::error(7..11, "m", "e").render(&source);
        assert_eq!(text.lines().last(), Some("  |      ^^ e"));
    }
}
