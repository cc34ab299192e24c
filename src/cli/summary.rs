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
    changed: usize,
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
        Summary { counts: [0; 5], kinds, changed: 0, from_before: 0, started, with_time, not_begun: None }
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
        for (what, count) in kinds.chain([("not as recorded", self.changed), ("known from before", self.from_before)]) {
            if count > 0 {
                writeln!(f, "{count:>9} {}: {what}", if count == 1 { "problem" } else { "problems" })?;
            }
        }
        let [sound, unsound, invalid, undecided, failed] = self.counts;
        write!(f, "{sound} sound, {unsound} unsound, {undecided} undecided, {invalid} invalid")?;
        if failed > 0 {
            write!(f, ", {failed} internal error{}", if failed == 1 { "" } else { "s" })?;
        }
        if let Some(not_begun) = &self.not_begun {
            write!(f, ", {not_begun}")?;
        }
        if self.with_time {
            write!(f, "; {:.1} s", self.started.elapsed().as_secs_f64())?;
        }
        writeln!(f)
    }
}
