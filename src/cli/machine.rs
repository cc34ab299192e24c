//! What programs read of a problem: identity, verdict, findings, diagnostics, as the members of a JSON line.

use crate::input::Entry;
use crate::report::{Extra, Letters, ProblemIdentity, json_error_line, json_line, long_algebraic};
use crate::solution::{Finding, Judgement};
use crate::solve::Outcome;
use crate::syntax::{Diagnostic, Severity};
use crate::{problem::Problem, syntax::Source};
use serde_json::{Value, json};

/// The line of a problem that was solved. With `reproducible` without what differs from run to run.
pub fn solved(
    entry: &Entry,
    problem: &Problem,
    outcome: &Outcome,
    judgement: &Judgement,
    reproducible: bool,
) -> String {
    let extra = Extra {
        verdict: Some(judgement.verdict.name().to_string()),
        findings: judgement.findings.iter().map(finding).collect(),
        nodes: (!reproducible).then_some(outcome.nodes),
        seconds: (!reproducible).then_some(outcome.seconds),
        diagnostics: diagnostics(&entry.source, &entry.diagnostics),
    };
    json_line(&identity(entry), problem, &outcome.solution, &extra)
}

/// The line of a problem that could not be read, or not be set up for the reason in `message`.
pub fn faulty(entry: &Entry, message: &str) -> String {
    let mut all = diagnostics(&entry.source, &entry.diagnostics);
    if let (false, Value::Array(list)) = (entry.diagnostics.iter().any(Diagnostic::is_error), &mut all) {
        list.push(json!({ "severity": "error", "message": message }));
    }
    json_error_line(&identity(entry), &all)
}

fn identity(entry: &Entry) -> ProblemIdentity {
    ProblemIdentity {
        id: entry.problem.as_ref().and_then(|problem| problem.heading.id.clone()),
        file: Some(entry.source.name.clone()),
        line: Some(entry.source.first_line),
        index: entry.index - 1,
    }
}

fn finding(finding: &Finding) -> Value {
    let path: Vec<String> = finding.path.iter().map(|record| long_algebraic(record, Letters::Problem, '*')).collect();
    json!({
        "kind": finding.kind.name(),
        "severity": if finding.is_error() { "error" } else { "note" },
        "twin": finding.twin,
        "exchanged": finding.exchanged,
        "path": path,
        "text": finding.text,
    })
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
