//! Work that is parted among threads, as far as it may be called off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What is offered, seen from those who do the work.
#[derive(Debug)]
pub struct Split {
    /// The deciding move has been found, or the work is cut.
    pub over: AtomicBool,
    /// The split that this one is part of.
    pub outer: Option<Arc<Split>>,
}

impl Split {
    /// The answer is not needed any more.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.outer.as_ref().is_some_and(|outer| outer.is_over())
    }

    pub fn is_part_of(&self, other: &Arc<Split>) -> bool {
        self.outer.as_ref().is_some_and(|outer| Arc::ptr_eq(outer, other) || outer.is_part_of(other))
    }
}
