//! Diagnostics as JSON.

use crate::syntax::{Diagnostic, Severity, Source};
use serde_json::{Value, json};

/// Returns a diagnostic without its place.
pub fn described(diagnostic: &Diagnostic) -> Value {
    json!({
        "severity": match diagnostic.severity { Severity::Error => "error", Severity::Warning => "warning" },
        "message": diagnostic.message,
        "expected": diagnostic.expected,
        "hint": diagnostic.hint,
        "lacksStipulation": diagnostic.lacks_stipulation,
    })
}

/// Returns a diagnostic with its place in the whole text: line and column of its beginning and of its end, from 1, in
/// code points.
pub fn located(source: &Source, diagnostic: &Diagnostic) -> Value {
    let mut object = described(diagnostic);
    let place = |at: usize| {
        let (line, column) = source.line_and_column(at);
        json!([line, column])
    };
    object["from"] = place(diagnostic.span.start);
    object["to"] = place(diagnostic.span.end);
    object
}
