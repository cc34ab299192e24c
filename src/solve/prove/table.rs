//! The transposition table: facts about positions, shared by all threads, in a fixed amount of memory.
//!
//! An entry is a proved fact, never a guess, and never a result that a limit has cut. So if an entry is lost, or found
//! earlier or later, only the time changes. An entry is verified by 64 bits of the key, of which 48 do not select the
//! bucket. If two threads write an entry at the same time, this test detects the torn entry.

use std::fmt::{self, Debug, Formatter};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The facts about a position at one stage of the play, packed into 64 bits.
///
/// * Battle play: bits 0 to 15 have the least number of plies known to suffice, plus one; bits 16 to 31 the greatest
///   number known not to suffice, plus one. 0 means that no number is known.
/// * Help play: bit `n % 48` is set if there is no solution of exactly `n` plies (`n / 48` is part of the key).
/// * Bits 56 to 63: the work that the facts took, as a logarithm of the number of positions visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts(u64);

const EMPTY_BITS: u64 = (1 << 48) - 1;

impl Facts {
    /// Returns `Some(true)` if the attacker succeeds within `n` plies, `Some(false)` if it fails, and `None` if neither
    /// is known.
    pub fn wins_within(self, n: u16) -> Option<bool> {
        let (wins, fails) = (self.0 as u16, (self.0 >> 16) as u16);
        if wins != 0 && n >= wins - 1 {
            Some(true)
        } else if fails != 0 && n < fails {
            Some(false)
        } else {
            None
        }
    }

    pub fn with_result(self, n: u16, wins: bool) -> Facts {
        let (mut least, mut greatest) = (self.0 as u16, (self.0 >> 16) as u16);
        if wins {
            least = if least == 0 { n + 1 } else { least.min(n + 1) };
        } else {
            greatest = greatest.max(n + 1);
        }
        Facts(self.0 & !0xffff_ffff | u64::from(greatest) << 16 | u64::from(least))
    }

    pub fn is_empty_at(self, n: u16) -> bool {
        self.0 & 1 << (n % 48) != 0
    }

    pub fn with_empty(self, n: u16) -> Facts {
        Facts(self.0 | 1 << (n % 48))
    }

    fn work(self) -> u64 {
        self.0 >> 56
    }

    /// Returns the approximate number of positions visited to prove the facts.
    pub fn nodes(self) -> u64 {
        (1 << self.work()) >> 1
    }

    fn with_work(self, nodes: u64) -> Facts {
        let work = u64::from(64 - nodes.leading_zeros());
        Facts(self.0 & (EMPTY_BITS | 0xff << 48) | work.max(self.work()) << 56)
    }
}

/// Number of words of an entry. The first is the upper half of the key xor the facts, the second the facts.
const WORDS_PER_ENTRY: usize = 2;
const ENTRIES_PER_BUCKET: usize = 4;
const BUCKET_WORDS: usize = WORDS_PER_ENTRY * ENTRIES_PER_BUCKET;

pub struct Table {
    words: Box<[AtomicU64]>,
    /// Index of the first word of the first bucket. No bucket crosses a cache line.
    first_word: usize,
    /// Number of buckets in use, a power of two. It is small in small problems; see [`Table::store`].
    buckets_in_use: AtomicUsize,
    stored: AtomicUsize,
    /// Whether some thread is increasing the number of buckets in use.
    grows: AtomicBool,
    buckets: usize,
}

const FIRST_BUCKETS: usize = 1 << 10;
/// Number of key bits that both select the bucket and verify the entry. They make it possible to move an entry when
/// buckets are added.
const BITS_OF_CHECK: u32 = 16;
/// Number of buckets (4 GB) up to which a growing table keeps its entries. A larger table loses them when it grows.
const MOST_MOVABLE: usize = FIRST_BUCKETS << BITS_OF_CHECK;

/// Orders the bits of a key so that the last bits of the result select the bucket. They come from the lower half of the
/// key, then from the upper half (`check`), then from the rest of the lower half.
fn bucket_bits(lower: u64, check: u64) -> u64 {
    const FIRST: u32 = FIRST_BUCKETS.ilog2();
    let both = check & ((1 << BITS_OF_CHECK) - 1);
    lower & (FIRST_BUCKETS as u64 - 1) | both << FIRST | lower >> FIRST << (FIRST + BITS_OF_CHECK)
}

