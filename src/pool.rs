//! A memory limit shared by all threads and problems.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A number of bytes, of which a part is taken.
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

    /// Returns the number of bytes that are not taken.
    pub fn left(&self) -> usize {
        self.bytes.saturating_sub(self.taken.load(Relaxed))
    }

    /// Takes bytes until the share is dropped. The limit is not enforced here: callers that check [`Pool::left`]
    /// first exceed it only by what other threads take in between.
    pub fn take(self: Arc<Pool>, bytes: usize) -> Share {
        self.taken.fetch_add(bytes, Relaxed);
        Share { bytes, pool: self }
    }
}

/// Bytes taken from a pool.
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
