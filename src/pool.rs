//! A memory limit shared by all threads and problems.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A memory limit in bytes, and the number of bytes that are taken. It only counts; it does not allocate memory.
#[derive(Debug)]
pub struct Pool {
    bytes: usize,
    taken: AtomicUsize,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::of_bytes(usize::MAX)
    }
}

impl Pool {
    pub fn of_bytes(bytes: usize) -> Pool {
        Pool { bytes, taken: AtomicUsize::new(0) }
    }

    /// Returns the number of bytes that are still available.
    pub fn left(&self) -> usize {
        self.bytes.saturating_sub(self.taken.load(Relaxed))
    }

    /// Counts `bytes` as taken until the returned share is dropped. The limit is not enforced: a caller should compare
    /// [`Pool::left`] first. Then the limit is exceeded at most by the bytes that other threads take at the same time.
    pub fn take(self: Arc<Pool>, bytes: usize) -> Share {
        self.taken.fetch_add(bytes, Relaxed);
        Share { bytes, pool: self }
    }
}

/// A number of bytes taken from a [`Pool`]. Dropping the share returns them to the pool.
#[derive(Debug)]
pub struct Share {
    bytes: usize,
    pool: Arc<Pool>,
}

impl Drop for Share {
    fn drop(&mut self) {
        self.pool.taken.fetch_sub(self.bytes, Relaxed);
    }
}
