//! Whether a bound is worth asking: that depends on how often it has excluded something so far, with as many half-moves
//! left.

/// Half-moves beyond which all are counted together.
const MOST_PLIES: usize = 32;

/// Where few questions are answered, one in so many tells whether that has changed.
const SAMPLED: u32 = 64;

pub struct Worth {
    /// The first questions, as many as this, are always asked: they tell how many of the others will exclude something.
    tried: u32,
    /// By half-moves left: of a hundred questions so many have to exclude something to be worth their time. The last number
    /// stands for all longer play.
    least_percent: &'static [u64],
    levels: [Level; MOST_PLIES],
}

/// How often the bound was asked with so many half-moves left, and how often it excluded something.
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

    /// What `look` leaves of `scope`, or all of it where that is not worth asking.
    pub fn ask(&mut self, plies: usize, scope: u64, look: impl FnOnce() -> u64) -> u64 {
        self.ask_weighed(plies, scope, || (look(), 1))
    }

    /// The same where `look` tells besides as how many questions it counts, by the work that it was.
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
