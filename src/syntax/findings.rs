//! Collects the diagnostics of one text. Only the first ones are kept, because input may be endless.

use super::diagnostic::Diagnostic;

/// Maximum number of errors that are kept for one text. The same number of warnings is kept.
const KEPT: usize = 20;

#[derive(Default)]
pub(super) struct Findings {
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Findings {
    /// Records an error. `make` is called only if the error is kept.
    pub fn error(&mut self, make: impl FnOnce() -> Diagnostic) {
        self.errors += 1;
        if self.errors <= KEPT {
            self.kept.push(make());
        }
    }

    pub fn warning(&mut self, make: impl FnOnce() -> Diagnostic) {
        self.warnings += 1;
        if self.warnings <= KEPT {
            self.kept.push(make());
        }
    }

    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in diagnostics {
            if diagnostic.is_error() { self.error(|| diagnostic) } else { self.warning(|| diagnostic) }
        }
    }

    /// Returns the number of errors recorded, including those that are not kept.
    pub fn errors(&self) -> usize {
        self.errors
    }

    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether further errors are dropped, so that parsing can stop.
    pub fn is_full(&self) -> bool {
        self.errors >= KEPT
    }

    /// Returns the kept diagnostics in text order.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.kept.sort_by_key(|diagnostic| diagnostic.span.start);
        self.kept
    }

    /// Returns `value` if no error was recorded, otherwise the kept diagnostics.
    pub fn result<T>(self, value: T) -> Result<T, Vec<Diagnostic>> {
        if self.has_errors() { Err(self.into_sorted()) } else { Ok(value) }
    }
}
