//! Names of conditions that the input formats know but the solver does not support. Diagnostics report them as
//! unsupported, not as misspelt.

use crate::conditions::names::NAMES;
use crate::units::TRAITS;

/// Placeholders in Popeye's list of conditions that name no condition.
const EMPTY: &[&str] = &["CurrentlyUnused", "Dummy"];

/// Iterates over all of Popeye's names of conditions, without their arguments.
pub(super) fn conditions() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|row| row[0]).filter(|name| !EMPTY.contains(name))
}

/// Returns the proper spelling of a condition's name; `None` if it is unknown.
pub(super) fn condition(name: &str) -> Option<&'static str> {
    conditions().find(|known| known.eq_ignore_ascii_case(name))
}

pub(super) fn attributes() -> impl Iterator<Item = &'static str> {
    TRAITS.iter().map(|attribute| attribute.name)
}
