//! Marks of the positions that some thread is searching.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Marks of the positions that are being searched, by key. They are only hints: a position under search may be
/// unmarked.
#[derive(Default)]
pub struct Marks(OnceLock<Box<[AtomicU64]>>);

impl Marks {
    const NUMBER: usize = 1 << 12;

    fn at(&self, key: u128) -> &AtomicU64 {
        &self.0.get_or_init(|| (0..Self::NUMBER).map(|_| AtomicU64::new(0)).collect())
            [key as usize & (Self::NUMBER - 1)]
    }

    /// Marks the position with this key. Does nothing if another position has the same slot.
    pub fn mark(&self, key: u128) -> Mark<'_> {
        let mark = self.at(key);
        Mark(mark.compare_exchange(0, (key >> 64) as u64, Relaxed, Relaxed).is_ok().then_some(mark))
    }

    pub fn has(&self, key: u128) -> bool {
        self.at(key).load(Relaxed) == (key >> 64) as u64
    }
}

/// A guard that keeps a position marked until it is dropped. Contains `None` if the position could not be marked.
#[derive(Default)]
pub struct Mark<'a>(Option<&'a AtomicU64>);

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        if let Some(mark) = self.0 {
            mark.store(0, Relaxed);
        }
    }
}
