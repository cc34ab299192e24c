//! Keys and values of the YAML format that both the reader and the writer use.

/// Keys whose values are stored in a field of the problem.
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

/// Key of the intended number of solutions. If a value ends with [`ELLIPSIS`], no further branching is intended.
pub(super) const COUNTS: &str = "intended-solutions";
pub(super) const ELLIPSIS: &str = "...";

/// Value of a tourney that has the same name as the source.
pub(super) const DITTO: &str = "ditto";

/// Returns the label of the twin with this index: `b`, `z`, `z1`.
pub(super) fn label(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..=25) => char::from(b'a' + index).to_string(),
        _ => format!("z{}", index - 25),
    }
}
