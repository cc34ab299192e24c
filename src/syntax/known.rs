//! Names of all conditions and attributes of the input formats, including conditions that the solver does not
//! support. Diagnostics report such conditions as unsupported, not as misspelt.

use crate::conditions::names::NAMES;
use crate::units::TRAITS;

/// Placeholders in Popeye's list of conditions that name no condition.
const EMPTY: &[&str] = &["CurrentlyUnused", "Dummy"];

/// Iterates over all of Popeye's names of conditions, without their arguments.
pub(super) fn conditions() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|row| row[0]).filter(|name| !EMPTY.contains(name))
}

/// Returns the proper spelling of the name of one of Popeye's conditions; `None` if there is no such condition.
pub(super) fn condition(name: &str) -> Option<&'static str> {
    conditions().find(|known| known.eq_ignore_ascii_case(name))
}

pub(super) fn attributes() -> impl Iterator<Item = &'static str> {
    TRAITS.iter().map(|attribute| attribute.name)
}
