//! Diagnostics of one text as they are collected. Of endless input only the first ones are kept.

use super::diagnostic::Diagnostic;

/// So many errors, and so many warnings, are kept of one text.
const KEPT: usize = 20;

#[derive(Default)]
pub(super) struct Findings {
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Findings {
    /// Records an error; `make` is called only when it will be kept.
    pub fn error(&mut self, make: impl FnOnce() -> Diagnostic) {
        self.errors += 1;
        if self.errors <= KEPT {
            self.kept.push(make());
        }
    }

    /// Records a warning; `make` is called only when it will be kept.
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

    /// How many errors there were, kept or not.
    pub fn errors(&self) -> usize {
        self.errors
    }

    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// No further error will be kept; there is no use in going on.
    pub fn is_full(&self) -> bool {
        self.errors >= KEPT
    }

    /// What was kept, in the order of the text.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.kept.sort_by_key(|diagnostic| diagnostic.span.start);
        self.kept
    }

    /// `value`, unless there was an error.
    pub fn result<T>(self, value: T) -> Result<T, Vec<Diagnostic>> {
        if self.has_errors() { Err(self.into_sorted()) } else { Ok(value) }
    }
}
