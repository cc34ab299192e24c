//! Memory that all threads share, whatever problem they are at.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// So much memory, and what is taken of it.
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

    /// Bytes that nobody has taken.
    pub fn left(&self) -> usize {
        self.bytes.saturating_sub(self.taken.load(Relaxed))
    }

    /// Takes so many bytes, until the share is dropped. Whoever asks first how many are left takes no more than that, but for
    /// what others take in the meantime.
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