/// Words in the smallest page of memory.
const PAGE_WORDS: usize = (4 << 10) / 8;

/// Number of words above which a table reserves at least [`MOST_LEARNT_WORDS`]. The table writes only to the memory
/// that it may use.
///
/// The reason is the allocator of glibc, which maps a block of 128 KB or more separately. When such a block is freed,
/// glibc expects more blocks of this size and keeps twice as much memory in each arena. In a batch of large solutions
/// this exceeded all limits. Blocks of more than 32 MB do not have this effect.
const LEAST_MAPPED_WORDS: usize = (64 << 10) / 8;
const MOST_LEARNT_WORDS: usize = (33 << 20) / 8;

impl Table {
    /// Returns an empty table of at most `bytes`. A table of less than one bucket stores nothing.
    pub fn new(bytes: usize) -> Table {
        let fitting = bytes / (BUCKET_WORDS * 8);
        let mut buckets: usize = if fitting == 0 { 0 } else { 1 << fitting.ilog2() };
        let words = loop {
            let words = (buckets + 1) * BUCKET_WORDS - 1;
            let reserved = if words < LEAST_MAPPED_WORDS { words } else { words.max(MOST_LEARNT_WORDS) };
            match bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(reserved) {
                Ok(words) => break words,
                // With a smaller table the search only takes longer.
                Err(()) if buckets > 0 => buckets /= 2,
                Err(()) => break Box::default(),
            }
        };
        let words_from_line = words.as_ptr().addr() / 8 % BUCKET_WORDS;
        Table {
            first_word: (BUCKET_WORDS - words_from_line) % BUCKET_WORDS,
            words,
            buckets_in_use: AtomicUsize::new(buckets.min(FIRST_BUCKETS)),
            stored: AtomicUsize::new(0),
            grows: AtomicBool::new(false),
            buckets,
        }
    }

    /// Removes all entries and resets the table to its first size. The memory remains reserved.
    pub fn clear(&mut self) {
        if *self.stored.get_mut() > 0 {
            let used = *self.buckets_in_use.get_mut() * BUCKET_WORDS;
            self.words[self.first_word..][..used].iter_mut().for_each(|word| *word.get_mut() = 0);
        }
        *self.stored.get_mut() = 0;
        *self.buckets_in_use.get_mut() = self.buckets.min(FIRST_BUCKETS);
    }

    /// Whether the table has any bucket and can store facts.
    pub fn is_in_use(&self) -> bool {
        self.buckets > 0
    }

    fn bucket(&self, key: u128) -> &[AtomicU64] {
        let index = bucket_bits(key as u64, (key >> 64) as u64) as usize & (self.buckets_in_use.load(Relaxed) - 1);
        self.bucket_at(index)
    }

    fn bucket_at(&self, index: usize) -> &[AtomicU64] {
        &self.words[self.first_word + index * BUCKET_WORDS..][..BUCKET_WORDS]
    }

    /// Returns the facts stored under `key`, or empty facts if there is no entry.
    pub fn probe(&self, key: u128) -> Facts {
        if self.buckets == 0 {
            return Facts::default();
        }
        let check = (key >> 64) as u64;
        for entry in self.bucket(key).chunks_exact(WORDS_PER_ENTRY) {
            let facts = entry[1].load(Relaxed);
            // The comparison that rarely succeeds comes first, so that the processor's branch prediction continues with
            // the next query.
            if entry[0].load(Relaxed) ^ facts == check && facts != 0 {
                return Facts(facts);
            }
        }
        Facts::default()
    }

    /// Adds a fact to the entry of `key` with the function `add`. `nodes` is the number of positions visited to prove
    /// the fact. In a full bucket, replaces the entry with the least work.
    pub fn store(&self, key: u128, nodes: u64, add: impl Fn(Facts) -> Facts) {
        if self.buckets == 0 {
            return;
        }
        let check = (key >> 64) as u64;
        let mut victim = None;
        let mut least = u64::MAX;
        for entry in self.bucket(key).chunks_exact(WORDS_PER_ENTRY) {
            let facts = entry[1].load(Relaxed);
            if facts != 0 && entry[0].load(Relaxed) ^ facts == check {
                victim = Some((entry, Facts(facts)));
                break;
            }
            // The first empty entry is used, except if the entry of this key comes after it.
            let work = if facts == 0 { 0 } else { 1 + Facts(facts).work() };
            if work < least {
                least = work;
                victim = Some((entry, Facts::default()));
            }
        }
        let Some((entry, known)) = victim else { return };
        if least == 0 && known == Facts::default() {
            self.grow();
        }
        let facts = add(known).with_work(nodes).0;
        entry[1].store(facts, Relaxed);
        entry[0].store(facts ^ check, Relaxed);
    }

