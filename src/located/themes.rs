//! Reports names of themes that a problem claims to show, if there are no such themes.

use super::words::place_of;
use crate::input::Entry;
use crate::problem::Problem;
use crate::syntax::Diagnostic;
use crate::themes::unknown_theme;

/// Returns an error for the first theme that the problem names and that does not exist, at its place in the text.
/// Returns `None` if all named themes exist.
pub fn unknown_theme_at(entry: &Entry, problem: &Problem) -> Option<Diagnostic> {
    let (name, message) = unknown_theme(problem)?;
    let span = place_of(&entry.source.text, &name).unwrap_or(0..0);
    Some(Diagnostic::error(span, message, "expected a theme; `keymove list themes` prints them"))
}
