//! Decides whether to evaluate a bound. A bound is evaluated only if it has excluded something often enough with this
//! number of plies left.

/// Number of statistics, by plies left; the last one is for all longer play.
const MOST_PLIES: usize = 32;

/// If a bound rarely excludes anything, one evaluation in this number is still made, to notice a change.
const SAMPLED: u32 = 64;

pub struct Worth {
    /// The number of evaluations that are always made at first. They predict the worth of later evaluations.
    tried: u32,
    /// The percentage of evaluations that have to exclude something to make the bound worth its time, by plies left.
    /// The last entry is for all longer play.
    least_percent: &'static [u64],
    levels: [Level; MOST_PLIES],
}

/// Statistics of evaluations with one number of plies left.
#[derive(Clone, Copy, Default)]
struct Level {
    asked: u32,
    excluded: u32,
    skipped: u32,
}

impl Worth {
    pub fn new(tried: u32, least_percent: &'static [u64]) -> Worth {
        Worth { tried, least_percent, levels: [Level::default(); MOST_PLIES] }
    }

    #[cfg(test)]
    pub fn always() -> Worth {
        Worth::new(u32::MAX, &[0])
    }

    /// Calls `look`, which evaluates the bound, and returns the part of `scope` that it does not exclude. Returns
    /// `scope` without calling `look` if the evaluation is not worth its time.
    pub fn ask(&mut self, plies: usize, scope: u64, look: impl FnOnce() -> u64) -> u64 {
        self.ask_weighed(plies, scope, || (look(), 1))
    }

    /// Like [`Worth::ask`], but `look` also returns a weight: the number of evaluations as which this one counts.
    pub fn ask_weighed(&mut self, plies: usize, scope: u64, look: impl FnOnce() -> (u64, u32)) -> u64 {
        if !self.is_worth_asking(plies) {
            return scope;
        }
        let (found, weight) = look();
        self.count(plies, found == 0, weight);
        found
    }

    fn is_worth_asking(&mut self, plies: usize) -> bool {
        let least_percent = self.least_percent[plies.min(self.least_percent.len() - 1)];
        let level = &mut self.levels[plies.min(MOST_PLIES - 1)];
        if level.asked < self.tried || u64::from(level.excluded) * 100 >= u64::from(level.asked) * least_percent {
            return true;
        }
        level.skipped += 1;
        level.skipped.is_multiple_of(SAMPLED)
    }

    fn count(&mut self, plies: usize, excluded: bool, weight: u32) {
        let level = &mut self.levels[plies.min(MOST_PLIES - 1)];
        level.asked = level.asked.saturating_add(weight);
        level.excluded += u32::from(excluded);
        while level.asked >= 1 << 16 {
            level.asked /= 2;
            level.excluded /= 2;
        }
    }
}
