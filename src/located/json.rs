//! Converts findings and diagnostics to JSON, with their places in the text.

use super::findings::finding_diagnostic;
use crate::input::Entry;
use crate::report::{ProblemIdentity, finding_json};
use crate::solution::Finding;
use crate::syntax::{Diagnostic, Severity, Source};
use serde_json::{Value, json};

/// Returns the id of the problem, and its file, line and index in the file (counted from 0).
pub fn problem_identity(entry: &Entry) -> ProblemIdentity {
    ProblemIdentity {
        id: entry.named().heading.id.clone(),
        file: Some(entry.source.name.clone()),
        line: Some(entry.source.first_line),
        index: entry.index - 1,
    }
}

/// Returns a finding as JSON. If it is about the author's solution, it has the line and the column of its place.
pub fn located_finding_json(entry: &Entry, finding: &Finding) -> Value {
    let mut object = finding_json(finding);
    if let Some(found) = finding_diagnostic(entry, finding) {
        let (line, column) = entry.source.line_and_column(found.span.start);
        object["line"] = json!(line);
        object["column"] = json!(column);
    }
    object
}

/// Returns an array of diagnostics, each with the line and the column of its place.
pub fn diagnostics_json(source: &Source, diagnostics: &[Diagnostic]) -> Value {
    let objects = diagnostics.iter().map(|diagnostic| {
        let (line, column) = source.line_and_column(diagnostic.span.start);
        json!({
            "severity": match diagnostic.severity { Severity::Error => "error", Severity::Warning => "warning" },
            "line": line,
            "column": column,
            "message": diagnostic.message,
            "expected": diagnostic.expected,
            "hint": diagnostic.hint,
        })
    });
    objects.collect()
}
