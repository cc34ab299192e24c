//! Cancels work that several threads share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Cancels work shared by several threads, and all shared work that was started as a part of that work.
#[derive(Debug)]
pub struct Cancellation {
    /// Set when the result of the work is no longer needed, since the deciding move has been found or a limit has
    /// been reached.
    pub over: AtomicBool,
    /// The shared work that includes this work. `None` for the outermost.
    pub outer: Option<Arc<Cancellation>>,
}

impl Cancellation {
    /// Whether this work, or work that includes it, has been cancelled.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.outer.as_ref().is_some_and(|outer| outer.is_over())
    }
}
