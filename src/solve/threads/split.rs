//! Work that threads share and that can be cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Work shared by several threads, with a flag to cancel it.
#[derive(Debug)]
pub struct Split {
    /// Set when the deciding move has been found or the work is cut.
    pub over: AtomicBool,
    /// The split that this one is part of.
    pub outer: Option<Arc<Split>>,
}

impl Split {
    /// Whether the answer is no longer needed.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.outer.as_ref().is_some_and(|outer| outer.is_over())
    }
}
