//! Keys and values of the YAML format that both the reader and the writer use.

/// Keys of a YAML document that have a field in [`Problem`](crate::problem::Problem). All other keys become remarks.
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

/// Key of the intended numbers of solutions, such as `2.1`. If the value ends with [`ELLIPSIS`], it means "and so on".
pub(super) const COUNTS: &str = "intended-solutions";
pub(super) const ELLIPSIS: &str = "...";

/// Value of the key `tourney` if the tourney has the same name as the source.
pub(super) const DITTO: &str = "ditto";

/// Returns the label of the twin with this index: `a` for 0, `z` for 25, `z1` for 26.
pub(super) fn label(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..=25) => char::from(b'a' + index).to_string(),
        _ => format!("z{}", index - 25),
    }
}
