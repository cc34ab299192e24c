//! Whether a bound is worth being asked: by what questions with as many half-moves left have come to so far.

/// Half-moves beyond which all are counted together.
const MOST_PLIES: usize = 32;

/// Where few questions are answered, one in so many tells whether that has changed.
const SAMPLED: u32 = 64;

pub struct Worth {
    tried: u32,
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
    #[cfg(test)]
    pub fn always() -> Worth {
        Worth::new(u32::MAX)
    }

    /// The first `tried` questions with so many half-moves left are always asked.
    pub fn new(tried: u32) -> Worth {
        Worth { tried, levels: [Level::default(); MOST_PLIES] }
    }

    /// So many questions in a hundred have to be answered to be worth their time.
    pub fn is_worth_asking(&mut self, plies: usize, least_percent: u64) -> bool {
        let level = &mut self.levels[plies.min(MOST_PLIES - 1)];
        if level.asked < self.tried || u64::from(level.excluded) * 100 >= u64::from(level.asked) * least_percent {
            return true;
        }
        level.skipped += 1;
        level.skipped.is_multiple_of(SAMPLED)
    }

    pub fn count(&mut self, plies: usize, excluded: bool) {
        let level = &mut self.levels[plies.min(MOST_PLIES - 1)];
        level.asked += 1;
        level.excluded += u32::from(excluded);
        if level.asked == 1 << 16 {
            level.asked /= 2;
            level.excluded /= 2;
        }
    }
}
