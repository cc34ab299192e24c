//! What a batch came to, at its end.

use super::status::Status;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

pub struct Summary {
    /// By status, in the order of their numbers.
    counts: [usize; 5],
    /// How many problems have such an error, among those that are unsound.
    kinds: BTreeMap<String, usize>,
    /// Problems whose answer is not the recorded one.
    changed: usize,
    /// Recorded answers whose problem is not there.
    gone: usize,
    from_before: usize,
    started: Instant,
    /// How long it took is said.
    pub with_time: bool,
    /// How many problems an interrupt has left.
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

    /// The answer of a problem is not the one that was recorded.
    pub fn count_changed(&mut self) {
        self.changed += 1;
    }

    /// The problem of a recorded answer is not there.
    pub fn count_gone(&mut self) {
        self.gone += 1;
    }

    /// The counts in one line, without those that are 0: `97 sound, 2 unsound, 1 invalid`.
    pub fn counts(&self) -> String {
        Some(self.listed(0)).filter(|counts| !counts.is_empty()).unwrap_or_else(|| "no problems".to_string())
    }

    /// The counts; the first `always` also where they are 0. A changed problem is counted by its verdict, too.
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

    /// A result was taken from a file.
    pub fn count_from_before(&mut self) {
        self.from_before += 1;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        // These count problems, not findings: a problem may have many of a kind.
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