    /// Increases the number of buckets in use when these fill up, and moves the entries if the table has at most
    /// [`MOST_MOVABLE`] buckets. Entries that other threads write at the same time may be lost, which is harmless.
    fn grow(&self) {
        let in_use = self.buckets_in_use.load(Relaxed);
        if self.stored.fetch_add(1, Relaxed) > in_use * ENTRIES_PER_BUCKET / 2
            && in_use < self.buckets
            && !self.grows.swap(true, Relaxed)
        {
            // Another thread may have grown the table in the meantime.
            if self.buckets_in_use.load(Relaxed) == in_use {
                let mut next = (in_use * 8).min(self.buckets);
                if in_use < MOST_MOVABLE {
                    next = next.min(MOST_MOVABLE);
                }
                self.touch(in_use..next);
                if next <= MOST_MOVABLE {
                    self.move_entries(in_use, next);
                }
                self.buckets_in_use.store(next, Relaxed);
            }
            self.grows.store(false, Relaxed);
        }
    }

    /// Moves entries to their new buckets. The new index is computed from the present index and the verification word.
    fn move_entries(&self, in_use: usize, next: usize) {
        for index in 0..in_use {
            for (place, entry) in self.bucket_at(index).chunks_exact(WORDS_PER_ENTRY).enumerate() {
                let facts = entry[1].load(Relaxed);
                if facts == 0 {
                    continue;
                }
                let check = entry[0].load(Relaxed) ^ facts;
                let to = bucket_bits(index as u64, check) as usize & (next - 1);
                if to != index {
                    let moved = &self.bucket_at(to)[place * WORDS_PER_ENTRY..];
                    moved[1].store(facts, Relaxed);
                    moved[0].store(facts ^ check, Relaxed);
                    entry[1].store(0, Relaxed);
                }
            }
        }
    }

    /// Makes the operating system provide the memory of these buckets at once. Otherwise it would provide each page at
    /// the first read and again at the first write, and notify every thread each time.
    fn touch(&self, buckets: Range<usize>) {
        let words = &self.words[self.first_word + buckets.start * BUCKET_WORDS..][..buckets.len() * BUCKET_WORDS];
        for word in words.iter().step_by(PAGE_WORDS) {
            // This write changes nothing.
            let _ = word.compare_exchange(0, 0, Relaxed, Relaxed);
        }
    }
}

/// The greatest table in bytes of used memory that is kept from one problem to the next. A larger one is freed, so that
/// threads that wait for problems do not hold the memory that others may use.
const MOST_KEPT_BYTES: usize = 1 << 20;

/// The table that a thread keeps between two problems.
#[derive(Default)]
pub struct SpareTable(Mutex<Option<(usize, Table)>>);

impl Debug for SpareTable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpareTable").finish_non_exhaustive()
    }
}

impl SpareTable {
    /// Returns an empty table of at most `bytes`: the stored one if it was made for `bytes`, otherwise a new one.
    pub fn take(&self, bytes: usize) -> Table {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match kept {
            Some((size, mut table)) if size == bytes => {
                table.clear();
                table
            }
            _ => Table::new(bytes),
        }
    }

    /// Keeps a table that was made for `bytes`, unless it has used much memory.
    pub fn put(&self, bytes: usize, mut table: Table) {
        if *table.buckets_in_use.get_mut() * BUCKET_WORDS * 8 <= MOST_KEPT_BYTES {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((bytes, table));
        }
    }
}

/// A table of one thread, for positions near the end of the play. It fits into the processor's cache. Facts that it
/// loses are soon proved again.
pub struct LocalTable {
    most: usize,
    entries: Vec<(u64, Facts)>,
}

const NEAR_ENTRIES: usize = 1 << 15;

impl LocalTable {
    /// Returns a table that grows to at most `bytes`.
    pub fn of_bytes(bytes: usize) -> LocalTable {
        let fitting = (bytes / size_of::<(u64, Facts)>()).clamp(1, NEAR_ENTRIES);
        LocalTable { most: 1 << fitting.ilog2(), entries: Vec::new() }
    }

