//! Words of the format that both its reader and its writer use.

/// Keys that have a field in a problem.
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

/// The key of the number of solutions, and the sign after it that all further branches are single.
pub(super) const COUNTS: &str = "intended-solutions";
pub(super) const ELLIPSIS: &str = "...";

/// Value for a tourney that is named like the source.
pub(super) const DITTO: &str = "ditto";

/// Returns the label of the twin with this index: `b`, `z`, `z1`.
pub(super) fn label(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..=25) => char::from(b'a' + index).to_string(),
        _ => format!("z{}", index - 25),
    }
}
