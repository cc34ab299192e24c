//! Work that threads share, as far as it may be called off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Work that several threads do, as far as it may be called off.
#[derive(Debug)]
pub struct Split {
    /// The deciding move has been found, or the work is cut.
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
