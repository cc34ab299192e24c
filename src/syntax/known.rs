//! What the language knows and the solver does not: an input that uses it is told so, and is not told that it is
//! misspelt.

use crate::conditions::names::NAMES;
use crate::units::TRAITS;

/// Names that stand for no condition at all.
const EMPTY: &[&str] = &["CurrentlyUnused", "Dummy"];

/// Conditions under Popeye's names, without their arguments.
pub(super) fn conditions() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|row| row[0]).filter(|name| !EMPTY.contains(name))
}

/// A condition in its proper spelling.
pub(super) fn condition(name: &str) -> Option<&'static str> {
    conditions().find(|known| known.eq_ignore_ascii_case(name))
}

/// The attributes that there are.
pub(super) fn attributes() -> impl Iterator<Item = &'static str> {
    TRAITS.iter().map(|attribute| attribute.name)
}
