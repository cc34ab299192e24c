//! Cancels work that several threads share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Cancels work shared by several threads, together with all shared work that was started as a part of it.
#[derive(Debug)]
pub struct Cancellation {
    /// Set when the result of the work is no longer needed, because the deciding move was found or a limit was reached.
    pub over: AtomicBool,
    /// The shared work of which this work is a part. `None` for the outermost work.
    pub outer: Option<Arc<Cancellation>>,
}

impl Cancellation {
    /// Whether this work was cancelled, or work of which it is a part.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.outer.as_ref().is_some_and(|outer| outer.is_over())
    }
}
