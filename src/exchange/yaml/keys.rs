//! The words of the form that both its reader and its writer know.

/// Keys with a place of their own in a problem.
pub(super) const KEYS: &[&str] = &[
    "algebraic",
    "stipulation",
    "options",
    "twins",
    "solution",
    COUNTS,
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

/// The key of the number of solutions, and what is behind a number when the other branches are single ones.
pub(super) const COUNTS: &str = "intended-solutions";
pub(super) const ELLIPSIS: &str = "...";

/// The tourney that is named like the source.
pub(super) const DITTO: &str = "ditto";

/// What a twin is called that has so many before it: `b`, `z`, `z1`.
pub(super) fn label(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..=25) => char::from(b'a' + index).to_string(),
        _ => format!("z{}", index - 25),
    }
}
