//! Output for programs: one JSON object per line for each problem, with its identity, verdict, findings and
//! diagnostics. The lines of the result file of `--resume` have additional fields.

use super::printer::{FormatDef, Printer, internal_error};
use crate::cli::solved::Solved;
use crate::input::Entry;
use crate::located::{diagnostics_json, located_finding_json, problem_identity};
use crate::report::{INTERNAL_ERROR, RecordMark, ResultExtras, json_error_line, themes_json, write_json_line};
use crate::syntax::Diagnostic;
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;

pub const FORMAT: FormatDef = FormatDef {
    name: "jsonl",
    doc: "One JSON object for each problem",
    printer: |options| Arc::new(Jsonl { is_timed: !options.reproducible, mark: None, positions: options.positions }),
};

/// Printer of JSON lines.
pub struct Jsonl {
    /// Whether the output includes node counts and times, which differ from run to run.
    is_timed: bool,
    /// The additional fields of a line in the result file of `--resume`, or `None` for ordinary output.
    mark: Option<RecordMark>,
    /// Whether the output includes the position after each move.
    positions: bool,
}

impl Jsonl {
    /// Returns a printer for a line of the result file of `--resume`, with the additional fields `mark`.
    pub fn record(mark: RecordMark) -> Jsonl {
        Jsonl { is_timed: false, mark: Some(mark), positions: false }
    }

    fn extra(&self, solved: &Solved) -> ResultExtras {
        let Solved { entry, outcome, judgement, .. } = solved;
        ResultExtras {
            verdict: Some(judgement.verdict.name().to_string()),
            findings: judgement.findings.iter().map(|finding| located_finding_json(entry, finding)).collect(),
            nodes: self.is_timed.then_some(outcome.nodes),
            seconds: self.is_timed.then_some(outcome.seconds),
            diagnostics: diagnostics_json(&entry.source, &entry.diagnostics),
            record: self.mark.clone(),
            positions: self.positions,
            themes: solved.themes.as_ref().map_or(Value::Null, themes_json),
        }
    }
}

impl Printer for Jsonl {
    fn solved(&self, out: &mut dyn io::Write, solved: &Solved) -> io::Result<()> {
        let (identity, solution) = (problem_identity(&solved.entry), &solved.outcome.solution);
        write_json_line(&mut *out, &identity, &solved.problem, solution, &self.extra(solved))?;
        out.write_all(b"\n")
    }

    fn faulty(&self, entry: &Entry, message: &str) -> String {
        let mut all = diagnostics_json(&entry.source, &entry.diagnostics);
        if let (false, Value::Array(list)) = (entry.diagnostics.iter().any(Diagnostic::is_error), &mut all) {
            list.push(json!({ "severity": "error", "message": message }));
        }
        json_error_line(&problem_identity(entry), "invalid", &all, self.mark.as_ref()) + "\n"
    }

    fn failed(&self, entry: &Entry, message: &str) -> String {
        let diagnostics = json!([{ "severity": "error", "message": internal_error(message) }]);
        json_error_line(&problem_identity(entry), INTERNAL_ERROR, &diagnostics, self.mark.as_ref()) + "\n"
    }

    fn prints_findings(&self) -> bool {
        true
    }

    /// Returns an empty text. The difference from the recorded answer is not printed, because only JSON objects may be.
    fn changed(&self, _: &str) -> String {
        String::new()
    }

    fn nanoseconds_a_byte(&self) -> u64 {
        20
    }
}
