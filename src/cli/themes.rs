//! The themes that a run computes and prints.

use crate::syntax::nearest;
use crate::themes::{self, Themes};
use serde::{Deserialize, Serialize};

/// The themes that a run prints.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ThemeChoice {
    /// Whether themes are computed and printed.
    pub is_wanted: bool,
    /// Whether text contains only themes.
    pub is_alone: bool,
    /// If not empty, only these themes are printed, each if it occurs at least this number of times.
    only: Vec<(String, usize)>,
    /// The themes that are left out.
    not: Vec<String>,
}

impl ThemeChoice {
    /// Returns the choice of `keymove themes`, or a message about a name that is no theme.
    pub fn new(only: &[String], not: &[String]) -> Result<ThemeChoice, String> {
        let only = only.iter().map(|text| counted(text)).collect::<Result<_, _>>()?;
        let not = not.iter().map(|text| name(text, "--not", text)).collect::<Result<_, _>>()?;
        Ok(ThemeChoice { is_wanted: true, is_alone: true, only, not })
    }

    /// Returns the choice of all themes, printed with the other output, or the choice of no themes.
    pub fn all_if(is_wanted: bool) -> ThemeChoice {
        ThemeChoice { is_wanted, ..ThemeChoice::default() }
    }

    /// Returns the themes of `themes` that are chosen.
    pub fn choose(&self, mut themes: Themes) -> Themes {
        let is_chosen = |name: &str, count: Option<usize>| {
            let is_only = |(only, least): &(String, usize)| only == name && count.unwrap_or(1) >= *least;
            (self.only.is_empty() || self.only.iter().any(is_only)) && !self.not.iter().any(|not| not == name)
        };
        themes.found.retain(|told| is_chosen(told.theme.name, told.count));
        for (_, names) in &mut themes.not_computed {
            names.retain(|name| is_chosen(name, Some(usize::MAX)));
        }
        themes.not_computed.retain(|(_, names)| !names.is_empty());
        themes.leaves_out_others = !self.only.is_empty();
        themes
    }
}

/// Parses a theme with an optional least count: `model mate>=3`.
fn counted(text: &str) -> Result<(String, usize), String> {
    let Some((before, number)) = text.split_once(">=") else { return Ok((name(text, "--only", text)?, 0)) };
    let number = number.trim();
    let count = number.parse().map_err(|_| format!("--only {text}: expected a number after `>=`, not `{number}`"))?;
    Ok((name(before, "--only", text)?, count))
}

/// Returns the name of a theme as it is in the catalogue of themes.
fn name(text: &str, option: &str, whole: &str) -> Result<String, String> {
    if let Some(theme) = themes::find(text) {
        return Ok(theme.name.to_string());
    }
    let hint = nearest(text.trim(), themes::all().map(|theme| theme.name));
    let hint = hint.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    Err(format!("{option} {whole}: unknown theme; `keymove list themes` lists all{hint}"))
}