    pub fn probe(&self, key: u128) -> Facts {
        match self.entries.get(key as usize & (self.most - 1)) {
            Some(&(check, facts)) if check == (key >> 64) as u64 => facts,
            _ => Facts::default(),
        }
    }

    pub fn store(&mut self, key: u128, add: impl Fn(Facts) -> Facts) {
        if self.entries.is_empty() {
            self.entries.resize(self.most, (0, Facts::default()));
        }
        let entry = &mut self.entries[key as usize & (self.most - 1)];
        let check = (key >> 64) as u64;
        let known = if entry.0 == check { entry.1 } else { Facts::default() };
        *entry = (check, add(known));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battle_facts_are_bounds() {
        let facts =
            Facts::default().with_result(3, false).with_result(7, true).with_result(1, false).with_result(9, true);
        for (n, known) in [(1, Some(false)), (3, Some(false)), (5, None), (7, Some(true)), (11, Some(true))] {
            assert_eq!(facts.wins_within(n), known, "{n}");
        }
    }

    #[test]
    fn help_facts_are_exact_lengths() {
        let facts = Facts::default().with_empty(3).with_empty(47);
        for n in 0..48 {
            assert_eq!(facts.is_empty_at(n), n == 3 || n == 47, "{n}");
        }
    }

    #[test]
    fn what_is_found_was_stored_and_a_full_table_forgets_cheap_entries_first() {
        let table = Table::new(64);
        let key = |i: u64| u128::from(i) << 64 | 7;
        for i in 1..=5 {
            table.store(key(i), 1 << (10 * i), |facts| facts.with_empty(i as u16));
        }
        let found: Vec<u64> = (1..=5).filter(|&i| table.probe(key(i)).is_empty_at(i as u16)).collect();
        assert_eq!(found, [2, 3, 4, 5]);
        assert_eq!(Table::new(0).probe(key(1)), Facts::default());
    }

    #[test]
    fn a_cleared_table_knows_nothing_and_has_its_first_size() {
        let mut table = Table::new(8 << 20);
        let key = |i: u64| u128::from(i).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        (1..=20_000).for_each(|i| table.store(key(i), 1, |facts| facts.with_empty(1)));
        assert!(table.buckets_in_use.load(Relaxed) > FIRST_BUCKETS);
        table.clear();
        assert_eq!(table.buckets_in_use.load(Relaxed), FIRST_BUCKETS);
        // The entries are gone from the memory too, and not only out of sight.
        assert!(table.words.iter().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    fn where_there_is_less_memory_the_table_is_smaller() {
        // More than any address space.
        let table = Table::new(1 << 62);
        assert!(table.buckets < 1 << 50);
        table.store(7, 1, |facts| facts.with_empty(3));
        assert!(table.probe(7).is_empty_at(3) || !table.is_in_use());
    }

    #[test]
    fn what_was_stored_is_still_found_when_there_is_more_room() {
        let table = Table::new(8 << 20);
        let key = |i: u64| u128::from(i).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        const MOST: u64 = 60_000;
        for i in 1..=MOST {
            table.store(key(i), 1, |facts| facts.with_empty((i % 48) as u16));
        }
        assert!(table.buckets_in_use.load(Relaxed) > 8 * FIRST_BUCKETS);
        let facts: Vec<Facts> = (1..=MOST).map(|i| table.probe(key(i))).collect();
        let found = facts.iter().filter(|facts| **facts != Facts::default()).count();
        // Buckets that were full before lost some.
        assert!(found as u64 > MOST * 95 / 100, "{found}");
        for (i, facts) in (1..).zip(facts) {
            assert_eq!(facts.0 & EMPTY_BITS & !(1 << (i % 48)), 0, "{i}");
        }
        // Another fact about the same position is added to its entry.
        for i in 1..=MOST {
            table.store(key(i), 1, |facts| facts.with_empty(((i + 1) % 48) as u16));
        }
        let both = |&i: &u64| {
            let facts = table.probe(key(i));
            facts.is_empty_at((i % 48) as u16) && facts.is_empty_at(((i + 1) % 48) as u16)
        };
        let found = (1..=MOST).filter(both).count();
        assert!(found as u64 > MOST * 95 / 100, "{found}");
    }
}
