//! The counts of results that are printed at the end of a run.

use super::status::Status;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

pub struct Summary {
    /// The number of problems with each of the statuses 0 to 4, indexed by the code of the status.
    counts: [usize; 5],
    /// For each kind of error, the number of unsound problems that have such an error.
    kinds: BTreeMap<String, usize>,
    /// The number of problems whose answer differs from their recorded answer.
    changed: usize,
    /// The number of recorded answers whose problem is not in the file any more.
    gone: usize,
    from_before: usize,
    started: Instant,
    /// Whether the summary includes the elapsed time.
    pub with_time: bool,
    /// A phrase with the number of problems that an interrupted run has not begun, if any.
    pub not_begun: Option<String>,
}

impl Summary {
    pub fn new(with_time: bool) -> Summary {
        let (kinds, started) = (BTreeMap::new(), Instant::now());
        Summary { counts: [0; 5], kinds, changed: 0, gone: 0, from_before: 0, started, with_time, not_begun: None }
    }

    pub fn count<'a>(&mut self, status: Status, kinds: impl IntoIterator<Item = &'a str>) {
        if let Some(count) = self.counts.get_mut(status as usize) {
            *count += 1;
        }
        if status == Status::Unsound {
            for kind in kinds {
                *self.kinds.entry(kind.to_string()).or_default() += 1;
            }
        }
    }

    /// Adds 1 to the number of problems whose answer differs from the recorded one.
    pub fn count_changed(&mut self) {
        self.changed += 1;
    }

    /// Adds 1 to the number of recorded answers whose problem is not in the file any more.
    pub fn count_gone(&mut self) {
        self.gone += 1;
    }

    /// Returns all counts other than 0 in one line: `97 sound, 2 unsound, 1 invalid`.
    pub fn counts(&self) -> String {
        Some(self.listed(0)).filter(|counts| !counts.is_empty()).unwrap_or_else(|| "no problems".to_string())
    }

    /// Returns the counts in one line. Omits counts of 0, except the first `always` ones. A problem whose answer
    /// differs from the recorded one is also counted by its verdict.
    fn listed(&self, always: usize) -> String {
        let [sound, unsound, invalid, undecided, failed] = self.counts;
        let errors = if failed == 1 { "internal error" } else { "internal errors" };
        let counts = [
            (sound, "sound"),
            (unsound, "unsound"),
            (undecided, "undecided"),
            (invalid, "invalid"),
            (failed, errors),
            (self.changed, "changed"),
            (self.gone, "gone"),
        ];
        let shown = counts.iter().enumerate().filter(|(i, (count, _))| *i < always || *count > 0);
        shown.map(|(_, (count, what))| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
    }

    /// Adds 1 to the number of results taken from the result file of `--resume`.
    pub fn count_from_before(&mut self) {
        self.from_before += 1;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        // These numbers count problems, not findings, because a problem may have several findings of one kind.
        let kinds = kinds.into_iter().map(|(kind, count)| (kind.as_str(), *count));
        for (what, count) in kinds.chain([("known from before", self.from_before)]) {
            if count > 0 {
                writeln!(f, "{count:>9} {}: {what}", if count == 1 { "problem" } else { "problems" })?;
            }
        }
        write!(f, "{}", self.listed(4))?;
        if let Some(not_begun) = &self.not_begun {
            write!(f, ", {not_begun}")?;
        }
        if self.with_time {
            write!(f, "; {:.1} s", self.started.elapsed().as_secs_f64())?;
        }
        writeln!(f)
    }
}
