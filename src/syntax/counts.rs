//! Reads and writes the intended numbers of solutions: `2` solutions, `2.1.1` for the number of branches at each ply,
//! or `a) 14; b) 18` for each twin.

use super::diagnostic::{Diagnostic, quoted};
use super::findings::Findings;
use super::source::Span;
use crate::problem::{BadTwin, Intent, Problem, Single};

/// Parses the operand of the opcode `nsol`, the intended numbers of solutions, and stores the numbers in
/// `intent`.
pub fn counts_on(text: &str, intent: &mut Intent) -> Result<(), Diagnostic> {
    let mut start = 0;
    let (mut all, mut of_twins) = (Vec::new(), Vec::new());
    for (i, part) in text.split(';').enumerate() {
        match part.split_once(')') {
            Some((label, numbers)) => {
                let label = label.trim();
                let is_label = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric());
                if !is_label || of_twins.iter().any(|(known, _): &(String, _)| known == label) {
                    let expected = "expected the label of another twin, such as `b)`";
                    return Err(Diagnostic::error(
                        start..start + part.len(),
                        "these numbers belong to no twin",
                        expected,
                    ));
                }
                let from = start + part.len() - numbers.len();
                of_twins.push((label.to_string(), counts(numbers, from)?));
            }
            None if i == 0 => all = counts(part, start)?,
            None => {
                let message = format!("{} does not follow a label", quoted(part.trim()));
                return Err(Diagnostic::error(start..start + part.len(), message, "expected a twin such as `b) 2`"));
            }
        }
        start += part.len() + 1;
    }
    (intent.counts, intent.twin_counts) = (all, of_twins);
    Ok(())
}

/// Warns about each intended number of solutions whose label names no twin. `span` is the place of the numbers.
pub fn check_labels(problem: &Problem, span: Option<&Span>, findings: &mut Findings) {
    let Some(span) = span.filter(|_| !problem.intent.twin_counts.is_empty()) else { return };
    let singles: Result<Vec<Single>, BadTwin> = problem.singles().into_iter().collect();
    let Ok(singles) = singles else { return };
    let is_twin = |label: &str| singles.iter().any(|single| single.label.trim_matches(['+', ')']) == label);
    for (label, _) in problem.intent.twin_counts.iter().filter(|(label, _)| !is_twin(label)) {
        findings.warning(|| {
            Diagnostic::warning(span.clone(), format!("there is no twin {label})"), "expected the label of a twin")
        });
    }
}

/// Splits a text such as `h#2 2.1.1.1` into the stipulation and the intended numbers of solutions; `None` if
/// there are no numbers.
pub fn with_counts(text: &str) -> Option<(&str, Vec<u32>)> {
    let (before, numbers) = text.trim_end().rsplit_once(char::is_whitespace)?;
    Some((before, counts(numbers, 0).ok()?))
}

/// Returns the intended numbers of solutions in the form that [`counts_on`] reads.
pub fn counts_text(intent: &Intent) -> String {
    let numbers = |counts: &[u32]| counts.iter().map(u32::to_string).collect::<Vec<_>>().join(".");
    let all = (!intent.counts.is_empty()).then(|| numbers(&intent.counts));
    let of_twins = intent.twin_counts.iter().map(|(label, counts)| format!("{label}) {}", numbers(counts)));
    all.into_iter().chain(of_twins).collect::<Vec<_>>().join("; ")
}

/// Parses numbers separated by dots. `from` is the offset of `text` in the operand.
fn counts(text: &str, from: usize) -> Result<Vec<u32>, Diagnostic> {
    let mut start = from + text.len() - text.trim_start().len();
    let mut counts = Vec::new();
    for number in text.trim().split('.') {
        match number.parse() {
            Ok(count) if number.bytes().all(|byte| byte.is_ascii_digit()) => counts.push(count),
            _ => {
                let message = format!("{} is not a number of solutions", quoted(number));
                let expected = "expected numbers such as `2` or `2.1.1`, or `a) 2; b) 3` for twins";
                return Err(Diagnostic::error(start..start + number.len(), message, expected));
            }
        }
        start += number.len() + 1;
    }
    Ok(counts)
}
