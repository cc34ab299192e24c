//! Reports twins whose changes cannot be applied to the diagram, such as a move of a man from an empty square.

use super::words::place_of;
use crate::exchange::Format;
use crate::input::Entry;
use crate::problem::Problem;
use crate::solution::{Note, Solution};
use crate::syntax::{Diagnostic, popeye};

/// Returns an error for each twin whose changes cannot be applied, with the place of the twin in the text.
pub fn bad_twins(entry: &Entry, problem: &Problem, solution: &Solution) -> Vec<Diagnostic> {
    let text = &entry.source.text;
    let keywords = match entry.format {
        Format::Popeye => popeye::twin_keywords(text, entry.language),
        _ => Vec::new(),
    };
    // The diagram itself is the first twin, unless it is a zeroposition.
    let diagrams = usize::from(!problem.zeroposition);
    let mut errors = Vec::new();
    for (i, twin) in solution.twins.iter().enumerate() {
        for note in &twin.notes {
            let Note::CannotBeMade(reason) = note else { continue };
            let keyword = i.checked_sub(diagrams).and_then(|i| keywords.get(i)).cloned();
            let label = twin.label.trim_start_matches('+');
            let span = keyword.or_else(|| place_of(text, label)).unwrap_or(0..0);
            let message = format!("{} cannot be made: {reason}", twin.label);
            errors.push(Diagnostic::error(span, message, "expected a twin that can be made"));
        }
    }
    errors
}
