//! What the language knows and the solver does not: an input that uses it is told so, and is not told that it is
//! misspelt.

use crate::conditions::names::NAMES;
use crate::units::TRAITS;

/// Options of Popeye's that lines cannot have yet.
const UNSUPPORTED_OPTIONS: &[&str] = &["LastCapture"];

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

/// An option that lines cannot have yet, in its proper spelling.
pub(super) fn unsupported_option(name: &str) -> Option<&'static str> {
    find(UNSUPPORTED_OPTIONS, name)
}

fn find(names: &[&'static str], name: &str) -> Option<&'static str> {
    names.iter().find(|known| known.eq_ignore_ascii_case(name)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::OPTIONS;

    #[test]
    fn nothing_is_listed_that_can_be_had() {
        for name in UNSUPPORTED_OPTIONS {
            assert!(OPTIONS.iter().all(|option| option.name != *name), "{name}");
        }
    }
}
