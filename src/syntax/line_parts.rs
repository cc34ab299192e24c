//! Reads single parts of a line, or finds their spans, even if the rest of the line has errors.

use super::condition::{ConditionSpan, condition_spans};
use super::diagnostic::Diagnostic;
use super::epd::{is_opcode, placed};
use super::fields::{Fields, counters};
use super::findings::Findings;
use super::opcode::{Opcode, opcodes};
use super::source::Span;
use super::stipulation::stipulation;
use crate::problem::Problem;

fn each_opcode<'a>(text: &'a str, mut each: impl FnMut(&Opcode<'a>)) {
    let end = Fields::split(text, is_opcode).end;
    let start = counters(text, end, &mut Findings::default());
    opcodes(text, start, is_opcode, &mut Findings::default(), |opcode, _| each(&opcode));
}

/// Converts a range of bytes in the author's solution, `within`, to the span in the line `text`; `None` if the
/// line has no opcode `sol`.
///
/// ```
/// use keymove::syntax::solution_span;
/// assert_eq!(solution_span(r##"8/8/8/8/8/8/8/K6k w - - stip "#2"; sol "1.Ta6!";"##, 2..5), Some(42..45));
/// ```
pub fn solution_span(text: &str, within: Span) -> Option<Span> {
    let mut found = None;
    each_opcode(text, |opcode| {
        if let (None, true, Some(operand)) = (&found, opcode.name.eq_ignore_ascii_case("sol"), opcode.operands.first())
        {
            found = Some(operand.located(Diagnostic::warning(within.clone(), "", "")).span);
        }
    });
    found
}

/// Returns the spans of all conditions in a line, including those in its twins.
pub fn condition_spans_of(text: &str) -> Vec<ConditionSpan> {
    let mut spans = Vec::new();
    each_opcode(text, |opcode| {
        if ["cond", "twin"].iter().any(|name| opcode.name.eq_ignore_ascii_case(name)) {
            for operand in &opcode.operands {
                spans.extend(placed(operand, condition_spans(&operand.text)));
            }
        }
    });
    spans
}

/// Returns a problem that contains only the heading and the stipulation of the line. Errors elsewhere in the
/// line are ignored.
///
/// ```
/// use keymove::syntax::named;
/// let problem = named(r##"9k/8 w - - stip "#2"; id "x"; cond "Madrassi";"##);
/// assert_eq!(problem.heading.id.as_deref(), Some("x"));
/// ```
pub fn named(text: &str) -> Problem {
    let mut problem = Problem::default();
    each_opcode(text, |opcode| {
        let Some(text) = opcode.operands.first().map(|operand| operand.text.to_string()) else { return };
        let heading = &mut problem.heading;
        let place = match opcode.name.to_ascii_lowercase().as_str() {
            "id" => &mut heading.id,
            "source" => &mut heading.source,
            "title" => &mut heading.title,
            "award" => &mut heading.award,
            "author" => {
                heading.authors.extend(opcode.operands.iter().map(|operand| operand.text.to_string()));
                return;
            }
            "stip" => {
                problem.stipulation = problem.stipulation.take().or_else(|| stipulation(&text).ok());
                return;
            }
            _ => return,
        };
        place.get_or_insert(text);
    });
    problem
}
