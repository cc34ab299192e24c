//! Cancels work that threads share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Cancels work shared by several threads, and all work that is a part of it.
#[derive(Debug)]
pub struct Cancellation {
    /// Set when the deciding move has been found or the work is cut.
    pub over: AtomicBool,
    /// Cancels the work that this work is a part of.
    pub outer: Option<Arc<Cancellation>>,
}

impl Cancellation {
    /// Whether the answer is no longer needed.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.outer.as_ref().is_some_and(|outer| outer.is_over())
    }
}
