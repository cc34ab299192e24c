//! Output of `keymove themes` as text: the place of each problem, and a line for each theme.

use super::printer::Printer;
use crate::cli::solved::{Solved, place};
use crate::input::Entry;
use crate::themes::Themes;
use std::io;

/// Printer of themes for human readers.
pub struct ThemeLines;

impl Printer for ThemeLines {
    fn solved(&self, out: &mut dyn io::Write, solved: &Solved) -> io::Result<()> {
        let Some(themes) = &solved.themes else { return Ok(()) };
        if themes.leaves_out_others && themes.found.is_empty() {
            return Ok(());
        }
        let problem = &solved.problem;
        let id = problem.heading.id.as_deref().unwrap_or("-");
        let stipulation = problem.stipulation.as_ref().map(ToString::to_string).unwrap_or_default();
        write!(out, "{}  {id}  {stipulation}\n{}", place(&solved.entry), theme_lines(themes))
    }

    /// Returns an empty text: the diagnostics on standard error suffice.
    fn faulty(&self, _: &Entry, _: &str) -> String {
        String::new()
    }

    fn failed(&self, _: &Entry, _: &str) -> String {
        String::new()
    }

    fn messages(&self, solved: &Solved) -> String {
        solved.limits(|_| true)
    }

    fn nanoseconds_a_byte(&self) -> u64 {
        4
    }
}

/// Returns an indented line for each theme that the problem shows, and for each reason why some themes were not
/// computed.
pub fn theme_lines(themes: &Themes) -> String {
    let mut text = String::new();
    for told in &themes.found {
        text.push_str(&format!("    {}\n", told.line()));
    }
    for (reason, names) in &themes.not_computed {
        text.push_str(&format!("    not computed ({reason}): {}\n", names.join(", ")));
    }
    if themes.found.is_empty() {
        text.push_str("    no theme found\n");
    }
    if themes.is_cut {
        text.push_str("    the search was cut: there may be more themes, and the numbers may be too low\n");
    }
    text
}
