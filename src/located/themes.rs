//! Reports themes that a problem names and that do not exist.

use super::words::place_of;
use crate::input::Entry;
use crate::problem::Problem;
use crate::syntax::Diagnostic;
use crate::themes::unknown_theme;

/// Returns an error for the first unknown theme that the problem names, at its place; `None` if all are known.
pub fn unknown_theme_at(entry: &Entry, problem: &Problem) -> Option<Diagnostic> {
    let (name, message) = unknown_theme(problem)?;
    let span = place_of(&entry.source.text, &name).unwrap_or(0..0);
    Some(Diagnostic::error(span, message, "expected a theme; `keymove list themes` prints them"))
}
