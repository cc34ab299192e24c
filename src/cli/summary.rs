//! What a batch came to, at its end.

use super::Status;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

pub struct Summary {
    counts: [usize; 4],
    /// How many problems have such an error, among those that are unsound.
    kinds: BTreeMap<String, usize>,
    changed: usize,
    from_before: usize,
    started: Instant,
    /// How long it took is said.
    pub with_time: bool,
}

impl Summary {
    pub fn new(with_time: bool) -> Summary {
        let (kinds, started) = (BTreeMap::new(), Instant::now());
        Summary { counts: [0; 4], kinds, changed: 0, from_before: 0, started, with_time }
    }

    pub fn count<'a>(&mut self, status: Status, kinds: impl IntoIterator<Item = &'a str>) {
        self.counts[status as usize] += 1;
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
        for (kind, count) in kinds {
            writeln!(f, "{count:>9} {kind}")?;
        }
        if self.changed > 0 {
            writeln!(f, "{:>9} not as recorded", self.changed)?;
        }
        if self.from_before > 0 {
            writeln!(f, "{:>9} known from before", self.from_before)?;
        }
        let [sound, unsound, invalid, undecided] = self.counts;
        write!(f, "{sound} sound, {unsound} unsound, {undecided} undecided, {invalid} invalid")?;
        if self.with_time {
            write!(f, "; {:.1} s", self.started.elapsed().as_secs_f64())?;
        }
        writeln!(f)
    }
}
