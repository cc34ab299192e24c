//! Warnings about duplicate problems in a run: problems with equal ids, or with equal positions and stipulations.
//!
//! For each id and each problem, a 64-bit hash and a place are stored. Both together take some 50 bytes for each
//! problem, so 100,000 problems take about 10 MB.

use super::file_identity::place;
use super::hash::hash64;
use super::outcome::Done;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};

/// The number of warnings that are shown. Further warnings are only counted.
const SHOWN: usize = 20;

/// The ids and problems that have been read in this run.
#[derive(Default)]
pub struct Duplicates {
    /// The names of the files, with their real paths. If a file is named twice, its problems are not reported as
    /// duplicates of themselves.
    files: Vec<(String, PathBuf)>,
    ids: HashMap<u64, InputPlace>,
    problems: HashMap<u64, InputPlace>,
    found: usize,
}

/// The place of a problem: file and line.
#[derive(Clone, Copy, PartialEq, Eq)]
struct InputPlace {
    /// Index into the list of files.
    file: usize,
    line: usize,
}

impl Duplicates {
    /// Returns the warning if the problem duplicates an earlier one. Returns `None` if it does not, or if enough
    /// warnings have been shown.
    pub fn warning(&mut self, done: &Done) -> Option<String> {
        let spot = self.spot(done);
        let id = (done.label != "-").then(|| hash64(&done.label));
        let is_other =
            |first: &InputPlace| first.line != spot.line || self.files[first.file].1 != self.files[spot.file].1;
        let same_id = id.and_then(|id| before(&mut self.ids, id, spot)).filter(is_other);
        let same_problem = done.sameness.and_then(|key| before(&mut self.problems, key, spot)).filter(is_other);
        let id = format!("the id `{}`", done.label);
        let same = "the same position and stipulation";
        let (first, what) = match (same_id, same_problem) {
            (None, None) => return None,
            (Some(first), None) => (first, id),
            (Some(first), Some(other)) if first == other => (first, format!("{id} and {same}")),
            (_, Some(first)) => (first, same.to_string()),
        };
        self.found += 1;
        let (file, line) = (&self.files[first.file].0, first.line);
        let text = format!(
            "warning: two problems have {what}\n --> {}:{}\n  = the first is at {file}:{line}\n",
            done.file, done.line
        );
        (self.found <= SHOWN).then_some(text)
    }

    /// Returns a line with the number of warnings that were not shown, or `None` if all of them were shown.
    pub fn not_shown(&self) -> Option<String> {
        let more = self.found.saturating_sub(SHOWN);
        let problems = if more == 1 { "problem repeats" } else { "problems repeat" };
        (more > 0).then(|| format!("warning: {more} more {problems} an id or a position and stipulation\n"))
    }

    fn spot(&mut self, done: &Done) -> InputPlace {
        if self.files.last().is_none_or(|(name, _)| *name != done.file) {
            self.files.push((done.file.clone(), place(Path::new(&done.file))));
        }
        InputPlace { file: self.files.len() - 1, line: done.line }
    }
}

/// Returns the place of the first problem with this key. If no problem had this key before, stores `spot` as the place
/// of the first one and returns `None`.
fn before(known: &mut HashMap<u64, InputPlace>, key: u64, spot: InputPlace) -> Option<InputPlace> {
    match known.entry(key) {
        Entry::Occupied(before) => Some(*before.get()),
        Entry::Vacant(free) => {
            free.insert(spot);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::sameness::sameness;
    use crate::syntax;

    fn done(file: &str, line: usize, label: &str, text: &str) -> Done {
        let problem = syntax::line(text).0.expect(text);
        Done { file: file.into(), line, label: label.into(), sameness: sameness(&problem), ..Done::default() }
    }

    #[test]
    fn what_is_there_twice_is_told_with_both_places() {
        let first = r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; sol "1.Kf7!"; opt "SetPlay";"##;
        let same = r##"7k/8/5K2/8/8/8/8/6R1 w - - 0 1 stip "#2"; author "A";"##;
        let circe = r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; cond "Circe";"##;
        let longer = r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#3";"##;
        let duplex = r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; opt "Duplex";"##;
        let mut duplicates = Duplicates::default();
        let rows = [
            ("a", 1, "x", first, ""),
            ("a", 2, "-", circe, ""),
            ("a", 3, "y", longer, ""),
            ("b", 1, "-", duplex, ""),
            ("b", 2, "x", r##"8/8/8/8/8/8/8/K1k5 w - - stip "~1";"##, "two problems have the id `x` b:2 a:1"),
            ("b", 3, "-", same, "two problems have the same position and stipulation b:3 a:1"),
            ("b", 4, "x", same, "two problems have the id `x` and the same position and stipulation b:4 a:1"),
            ("./a", 1, "x", first, ""),
            ("b", 5, "y", same, "two problems have the same position and stipulation b:5 a:1"),
        ];
        for (file, line, label, text, expected) in rows {
            let warning = duplicates.warning(&done(file, line, label, text)).unwrap_or_default();
            let text = warning.replace("warning: ", "").replace(" --> ", "").replace("  = the first is at ", "");
            assert_eq!(text.trim().replace('\n', " "), expected, "{file}:{line}");
        }
        for line in 0..SHOWN {
            duplicates.warning(&done("c", line, "x", first));
        }
        assert_eq!(
            duplicates.not_shown().as_deref(),
            Some("warning: 4 more problems repeat an id or a position and stipulation\n")
        );
    }
}
