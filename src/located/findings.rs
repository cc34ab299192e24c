//! Gives the findings of a check their places in the text of the problem.

use crate::input::Entry;
use crate::solution::{Finding, FindingKind, FindingSeverity, Judgement};
use crate::syntax::{Diagnostic, Severity, Span};

/// Returns the finding as a diagnostic if it is an error or a warning about the author's solution, placed in the text
/// of that solution. Returns `None` for notes and for findings about anything else.
pub fn finding_diagnostic(entry: &Entry, finding: &Finding) -> Option<Diagnostic> {
    let span = entry.solution_span(finding.place.clone()?)?;
    let expected = match finding.kind {
        FindingKind::AuthorNotRead => "expected moves",
        _ => "is not in the play",
    };
    match finding.severity {
        FindingSeverity::Error => Some(Diagnostic::error(span, finding.full_text(), expected)),
        FindingSeverity::Warning => Some(Diagnostic::warning(span, finding.full_text(), expected)),
        FindingSeverity::Note => None,
    }
}

/// Returns all errors and warnings about the author's solution as warnings. For output that has no verdict.
pub fn about_author(entry: &Entry, judgement: &Judgement) -> Vec<Diagnostic> {
    let found = judgement.findings.iter().filter_map(|finding| finding_diagnostic(entry, finding));
    found.map(|found| Diagnostic { severity: Severity::Warning, ..found }).collect()
}

/// Returns a warning for each combination of rules that is not verified. If several twins have the same warning, it is
/// returned once.
pub fn about_rules(entry: &Entry, judgement: &Judgement) -> Vec<Diagnostic> {
    let mut warnings: Vec<Diagnostic> = Vec::new();
    for finding in judgement.findings.iter().filter(|finding| finding.kind == FindingKind::Unverified) {
        if !warnings.iter().any(|warning| warning.message == finding.text) {
            warnings.push(unverified(entry, &finding.text));
        }
    }
    warnings
}

/// Returns a warning with this text, placed at the conditions whose names the text quotes.
fn unverified(entry: &Entry, message: &str) -> Diagnostic {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).filter_map(|words| words.split(' ').next()).collect();
    let spans = entry.condition_spans().into_iter();
    let mut named: Vec<Span> = spans.filter(|(name, _)| quoted.contains(name)).map(|(_, span)| span).collect();
    named.sort_by_key(|span| std::cmp::Reverse(span.start));
    let mut named = named.into_iter();
    let first = named.next().unwrap_or(0..0);
    Diagnostic::warning(first, message, "the answers may be wrong").with_also(named.next())
}
