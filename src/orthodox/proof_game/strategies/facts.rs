//! A table of facts about positions, in 16 bytes each, that never fills up.
//!
//! 1. An entry holds bits 16 to 127 of a key, the fact (2 bits), and the work that it took (14 bits). A fact is
//!    returned only if all 112 bits are equal.
//! 2. Keys are sums of random numbers. So a query for an unknown key returns a fact in error with a probability of at
//!    most 4 / 2^112, since it is compared with four entries. Over 10^12 queries that is less than 10^-21.
//! 3. In a full bucket a new fact replaces the one that took the least work. A lost fact only has to be found again. So
//!    the number of entries affects no answer, only the time.
//! 4. The table doubles when it is half full, up to its greatest size. It depends on nothing but the facts put in, so
//!    the same search always finds the same entries.

/// Number of entries in a bucket. They have neighbouring addresses, and a key may be in any of them.
const BUCKET: usize = 4;
const ENTRY_BYTES: usize = size_of::<u128>();
/// Number of buckets of a new table. It is small because most searches need few entries.
const FIRST_BUCKETS: usize = 64;
/// Number of lowest bits of an entry that do not belong to the key: first those of the fact, then those of the work.
const KEY_FROM: u32 = 16;
const FACT_BITS: u32 = 2;
const MOST_WORK: u64 = (1 << (KEY_FROM - FACT_BITS)) - 1;

/// A table of facts by key. Each fact is a number below 4.
pub(super) struct Facts {
    /// The entries. An empty entry is 0.
    buckets: Vec<[u128; BUCKET]>,
    most_buckets: usize,
    used: usize,
}

impl Facts {
    /// Returns an empty table that takes at most `bytes` bytes, but at least room for some entries.
    pub fn of_bytes(bytes: usize) -> Facts {
        let most = (bytes / BUCKET / ENTRY_BYTES).max(1);
        // The greatest power of two, so that the table can double up to it.
        let most_buckets = 1 << most.ilog2();
        let buckets = vec![[0; BUCKET]; FIRST_BUCKETS.min(most_buckets)];
        Facts { buckets, most_buckets, used: 0 }
    }

    /// Removes all facts, and returns to the size of a new table.
    pub fn clear(&mut self) {
        self.buckets.truncate(FIRST_BUCKETS);
        self.buckets.fill([0; BUCKET]);
        self.used = 0;
    }

    pub fn get(&self, key: u128) -> Option<u8> {
        let bucket = &self.buckets[self.index(key)];
        let entry = bucket.iter().find(|&&entry| entry != 0 && entry >> KEY_FROM == key >> KEY_FROM)?;
        Some((entry & ((1 << FACT_BITS) - 1)) as u8)
    }

    /// Stores a fact that is not stored yet; `work` is the number of positions visited to find it.
    pub fn put(&mut self, key: u128, fact: u8, work: u64) {
        if 2 * self.used >= BUCKET * self.buckets.len() && self.buckets.len() < self.most_buckets {
            self.double();
        }
        let work = u128::from(work.clamp(1, MOST_WORK));
        let entry = key >> KEY_FROM << KEY_FROM | work << FACT_BITS | u128::from(fact);
        let index = self.index(key);
        let least = self.buckets[index].iter_mut().min_by_key(|entry| work_of(**entry));
        if let Some(least) = least {
            self.used += usize::from(*least == 0);
            *least = entry;
        }
    }

    fn index(&self, key: u128) -> usize {
        (key >> KEY_FROM) as usize & (self.buckets.len() - 1)
    }

    /// Doubles the number of buckets. Each entry stays in its bucket, or moves to the same place in the new half.
    fn double(&mut self) {
        let half = self.buckets.len();
        self.buckets.resize(2 * half, [0; BUCKET]);
        let (old, new) = self.buckets.split_at_mut(half);
        for (old, new) in old.iter_mut().zip(new) {
            for (stays, moves) in old.iter_mut().zip(new) {
                if (*stays >> KEY_FROM) as usize & half != 0 {
                    std::mem::swap(stays, moves);
                }
            }
        }
    }
}

/// Returns the work stored in an entry (the number of positions visited to find the fact): 0 if the entry is empty.
fn work_of(entry: u128) -> u64 {
    entry as u64 >> FACT_BITS & MOST_WORK
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orthodox::proof_game::army_budget::MIX;

    fn key(i: u128) -> u128 {
        (i + 1).wrapping_mul(MIX).rotate_left(40).wrapping_mul(MIX)
    }

    #[test]
    fn facts_are_found_as_the_table_grows() {
        let mut facts = Facts::of_bytes(1 << 24);
        (0..100_000).for_each(|i| facts.put(key(i), (i % 3) as u8, 1));
        let kept =
            (0..100_000).filter(|&i| facts.get(key(i)).inspect(|&fact| assert_eq!(fact, (i % 3) as u8)).is_some());
        assert!(kept.count() > 90_000);
        assert!((100_000..150_000).all(|i| facts.get(key(i)).is_none()));
        facts.clear();
        assert!((0..100_000).all(|i| facts.get(key(i)).is_none()));
    }

    #[test]
    fn facts_of_much_work_stay_in_a_small_table() {
        let mut facts = Facts::of_bytes(100 * ENTRY_BYTES);
        (0..10).for_each(|i| facts.put(key(i), 2, 50_000));
        (10..10_000).for_each(|i| facts.put(key(i), 1, 3));
        assert_eq!(facts.buckets.len(), 16);
        assert!((0..10).all(|i| facts.get(key(i)) == Some(2)));
        assert!((10..10_000).filter(|&i| facts.get(key(i)).is_some()).count() <= 54);
    }
}
