//! The words of the form that both its reader and its writer know.

/// Keys with a place of their own in a problem.
pub(super) const KEYS: &[&str] = &[
    "algebraic",
    "stipulation",
    "options",
    "twins",
    "solution",
    "intended-solutions",
    "authors",
    "author",
    "source",
    "source-id",
    "date",
    "award",
    "distinction",
    "tourney",
    "title",
    "comments",
    "foreignids",
];

/// What a twin is called that has so many before it: `b`, `z`, `z1`.
pub(super) fn label(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..=25) => char::from(b'a' + index).to_string(),
        _ => format!("z{}", index - 25),
    }
}
