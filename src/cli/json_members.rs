//! What programs read of a problem: identity, verdict, findings, diagnostics, as the members of a JSON line.

use super::outcome::Solved;
use crate::input::Entry;
use crate::report::{
    Extra, INTERNAL_ERROR, ProblemIdentity, RecordMark, finding_json, json_error_line, write_json_line,
};
use crate::syntax::Source;
use crate::syntax::{Diagnostic, Severity};
use serde_json::{Value, json};
use std::io;

/// What a line is for.
#[derive(Clone)]
pub enum Purpose {
    /// Output; with `reproducible` without what differs from run to run.
    Output { reproducible: bool },
    /// The file of results.
    Record(RecordMark),
}

/// The line of a problem that was solved, written as it is made.
pub fn write_solved(out: impl io::Write, solved: &Solved, purpose: &Purpose) -> io::Result<()> {
    let extra = extra(solved, purpose);
    write_json_line(out, &identity(&solved.entry), &solved.problem, &solved.outcome.solution, &extra)
}

fn extra(solved: &Solved, purpose: &Purpose) -> Extra {
    let Solved { entry, outcome, judgement, .. } = solved;
    let is_timed = matches!(purpose, Purpose::Output { reproducible: false });
    Extra {
        verdict: Some(judgement.verdict.name().to_string()),
        findings: judgement.findings.iter().map(finding_json).collect(),
        nodes: is_timed.then_some(outcome.nodes),
        seconds: is_timed.then_some(outcome.seconds),
        diagnostics: diagnostics(&entry.source, &entry.diagnostics),
        record: match purpose {
            Purpose::Output { .. } => None,
            Purpose::Record(mark) => Some(mark.clone()),
        },
    }
}

/// The line of a problem that could not be read, or not be set up for the reason in `message`.
pub fn faulty(entry: &Entry, message: &str, record: Option<&RecordMark>) -> String {
    let mut all = diagnostics(&entry.source, &entry.diagnostics);
    if let (false, Value::Array(list)) = (entry.diagnostics.iter().any(Diagnostic::is_error), &mut all) {
        list.push(json!({ "severity": "error", "message": message }));
    }
    json_error_line(&identity(entry), "invalid", &all, record)
}

/// The line of a problem over which the program failed.
pub fn failed(entry: &Entry, message: &str, record: Option<&RecordMark>) -> String {
    json_error_line(&identity(entry), INTERNAL_ERROR, &json!([{ "severity": "error", "message": message }]), record)
}

fn identity(entry: &Entry) -> ProblemIdentity {
    ProblemIdentity {
        id: entry.problem.as_ref().and_then(|problem| problem.heading.id.clone()),
        file: Some(entry.source.name.clone()),
        line: Some(entry.source.first_line),
        index: entry.index - 1,
    }
}

fn diagnostics(source: &Source, diagnostics: &[Diagnostic]) -> Value {
    let told = diagnostics.iter().map(|diagnostic| {
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
    told.collect()
}
